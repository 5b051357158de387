package cli

import (
	"bytes"
	"encoding/json"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/prompts"
)

// apart returns what a system prompt was found to be as a JSON object, which
// docs/reference/commands.md describes: a key a line, and an element of a list a line.
func apart(r *prompts.Reading, from *prompts.Template) ([]byte, error) {
	var tools, gone, notes []any
	for i := range r.ToolList.Tools {
		tools = append(tools, definitionLine(&r.ToolList.Tools[i]))
	}
	for _, g := range r.Removed {
		gone = append(gone, object{{"line", g.Line}, {"text", g.Text}})
	}
	for _, d := range r.Diagnostics {
		notes = append(notes, object{
			{"severity", string(d.Severity)}, {"code", d.Code}, {"line", d.Pos.Line}, {"column", d.Pos.Column}, {"text", d.Text()},
		})
	}
	o := object{{"style", nil}, {"by", evidenceOf(r, from)}, {"form", r.ToolList.Form}, {"tools", tools}}
	if r.Style != nil {
		o[0].value = r.Style.Name
	}
	if r.ToolList.Form == prompts.FormVerbatim {
		unread, _ := prompts.WriteToolList(&r.ToolList, prompts.FormVerbatim)
		o = append(o, field{"unread", unread})
	}
	return append(o, field{"kept", r.KeptText()}, field{"removed", gone}, field{"diagnostics", notes}).lines()
}

// evidenceOf says how a prompt was recognised: by the template that the user
// named, by one of toolspeak's own, or by evidence; nil where it was not.
func evidenceOf(r *prompts.Reading, from *prompts.Template) any {
	switch {
	case r.Template != nil && r.Template == from:
		return "prompt-from"
	case r.Template != nil:
		return "instructions"
	case r.Style != nil:
		return "evidence"
	}
	return nil
}

// definitionLine returns a tool's definition on one line.
func definitionLine(t *prompts.Tool) json.RawMessage {
	return jsonx.OneLine(t.Definition())
}

// field is a key of an object with its value.
type field struct {
	key   string
	value any
}

// object is a JSON object that people may read. At the top it has a line for
// each key and, where a value is a []any, for each element. What is raw keeps
// its spacing.
type object []field

// lines returns the object as text.
func (o object) lines() ([]byte, error) {
	var w objectWriter
	w.members(o, "{\n  ", ",\n  ", "\n}\n")
	return w.b.Bytes(), w.err
}

// objectWriter writes JSON until something can't be written.
type objectWriter struct {
	b   bytes.Buffer
	err error
}

func (w *objectWriter) members(o object, open, between, end string) {
	for _, f := range o {
		w.b.WriteString(open)
		open = between
		w.value(f.key)
		w.b.WriteString(": ")
		w.value(f.value)
	}
	w.b.WriteString(end)
}

func (w *objectWriter) value(v any) {
	switch v := v.(type) {
	case json.RawMessage:
		w.b.Write(v)
	case object:
		w.members(v, "{", ", ", "}")
	case []any:
		w.b.WriteByte('[')
		for i, e := range v {
			if i > 0 {
				w.b.WriteByte(',')
			}
			w.b.WriteString("\n    ")
			w.value(e)
		}
		if len(v) > 0 {
			w.b.WriteString("\n  ")
		}
		w.b.WriteByte(']')
	default:
		if err := encodeLine(&w.b, v); err != nil {
			w.err = err
			return
		}
		w.b.Truncate(w.b.Len() - 1) // the line feed
	}
}
