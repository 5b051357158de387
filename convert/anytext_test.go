package convert

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// TestAnyText converts conversations of hostile words, whatever they are read
// as, from every style to every style. What is written has to read back; the
// one exception is a <think> that something after it closes. No word of the
// source may get lost or come twice.
func TestAnyText(t *testing.T) {
	t.Parallel()
	for _, a := range textStyles() {
		for _, b := range textStyles() {
			t.Run(a.Name+" "+b.Name, func(t *testing.T) {
				rejects := map[ir.Code]int{}
				converted := 0
				rapid.Check(t, func(rt *rapid.T) {
					g := gen.Generator{T: rt, Hits: gen.Hits{}}
					in := g.Conversation(a.Name)
					out, err := convertOnce(in, a, b)
					if err == nil {
						converted++
						for _, word := range []string{"é", "中", "😀", "&amp;"} {
							if n, m := strings.Count(show(in), word), strings.Count(show(out.Conversation()), word); n != m && !names(out.Read.Steps, word) {
								rt.Fatalf("%d times %q became %d times\nin: %s\nout: %s", n, word, m, show(in), show(out.Conversation()))
							}
						}
						return
					}
					rejects[err.Code]++
					if errors.Is(err, &ir.Diagnostic{Code: ir.CodeReadBack}) && !openThink(&out.Lowered, b, in.Flat) && !refusedByRecovery(out, b) && !quotesResult(out, b) {
						rt.Fatalf("%s\nread: %s\nlowered: %s\nin: %s\nout: %s", err.Error(),
							ir.AppendDocument(nil, &out.Read, nil, false), ir.AppendDocument(nil, &out.Lowered, nil, false), show(in), show(out.Conversation()))
					}
				})
				t.Logf("%d converted, rejects %v", converted, rejects)
			})
		}
	}
}

// quotesResult reports whether a result that was a tool's message holds the target's own
// closing tag of a result, which no space hides: such a record is a reject.
func quotesResult(out *Output, target *styles.Style) bool {
	closing := "</" + target.Tag.Result
	return target.Tag.Result != "" && slices.ContainsFunc(out.Lowered.Steps, func(s ir.Step) bool {
		return s.Kind == ir.Observation && strings.Contains(s.Text.String(), closing)
	})
}

// names reports whether a tool's name holds a word: xml writes it again in a result.
func names(steps []ir.Step, word string) bool {
	for i := range steps {
		if strings.Contains(steps[i].Tool.String(), word) {
			return true
		}
	}
	return false
}
