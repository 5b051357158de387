package dataset

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
)

// Values over several lines that follow each other are records, whatever stands between
// them and however they arrive. Each has its place, and a broken end is a reject.
func TestStreamOfValues(t *testing.T) {
	var values []string
	for i := range 40 {
		record := map[string]any{"id": i, "text": strings.Repeat("{é\"]", i), "list": []any{i, map[string]any{}}}
		raw, err := json.MarshalIndent(record, "", " ")
		require.NoError(t, err)
		values = append(values, string(raw))
	}
	for _, between := range []string{"\n", "", "\r\n\r\n", " \n"} {
		for _, limit := range []int{600, MaxRecord} { // the input is longer than the first
			all := strings.Join(values, between)
			want := 0
			for rec, err := range readRecords(t.Context(), opening{maxRecord: limit}, iotest.OneByteReader(strings.NewReader(all)), nil) {
				require.NoError(t, err)
				require.Less(t, want, len(values))
				assert.Equal(t, values[want], string(rec.Raw))
				before := all[:rec.Offset]
				assert.Equal(t, len(strings.Join(values[:want], between))+min(want, 1)*len(between), len(before))
				line, column := rec.Place(1, 1)
				assert.Equal(t, strings.Count(before, "\n")+1, line)
				assert.Equal(t, len([]rune(before[strings.LastIndexByte(before, '\n')+1:]))+1, column)
				want++
			}
			assert.Equal(t, len(values), want, "between %q", between)
		}
	}
	broken := values[0] + "\n" + values[1] + "\nno value {" + values[2]
	var got []string
	for rec, err := range Records(t.Context(), strings.NewReader(broken)) {
		require.NoError(t, err)
		got = append(got, string(rec.Raw))
	}
	assert.Equal(t, []string{values[0], values[1], "no value {" + values[2]}, got)
}

// They are written as JSONL, and one that is too large is a reject.
func TestStreamOfValuesConverted(t *testing.T) {
	const turn = "{\n \"messages\": [{\"role\": \"user\", \"content\": \"Q\"},\n {\"role\": \"assistant\", \"content\": \"Thought: t\\nAction: f\\nAction Input: {}\"}]}\n"
	engine, err := New(Options{Options: convert.Options{To: "xml"}})
	require.NoError(t, err)
	var out bytes.Buffer
	report, err := engine.Copy(t.Context(), &out, strings.NewReader(turn+turn+"{\n\"a\": ["))
	var rejected *RejectError
	require.ErrorAs(t, err, &rejected, fmt.Sprint(report))
	assert.Equal(t, 2, strings.Count(out.String(), "\n"), out.String())
	assert.Equal(t, 2, strings.Count(out.String(), "<tool_use>"))
}
