package convert

import (
	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/ir"
)

// Looks says of a transcript that was read in the style of Options.From, which found
// neither a call nor an answer or what it can't read, what it looks like.
type Looks struct {
	// Style is another style, or "" where there is no reason to ask.
	Style string
	// Markers counts what speaks for it, and Against what speaks for the one of From.
	Markers, Against int
}

// looks counts the markers of all styles in a conversation in which the style that the
// options name found nothing: others are not looked at, so that naming a style stays
// cheaper than detecting it.
func (c *Converter) looks(out *Output, in *ir.Conversation) {
	if c.from == nil || !foundNothing(c.from, &out.Read) {
		return
	}
	if !c.looksAgainst(out, in) {
		return
	}
	best, most, own := out.Looks.Style, out.Looks.Markers, out.Looks.Against
	d := ir.Reportf(ir.CodeOtherStyle, "the record looks like %s, not %s: %d markers against %d", best, c.from.Name, most, own)
	d.Style, d.Name, d.Count = c.from.Name, best, most
	out.Diagnostics = diag.Append(out.Diagnostics, d)
}

// looksAgainst notes that a conversation looks like another style than the options name,
// and reports whether it does.
func (c *Converter) looksAgainst(out *Output, in *ir.Conversation) bool {
	if c.from == nil {
		return false
	}
	best, most, own := c.detector().Against(in, c.from)
	if best == nil || best == c.from || most <= own {
		return false
	}
	out.Looks = Looks{Style: best.Name, Markers: most, Against: own}
	return true
}

// foundNothing reports whether the model neither called a tool nor marked an answer.
func foundNothing(s *grammar.Style, t *ir.Transcript) bool {
	spoke := false
	for _, steps := range lists(t) {
		for i := range steps {
			switch st := &steps[i]; st.Kind {
			case ir.Call:
				return false
			case ir.Answer:
				if !st.Unmarked && !s.ProseAnswer() {
					return false
				}
				spoke = true
			case ir.Thought, ir.Prose:
				spoke = true
			}
		}
	}
	return spoke
}
