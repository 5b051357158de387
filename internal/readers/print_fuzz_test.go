package readers_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
)

// FuzzPrint reads prints of any kind: no text breaks the reader, in whichever spelling,
// and runs and steps are in the log.
func FuzzPrint(f *testing.F) {
	for _, seed := range []string{
		"\x1b[32mThought: a\nAction: f\nAction Input: b\x1b[0mc\nObservation: \x1b[33md\x1b[0m\nThought:\x1b[32me\nFinal Answer: g\x1b[0m",
		"> Entering new A chain...\nAction: f\nAction Input: b\n> Entering new B chain...\nAction: g\nAction Input: c\n> Finished chain.\nObservation: d\n> Finished chain.\n> Entering new C chain...\n",
		"> 进入新的 A 链...\n思考：行动：f\n行动输入：b\n> 链结束。\n", "--- Step 1 ---\nTool: a\nTool Input: b\nTool Output: c\n",
		"> Running step 1. Step input: q\n\x1b[38;5;200mThought: a\nAnswer: b\x1b[0m\x1b[38;5;200mThought: c\x1b[0m", "\x1b[", "\x1b[1m{\x1b[0m```\n{\"action\"",
		"\x1b[32m{\"action\": \"f\", \"action_input\": 1}\x1b[0m\x1b[36mx\x1b[0m", "Thought: > Finished \n> Entering new \x1b[31mchain",
	} {
		f.Add(seed)
	}
	all := grammar.All()
	f.Fuzz(func(t *testing.T, s string) {
		plain := ir.Plain(s)
		readers.Resembles(plain)
		for _, r := range readers.Runs(plain) {
			require.True(t, 0 <= r.Start && r.Start <= r.End && r.End <= plain.Len(), "%v", r)
		}
		for _, style := range all {
			res, _ := readers.Recover(style, &ir.Conversation{Flat: true, Text: plain})
			for _, st := range res.Transcript.Steps {
				require.True(t, 0 <= st.Pos.Offset && st.Pos.Offset <= plain.Len(), "%v", st.Pos)
			}
		}
		readers.NewDetector(all).Detect(&ir.Conversation{Flat: true, Text: plain})
	})
}
