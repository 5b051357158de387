package dataset_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// TestCutLinesAtTheHead: records that were cut off at the begin of a file of lines are a reject
// each, and the others are converted. A value over several lines stays one record.
func TestCutLinesAtTheHead(t *testing.T) {
	const good = `{"messages": [{"role": "assistant", "content": "Thought: t\nAction: f\nAction Input: {}"}]}` + "\n"
	pretty := "{\n\"messages\": [\n{\"role\": \"user\", \"content\": \"q\"},\n{\"role\": \"assistant\", \"content\": \"a\"}\n]\n}\n"
	for in, want := range map[string][2]int{ // converted and rejected
		"{\"messages\": [{\"role\": \"user\", \"content\": \"q\"\n{\"messages\": [\n" + strings.Repeat(good, 3): {3, 2},
		"{\"a\": [\n{\"b\": \n{c\n" + strings.Repeat(good, 2):                                                   {2, 3},
		"{\"a\": {\n{\"b\": {\n" + good:                                                                         {1, 2},
		pretty:                                                                                                  {1, 0},
	} {
		converted, rejected := convertedLines(t, "data.jsonl", in)
		require.Equal(t, want, [2]int{converted, rejected}, "%q", in)
	}
}

// TestTables: rows of a table are never read as one text.
func TestTables(t *testing.T) {
	const rows = "id,log\n1,\"Action: f\nAction Input: {}\nObservation: x\nFinal Answer: y\"\n2,\"Action: g\nAction Input: {}\"\n"
	for _, name := range []string{"data.csv", "data.tsv", "DATA.CSV"} {
		converted, rejected := convertedLines(t, name, rows)
		require.Zero(t, converted, name)
		require.NotZero(t, rejected, name)
	}
}

// convertedLines converts an input, and returns how many records were converted and rejected.
func convertedLines(t *testing.T, name, in string) (converted, rejected int) {
	t.Helper()
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "hermes"}})
	require.NoError(t, err)
	for rec, err := range e.Records(context.Background(), name, strings.NewReader(in)) {
		require.NoError(t, err)
		if _, _, err := e.ConvertRecord(rec); err != nil {
			var d *ir.Diagnostic
			require.ErrorAs(t, err, &d)
			rejected++
			continue
		}
		converted++
	}
	return converted, rejected
}
