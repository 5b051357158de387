package convert

import (
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/ir"
)

// Looks says of a transcript that was read in the style of Options.From, which found
// neither a call nor an answer, what it looks like.
type Looks struct {
	// Style is another style, or "" where there is no reason to ask.
	Style string
	// Markers counts what speaks for it, and Against what speaks for the one of From.
	Markers, Against int
}

// looks counts the markers of all styles in a conversation in which the style that the
// options name found nothing: others are not looked at, so that naming a style stays
// cheaper than detecting it.
func (c *Converter) looks(out *Output, in *Conversation) {
	if c.from == nil || !foundNothing(c.from, &out.Read) {
		return
	}
	best, most, own := c.detector().Against(in, c.from)
	if best == nil || best == c.from || most <= own {
		return
	}
	out.Looks = Looks{Style: best.Name, Markers: most, Against: own}
	d := ir.Reportf(ir.CodeOtherStyle, "the record looks like %s, not %s: %d markers against %d", best.Name, c.from.Name, most, own)
	d.Style, d.Name, d.Count = c.from.Name, best.Name, most
	out.Diagnostics.Add(d)
}

// foundNothing reports whether the model neither called a tool nor marked an answer.
func foundNothing(s *grammar.Style, t *ir.Transcript) bool {
	spoke := false
	for _, steps := range append([][]ir.Step{t.Steps}, t.Alternatives...) {
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
