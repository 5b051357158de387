package layouts

import (
	"bytes"
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// A record that is in the target's shape already stays as it is where nothing of it
// changed, down to the spelling of a message and to keys that steps have no word for.

// keepsRecord writes a record of the shape to as it is, if its transcript stays what it
// is and nothing of it was repaired.
func (w *mover) keepsRecord(to shape, out *convert.Output) bool {
	was, is := w.r.steps, &out.Lowered
	if was == nil || w.r.layout.name() != to.name() || w.r.fits || !sameTranscript(was, is) {
		return false
	}
	if slices.ContainsFunc(w.r.sources, func(s source) bool { return s.odd }) {
		return false
	}
	w.dst = append(w.dst, w.r.at.Of(w.r.doc.B)...)
	return true
}

// sameTranscript reports whether two transcripts say the same in the same bytes.
func sameTranscript(a, b *ir.Transcript) bool {
	if len(a.Steps) != len(b.Steps) || !bytes.Equal(a.Tools, b.Tools) || !samePrompt(a, b) || ir.Diff(a, b) != "" {
		return false
	}
	for i := range a.Steps {
		if !sameStep(&a.Steps[i], &b.Steps[i]) || a.Steps[i].Message != b.Steps[i].Message {
			return false
		}
	}
	return true
}

// samePrompt reports whether two transcripts have the same system prompt, or none.
func samePrompt(a, b *ir.Transcript) bool {
	if a.System == nil || b.System == nil {
		return a.System == b.System
	}
	return bytes.Equal(a.System.Text.B, b.System.Text.B) && a.System.Text.Esc == b.System.Text.Esc
}

// own returns a key of the record with its value where the record is of the shape that
// is written, or the zero Member.
func (w *stepWriter) own(keys ...string) jsonx.Member {
	if !w.same {
		return jsonx.Member{}
	}
	for _, m := range w.r.members {
		for _, key := range keys {
			if isKey(m.Key.Of(w.r.doc.B), key) {
				return m
			}
		}
	}
	return jsonx.Member{}
}

// keepsMember writes a key of the record as it is, if there is one and it stays.
func (w *stepWriter) keepsMember(stays bool, keys ...string) bool {
	m := w.own(keys...)
	if !stays || m.Value.End == 0 {
		return false
	}
	w.comma()
	w.dst = append(w.dst, w.r.doc.B[m.Key.Start-1:m.Value.End]...)
	return true
}

// keepsPrompt writes the keys of the record's system prompt as they are, if it stays.
func (w *stepWriter) keepsPrompt(keys ...string) bool {
	return w.keepsMember(w.same && w.t.System != nil && samePrompt(w.r.steps, w.t), keys...)
}

// keepsLeading writes the message that is the record's system prompt as it is, if it stays.
func (w *stepWriter) keepsLeading() bool {
	if !w.same || len(w.r.sources) == 0 || !samePrompt(w.r.steps, w.t) {
		return false
	}
	w.comma()
	w.dst = append(w.dst, w.r.sources[0].object.Of(w.r.doc.B)...)
	return true
}

// keepsTools writes the record's tool list as it is, if that stays.
func (w *stepWriter) keepsTools() bool {
	return w.keepsMember(w.same && w.t.Tools != nil && w.sameTools, "tools")
}

// sourceOf returns the number of the record's message whose place a message takes that
// is of the shape that is written, or -1.
func (w *stepWriter) sourceOf(message int) int {
	if w.t.System != nil {
		message--
	}
	if !w.same || message < 0 || message >= len(w.sources) {
		return -1
	}
	if source := w.sources[message]; source >= 0 && source < len(w.r.sources) {
		return source
	}
	return -1
}

// stays reports whether a message is as it is in the record.
func (w *stepWriter) stays(steps []ir.Step) bool {
	source := w.sourceOf(steps[0].Message)
	if source < 0 || w.r.sources[source].odd || w.r.doc.B[w.r.sources[source].object.Start] != '{' {
		return false
	}
	was := w.r.stepsOf(source)
	return len(was) == len(steps) && slices.EqualFunc(was, steps, func(a, b ir.Step) bool { return sameStep(&a, &b) })
}

// eachMessage writes the messages of a list of steps: those that stay as they are in the
// record, all others as write does.
func (w *stepWriter) eachMessage(list []ir.Step, write func(steps []ir.Step)) {
	for steps := range messagesOf(list) {
		if w.stays(steps) {
			w.comma()
			w.dst = append(w.dst, w.r.sources[w.sourceOf(steps[0].Message)].object.Of(w.r.doc.B)...)
			continue
		}
		w.lostKeys(steps)
		write(steps)
	}
}

// lostKeys reports the keys of the record's message that one which changed has no place
// for.
func (w *stepWriter) lostKeys(steps []ir.Step) {
	source := w.sourceOf(steps[0].Message)
	if source < 0 || w.r.sources[source].extra == 0 {
		return
	}
	w.losses = diag.Append(w.losses, loss(source, ir.CodeMessageKeys, "other keys of the message have no place in a message that changed (%d left out)", w.r.sources[source].extra))
}
