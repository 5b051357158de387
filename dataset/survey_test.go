package dataset_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/dataset/job"
)

// tiedRecord can be of react or of langchain; plainly of langchain is one with its answer.
func tiedRecord(i int) string {
	return fmt.Sprintf(`{"id": %d, "messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "Thought: a\nAction: f\nAction Input: x"}, {"role": "user", "content": "Observation: b"}]}`, i)
}

func answeredRecord(i int, marker string) string {
	return strings.Replace(tiedRecord(i), "]}", fmt.Sprintf(`, {"role": "assistant", "content": "Thought: c\n%s d"}]}`, marker), 1)
}

// stylesOf converts an input and returns how many records each style has.
func stylesOf(t *testing.T, in string, workers int) (map[string]int, string) {
	o := dataset.Options{}
	o.From, o.To = "auto", "tao"
	engine, err := dataset.New(o)
	require.NoError(t, err)
	var out strings.Builder
	report, err := engine.CopyWith(t.Context(), &out, strings.NewReader(in), dataset.CopyOptions{
		Name: "in.jsonl", RunOptions: dataset.RunOptions{OnReject: dataset.SkipRejects, Workers: workers},
	})
	require.NoError(t, err)
	return report.Styles, out.String()
}

// Where the evidence of a record is a tie, that of the input's first records decides.
func TestTiesAreDecidedTogether(t *testing.T) {
	var lines []string
	for i := range 90 {
		line := tiedRecord(i)
		if i%9 == 0 {
			line = answeredRecord(i, "Final Answer:")
		}
		lines = append(lines, line)
	}
	first := ""
	for _, in := range []string{strings.Join(lines, "\n") + "\n", "[" + strings.Join(lines, ",\n") + "]"} {
		for _, workers := range []int{1, 4} {
			found, out := stylesOf(t, in, workers)
			require.Equal(t, map[string]int{"langchain": 90}, found)
			if in[0] != '[' {
				first = cmpFirst(t, first, out)
			}
		}
	}

	found, _ := stylesOf(t, tiedRecord(1)+"\n"+answeredRecord(2, "Answer:")+"\n", 1)
	require.Equal(t, map[string]int{"react": 2}, found, "what no record says otherwise stays")
	found, _ = stylesOf(t, strings.Join(lines, "\n")+"\n"+answeredRecord(99, "Answer:"), 1)
	require.Equal(t, map[string]int{"langchain": 90, "react": 1}, found, "own evidence outweighs that of others")
	found, _ = stylesOf(t, tiedRecord(1), 1)
	require.Equal(t, map[string]int{"react": 1}, found)

	mixed := answeredRecord(1, "Final Answer:") + "\n" + answeredRecord(2, "Answer:") + "\n" + answeredRecord(3, "Final Answer:") + "\n" + tiedRecord(4)
	found, _ = stylesOf(t, mixed, 1)
	require.Equal(t, map[string]int{"langchain": 2, "react": 2}, found, "records of several styles say nothing of others")
}

func cmpFirst(t *testing.T, first, out string) string {
	if first != "" {
		require.Equal(t, first, out, "workers change nothing")
	}
	return out
}

// Parts of an input are decided as the whole is, also where their own records say
// nothing.
func TestTiesInShards(t *testing.T) {
	dir := t.TempDir()
	lines := []string{answeredRecord(0, "Final Answer:")}
	for i := 1; i < 200; i++ {
		lines = append(lines, tiedRecord(i))
	}
	in := filepath.Join(dir, "in.jsonl")
	require.NoError(t, os.WriteFile(in, []byte(strings.Join(lines, "\n")+"\n"), 0o644))
	run := func(shard job.Shard, name string) []byte {
		o := dataset.Options{}
		o.From, o.To = "auto", "langchain-json"
		engine, err := dataset.New(o)
		require.NoError(t, err)
		report, err := job.Run(t.Context(), engine, job.Job{Inputs: []string{in}, Output: filepath.Join(dir, name), Shard: shard})
		require.NoError(t, err)
		require.Len(t, report.Styles, 1)
		require.NotZero(t, report.Styles["langchain"])
		out, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		return out
	}
	whole := run(job.Shard{}, "whole.jsonl")
	var parts [][]byte
	for i := 1; i <= 3; i++ {
		parts = append(parts, run(job.Shard{Number: i, Of: 3}, fmt.Sprintf("part%d.jsonl", i)))
	}
	require.Equal(t, string(whole), string(bytes.Join(parts, nil)))
}
