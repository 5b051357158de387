package cli

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// reportOf returns the report of a conversion to xml that rejects nothing for good.
func reportOf(t *testing.T, in string) *dataset.Report {
	o := dataset.Options{}
	o.To = "xml"
	engine, err := dataset.New(o)
	require.NoError(t, err)
	var out strings.Builder
	report, err := engine.CopyWith(t.Context(), &out, strings.NewReader(in), dataset.CopyOptions{
		Name: "in.jsonl", RunOptions: dataset.RunOptions{OnReject: dataset.SkipRejects, Workers: 1},
	})
	require.NoError(t, err)
	return report
}

// The summary says of each code how often it was met, what it means, and where the
// first one is: rejects first, notes last.
func TestSummary(t *testing.T) {
	assert.Equal(t, "0 records: 0 converted, 0 rejected", strings.Join(sheet{}.summary(dataset.NewReport(), "", false), "\n"))
	const turn = `{"messages": [{"role": "user", "content": "Q"}, {"role": "assistant", "content": "Thought: t\nAction: f\nAction Input: {'a': True}"}, ` +
		`{"role": "user", "content": "Observation: 1"}, {"role": "assistant", "content": "Thought: I cannot answer the question with the provided tools.\nAnswer: No."}]}` + "\n"
	report := reportOf(t, turn+"{\"messages\": [7]}\n\n"+turn)
	assert.Equal(t, `reject wrong-type: 1 in 1 record
  A value has the wrong type for its place.
  in.jsonl:2: message 1: the message is a number: expected an object
    {"messages": [7]}
loss outcome-dropped: 2 in 2 records, 2 of them False
  The target can't say whether the answer solved the task.
  in.jsonl:1: message 4, line 2, column 1: xml can't say that the answer's outcome was False
    Answer: No.
    ^
repair python-args: 2 in 2 records
  The argument, or the call's fenced object, is a Python literal and was read as the JSON that it means.
  in.jsonl:1: message 2, line 3, column 15: the argument is a Python literal and was read as the JSON that it means
    Action Input: {'a': True}
                  ^~~~~~~~~~~
notes: fixed-sentence-dropped 2

3 records: 2 converted, 1 rejected
steps: 2 user turns, 4 thoughts, 2 calls, 2 observations, 2 answers
styles: react 2
written to out in less than a second
toolspeak explain wrong-type says what to do; --verbose shows examples`, strings.Join(sheet{}.summary(report, "written to out", false), "\n"))
	assert.Equal(t, map[string]int{"wrong-type": 1}, report.Rejects)
}

// On a terminal lines are wrapped, and the excerpt fits.
func TestSummaryIsWrapped(t *testing.T) {
	const long = `{"messages": [{"role": "user", "content": "Q"}, {"role": "assistant", "content": "Thought: t\nAction: f\nAction Input: {'a': 'ééééééééééééééééééééééééééééééééééééééééééééééééé'}"}]}`
	for _, line := range (sheet{width: 60}).summary(reportOf(t, long), "", false) {
		assert.LessOrEqual(t, columns(line), 60, line)
	}
}

// Colours are around words, and nowhere else.
func TestColours(t *testing.T) {
	report := reportOf(t, "{\"messages\": [7]}\n")
	lines := sheet{paint: true}.summary(report, "", false)
	assert.Equal(t, "\x1b[31;1mreject wrong-type\x1b[0m: 1 in 1 record", lines[0])
	plain := strings.Join(sheet{}.summary(report, "", false), "\n")
	assert.Equal(t, plain, strings.NewReplacer("\x1b[31;1m", "", "\x1b[0m", "").Replace(strings.Join(lines, "\n")))
}

// On a terminal the summary of a run without rejects fits a screen of 24 lines, however
// many codes there are, and names each; all of them have their examples if asked for.
func TestSummaryFitsTheScreen(t *testing.T) {
	report := dataset.NewReport()
	codes := 0
	for _, rule := range ir.Rules() {
		if rule.Severity != ir.Reject && codes < 40 {
			codes++
			report.AddFound(&dataset.Found{File: "data.jsonl", Line: 1, Diagnostic: ir.Diagnostic{Code: rule.Code, Severity: rule.Severity}})
		}
	}
	lines := sheet{width: 80}.summary(report, "written to out", false)
	assert.Less(t, len(lines), 24, strings.Join(lines, "\n"))
	whole := strings.Join(sheet{}.summary(report, "", true), "\n")
	for _, g := range report.Groups() {
		assert.Contains(t, strings.Join(lines, " "), string(g.Code))
		assert.Contains(t, whole, string(g.Severity)+" "+string(g.Code)+": 1 in 1 record\n")
	}
}
