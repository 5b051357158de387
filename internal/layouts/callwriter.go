package layouts

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// appendThink appends reasoning as a think block.
func appendThink(dst []byte, t ir.Text) []byte {
	dst = append(dst, thinkOpen+"\n"...)
	dst = append(dst, t.B...)
	return append(dst, "\n"+thinkClose+"\n\n"...)
}

// appendCall appends a call as an object with a name and arguments.
func appendCall(dst []byte, s *ir.Step) []byte {
	dst = append(dst, `{"name": "`...)
	dst = s.Tool.AppendJSON(dst, false)
	dst = append(dst, `", "arguments": `...)
	at := len(dst)
	dst = append(dst, s.Args.Value.B...)
	if bytes.Contains(dst[at:], []byte(callClose)) { // the tag ends calls wherever it is
		safe := bytes.ReplaceAll(dst[at:], []byte(callClose), []byte(`<\/tool_call>`))
		dst = append(dst[:at], safe...)
	}
	if extra := s.Rare().Extra; extra != nil {
		for m := range jsonx.Members(extra, 0) {
			dst = append(append(dst, ", "...), extra[m.Key.Start-1:m.Value.End]...)
		}
	}
	return append(dst, '}')
}

// appendCalls appends what a model says and calls in one text: its words, and JSON,
// which is in tags where there are words.
func appendCalls(dst []byte, steps []ir.Step) []byte {
	calls, said := 0, false
	for i := range steps {
		switch s := &steps[i]; {
		case s.Kind == ir.Call:
			calls++
		case s.Rare().Reasoning:
			dst = appendThink(dst, s.Text)
		default:
			dst, said = append(dst, s.Text.B...), true
		}
	}
	if calls == 0 {
		return dst
	}
	if said {
		dst = append(dst, callOpen...)
	}
	if calls > 1 {
		dst = append(dst, '[')
	}
	first := true
	for i := range steps {
		if steps[i].Kind != ir.Call {
			continue
		}
		if !first {
			dst = append(dst, ", "...)
		}
		first = false
		dst = appendCall(dst, &steps[i])
	}
	if calls > 1 {
		dst = append(dst, ']')
	}
	if said {
		dst = append(dst, callClose...)
	}
	return dst
}

// plain writes a text that was put together.
func (w *stepWriter) plain(b []byte) { w.text(ir.Text{B: b}) }

// toolString writes the tool list as a string of JSON, unless there is none.
func (w *stepWriter) toolString() {
	tools := w.r.editor.tools.do(bareForm, w.t.Tools)
	if tools == nil || w.keepsTools() {
		return
	}
	w.comma()
	w.key("tools")
	w.plain(tools)
}
