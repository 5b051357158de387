package diff

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/index"
)

// listOf returns the records of lines.
func listOf(t *testing.T, e *dataset.Engine, lines ...string) index.List {
	t.Helper()
	text := strings.Join(lines, "\n")
	x, err := index.New(context.Background(), e, "x", strings.NewReader(text), int64(len(text)), nil)
	require.NoError(t, err)
	return index.List{x}
}

// TestSteps puts steps next to each other: those that mean the same once, changed ones in pairs,
// and what only one side has alone. Words of a style are no difference.
func TestSteps(t *testing.T) {
	e, err := dataset.New(dataset.Options{})
	require.NoError(t, err)
	const calls = `{"messages": [{"role": "user", "content": "a?"}, {"role": "assistant", "content": "Thought: t\nAction: f\nAction Input: {\"n\": 1}"}, {"role": "user", "content": "Observation: one"}`
	tests := []struct {
		name, a, b string
		want       []StepPair
	}{
		{"the same in other styles", calls + `, {"role": "assistant", "content": "Thought: I can answer without using any more tools.\nAnswer: yes"}]}`,
			`{"messages": [{"role": "user", "content": "a?"}, {"role": "assistant", "content": "t\n\n<tool_use>\n  <name>f</name>\n  <arguments>{\"n\":1}</arguments>\n</tool_use>"}, {"role": "user", "content": "<tool_use_result>\n  <name>f</name>\n  <result>one</result>\n</tool_use_result>"}, {"role": "assistant", "content": "<answer>\nyes\n</answer>"}]}`,
			[]StepPair{{0, 0, ""}, {1, 1, ""}, {2, 2, ""}, {3, 3, ""}, {4, -1, ""}, {5, 4, ""}}},
		{"an argument and an end", calls + `]}`, strings.Replace(calls, `1}`, `2}`, 1) + `, {"role": "assistant", "content": "Thought: u\nAnswer: yes"}]}`,
			[]StepPair{{0, 0, ""}, {1, 1, ""}, {2, 2, DiffersArgument}, {3, 3, ""}, {-1, 4, DiffersAlone}, {-1, 5, DiffersAlone}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			a, err := listOf(t, e, test.a).Record(1)
			require.NoError(t, err)
			b, err := listOf(t, e, test.b).Record(1)
			require.NoError(t, err)
			require.Equal(t, [][][]StepPair{{test.want}}, NewComparer(e, e, Options{}, nil).Steps(a, b))
		})
	}
}

// TestPartners finds the records that belong together by a key, the first with the first where
// several have it, or by place.
func TestPartners(t *testing.T) {
	e, err := dataset.New(dataset.Options{})
	require.NoError(t, err)
	a := listOf(t, e, `{"id": 1}`, `{"id": 2}`, `{"id": 2}`, `{"other": 1}`)
	b := append(listOf(t, e, `{"id": 2, "x": 1}`, `{"id": 3}`), listOf(t, e, `{"id": 2}`, `{"id": 1}`, `{"id": 9}`)...)
	of, rest, err := Partners(t.Context(), a, b, "id")
	require.NoError(t, err)
	require.Equal(t, []int32{4, 1, 3, 0}, of)
	require.Equal(t, 2, rest)
	of, rest, err = Partners(t.Context(), a, b, "")
	require.NoError(t, err)
	require.Equal(t, []int32{1, 2, 3, 4}, of)
	require.Equal(t, 1, rest)
}

// TestCommon finds a longest common subsequence, and in what is too long its ends.
func TestCommon(t *testing.T) {
	of := func(a, b string) (same string) {
		for _, p := range common(len(a), len(b), func(i, k int) bool { return a[i] == b[k] }) {
			same += a[p[0] : p[0]+1]
		}
		return same
	}
	require.Equal(t, "adb", of("xadyb", "adzb"))
	require.Equal(t, "", of("", "a"))
	require.Equal(t, "abc", of("abc", "abc"))
	require.Equal(t, "ab", of("a"+strings.Repeat("x", 3000)+"b", "a"+strings.Repeat("y", 3000)+"b"))
}
