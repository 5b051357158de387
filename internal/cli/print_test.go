package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

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
