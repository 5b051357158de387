package dataset_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/dataset"
)

func merged(out, mended string, positions ...int) (string, int, error) {
	var w bytes.Buffer
	n, err := dataset.Merge(&w, dataset.MergeInput{Name: "out", R: strings.NewReader(out)},
		dataset.MergeInput{Name: "mended", R: strings.NewReader(mended)}, positions)
	return w.String(), n, err
}

func TestMerge(t *testing.T) {
	for name, c := range map[string]struct {
		out, mended string
		positions   []int
		want        string
	}{
		"nothing":               {"", "", nil, ""},
		"nothing mended":        {"{\"a\":1}\n", "", nil, "{\"a\":1}\n"},
		"all mended":            {"", "{\"a\":1}\n{\"a\":2}\n", []int{1, 2}, "{\"a\":1}\n{\"a\":2}\n"},
		"at the front":          {"{\"a\":2}\n", "{\"a\":1}\n", []int{1}, "{\"a\":1}\n{\"a\":2}\n"},
		"between":               {"{\"a\":1}\r\n\r\n{\"a\":3}\r\n", "{\"a\":2}\n", []int{2}, "{\"a\":1}\r\n\r\n{\"a\":2}\r\n{\"a\":3}\r\n"},
		"behind":                {"{\"a\":1}", "{\"a\":2}\n{\"a\":3}", []int{2, 3}, "{\"a\":1}\n{\"a\":2}\n{\"a\":3}\n"},
		"over several lines":    {"{\"a\":1}\n{\"a\":3}\n", "[{\"a\":\n2}]", []int{2}, "{\"a\":1}\n{\"a\": 2}\n{\"a\":3}\n"},
		"array":                 {"[\n  {\"a\":1},\n  {\"a\":4}\n]\n", "{\"a\":2}\n{\"a\":3}\n", []int{2, 3}, "[\n  {\"a\":1},\n  {\"a\":2},\n  {\"a\":3},\n  {\"a\":4}\n]\n"},
		"array, front":          {"[\n  {\"a\":2}\n]\n", "{\"a\":1}\n", []int{1}, "[\n  {\"a\":1},\n  {\"a\":2}\n]\n"},
		"array, behind":         {"[{\"a\":1}]", "{\"a\":2}\n", []int{2}, "[{\"a\":1},{\"a\":2}]"},
		"array without a rest":  {"[\n]\n", "{\"a\":1}\n{\"a\":2}\n", []int{1, 2}, "[{\"a\":1}, {\"a\":2}\n]\n"},
		"lists of messages":     {"[{\"role\":\"user\",\"content\":\"1\"}]\n", "[{\"role\":\"user\",\"content\":\"2\"}]\n", []int{2}, "[{\"role\":\"user\",\"content\":\"1\"}]\n[{\"role\":\"user\",\"content\":\"2\"}]\n"},
		"a byte order mark":     {"\ufeff{\"a\":2}\n", "{\"a\":1}\n", []int{1}, "\ufeff{\"a\":1}\n{\"a\":2}\n"},
		"array before, between": {"[{\"a\":2}, {\"a\":4}]", "[{\"a\":1}, {\"a\":3}]", []int{1, 3}, "[{\"a\":1},{\"a\":2}, {\"a\":3}, {\"a\":4}]"},
	} {
		t.Run(name, func(t *testing.T) {
			got, _, err := merged(c.out, c.mended, c.positions...)
			require.NoError(t, err)
			require.Equal(t, c.want, got)
		})
	}
}

func TestMergeErrors(t *testing.T) {
	for name, c := range map[string]struct {
		out, mended string
		positions   []int
		want        string
	}{
		"too few":     {"{}\n{}\n", "{}\n", []int{1, 3}, "mended: the records end before the one for record 3: expected 1 more, one for each reject"},
		"too many":    {"{}\n{}\n", "{}\n{}\n", []int{1}, "mended: there are more records than rejects: expected 1"},
		"out is cut":  {"{}\n{}\n", "{}\n", []int{5}, "out: the next reject was record 5 of the run, but there are only 2 records to stand before it: expected the whole result of that run, with nothing left out or added"},
		"not JSON":    {"{}\n{\"a\": tru}\n{}\n", "{}\n", []int{1}, "out: record 2: expected a record that convert wrote: not JSON: expected a JSON value, found 't' (line 2, column 7)"},
		"broken":      {"{}\n{}\n", "{}\nnul\n", []int{1, 2}, "mended: record 2: expected a record that convert wrote: not JSON: expected a JSON value, found 'n' (line 2, column 1)"},
		"plain text":  {"Answer: a\n", "{}\n", []int{1}, "out: expected JSONL or a JSON array, found plain text"},
		"one value":   {"{\"a\":\n1}\n", "{}\n", []int{1}, "out: record 1: expected JSONL or a JSON array, found one JSON value over several lines"},
		"mended text": {"{}\n", "Answer: a\n", []int{1}, "mended: expected JSONL or a JSON array, found plain text"},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := merged(c.out, c.mended, c.positions...)
			var fault *dataset.MergeError
			require.ErrorAs(t, err, &fault)
			require.Equal(t, c.want, err.Error())
		})
	}
}

// TestMergeUndoesParting: whichever records are taken out of a data set, merge
// puts them back.
func TestMergeUndoesParting(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 12).Draw(t, "records")
		taken := rapid.SliceOfN(rapid.Bool(), n, n).Draw(t, "taken")
		array := rapid.Bool().Draw(t, "array")
		var all, kept, mended []string
		var positions []int
		for i := range n {
			record := fmt.Sprintf(`{"id": %d}`, i)
			all = append(all, record)
			if taken[i] {
				mended, positions = append(mended, record), append(positions, i+1)
			} else {
				kept = append(kept, record)
			}
		}
		if len(kept) == 0 {
			return
		}
		file := func(records []string) string {
			if array {
				return "[\n  " + strings.Join(records, ",\n  ") + "\n]\n"
			}
			return strings.Join(records, "\n") + "\n"
		}
		lines := ""
		for _, record := range mended {
			lines += record + "\n"
		}
		got, count, err := merged(file(kept), lines, positions...)
		require.NoError(t, err)
		require.Equal(t, file(all), got)
		require.Equal(t, n, count)
	})
}
