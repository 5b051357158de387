package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

func TestPrintable(t *testing.T) {
	for in, want := range map[string]string{
		"plain, 中文 é":        "plain, 中文 é",
		"a\x1b[31m\r\nb\x00": `a\x1b[31m\r\nb\x00`,
		"\u202eabc\u2069":    `\u202eabc\u2069`,
		"\u009b31m\u2028":    `\u009b31m\u2028`,
		"\xff\ufffd":         `\xff\ufffd`,
	} {
		assert.Equal(t, want, printable(in))
	}
}

func TestNearest(t *testing.T) {
	styles := []string{"react", "tool-input", "tool-json", "tao", "xml", "ir"}
	for name, want := range map[string]string{
		"React": "react", "raect": "react", "tool_json": "tool-json", "xlm": "xml", "tool-inptu": "tool-input",
		"yaml": "", "": "", "x": "", "something else": "", strings.Repeat("tao", 99): "",
	} {
		assert.Equal(t, want, nearest(strings.ToLower(name), styles), name)
	}
}

// What is not shown is counted.
func TestNoteLines(t *testing.T) {
	lines := noteLines([]dataset.Found{{File: "f", Record: 1, Line: 1, Diagnostic: ir.Diagnostic{Code: "c", Severity: ir.Repair}}}, 80, "more")
	assert.Equal(t, []string{"f:1: repair c: ", "… and 80 more; more"}, lines)
}

// A long text is cut where it is printed, between characters.
func TestLongNote(t *testing.T) {
	for _, n := range []int{300, 301} {
		f := dataset.Found{File: "f", Record: 1, Line: 1, Diagnostic: ir.Report("c", strings.Repeat("é", n))}
		assert.Equal(t, n > 300, strings.HasSuffix(noteLine(&f), ": "+strings.Repeat("é", 300)+"…"))
		assert.Equal(t, n == 300, strings.HasSuffix(noteLine(&f), ": "+strings.Repeat("é", 300)))
	}
}

// Fields that the library names are flags here.
func TestInFlags(t *testing.T) {
	for words, want := range map[string]string{
		"Job.Force overwrites it": "--force overwrites it", "use Job.SplitSize": "use --split-size", "Job.Format, Job.OnReject skip": "--out-format, --on-error skip", "a Job.": "a Job.",
	} {
		assert.Equal(t, want, inFlags(words))
	}
}

// Wrapping loses nothing but blanks at the breaks, and no line is too wide but one of a
// character that is.
func TestWrapText(t *testing.T) {
	word := rapid.StringOf(rapid.SampledFrom([]rune{'a', 'b', '-', ' ', ' ', 'é', '中', '😀'}))
	rapid.Check(t, func(t *rapid.T) {
		s, width := word.Draw(t, "text"), rapid.IntRange(2, 12).Draw(t, "width")
		lines := wrapText(boldLook.Render(s), width)
		for _, l := range lines {
			require.LessOrEqual(t, columns(l), width, "%q", lines)
		}
		bare := func(s string) string { return strings.ReplaceAll(colourCodes.ReplaceAllString(s, ""), " ", "") }
		require.Equal(t, bare(s), bare(strings.Join(lines, "")))
	})
	require.Equal(t, []string{"well-", "known"}, wrapText("well-known", 6))
	require.Equal(t, []string{"  in", "a row"}, wrapText("  in a row", 5))
	require.Equal(t, []string{"中…"}, []string{shortened("中中中", 4)})
}
