package convert

import (
	"slices"
	"sync"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
	"github.com/toolspeak/toolspeak/styles"
)

// reversible are the losses after which the way back still gives the same
// bytes: the other style leaves out what the first one implies, or writes what
// the first one's reader takes off again.
var reversible = map[ir.Code]bool{
	ir.CodeArgsType: true, ir.CodeAnswerLineFeeds: true, ir.CodeEscapedLines: true, ir.CodeUnescapedLines: true, ir.CodeMissingThought: true, ir.CodeOutcomeAssumed: true, ir.CodeFixedSentenceDropped: true,
}

// irreversible returns the first loss that the way back can't undo.
func irreversible(diags []ir.Diagnostic, from *styles.Style) ir.Code {
	for _, d := range diags {
		known := reversible[d.Code]
		switch d.Code {
		case ir.CodeOutcomeDropped: // the way back assumes that it was True
			known = d.Outcome != ir.Failure
		case ir.CodeFixedSentenceDropped: // the way back fills it in where a thought is needed
			known = from.ThoughtNeeded(ir.Answer) && (from.Outcome.By != "" || d.Sentence != ir.CannotAnswer)
			if d.Sentence == ir.NeedTool {
				known = from.ThoughtNeeded(ir.Call)
			}
		case ir.CodeFixedSentenceAdded: // the way back leaves it out only where no thought is needed
			known = !from.ThoughtNeeded(ir.Call)
			if d.Kind == ir.Answer {
				known = !from.ThoughtNeeded(ir.Answer)
			}
			for meaning := ir.NeedTool; int(meaning) < ir.NumSentences; meaning++ { // and has no sentence of its own for it
				known = known && !(from.Sentences[meaning.String()] != "" && d.Sentence == meaning)
			}
		}
		if (d.Severity == ir.Loss || d.Severity == ir.Note) && !known {
			return d.Code
		}
	}
	return ""
}

// repaired returns the first repair that read something otherwise than it is
// spelled. Canonical text gets one where its content looks like a slip: a tool's
// name in backticks, a thought that is a closing tag, a question that is a result's tag,
// which conversions refuse, or a thought alone with a line "Final Answer:" of a sibling.
func repaired(diags []ir.Diagnostic) ir.Code {
	for _, d := range diags {
		if d.Severity == ir.Repair && (d.Code.Class() != ir.PlainReading || d.Code == ir.CodeUnclosedTag || d.Code == ir.CodeUnopenedThink) {
			return d.Code
		}
	}
	return ""
}

// TestThereAndBack is the law A→B→A: canonical text of style A, written in B
// and read back into A, is the same bytes, unless a loss or a repair was reported
// that says why it can't be. With B = A it is the verbatim law.
func TestThereAndBack(t *testing.T) {
	t.Parallel()
	for _, a := range textStyles() {
		for _, b := range textStyles() {
			t.Run(a.Name+" "+b.Name, func(t *testing.T) {
				same, excused := 0, map[ir.Code]int{}
				rapid.Check(t, func(rt *rapid.T) {
					g := gen.Generator{T: rt, Hits: gen.Hits{}}
					flat := rapid.Bool().Draw(rt, "flat")
					low, canonical, err := written(rt, a, g.Transcript(), flat)
					if err != nil || !isCanonical(low, a, flat) {
						return
					}
					if excuse := thereAndBack(rt, canonical, a, b); excuse != "" {
						excused[excuse]++
						return
					}
					same++
				})
				t.Logf("the same bytes %d times; excused by losses: %v", same, excused)
				if same == 0 && testlong.On() {
					t.Error("no transcript came back")
				}
			})
		}
	}
}

// isCanonical reports whether what was written of low is canonical text of the style: a
// thought alone in its message is not where it is prose, which is read as an answer and
// gets the style's tags on the way back; nor is a think block that ends elsewhere than
// it seems to.
func isCanonical(low *ir.Transcript, s *styles.Style, flat bool) bool {
	unmarked := func(s ir.Step) bool { return s.Unmarked }
	return !openThink(low, s, flat) && !slices.ContainsFunc(low.Steps, unmarked)
}

// thereAndBack converts canonical text of a to b and back and compares. It
// returns the code of what excuses a difference.
func thereAndBack(rt *rapid.T, canonical *ir.Conversation, a, b *styles.Style, own ...*styles.Style) ir.Code {
	there, err := convertOnce(canonical, a, b, own...)
	if err != nil {
		return err.Code
	}
	if code := repaired(there.Diagnostics); code != "" {
		return code
	}
	if ambiguous(there.Read.Steps, a, b) {
		return "stock words"
	}
	if code := irreversible(there.Diagnostics, a); code != "" {
		return code
	}
	back, err := convertOnce(there.Conversation(), b, a, own...)
	if code := repaired(back.Diagnostics); code != "" {
		return code // also where what was repaired can't be written
	}
	if err != nil {
		rt.Fatalf("%s\ncanonical: %s\nthere: %s", err.Error(), show(canonical), show(there.Conversation()))
	}
	if got, want := show(back.Conversation()), show(canonical); got != want {
		rt.Fatalf("canonical: %s\nthere: %s\nback: %s\nlosses: %v", want, show(there.Conversation()), got, there.Diagnostics)
	}
	return ""
}

// ambiguous reports whether a transcript of style a has words that mean more in b
// than in a, being a fixed sentence there, or a fixed sentence among the
// thoughts before an answer that contradicts its outcome.
func ambiguous(steps []ir.Step, a, b *styles.Style) bool {
	for i := range steps {
		s := &steps[i]
		if s.Kind == ir.Thought && grammar.Of(a).SentenceOf(s.Text) == ir.NoSentence && grammar.Of(b).SentenceOf(s.Text) != ir.NoSentence {
			return true
		}
		if s.Kind != ir.Answer || s.Outcome == ir.Unknown {
			continue
		}
		for k := i - 1; k >= 0 && steps[k].Kind == ir.Thought; k-- {
			if said := outcomeOf(steps[k].FixedSentence); said != ir.Unknown && said != s.Outcome {
				return true
			}
		}
	}
	return false
}

// converters are those between two built-in styles that were made already.
var converters sync.Map

// converterBetween returns a converter that keeps prompts: the law is about turns, and a
// prompt that is translated comes back as toolspeak's.
func converterBetween(from, to *styles.Style, own []*styles.Style) *Converter {
	key := [2]string{from.Name, to.Name}
	if c, ok := converters.Load(key); ok && own == nil {
		return c.(*Converter)
	}
	c, err := New(Options{From: from.Name, To: to.Name, Styles: own, ReadBack: ReadBackStyle, Residue: ResidueKeep, Prompts: prompts.Options{Mode: prompts.ModeKeep}})
	if err != nil {
		panic(err)
	}
	if own == nil {
		converters.Store(key, c)
	}
	return c
}

func convertOnce(in *ir.Conversation, from, to *styles.Style, own ...*styles.Style) (*Output, *ir.Diagnostic) {
	c := converterBetween(from, to, own)
	out, err := c.Convert(in)
	if err == nil {
		err = c.Verify(out.Conversation(), out)
	}
	if err != nil {
		return out, err.(*ir.Diagnostic)
	}
	return out, nil
}
