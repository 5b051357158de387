package ir

import (
	"strconv"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/spell"
)

// Version is the version of the neutral document.
const Version = 1

// AppendDocument appends t to dst as a neutral document on one line. record,
// if not nil, is a JSON object with the record's other keys and goes under
// "record" as it is. With ascii, plain text above ASCII is escaped; what is
// already escaped keeps its spelling.
//
// Arguments must be JSON, Python literals with their Value, or plain text.
func AppendDocument(dst []byte, t *Transcript, record []byte, ascii bool) []byte {
	w := documentWriter{dst: append(dst, `{"toolspeak": `...), ascii: ascii}
	w.dst = strconv.AppendInt(w.dst, Version, 10)
	if t.System != nil {
		w.system(t.System)
	}
	w.raw(`, "steps": `)
	w.steps(t.Steps)
	if t.HasAlternatives {
		w.raw(`, "alternatives": [`)
		for i := range t.Alternatives {
			if i > 0 {
				w.raw(", ")
			}
			w.steps(t.Alternatives[i])
		}
		w.raw("]")
	}
	if record != nil {
		w.raw(`, "record": `)
		w.dst = append(w.dst, record...)
	}
	w.raw("}")
	return w.dst
}

type documentWriter struct {
	dst   []byte
	ascii bool
}

func (w *documentWriter) raw(s string) { w.dst = append(w.dst, s...) }

// member writes a key and a text as its value.
func (w *documentWriter) member(key string, t Text) {
	w.raw(`, "`)
	w.raw(key)
	w.raw(`": "`)
	w.dst = t.Append(w.dst, true, w.ascii)
	w.raw(`"`)
}

func (w *documentWriter) system(s *System) {
	w.raw(`, "system": {"text": "`)
	w.dst = s.Text.Append(w.dst, true, w.ascii)
	w.raw(`"`)
	if s.Style != "" {
		w.member("style", Plain(s.Style))
	}
	if s.Tools != nil {
		w.raw(`, "tools": `)
		w.dst = append(w.dst, s.Tools...)
	}
	w.raw("}")
}

func (w *documentWriter) steps(steps []Step) {
	w.raw("[")
	for i := range steps {
		if i > 0 {
			w.raw(", ")
		}
		w.step(&steps[i])
	}
	w.raw("]")
}

func (w *documentWriter) step(s *Step) {
	w.raw(`{"kind": "`)
	w.raw(s.Kind.String())
	w.raw(`"`)
	switch {
	case s.Kind == Call:
		w.member("tool", s.Tool)
		w.args(s.Args)
	case s.Kind == Observation && !s.Tool.Empty():
		w.member("tool", s.Tool)
	}
	switch {
	case s.Kind == Call:
	case s.Stock != NoStock:
		w.raw(`, "stock": "` + s.Stock.String() + `"`)
	default:
		w.member("text", s.Text)
	}
	if s.Failed {
		w.raw(`, "error": true`)
	}
	if s.Outcome != Unknown {
		w.raw(`, "success": ` + strconv.FormatBool(s.Outcome == Success))
	}
	w.raw(`, "message": `)
	w.dst = strconv.AppendInt(w.dst, int64(s.Message), 10)
	if s.Role != s.Kind.Actor() {
		w.raw(`, "role": "` + s.Role.String() + `"`)
	}
	if s.Kind == Observation && s.Role == RoleTool && !s.Bare {
		w.raw(`, "marked": true`)
	}
	w.raw("}")
}

// args writes an argument. JSON is written as it is; line breaks, which a line
// of JSONL can't hold, become spaces, and then the exact bytes are next to it
// (rule R20).
func (w *documentWriter) args(a Args) {
	if a.Form == PlainText {
		w.member("input", a.Raw)
		return
	}
	w.raw(`, "args": `)
	at := len(w.dst)
	w.dst = a.Value.AppendPlain(w.dst)
	changed := jsonx.BreaksToSpaces(w.dst[at:])
	if a.Value.Esc && a.Value.HasLoneSurrogate() {
		w.dst, changed = append(w.dst[:at], spell.EscapeSurrogates(w.dst[at:])...), true
	}
	if changed {
		w.member("args_raw", a.Value)
	}
}
