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

func TestSuggest(t *testing.T) {
	styles := []string{"react", "tool-input", "tool-json", "tao", "xml", "ir"}
	for name, want := range map[string]string{
		"React": "react", "raect": "react", "tool_json": "tool-json", "xlm": "xml", "tool-inptu": "tool-input",
		"yaml": "", "": "", "x": "", "something else": "", strings.Repeat("tao", 99): "",
	} {
		hint := ""
		if want != "" {
			hint = "; did you mean " + want + "?"
		}
		assert.Equal(t, hint, suggest(name, styles), name)
	}
}

// Rejects are told before repairs, in the order of the records.
func TestNotes(t *testing.T) {
	var n notes
	for i := range 100 {
		severity := ir.Repair
		if i%10 == 9 {
			severity = ir.Reject
		}
		n.add(note{file: "f", record: i + 1, Diagnostic: ir.Diagnostic{Code: "c", Severity: severity}})
	}
	var rest ir.Diagnostics
	rest.Count(ir.CodePythonArgs, 5)
	n.add(note{file: "f", record: 100, Diagnostic: rest[0]})
	n.add(note{file: "f", record: 100, Diagnostic: ir.Diagnostic{Code: "c", Severity: ir.Note}})
	lines := n.lines("more")
	assert.Len(t, lines, maxNotes+1)
	assert.Equal(t, "f:1:0:0:0: repair c: ", lines[0])
	assert.Equal(t, "f:10:0:0:0: reject c: ", lines[9])
	assert.Equal(t, "f:100:0:0:0: reject c: ", lines[19])
	assert.Equal(t, "… and 85 more; more", lines[20])
	assert.Equal(t, 10, strings.Count(strings.Join(lines, "\n"), "reject"))
}

// A long text is cut where it is printed, between characters.
func TestLongNote(t *testing.T) {
	n := note{file: "f", record: 1, Diagnostic: ir.Report("c", strings.Repeat("é", 301))}
	assert.True(t, strings.HasSuffix(n.String(), ": "+strings.Repeat("é", 300)+"…"))
	n.Diagnostic = ir.Report("c", strings.Repeat("é", 300))
	assert.True(t, strings.HasSuffix(n.String(), ": "+strings.Repeat("é", 300)))
}

func TestSummary(t *testing.T) {
	r := dataset.NewReport()
	assert.Equal(t, "0 records: 0 converted, 0 rejected", summary(r))
	r.AddReject()
	res := dataset.Result{Style: "react", Diagnostics: []ir.Diagnostic{
		{Code: ir.CodeOutcomeDropped, Severity: ir.Loss, Fields: ir.Fields{Outcome: ir.Failure}},
		{Code: ir.CodeOutcomeDropped, Severity: ir.Loss, Fields: ir.Fields{Outcome: ir.Success}},
		{Code: ir.CodePythonArgs, Severity: ir.Repair},
		{Code: ir.CodeArgsEscaped, Severity: ir.Note},
	}}
	res.Diagnostics.Count(ir.CodePythonArgs, 3)
	res.Steps[ir.User], res.Steps[ir.Call] = 1, 2
	r.Add(&res)
	assert.Equal(t, "2 records: 1 converted, 1 rejected; 1 user turn, 2 calls\n"+
		"styles: react 1; repairs: python-args 4; losses: outcome-dropped 2, outcome-dropped-false 1; notes: args-escaped 1", summary(r))
}
