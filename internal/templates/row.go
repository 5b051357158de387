package templates

import (
	"bytes"
	"errors"
	"strings"

	"github.com/toolspeak/toolspeak/internal/jinja"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// Row returns a record in the shape of Chat Completions as the template writes it: its text
// under "text" or, with parts, its messages between the frames. All other keys of the record
// stay. It returns what was lost; a record that can't be written so is a reject.
func (t *Template) Row(record []byte, parts bool) ([]byte, []ir.Diagnostic, *ir.Diagnostic) {
	value, err := jinja.FromJSON(record)
	if err != nil {
		return nil, nil, reject(ir.CodeTemplateRefuses, "the record can't be rendered: "+err.Error())
	}
	var messages, tools *jinja.List
	switch v := value.(type) {
	case *jinja.List:
		messages = v
	case *jinja.Dict:
		list, _ := v.Get("messages")
		messages, _ = list.(*jinja.List)
		offered, _ := v.Get("tools")
		if tools, _ = offered.(*jinja.List); tools != nil && len(tools.Items) == 0 {
			tools = nil
		}
	}
	if messages == nil {
		return nil, nil, reject(ir.CodeTemplateRefuses, "the record has no messages to render")
	}
	written, err := t.Write(messages, tools)
	if err != nil {
		return nil, nil, rejected(err)
	}
	row, d := t.row(record, written, parts)
	return row, written.losses(), d
}

// rejected returns why a conversation was not written.
func rejected(err error) *ir.Diagnostic {
	if f, ok := errors.AsType[*Fault](err); ok {
		return reject(f.Code, f.Text)
	}
	return reject(ir.CodeTemplateRefuses, err.Error())
}

func reject(code ir.Code, text string) *ir.Diagnostic {
	d := ir.Reportf(code, "%s", text)
	return &d
}

// losses returns what the text has not.
func (w *Written) losses() (list []ir.Diagnostic) {
	add := func(code ir.Code, count int, text string) {
		if count > 0 {
			d := ir.Reportf(code, "%s", text)
			d.Count = count
			list = append(list, d)
		}
	}
	add(ir.CodeTemplateThought, w.Thoughts, "the template leaves out a thought")
	add(ir.CodeTemplateTrims, w.Trimmed, "the template takes off white space at the ends of a content")
	if w.NoTools {
		add(ir.CodeTemplateTools, 1, "the template leaves out the tool list")
	}
	return list
}

// row writes the record: its transcript is exchanged, and its other keys stay.
func (t *Template) row(record []byte, w *Written, parts bool) ([]byte, *ir.Diagnostic) {
	if parts && w.Misplaced != "" {
		return nil, reject(ir.CodeTemplateUnread, "take --out-layout text: the template does not say where a message of the role "+w.Misplaced+" ends, and a call stands in it")
	}
	at := jsonx.TrimSpace(record)
	record = record[at.Start:at.End]
	var dst []byte
	own := func() {
		if !parts {
			dst = appendString(append(dst, `"text": `...), w.Text)
			return
		}
		dst = append(dst, `"messages": [`...)
		for _, m := range w.Messages {
			dst = append(appendString(append(jsonx.AppendComma(dst), `{"role": "`+m.Role+`", "content": `...), m.Content), '}')
		}
		dst = append(dst, ']')
	}
	dst = append(dst, '{')
	if record[0] == '[' {
		own()
		return append(dst, '}'), nil
	}
	for m := range jsonx.Members(record, 0) {
		key := jsonx.Unquote(m.Key.Of(record))
		if key == "tools" {
			continue
		}
		if key == "text" && !parts {
			return nil, reject(ir.CodeDuplicateKey, `the record has a key "text" next to its transcript`)
		}
		if dst = jsonx.AppendComma(dst); key == "messages" {
			own()
			continue
		}
		dst = append(dst, record[m.Key.Start-1:m.Value.End]...)
	}
	return append(dst, '}'), nil
}

// appendString appends a text as JSON writes it.
func appendString(dst []byte, s string) []byte {
	if text, err := jinja.ToJSON(strings.ToValidUTF8(s, "\uFFFD")); err == nil {
		return append(dst, bytes.TrimSpace(text)...)
	}
	return append(dst, `""`...)
}
