package convert

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// taoExamples cuts the worked examples out of the prompt that defines tao: each
// is between lines of dashes, begins with its task in brackets, and has its
// braces doubled as a template does.
func taoExamples(t *testing.T) []string {
	t.Helper()
	root := os.Getenv("TOOLSPEAK_CORPUS")
	if root == "" {
		t.Skip("TOOLSPEAK_CORPUS is not set: the prompts are not here")
	}
	prompt, err := os.ReadFile(filepath.Join(root, "..", "prompts", "tao.txt"))
	require.NoError(t, err)
	text := strings.NewReplacer("{{", "{", "}}", "}").Replace(string(prompt))
	var out []string
	for _, part := range strings.Split(text, "\n---\n")[1:] {
		part, _, _ = strings.Cut(part, "\n\n\n## ")
		task, run, ok := strings.Cut(strings.TrimSpace(part), "]\n")
		require.True(t, ok)
		run = strings.ReplaceAll(strings.TrimSpace(run), "\n\nThought:", "\nThought:")
		out = append(out, "Question: "+strings.TrimPrefix(task, "[Task: ")+"\n"+run)
	}
	require.Len(t, out, 4)
	return out
}

// TestTaoExamples converts the four worked examples of the tao prompt in all
// directions: each is first written in style a, then in style b. The table says
// which losses the way from a to b has, by example.
func TestTaoExamples(t *testing.T) {
	for n, example := range taoExamples(t) {
		for _, a := range textStyles() {
			if a.ProseAnswer() {
				continue // in it, the thought before the answer is a part of the answer
			}
			start, _, err := convertText(t, example, Options{From: "tao", To: a.Name})
			require.NoError(t, err)
			for _, b := range textStyles() {
				out, report, err := convertText(t, start, Options{From: a.Name, To: b.Name})
				require.NoError(t, err)
				require.Equal(t, []int{0, 2, 0, 2}[n], report.Steps["call"])
				require.Equal(t, []int{0, 2, 0, 2}[n], report.Steps["observation"])
				require.Equal(t, 1, report.Steps["answer"])
				require.Empty(t, repairs(report.Diagnostics), "canonical text needs no repair")
				require.Equal(t, taoLosses(a, b, n == 2), losses(report.Diagnostics), "example %d from %s to %s", n+1, a.Name, b.Name)

				back, _, err := convertText(t, out, Options{From: b.Name, To: a.Name})
				require.NoError(t, err)
				want := start
				if n == 2 && grammar.Of(a).MustSay() && !grammar.Of(b).MustSay() { // failure does not come back
					want = strings.NewReplacer("Successful: False", "Successful: True", a.Outcome.Failure, a.Outcome.Success).Replace(start)
				}
				if b.ProseAnswer() {
					continue // the thought has become a part of the answer, as the loss says
				}
				require.Equal(t, want, back, "example %d from %s to %s and back", n+1, a.Name, b.Name)
			}
		}
	}
}

// taoLosses says what gets lost between two styles: all examples have thoughts
// of their own, so that only a style that must say the outcome says it. failed means that the
// example's was False.
func taoLosses(from, to *styles.Style, failed bool) []string {
	var out []string
	if to.ProseAnswer() {
		out = append(out, "joined False") // no mark parts the thought from the answer
	}
	if grammar.Of(to).KeepsLineFeeds() && from != to {
		out = append(out, "answer-line-feeds False")
	}
	switch {
	case grammar.Of(from).MustSay() == grammar.Of(to).MustSay():
	case grammar.Of(from).MustSay() && failed:
		out = append(out, "outcome-dropped False")
	case grammar.Of(from).MustSay():
		out = append(out, "outcome-dropped True")
	default:
		out = append(out, "outcome-assumed True")
	}
	return out
}

func losses(diags []ir.Diagnostic) []string {
	var out []string
	for _, d := range diags {
		word := "False"
		if d.Outcome == ir.Success {
			word = "True"
		}
		if d.Severity == ir.Loss || d.Severity == ir.Note {
			out = append(out, string(d.Code)+" "+word)
		}
	}
	return out
}

func repairs(diags []ir.Diagnostic) []ir.Diagnostic {
	var out []ir.Diagnostic
	for _, d := range diags {
		if d.Severity == ir.Repair {
			out = append(out, d)
		}
	}
	return out
}

// convertText converts a plain transcript.
func convertText(t *testing.T, in string, opts Options) (string, Report, error) {
	t.Helper()
	c, err := New(opts)
	require.NoError(t, err)
	return c.Text(in)
}
