package readers

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// TestLineStarts: the lines that are remembered are those that are found one by one, also
// where one text follows another in the same memory.
func TestLineStarts(t *testing.T) {
	pieces := map[bool][]string{
		false: {"\n", "\n\n", "n", "a", `\`, "\r", " ", "é"},
		true:  {`\n`, `\n\n`, `\u000a`, `\u000A`, "n", "a", `\\`, `\\n`, `\"`, `\u00e9`, `\r`, " "},
	}
	var lines lineStarts
	rapid.Check(t, func(r *rapid.T) {
		esc := rapid.Bool().Draw(r, "escaped")
		in := ir.Text{B: []byte(strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces[esc]), 0, 12).Draw(r, "text"), "")), Esc: esc}
		lines.reset()
		found := lines.of(in)
		k := 0
		for gap, line := 0, 0; gap >= 0; gap, line = text.Newline(in, line) {
			require.Less(r, k, len(found))
			require.Equal(r, line, found[k])
			require.Equal(r, gap, beforeLine(in, line))
			k++
		}
		require.Len(r, found, k)
	})
}

// TestPrintsMoved: what is known of a text is known of its copy, and of no other.
func TestPrintsMoved(t *testing.T) {
	var prints Prints
	text := ir.Plain("Question: q\nThought: t")
	require.False(t, MayBePrint(text, &prints))
	same, other := ir.Plain(text.String()), ir.Plain("Question: q\n\n> Entering new chain...\nThought: t")
	prints.Moved(text, same)
	require.Equal(t, []int{0, 12}, prints.linesOf(same))
	require.Nil(t, prints.in(same))
	prints.Moved(same, other)
	require.Equal(t, []int{0, 12, 13, 37}, prints.linesOf(other))
	require.NotNil(t, prints.in(other))
}

// TestBanners: a line that a chain or a console prints is found where a line begins, and
// nowhere else.
func TestBanners(t *testing.T) {
	for words, banner := range map[string]bool{
		"> Entering new AgentExecutor chain...\n":       true,
		"a\n  > Entering new chain...":                  true,
		"a > Entering new chain...":                     false,
		"a\n\n> Finished chain.":                        true,
		"a\n\t\n > Finished chain.":                     true,
		"a\n> Finished chain.":                          false,
		"> Running step 1":                              true,
		"q\n--- Step 1 ---":                             true,
		"q --- Step 1 ---":                              false,
		"# Agent: a\n## Thought: t":                     true,
		"## Agent: a\n# Agent: b\n## Thought: t":        false,
		"\n\n\n> 进入新的链":                                 true,
		"a\n\n\n\n\nb\n\n  > Entering new chain...\n\n": true,
	} {
		for _, text := range []ir.Text{ir.Plain(words), ir.Escaped([]byte(strings.NewReplacer("\n", `\n`, "\t", `\t`, ">", `\u003e`).Replace(words)))} {
			require.Equal(t, banner, hasBanner(text, new(lineStarts).of(text)), "%q", text.B)
		}
	}
}
