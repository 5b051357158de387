package dataset_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
)

// TestSeveralTranscripts: a value that holds several transcripts gives a record of each, in
// whatever container it is.
func TestSeveralTranscripts(t *testing.T) {
	t.Parallel()
	chat := func(n int) string {
		return fmt.Sprintf(`[{"role": "user", "content": "q%d"}, {"role": "assistant", "content": "a%d"}]`, n, n)
	}
	sample := func(n int) string {
		return fmt.Sprintf(`{"id": %d, "epoch": 1, "scores": {}, "messages": %s}`, n, chat(n))
	}
	holders := map[string]string{
		"inspect":       `{"version": 2, "eval": {"task": "T"}, "samples": [` + sample(1) + `, ` + sample(2) + `, ` + sample(3) + `]}`,
		"crewai-output": `{"raw": "r", "tasks_output": [{"agent": "x", "messages": ` + chat(1) + `}, {"agent": "y", "messages": ` + chat(2) + `}, {"agent": "z", "messages": ` + chat(3) + `}]}`,
		"llamaindex":    `{"store": {"k": ` + blocks(1) + `, "l": ` + blocks(2) + `, "m": ` + blocks(3) + `}}`,
	}
	react := `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "Thought: t\nAction: f\nAction Input: {}"}]}`
	for format, value := range holders {
		for name, c := range map[string]struct {
			input string
			want  int
		}{
			"one.json":   {value, 3},
			"lines.json": {strings.ReplaceAll(value, ", ", ",\n"), 3},
			"one.jsonl":  {value + "\n" + react + "\n" + value + "\n", 7},
			"array.json": {"[" + react + ", " + value + ",\n" + value + "]", 7},
		} {
			for _, from := range []string{"", format} {
				if from != "" && c.want == 7 {
					continue
				}
				e := nativeEngine(t, convert.Options{From: from, To: "hermes"})
				var out strings.Builder
				report, err := e.CopyWith(t.Context(), &out, strings.NewReader(c.input), dataset.CopyOptions{Name: name})
				require.NoError(t, err, "%s in %s", format, name)
				require.Equal(t, c.want, report.Converted, "%s in %s", format, name)
				for n := 1; n <= 3; n++ {
					require.Equal(t, 1+(c.want-3)/4, strings.Count(out.String(), fmt.Sprintf(`"q%d"`, n)), "%s in %s:\n%s", format, name, &out)
				}
				if name == "array.json" {
					require.Len(t, gjson.Parse(out.String()).Array(), c.want, "%s", &out)
				} else {
					require.Len(t, strings.Split(strings.TrimSpace(out.String()), "\n"), c.want)
				}
				require.Contains(t, out.String(), `"index": 3`)
			}
		}
	}
}

func blocks(n int) string {
	return fmt.Sprintf(`[{"role": "user", "blocks": [{"block_type": "text", "text": "q%d"}]}, {"role": "assistant", "blocks": [{"block_type": "text", "text": "a%d"}]}]`, n, n)
}

// TestListsOfTranscripts: a list of transcripts in the place of one is a reject with their number and
// the field that takes them.
func TestListsOfTranscripts(t *testing.T) {
	const chat = `[{"role": "user", "content": "q"}, {"role": "assistant", "content": "a"}]`
	for raw, field := range map[string]string{
		`{"messages": [` + chat + `, ` + chat + `]}`:                                  "messages[]",
		`{"conversations": [{"messages": ` + chat + `}, {"messages": ` + chat + `}]}`: "conversations[].messages",
		`{"calls": [{"request": {"messages": [{"role": "user", "content": "q"}]}, "response": {"choices": [{"message": {"role": "assistant", "content": "a"}}]}}, {"request": {"messages": [{"role": "user", "content": "q"}]}, "response": {"choices": [{"message": {"role": "assistant", "content": "a"}}]}}]}`: "calls[]",
	} {
		_, _, err := nativeEngine(t, convert.Options{To: "hermes"}).Record([]byte(raw))
		require.ErrorContains(t, err, fmt.Sprintf("--field %q", field))
		require.ErrorContains(t, err, " 2 ")
		e, err := dataset.New(dataset.Options{Options: convert.Options{To: "hermes"}, Fields: []string{field}})
		require.NoError(t, err)
		var out strings.Builder
		report, err := e.Copy(t.Context(), &out, strings.NewReader(raw))
		require.NoError(t, err)
		require.Equal(t, 2, report.Converted, "%s", &out)
	}
}
