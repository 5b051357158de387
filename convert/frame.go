package convert

import (
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Residue says what becomes of the frame in which chains of the source's style put what the
// user says: "Begin!", "Question:" and a last line "Thought:".
type Residue string

// Residue values say whether the frame stays.
const (
	// ResidueDrop leaves it out where the style changes.
	ResidueDrop Residue = "drop"
	// ResidueKeep keeps it.
	ResidueKeep Residue = "keep"
)

// unframe takes the source's frame off what the user says. The first turn of a chain without
// a system message has been freed of its prompt before.
func (l *lowerer) unframe() {
	if l.from == nil || l.stays || l.opts.Residue == ResidueKeep {
		return
	}
	for i := range l.steps {
		s := &l.steps[i]
		if s.Kind != ir.User || s.More != nil {
			continue
		}
		said, frame := framed(l.from, s.Text)
		if frame == "" {
			continue
		}
		s.Text = said
		d := l.lose(s, ir.CodeFrameDropped, "{name} is the frame of a chain in the source's style, and was left out")
		d.Name = frame
	}
}

// framed returns what the user says without the frame of a chain, and the frame's words, or
// "" where there is none. "Question:" alone is none, and neither is a last line "Thought:": the user may
// write so.
func framed(s *grammar.Style, t ir.Text) (said ir.Text, frame string) {
	said = t
	if at := text.SkipSpace(said, 0, said.Len()); at < said.Len() {
		if after, ok := text.Prefix(said, at, "Begin!"); ok {
			if nl, next := text.Newline(said, after); next > nl && text.SkipSpace(said, after, said.Len()) >= nl {
				said, frame = text.From(said, text.SkipSpace(said, next, said.Len())), "Begin!"
			}
		}
	}
	if frame == "" && !begins(said, "Question:") {
		return t, ""
	}
	cue := false
	if end, ok := thoughtCue(s, said); ok {
		said, cue = said.Slice(0, end), true
	}
	if !cue && frame == "" {
		return t, ""
	}
	if after, ok := text.Prefix(said, text.SkipSpace(said, 0, said.Len()), "Question:"); ok {
		said = text.From(said, text.SkipSpace(said, after, said.Len()))
		frame = joinWords(frame, "Question:")
	}
	if cue {
		frame = joinWords(frame, s.Marker.Thought)
	}
	if frame == "" || said.Blank() {
		return t, ""
	}
	return said, frame
}

// begins reports whether a text begins with a word, after white space.
func begins(t ir.Text, word string) bool {
	_, ok := text.Prefix(t, text.SkipSpace(t, 0, t.Len()), word)
	return ok
}

func joinWords(a, b string) string {
	if a == "" {
		return b
	}
	return a + " … " + b
}
