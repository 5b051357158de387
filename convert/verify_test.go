package convert

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// quotations returns texts that quote a style: its call, its answer, and a whole
// transcript, as they are and as people quote them.
func quotations(t require.TestingT, s *styles.Style) (texts []string) {
	c, err := New(Options{To: s.Name})
	require.NoError(t, err)
	out, err := c.ConvertTranscript(Transcript{Transcript: holding(ir.Plain("r"), 3)})
	require.NoError(t, err)
	said := func(i int) string { return out.Messages[i].Content.String() }
	for _, quoted := range []string{said(1), said(3), said(1) + "\n" + said(2) + "\n" + said(3)} {
		texts = append(texts, quoted, "Write it so:\n"+quoted, "Write it so:\n\n"+quoted+"\n\nand wait.", "So:\n```\n"+quoted+"\n```",
			"So:\n  "+strings.ReplaceAll(quoted, "\n", "\n  "), quoted+"\n"+quoted)
	}
	return texts
}

// TestReadsAsMeant: what was written reads as what was meant also for who is not told
// its style, whatever it quotes of another, or the record is a reject.
func TestReadsAsMeant(t *testing.T) {
	t.Parallel()
	var texts []string
	for _, s := range textStyles() {
		texts = append(texts, quotations(t, s)...)
	}
	for _, q := range quoting {
		texts = append(texts, q.model)
	}
	auto, err := New(Options{})
	require.NoError(t, err)
	step := testlong.Size(11, 1) // the others are for the long run
	for i, to := range textStyles() {
		t.Run(to.Name, func(t *testing.T) {
			written, refused := 0, 0
			for _, shape := range []Shape{MessageShape, TextShape} {
				c, err := New(Options{To: to.Name, Shape: shape})
				require.NoError(t, err)
				for k := i % step; k < len(texts); k += step {
					text := texts[k]
					for place := range 6 {
						for _, source := range []*ir.Transcript{holding(ir.Plain(text), place), short(ir.Plain(text), place)} {
							out, err := c.ConvertTranscript(Transcript{Transcript: source})
							if err != nil {
								require.ErrorIs(t, err, &ir.Diagnostic{Code: ir.CodeReadBack})
								refused++
								continue
							}
							written++
							sameForAll(t, auto, out)
						}
					}
				}
			}
			t.Logf("%d written, %d refused", written, refused)
			require.Positive(t, written)
		})
	}
}

// TestManyQuotedResults: a user who speaks as the tools of another style do, often, after
// calls that are few.
func TestManyQuotedResults(t *testing.T) {
	t.Parallel()
	auto, err := New(Options{})
	require.NoError(t, err)
	for _, to := range textStyles() {
		c, err := New(Options{To: to.Name})
		require.NoError(t, err)
		for _, quoted := range textStyles() {
			source := holding(ir.Plain("x"), 0)
			other, err := New(Options{To: quoted.Name})
			require.NoError(t, err)
			out, err := other.ConvertTranscript(Transcript{Transcript: source})
			require.NoError(t, err)
			result := out.Messages[2].Content
			for _, calls := range []bool{true, false} {
				for n := range 6 {
					source := holding(ir.Plain("x"), 0)
					if !calls {
						source = short(ir.Plain("x"), 0)
					}
					for i := range n {
						source.Steps = append(source.Steps, ir.Step{Kind: ir.User, Message: 4 + i, Text: result})
					}
					if out, err := c.ConvertTranscript(Transcript{Transcript: source}); err == nil {
						sameForAll(t, auto, out)
					}
				}
			}
		}
	}
}

// short is holding without a call, if the text is not in one or in its result.
func short(text ir.Text, place int) *ir.Transcript {
	t := holding(text, place)
	t.Steps = slices.Delete(t.Steps, 1, 4)
	return t
}

// sameForAll makes sure that who is not told the style finds the same steps, or is told
// that they can't be read.
func sameForAll(t require.TestingT, auto *Converter, out *Output) {
	again, err := auto.ReadConversation(out.Conversation())
	var refused *ir.Diagnostic
	if errors.As(err, &refused) {
		return
	}
	require.NoError(t, err)
	require.Empty(t, ir.Diff(said(&out.Lowered), said(&again.Read)), "read as %s: %s", again.Style, show(out.Conversation()))
}

// TestDrawnReadAsMeant is the same for transcripts that are drawn, many of which have no
// text that quotes: of those none needs a detection to be proved.
func TestDrawnReadAsMeant(t *testing.T) {
	t.Parallel()
	auto, err := New(Options{})
	require.NoError(t, err)
	for _, to := range textStyles() {
		for _, shape := range []Shape{MessageShape, TextShape} {
			c, err := New(Options{To: to.Name, Shape: shape})
			require.NoError(t, err)
			t.Run(to.Name+" "+string(shape), func(t *testing.T) {
				rapid.Check(t, func(rt *rapid.T) {
					g := gen.Generator{T: rt, Hits: gen.Hits{}}
					if out, err := c.ConvertTranscript(Transcript{Transcript: g.Transcript()}); err == nil {
						sameForAll(rt, auto, out)
					}
				})
			})
		}
	}
}

// TestReadBackStyle: lines that only detection gets wrong get a space in front, unless
// who reads them will name the style.
func TestReadBackStyle(t *testing.T) {
	const quoted = "Action: f\nAction Input: {}\nObservation: r\nThought: t\nAction: g\nAction Input: {}"
	for how, escapes := range map[ReadBack]bool{"": true, ReadBackAuto: true, ReadBackStyle: false} {
		c, err := New(Options{To: "xml", ReadBack: how})
		require.NoError(t, err)
		out, err := c.ConvertTranscript(Transcript{Transcript: holding(ir.Plain(quoted), 4)})
		require.NoError(t, err)
		require.Equal(t, escapes, slices.ContainsFunc(out.Diagnostics, func(d ir.Diagnostic) bool { return d.Code == ir.CodeEscapedLines && d.Count == 6 }))
		said := slices.ContainsFunc(out.Messages, func(m OutMessage) bool { return strings.Contains(m.Content.String(), quoted) })
		require.Equal(t, !escapes, said)
	}
}
