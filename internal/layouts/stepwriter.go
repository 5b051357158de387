package layouts

import (
	"bytes"
	"iter"
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/spell"
	"github.com/toolspeak/toolspeak/ir"
)

// stepWriter writes the steps of a transcript as the fields of a shape. What it
// writes was lowered: each step has a place.
type stepWriter struct {
	*mover
	t *ir.Transcript
	// same means that the record is of the shape that is written, and sameTools that its
	// tool list stays. sources are the record's messages whose places the messages take.
	same, sameTools bool
	sources         []int
	// gaps means that what is between messages of the record stays, and ready is where the
	// next message goes without a comma before it.
	gaps  bool
	ready int
	// arguments are how a shape that can choose has them, "" as the source's message has them.
	arguments convert.Arguments
	// at is the number of the first step of the message that is written.
	at int
	// custom are the ids of calls whose argument is a text, while items are written.
	custom map[string]bool
}

// messagesOf yields the messages of steps.
func messagesOf(steps []ir.Step) iter.Seq[[]ir.Step] {
	return func(yield func([]ir.Step) bool) {
		for rest := steps; len(rest) > 0; {
			end := messageEnd(rest)
			if !yield(rest[:end:end]) {
				return
			}
			rest = rest[end:]
		}
	}
}

// list writes a list, whose elements write writes, each after a comma.
func (w *stepWriter) list(write func()) {
	w.raw("[")
	write()
	w.raw("]")
}

// messageList writes the messages of a transcript as a list under a key: first, if it is not
// nil, writes what comes before them, and each writes one.
func (w *stepWriter) messageList(key string, first func(), each func(steps []ir.Step)) {
	w.comma()
	w.key(key)
	w.list(func() {
		if first != nil {
			first()
		}
		w.eachMessage(w.t.Steps, each)
	})
}

// json writes a value on one line.
func (w *stepWriter) json(value []byte) {
	at := len(w.dst)
	w.dst = append(w.dst, value...)
	jsonx.BreaksToSpaces(w.dst[at:])
}

// textMember writes a key with a text, after a comma unless it is the first.
func (w *stepWriter) textMember(key string, t ir.Text) {
	w.comma()
	w.key(key)
	w.text(t)
}

// jsonMember writes a key with a value, unless that is nil.
func (w *stepWriter) jsonMember(key string, value []byte) {
	if value == nil {
		return
	}
	w.comma()
	w.key(key)
	w.json(value)
}

// id writes the id of a call or a result under a key, if it has one.
func (w *stepWriter) id(key string, s *ir.Step) {
	if more := s.Rare(); more.HasID {
		w.textMember(key, more.ID)
	}
}

// members writes the members of an object, if there is one, but those of some keys.
func (w *stepWriter) members(object []byte, but ...string) {
	if object == nil {
		return
	}
	for m := range jsonx.Members(object, 0) {
		if slices.ContainsFunc(but, func(key string) bool { return isKey(m.Key.Of(object), key) }) {
			continue
		}
		w.comma()
		w.dst = append(w.dst, object[m.Key.Start-1:m.Key.End+1]...)
		w.raw(": ")
		w.json(m.Value.Of(object))
	}
}

// extraOf returns the value of a key of a step's Extra, or nil.
func extraOf(s *ir.Step, key string) []byte {
	object := s.Rare().Extra
	if object == nil {
		return nil
	}
	if at := member(object, 0, key); at.End > 0 {
		return at.Of(object)
	}
	return nil
}

// argsText writes an argument as a string.
func (w *stepWriter) argsText(a *ir.Args) {
	if a.Form == ir.PlainText || a.Value.Empty() {
		w.text(a.Raw)
		return
	}
	w.text(a.Value)
}

// argsValue writes an argument as the value that it is.
func (w *stepWriter) argsValue(a *ir.Args) {
	at := len(w.dst)
	w.dst = append(w.dst, a.Value.B...)
	jsonx.BreaksToSpaces(w.dst[at:])
	if spell.HasSurrogate(w.dst[at:]) {
		w.dst = append(w.dst[:at], spell.EscapeSurrogates(w.dst[at:])...)
	}
}

// content writes a string or, where the content has parts, a list of them. texts is
// what a part of text begins with, up to its words.
func (w *stepWriter) content(s *ir.Step, texts string) {
	more := s.Rare()
	if more.Parts == nil {
		w.text(s.Text)
		return
	}
	w.list(func() { w.parts(s, texts) })
}

// parts writes the parts of a content, or one with its text.
func (w *stepWriter) parts(s *ir.Step, texts string) {
	more := s.Rare()
	rests := w.rests(s)
	if len(more.Parts) == 0 {
		w.part(s.Text, texts, nil)
		return
	}
	for i := range more.Parts {
		p := &more.Parts[i]
		if p.Raw != nil {
			w.comma()
			w.json(p.Raw)
			continue
		}
		var rest []byte
		if i < len(rests) {
			rest = rests[i]
		}
		w.part(p.Text, texts, rest)
	}
}

// part writes a part of text with what it has next to its words.
func (w *stepWriter) part(t ir.Text, texts string, rest []byte) {
	w.comma()
	w.raw(texts)
	w.text(t)
	w.members(rest)
	w.raw("}")
}

// rests returns what the texts among the parts of a content have next to their
// words.
func (w *stepWriter) rests(s *ir.Step) [][]byte {
	list := extraOf(s, restsKey)
	if list == nil || list[0] != '[' {
		return nil
	}
	var rests [][]byte
	for e := range jsonx.Elements(list, 0) {
		rest := e.Of(list)
		if rest[0] != '{' {
			rest = nil
		}
		rests = append(rests, rest)
	}
	return rests
}

// extra writes what a step's source had next to what the steps say.
func (w *stepWriter) extra(s *ir.Step, but ...string) {
	w.members(s.Rare().Extra, append(but, restsKey)...)
}

// toolList writes the tool list in a form, unless there is none.
func (w *stepWriter) toolList(form toolTask) {
	tools := w.r.editor.tools.do(form, w.t.Tools)
	if tools == nil || w.keepsTools() {
		return
	}
	w.comma()
	w.key("tools")
	w.dst = append(w.dst, tools...)
}

// shaped writes a record: transcript writes the keys of the shape.
func (w *mover) shaped(to shape, out *convert.Output, transcript func(w *stepWriter)) *ir.Diagnostic {
	if w.keepsRecord(to, out) {
		return nil
	}
	s := w.steps(to, out)
	s.sameTools = s.same && !w.r.fits && bytes.Equal(w.r.steps.Tools, out.Lowered.Tools)
	out.Lowered.Tools = w.r.editor.tools.do(plainForm, out.Lowered.Tools)
	return w.object(to, out.System, func() { transcript(s) })
}

// steps returns a writer of the steps that become a record of the shape to.
func (w *mover) steps(to shape, out *convert.Output) *stepWriter {
	same := w.r.steps != nil && w.r.layout.about().name == to.about().name
	return &stepWriter{mover: w, t: &out.Lowered, sources: out.Sources, same: same}
}

// comma writes a comma, but for the first of several and where there is one.
func (w *stepWriter) comma() {
	if len(w.dst) == w.ready {
		return
	}
	if n := len(w.dst); n < 2 || string(w.dst[n-2:]) != ", " {
		w.mover.comma()
	}
}
