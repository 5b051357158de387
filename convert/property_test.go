package convert

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/emitters"
	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

func TestMain(m *testing.M) { testlong.Main(m, "20", "250") }

// written lowers a transcript and writes it, for a chat or flat.
func written(t *rapid.T, s *styles.Style, in *ir.Transcript, flat bool) (*ir.Transcript, *ir.Conversation, *ir.Diagnostic) {
	l := &lowerer{lowering: lowering{target: grammar.Of(s), opts: &Options{}, flat: flat}}
	low, err := l.run(in)
	if err != nil {
		return nil, nil, err
	}
	e := emitters.NewWriter(grammar.Of(s), flat)
	if flat {
		return &low.transcript, &ir.Conversation{Flat: true, Text: e.Flat(&low.transcript)}, nil
	}
	return &low.transcript, &ir.Conversation{Messages: e.Messages(nil, &low.transcript)}, nil
}

// textStyles are the styles that are written as text.
func textStyles() []*styles.Style {
	return styles.All()
}

// TestReadBack is promise 3: what was lowered and written reads back as it is.
func TestReadBack(t *testing.T) {
	hits := gen.Hits{}
	total := 0
	for _, s := range textStyles() {
		for _, flat := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s flat=%t", s.Name, flat), func(t *testing.T) {
				rejects := map[ir.Code]int{}
				checks := 0
				rapid.Check(t, func(rt *rapid.T) {
					g := gen.Generator{T: rt, Hits: hits}
					in := g.Transcript()
					checks++
					low, conv, err := written(rt, s, in, flat)
					if err != nil {
						rejects[err.Code]++
						return
					}
					readsBack(rt, s, low, conv)
				})
				total += checks
				t.Logf("%d transcripts, rejects %v", checks, rejects)
			})
		}
	}
	missing, rarest := hits.Missing()
	t.Logf("%d transcripts, %d hostile cases, the rarest hit %d times", total, len(hits), rarest)
	if total >= 30000 && len(missing) > 0 {
		t.Errorf("%d cases never hit, such as %s", len(missing), missing[0])
	}
}

// openThink reports whether a message of the model begins with a think block that
// does not end where it seems to: it is unclosed and something after the first
// step closes it, or a role line of a plain transcript is in it. It is the
// one thing that no lowering prevents and that read-back refuses.
func openThink(low *ir.Transcript, s *styles.Style, flat bool) bool {
	for i := range low.Steps {
		step := &low.Steps[i]
		if step.Role != ir.RoleAssistant || step.Kind == ir.Call || !grammar.BeginsThink(step.Text) {
			continue
		}
		_, roleLines := grammar.Of(s).Lexicon().Escape(nil, step.Text, grammar.RoleMarks, 0)
		if grammar.ThinkEnd(step.Text) == 0 || flat && roleLines > 0 {
			return true
		}
	}
	return false
}

// refusedByRecovery reports whether what was written reads back strictly: then only
// the repairs that are on by default find another step in a text of it.
func refusedByRecovery(out *Output, to *styles.Style) bool {
	res, err := readers.Read(grammar.Of(to), out.Conversation())
	return err == nil && ir.Diff(&out.Lowered, &res.Transcript) == ""
}

func show(c *ir.Conversation) string {
	if c.Flat {
		return c.Text.String()
	}
	out := ""
	for _, m := range c.Messages {
		out += fmt.Sprintf("[%s] %q\n", m.Role, m.Content.String())
	}
	return out
}

// readsBack makes sure that what was written says what was lowered.
func readsBack(rt *rapid.T, s *styles.Style, low *ir.Transcript, conv *ir.Conversation) {
	res, err := readers.Read(grammar.Of(s), conv)
	diff := ""
	if err != nil {
		diff = err.Error()
	} else {
		diff = ir.Diff(low, &res.Transcript)
	}
	if diff != "" && !openThink(low, s, conv.Flat) {
		rt.Fatalf("%s\nstyle: %s\nlowered: %s\nwritten: %s", diff, s.TOML(), ir.AppendDocument(nil, low, nil, false), show(conv))
	}
}
