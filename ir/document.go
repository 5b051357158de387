package ir

import (
	"slices"
	"strconv"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/spell"
)

// The versions of the neutral document. A document that says nothing of what only
// native tool calls have is of version 1.
const (
	Version     = 1
	MoreVersion = 2
)

// AppendDocument appends t to dst as a neutral document on one line. record,
// if not nil, is a JSON object with the record's other keys and goes under
// "record" as it is. With ascii, text above ASCII is escaped.
//
// Arguments must be JSON, Python literals with their Value, or plain text.
func AppendDocument(dst []byte, t *Transcript, record []byte, ascii bool) []byte {
	w := documentWriter{dst: append(dst, `{"toolspeak": `...), ascii: ascii}
	w.dst = strconv.AppendInt(w.dst, t.version(), 10)
	if t.Shape != "" {
		w.member("shape", Plain(t.Shape))
	}
	if t.System != nil {
		w.system(t.System)
	}
	w.json("tools", t.Tools)
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
	w.json("envelope", t.Envelope)
	w.json("record", record)
	w.raw("}")
	return w.dst
}

// version returns the version of the document that the transcript needs.
func (t *Transcript) version() int64 {
	if t.Shape != "" || t.Tools != nil || t.Envelope != nil || says(t.Steps) {
		return MoreVersion
	}
	for _, steps := range t.Alternatives {
		if says(steps) {
			return MoreVersion
		}
	}
	return Version
}

// says reports whether one of the steps has something to say that few have.
func says(steps []Step) bool {
	return slices.ContainsFunc(steps, func(s Step) bool { return s.More.Says() })
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
	w.dst = t.AppendJSON(w.dst, w.ascii)
	w.raw(`"`)
}

// json writes a key and a JSON value on one line, unless that is nil.
func (w *documentWriter) json(key string, value []byte) {
	if value == nil {
		return
	}
	w.raw(`, "`)
	w.raw(key)
	w.raw(`": `)
	at := len(w.dst)
	w.dst = append(w.dst, value...)
	jsonx.BreaksToSpaces(w.dst[at:])
}

func (w *documentWriter) system(s *System) {
	w.raw(`, "system": {"text": "`)
	w.dst = s.Text.AppendJSON(w.dst, w.ascii)
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
	case s.FixedSentence != NoSentence:
		w.raw(`, "stock": "` + s.FixedSentence.String() + `"`)
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
	if s.Role != s.Kind.actor() {
		w.raw(`, "role": "` + s.Role.String() + `"`)
	}
	if s.Kind == Observation && s.Role == RoleTool && !s.Bare {
		w.raw(`, "marked": true`)
	}
	if s.More != nil {
		w.more(s.More)
	}
	w.raw("}")
}

// more writes what few steps say.
func (w *documentWriter) more(m *More) {
	if m.HasID {
		w.member("id", m.ID)
	}
	if m.Reasoning {
		w.raw(`, "channel": "reasoning"`)
	}
	w.json("sealed", m.Sealed)
	if m.Refusal {
		w.raw(`, "refusal": true`)
	}
	if m.Parts != nil {
		w.raw(`, "parts": [`)
		for i, p := range m.Parts {
			if i > 0 {
				w.raw(", ")
			}
			if p.Raw != nil {
				at := len(w.dst)
				w.dst = append(w.dst, p.Raw...)
				jsonx.BreaksToSpaces(w.dst[at:])
				continue
			}
			w.raw(`"`)
			w.dst = p.Text.AppendJSON(w.dst, w.ascii)
			w.raw(`"`)
		}
		w.raw("]")
	}
	w.json("value", m.Value)
	w.json("train", m.Train)
	w.json("extra", m.Extra)
}

// args writes an argument. JSON is written as it is; line breaks, which a line
// of JSONL can't hold, become spaces, and then the exact bytes are next to it.
func (w *documentWriter) args(a Args) {
	if a.Form == PlainText {
		w.member("input", a.Raw)
		return
	}
	w.raw(`, "args": `)
	at := len(w.dst)
	w.dst = append(w.dst, a.Value.B...)
	changed := jsonx.BreaksToSpaces(w.dst[at:])
	if spell.HasSurrogate(w.dst[at:]) {
		w.dst, changed = append(w.dst[:at], spell.EscapeSurrogates(w.dst[at:])...), true
	}
	if changed {
		w.member("args_raw", a.Value)
	}
}
