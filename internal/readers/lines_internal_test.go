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
	pieces := []string{"\n", "\n\n", "n", "a", `\`, "\r", " ", "é"}
	var lines lineStarts
	rapid.Check(t, func(r *rapid.T) {
		in := ir.Plain(strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(r, "text"), ""))
		lines.reset()
		found := lines.of(in)
		k := 0
		for gap, line := 0, 0; gap >= 0; gap, line = text.Newline(in, line) {
			require.Less(r, k, len(found))
			require.Equal(r, line, found[k])
			k++
		}
		require.Len(r, found, k)
	})
}

// TestPrintLines: the lines of a print, which are marked once, are those that are found and
// looked at one by one, wherever a range begins, and colours are left out of them.
func TestPrintLines(t *testing.T) {
	pieces := []string{"\x1b[32;1m", "\x1b[0m", "\x1b[", "\n", "\n\n", "Action: a", "**Observation**: o", "{\"action\"", "tool", " ", "é", `\`}
	p := new(printer)
	rapid.Check(t, func(r *rapid.T) {
		in := ir.Plain(strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 12).Draw(r, "text"), ""))
		p.begin(in)
		p.strip(in)
		p.markLines(new(lineStarts).of(in))
		start := 0
		for range rapid.IntRange(0, 20).Draw(r, "characters before") {
			_, width := text.At(p.text, start)
			start += width
		}
		line := start
		for found := range p.linesIn(start, p.text.Len()) {
			mark, after := printWord(p.text, line)
			require.Equal(r, printLine{line, after, mark}, found)
			_, line = text.Newline(p.text, line)
		}
		require.True(r, line < 0 || line >= p.text.Len())
	})
}

// TestPrintsMemory: what was read of a print stays while its conversation lasts, whatever
// other text is looked at.
func TestPrintsMemory(t *testing.T) {
	var prints Prints
	print := func(words string) ir.Text {
		return ir.Plain("\x1b[32;1mThought: " + words + "\nFinal Answer: a\x1b[0m")
	}
	first := prints.in(print("first"))
	require.NotNil(t, first)
	said := first.text.String()
	prints.Forget()
	require.NotNil(t, prints.in(print("other")))
	require.Equal(t, said, first.text.String())
	prints.Reset()
	again := prints.in(print("again"))
	require.Same(t, first, again)
	require.Equal(t, "Thought: again\nFinal Answer: a", again.text.String())
}

// TestPrintsMoved: what is known of a text is known of its copy, and of no other.
func TestPrintsMoved(t *testing.T) {
	var prints Prints
	text := ir.Plain("Question: q\nThought: t")
	require.Nil(t, prints.in(text))
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
		text := ir.Plain(words)
		require.Equal(t, banner, hasBanner(text, new(lineStarts).of(text)), "%q", text.B)
	}
}
