package cli

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// spoilt returns a record that is wrong in one of 13 ways.
func spoilt(record string, way int) string {
	switch way {
	case 0:
		return record[:len(record)/2]
	case 1:
		return "null"
	case 2:
		return strings.Replace(record, `"Thought: `, "\"\xff", 1)
	case 3:
		return strings.Replace(record, `{'q'`, `{q'`, 1)
	case 4:
		return strings.Replace(record, `"Thought: `, "\"\x00", 1)
	case 5:
		return strings.Repeat("[", 1500) + strings.Repeat("]", 1500)
	case 6:
		return strings.Replace(record, `"role": "user"`, `"role": "caller"`, 1)
	case 7:
		return strings.Replace(record, `"messages"`, `"talk"`, 1)
	case 8:
		return strings.Replace(record, `"content"`, `"words"`, 1)
	case 9:
		return strings.Replace(record, `"role"`, `"role": "user", "role"`, 1)
	case 10:
		return strings.Replace(record, `"role": "assistant"`, `"role": "assistant", "tool_calls": [{}]`, 1)
	case 11:
		return strings.Replace(record, `"messages": [`, `"messages": [7, `, 1)
	}
	return record + "}"
}

func ok(t *testing.T, want int, args ...string) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	require.Equal(t, want, Run(append([]string{"toolspeak"}, args...), strings.NewReader(""), &stdout, &stderr), stderr.String())
}

// TestFixAndMerge spoils 13 of 1,000 records, converts, fixes the rejects,
// converts them and merges: the result is that of the records never spoilt.
func TestFixAndMerge(t *testing.T) {
	for name, inputs := range map[string]int{"one input": 1, "three inputs": 3} {
		t.Run(name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			var good, fixed []string
			bad := make([]string, inputs)
			for i := range 1000 {
				record := fmt.Sprintf(`{"id": %d, "messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "Thought: t%d\nAction: f\nAction Input: {'q': %d}"}]}`, i, i, i)
				good = append(good, record)
				if i%77 == 0 {
					fixed = append(fixed, record)
					record = spoilt(record, i/77)
				}
				bad[i*inputs/1000] += record + "\n"
			}
			require.Len(t, fixed, 13)
			convert := []string{"convert", "--from", "react", "--to", "xml", "-o", "out.jsonl", "--rejects", "bad.jsonl"}
			for i, content := range bad {
				file := fmt.Sprintf("in%d.jsonl", i)
				require.NoError(t, os.WriteFile(file, []byte(content), 0o666))
				convert = append(convert, file)
			}
			ok(t, 1, convert...)
			write := func(file string, records []string) {
				require.NoError(t, os.WriteFile(file, []byte(strings.Join(records, "\n")+"\n"), 0o666))
			}
			write("good.jsonl", good)
			write("fixed.jsonl", fixed)
			ok(t, 0, "convert", "--from", "react", "--to", "xml", "-o", "want.jsonl", "good.jsonl")
			ok(t, 0, "convert", "--from", "react", "--to", "xml", "-o", "fixed.out.jsonl", "fixed.jsonl")
			ok(t, 0, "merge", "out.jsonl", "fixed.out.jsonl", "--reasons", "bad.jsonl.reasons.jsonl", "-o", "all.jsonl")
			want, err := os.ReadFile("want.jsonl")
			require.NoError(t, err)
			got, err := os.ReadFile("all.jsonl")
			require.NoError(t, err)
			require.Equal(t, string(want), string(got))
		})
	}
}
