package recall

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/golden"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/parquet"
)

// logStep is a step as the list of what is in the logs has it.
type logStep struct {
	Kind      string `json:"kind"`
	Text      string `json:"text"`
	Tool      string `json:"tool"`
	Arguments any    `json:"arguments"`
	Error     bool   `json:"error"`
}

// logCase is a transcript that is in a file.
type logCase struct {
	File     string    `json:"file"`
	Name     string    `json:"transcript"`
	Optional bool      `json:"optional"`
	Steps    []logStep `json:"steps"`
}

// TestLogs reads each sample of a log and counts which of the steps that are in it were read.
func TestLogs(t *testing.T) {
	root := filepath.Join(corpus(t), "logs")
	data, err := os.ReadFile(filepath.Join(root, "expected.jsonl"))
	if errors.Is(err, os.ErrNotExist) {
		t.Skip("the corpus has no logs")
	}
	require.NoError(t, err)
	cases, files := map[string][]logCase{}, []string{}
	d := json.NewDecoder(bytes.NewReader(data))
	for d.More() {
		var c logCase
		require.NoError(t, d.Decode(&c))
		if c.Optional {
			continue
		}
		if cases[c.File] == nil {
			files = append(files, c.File)
		}
		cases[c.File] = append(cases[c.File], c)
	}
	var b strings.Builder
	b.WriteString("| sample | transcripts | steps | equal | wrong | missing | not in it | rejects |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n")
	var total [5]int
	for _, file := range files {
		found, rejects := logTranscripts(t, root, file)
		row := [5]int{}
		for _, c := range cases[file] {
			at, best := -1, -1
			for i := range found {
				if n := common(c.Steps, found[i]); n > best {
					at, best = i, n
				}
			}
			row[0] += len(c.Steps)
			if at < 0 {
				row[3] += len(c.Steps)
				continue
			}
			wrong := min(len(c.Steps), len(found[at])) - best
			row[1] += best
			row[2] += wrong
			row[3] += len(c.Steps) - best - wrong
			row[4] += len(found[at]) - best - wrong
			if best < len(c.Steps) || len(found[at]) > best {
				t.Logf("%s, %s:\nexpected %s\nfound    %s", file, c.Name, shownSteps(c.Steps), shownSteps(found[at]))
			}
			found = append(found[:at], found[at+1:]...)
		}
		for _, more := range found {
			row[4] += len(more)
			t.Logf("%s: not in it: %s", file, shownSteps(more))
		}
		for i, n := range row {
			total[i] += n
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %s |\n", file, len(cases[file]), row[0], row[1], row[2], row[3], row[4], counts(rejects))
	}
	fmt.Fprintf(&b, "\n%d steps: %d equal, %d wrong, %d missing; %d are not in the samples.\n", total[0], total[1], total[2], total[3], total[4])
	t.Log("\n" + b.String())
	golden.File(t, "testdata/logs.md", b.String())
}

// logTranscripts returns the steps of the transcripts that are read in a sample, which may be
// several files one after the other.
func logTranscripts(t *testing.T, root, file string) (found [][]logStep, rejects map[ir.Code]int) {
	t.Helper()
	var data []byte
	var path string
	for _, name := range strings.Split(file, " + ") {
		if path = filepath.Join(root, name); !strings.Contains(name, "/") {
			path = filepath.Join(root, filepath.Dir(file), name)
		}
		one, err := os.ReadFile(path)
		require.NoError(t, err)
		data = append(data, one...)
	}
	return logRecords(t, path, data)
}

// logRecords returns the steps of the transcripts that are read in a file.
func logRecords(t *testing.T, path string, data []byte) (found [][]logStep, rejects map[ir.Code]int) {
	t.Helper()
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "ir"}})
	require.NoError(t, err)
	rejects = map[ir.Code]int{}
	var in interface{ Read([]byte) (int, error) } = bytes.NewReader(data)
	if filepath.Ext(path) == ".parquet" {
		rows, err := parquet.Format{}.Open(bytes.NewReader(data), int64(len(data)))
		require.NoError(t, err)
		in = rows.Read(0, len(rows.Groups()))
	}
	for rec, err := range e.Records(t.Context(), filepath.Base(path), in) {
		if rec == nil {
			var d *ir.Diagnostic
			if !errors.As(err, &d) {
				rejects["ended"]++
			}
			break
		}
		out, res, err := e.ConvertRecord(rec)
		if d := (*ir.Diagnostic)(nil); errors.As(err, &d) {
			t.Logf("%s: %s: %s", path, d.Code, d.Text())
			rejects[d.Code]++
			continue
		}
		require.NoError(t, err)
		for i := range res.Diagnostics {
			t.Logf("%s: says %s: %s", path, res.Diagnostics[i].Code, res.Diagnostics[i].Text())
		}
		found = append(found, logSteps(t, out))
	}
	return found, rejects
}

// logSteps returns the steps of a neutral document.
func logSteps(t *testing.T, doc []byte) (steps []logStep) {
	t.Helper()
	read, _, err := ir.ParseDocument(doc)
	require.NoError(t, err)
	if read.System != nil && !read.System.Text.Empty() {
		steps = append(steps, logStep{Kind: "system", Text: read.System.Text.String()})
	}
	for i := range read.Steps {
		s := &read.Steps[i]
		step := logStep{Kind: "text", Text: s.Text.String()}
		switch {
		case s.Kind == ir.Call:
			step = logStep{Kind: "call", Tool: s.Tool.String(), Arguments: logArguments(&s.Args)}
		case s.Kind == ir.Observation:
			step.Kind, step.Error = "result", s.Failed
		case s.Kind == ir.User:
			step.Kind = "user"
		case s.Role == ir.RoleSystem:
			step.Kind = "system"
		case s.Rare().Reasoning:
			step.Kind = "reasoning"
		}
		if step.Kind != "call" && step.Kind != "result" && step.Text == "" {
			continue
		}
		steps = append(steps, step)
	}
	return steps
}

// logArguments returns arguments as a value.
func logArguments(a *ir.Args) (value any) {
	if a.Form != ir.PlainText && json.Unmarshal(a.Value.B, &value) == nil {
		return value
	}
	return a.Raw.String()
}

// same reports whether a step is the one that is expected: results may be spelled differently as JSON.
func (s *logStep) same(o *logStep) bool {
	if s.Kind != o.Kind || s.Error != o.Error || s.Kind == "call" && s.Tool != o.Tool || !reflect.DeepEqual(s.Arguments, o.Arguments) {
		return false
	}
	if s.Text == o.Text {
		return true
	}
	var a, b any
	return s.Kind == "result" && json.Unmarshal([]byte(s.Text), &a) == nil && json.Unmarshal([]byte(o.Text), &b) == nil && reflect.DeepEqual(a, b)
}

// common counts the steps that two transcripts have in common, in order.
func common(want, got []logStep) int {
	last := make([]int, len(got)+1)
	for i := range want {
		row := make([]int, len(got)+1)
		for j := range got {
			row[j+1] = max(row[j], last[j+1])
			if want[i].same(&got[j]) {
				row[j+1] = max(row[j+1], last[j]+1)
			}
		}
		last = row
	}
	return last[len(got)]
}

// shownSteps returns steps for people.
func shownSteps(steps []logStep) string {
	var b strings.Builder
	for i := range steps {
		s := &steps[i]
		fmt.Fprintf(&b, "\n  %s %s%q", s.Kind, s.Tool, s.Text)
		if s.Arguments != nil {
			fmt.Fprintf(&b, " %v", s.Arguments)
		}
		if s.Error {
			b.WriteString(" error")
		}
	}
	return b.String()
}
