package readers_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
)

// episode is one of a log without numbers.
func episode(n int) string {
	return fmt.Sprintf("Question: What is %d?\nThought: I look.\nAction: search\nAction Input: %d\nObservation: found\nThought: So.\nFinal Answer: %d\n", n, n, n)
}

// partsOf returns the runs as texts, without what is white space around them.
func partsOf(log string, runs []readers.Run) (parts []string) {
	for _, r := range runs {
		parts = append(parts, strings.TrimSpace(log[r.Start:r.End]))
	}
	return parts
}

// TestUnnumberedEpisodes: a log of questions with steps without numbers is parted at its questions
// if a line without words is before each, and each is answered.
func TestUnnumberedEpisodes(t *testing.T) {
	one, two, three := strings.TrimSpace(episode(1)), strings.TrimSpace(episode(2)), strings.TrimSpace(episode(3))
	for name, c := range map[string]struct {
		log  string
		want []string
	}{
		"blank lines":             {one + "\n\n" + two + "\n\n" + three, []string{one, two, three}},
		"rules":                   {one + "\n-----\n" + two + "\n=====\n" + three, []string{one, two, three}},
		"turns of a conversation": {one + "\n" + two + "\n" + three, nil},
		"two":                     {one + "\n\n" + two, nil},
		"one without an answer":   {one + "\n\nQuestion: What?\nAction: search\nAction Input: 4\n\n" + two + "\n\n" + three, nil},
		"the last is cut":         {one + "\n\n" + two + "\n\nQuestion: What?\nThought: I", nil},
		"a question in a result":  {one + "\n\n" + strings.Replace(two, "found", "found\nQuestion: of a page?", 1) + "\n\n" + three, nil},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, partsOf(c.log, readers.Runs(ir.Plain(c.log))))
		})
	}
}

// TestRunsAt: a log is parted at the lines that match; rules belong to no part, and nothing else
// gets lost.
func TestRunsAt(t *testing.T) {
	for name, c := range map[string]struct {
		log, at string
		want    []string
	}{
		"questions":         {"Question: a\nb\nQuestion: c\nd", "^Question:", []string{"Question: a\nb", "Question: c\nd"}},
		"words before":      {"intro\nQuestion: a\nQuestion: c", "^Question:", []string{"intro\nQuestion: a", "Question: c"}},
		"rules":             {"a\n----\nb\n----\nc\n", "^-+$", []string{"a", "b", "c"}},
		"rules at the ends": {"----\na\n----\n", "^-+$", []string{"a"}},
		"titles":            {"a\n== 2 ==\nb", "^==", []string{"a\n== 2 ==\nb"}},
		"numbers":           {"Task 1\na\nTask 2\nb", `^Task \d+`, []string{"Task 1\na", "Task 2\nb"}},
		"no match":          {"a\nb", "^x", nil},
		"blank lines":       {"a\n\nb", "^$", []string{"a", "b"}},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, c.want, partsOf(c.log, readers.RunsAt(ir.Plain(c.log), regexp.MustCompile(c.at).Match)))
		})
	}
	log := bytes.Repeat([]byte("Question: a\n"), 1000)
	asked := 0
	runs := readers.RunsAt(ir.Text{B: log}, func([]byte) bool { asked++; return true })
	require.Len(t, runs, 1000)
	require.Equal(t, 1000, asked, "each line is looked at once")
}
