package dataset

import (
	"bytes"
	"errors"
	"strings"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/ir"
)

// otherKeys returns the record's keys but the transcript's as a JSON object on
// one line, or nil where there are none.
func (r *record) otherKeys() []byte {
	s := jsonx.TrimSpace(r.raw)
	if r.bare {
		return nil
	}
	transcript := r.value.Start
	if r.layout == Text {
		transcript-- // the quote
	}
	var all []jsonx.Member
	at := 0
	for m := range jsonx.Members(r.raw, s.Start) {
		if m.Value.Start == transcript {
			at = len(all)
		}
		all = append(all, m)
	}
	// The transcript's key goes with one comma: that before it or, where it is
	// the first, that behind it.
	gone := jsonx.RangeOf(all[at].Key.Start-1, all[at].Value.End)
	switch {
	case len(all) == 1:
		return nil
	case at == 0:
		gone.End = all[1].Key.Start - 1
	default:
		gone.Start = all[at-1].Value.End
	}
	keys := append(append([]byte(nil), r.raw[s.Start:gone.Start]...), r.raw[gone.End:s.End]...)
	return oneLine(keys)
}

// oneLine puts spaces in the place of the line breaks between JSON tokens.
func oneLine(value []byte) []byte {
	if line, changed := literal.OneLine(nil, ir.Text{B: value}); changed {
		return line
	}
	return value
}

// document returns the neutral document of what a record was converted to.
func (r *record) document(out *convert.Output) ([]byte, []ir.Diagnostic) {
	return appendDocument(out, r.otherKeys(), r.raw), r.lossesIn("the document")
}

// lossesIn returns what messages have beside a role and a text, which a place of
// that name can't hold.
func (r *record) lossesIn(place string) []ir.Diagnostic {
	w := writer{record: r}
	for i := range r.messages {
		m := &r.messages[i]
		if extra := m.keys - 2; extra > 0 {
			w.lose(i, ir.CodeMessageKeys, "%d more keys of the message have no place in %s", extra, place)
		}
		if n := m.texts(); n > 1 {
			w.lose(i, ir.CodePartsJoined, "%d text parts were joined into one", n)
		}
		if other := len(m.parts) - m.texts(); m.parts != nil && other > 0 {
			w.lose(i, ir.CodePartsDropped, "%d parts that are no text have no place in %s", other, place)
		}
	}
	return w.losses
}

func appendDocument(out *convert.Output, keys, like []byte) []byte {
	return ir.AppendDocument(make([]byte, 0, 2*len(like)), &out.Lowered, keys, ir.Text{B: like}.IsASCII())
}

// proveDocument reads a document that was written back.
func proveDocument(doc, keys []byte, out *convert.Output) *ir.Diagnostic {
	t, found, err := ir.ParseDocument(doc)
	if err != nil {
		return readBack("the document that was written can't be read: %v", err)
	}
	if diff := ir.Diff(&out.Lowered, &t); diff != "" {
		return readBack("the document does not read back: %s", diff)
	}
	if !bytes.Equal(keys, found) || bytes.IndexByte(doc, '\n') >= 0 {
		return readBack("the record's other keys do not read back")
	}
	return nil
}

// documentFault turns an error of ParseDocument into a reject.
func documentFault(err error) *ir.Diagnostic {
	prefix := ir.ErrDocument.Error() + ": "
	d := reject(ir.CodeBadDocument, "not a neutral document: %s", strings.TrimPrefix(err.Error(), prefix))
	var cause *ir.Diagnostic
	if errors.As(err, &cause) && cause.Line > 0 {
		d.Message, d.Line, d.Column = cause.Message, cause.Line, cause.Column
	}
	return d
}

// fromDocument returns the record that a neutral document becomes: its
// messages, then the keys that stood under "record".
func fromDocument(out *convert.Output, keys, like []byte) ([]byte, *ir.Diagnostic) {
	w := writer{record: &record{raw: like}, out: out}
	w.dst = append(make([]byte, 0, len(like)), `{"messages": [`...)
	for i := range out.Messages {
		if i > 0 {
			w.dst = append(w.dst, ", "...)
		}
		w.newMessage(&out.Messages[i], 0)
	}
	if out.Lowered.HasAlternatives {
		w.newAlternatives()
	}
	w.dst = append(w.dst, ']')
	if keys != nil {
		if system := recordIn(keys).system; out.System != nil && system.End > 0 {
			keys = splice(nil, keys, jsonx.RangeOf(0, len(keys)), systemEdit(nil, keys, system, out.System))
		}
		for m := range jsonx.Members(keys, 0) {
			if jsonx.Unquote(m.Key.Of(keys)) == "messages" {
				return nil, reject(ir.CodeDuplicateKey, `the document's "record" has a key "messages" already`)
			}
		}
		if jsonx.SkipSpace(keys, 1) < len(keys)-1 {
			w.dst = append(w.dst, ", "...)
			w.dst = append(w.dst, bytes.TrimLeft(keys[1:len(keys)-1], " \t\r\n")...)
		}
	}
	return append(w.dst, '}'), nil
}

// recordIn reads what stands beside the transcript among a document's other
// keys.
func recordIn(keys []byte) *record {
	r := &record{raw: keys}
	var system, tools jsonx.Range
	for m := range jsonx.Members(keys, 0) {
		switch jsonx.Unquote(m.Key.Of(keys)) {
		case "system":
			system = m.Value
		case "tools":
			tools = m.Value
		}
	}
	r.beside(system, tools)
	return r
}

func besideIn(keys []byte) ir.Beside {
	if keys == nil {
		return ir.Beside{}
	}
	return recordIn(keys).conv.Beside
}

// newAlternatives writes a last message that holds alternatives.
func (w *writer) newAlternatives() {
	if len(w.out.Messages) > 0 {
		w.dst = append(w.dst, ", "...)
	}
	w.dst = append(w.dst, `{"role": "assistant", "content": [`...)
	for i, a := range w.out.Alternatives {
		if i > 0 {
			w.dst = append(w.dst, ", "...)
		}
		w.dst = append(w.dst, '"')
		w.dst = append(w.dst, escaped(a, ir.Text{B: w.raw})...)
		w.dst = append(w.dst, '"')
	}
	w.dst = append(w.dst, "]}"...)
}
