package convert

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// leanPairs calls f with a converter for each pair of styles that ConvertLean may
// know; the target also as a style in which ConvertLean has to give up.
func leanPairs(t require.TestingT, f func(from *styles.Style, c *Converter)) {
	for _, from := range textStyles() {
		for _, to := range textStyles() {
			if !from.Lean() || !to.Lean() {
				continue
			}
			for _, assumed := range []string{"", "false"} {
				if assumed != "" && to.Says != styles.ByLine {
					continue
				}
				c, err := New(Options{From: from.Name, To: to.Name, AssumeOutcome: assumed})
				require.NoError(t, err)
				f(from, c)
			}
		}
	}
}

// agrees compares what ConvertLean makes with what Convert does, and tells whether
// the former knew the conversation, and knew it again when it was read back.
func agrees(t require.TestingT, c *Converter, in *ir.Conversation) (lean, proved bool) {
	l := c.ConvertLean(in)
	if l == nil {
		return false, false
	}
	defer l.Release()
	out, err := c.Convert(in)
	require.NoError(t, err, "%v", contents(in))
	require.Equal(t, out.Style, l.Style)
	var steps [ir.NumKinds]int
	for _, s := range out.Read.Steps {
		steps[s.Kind]++
	}
	require.Equal(t, steps, l.Steps, "%v", contents(in))
	require.Equal(t, len(out.Diagnostics), len(l.Diagnostics), "%v %v %v", contents(in), out.Diagnostics, l.Diagnostics)
	for i := range out.Diagnostics {
		require.Equal(t, out.Diagnostics[i], l.Diagnostics[i], "%v", contents(in))
	}
	require.Equal(t, len(in.Messages), len(out.Messages), "%v", contents(in))
	written := &ir.Conversation{}
	for i, m := range out.Messages {
		require.Equal(t, i, m.Source)
		require.Equal(t, in.Messages[i].Role, m.Role)
		want := m.Content
		if was := in.Messages[i].Content; text.Equal(was, want) {
			want = was
		}
		got := l.AppendMessage(nil, i)
		require.Equal(t, string(want.Append(nil, true, false)), string(got), "%v", contents(in))
		written.Messages = append(written.Messages, ir.Message{Role: m.Role, Content: ir.Escaped(got)})
	}
	if proved = c.VerifyLean(written, l); proved {
		require.NoError(t, c.Verify(written, out), "%v", contents(in))
	}
	return true, proved
}

func contents(in *ir.Conversation) (out []string) {
	for _, m := range in.Messages {
		out = append(out, fmt.Sprintf("%s: %s\n", m.Role, m.Content.B))
	}
	return out
}

// TestLean compares both ways on generated transcripts.
func TestLean(t *testing.T) {
	known, proved, all := 0, 0, 0
	leanPairs(t, func(from *styles.Style, c *Converter) {
		rapid.Check(t, func(rt *rapid.T) {
			g := gen.Generator{T: rt, Hits: gen.Hits{}, Escaped: true}
			_, in, err := written(rt, from, g.Transcript(), false)
			if err != nil {
				return
			}
			all++
			lean, back := agrees(rt, c, in)
			if lean {
				known++
			}
			if back {
				proved++
			}
		})
	})
	t.Logf("of %d transcripts %d were converted so, %d read back", all, known, proved)
	require.Greater(t, known, all/20)
	require.Greater(t, proved, known*9/10) // a result that holds </result> is for the long way
}

// disturbances are what is put into canonical text, at any place. Most make it
// something that ConvertLean has to leave to Convert.
var disturbances = []string{
	"\n", "\n\n", " ", "\t", "\n ", "x", "`", "```", "\n```\n", "```json\n", "**", "# ", "> ", "- ", "1. ", "<", ">", "{", "}", `"`, `\`, "'", "ä", "：", "思考：", "\x1b[1m", "\x1b[0m", "\r\n", "\u00a0",
	"Thought:", "Thought: ", "\nThought: again", "Action:", "\nAction: search", "Action Input:", "\nAction Input: {}", "Observation:", "\nObservation: none", "\nObservation:", "Observation", "\nObservation",
	"Answer: ", "\nAnswer: no", "Final Answer: ", "\nFinal Answer: no", "Tool: ", "\nTool: search", "\nTool Input: {}", "None", "none", "N/A", "<end_action>", "Finished chain.", "\n> Finished chain.", "> Entering new AgentExecutor chain...\n",
	"<think>", "</think>", "<think>hm</think>", "<tool_use>", "\n<tool_use>", "</tool_use>", "<answer>", "</answer>", "\n<answer>\n", "<tool_use_result>", "</tool_use_result>", "</result>", "</arguments>", "<arguments>", "</name>", "<![CDATA[", "&lt;",
	"\nSuccessful: True", "Successful: False", "\n`Successful: False`", "`Thought:", "`Answer: ", "search(", "()", "Question: ", "\nUser: ", "Assistant: ", "System: ", "I can answer without using any more tools.", "I need to use a tool to help me answer the question.",
}

// canonical is a conversation as an emitter of the style writes it.
func canonical(t require.TestingT, s *styles.Style, rnd *rand.Rand) *ir.Conversation {
	words := func() ir.Text {
		all := []string{"I have enough information to answer. I will use the user's language.", "It rains in Łódź.", "two\nlines", "a \"quoted\" word", `C:\data`, "1. first\n2. second", "I can answer without using any more tools.", "see <b> & `x`", "done"}
		return ir.Escaped(text.AppendEscaped(nil, []byte(all[rnd.IntN(len(all))]), false))
	}
	step := func(k ir.Kind, message int) ir.Step {
		return ir.Step{Kind: k, Role: k.Actor(), Message: message, Text: words()}
	}
	steps := []ir.Step{step(ir.User, 0)}
	for n := 1; n < 4; n += 2 {
		thought := step(ir.Thought, n)
		if rnd.IntN(4) == 0 && s.Stock[ir.NeedTool] != "" {
			thought.Text, thought.Stock = s.StockText(ir.NeedTool), ir.NeedTool
		}
		call := step(ir.Call, n)
		call.Text, call.Tool, call.Args = ir.Text{}, ir.Escaped([]byte("search")), jsonArgs(ir.Escaped([]byte(`{\"q\": \"a \\\"b\\\"\", \"n\": 1.0}`)))
		result := step(ir.Observation, n+1)
		result.Tool = call.Tool
		if s.ThoughtNeeded(ir.Call) || rnd.IntN(3) > 0 {
			steps = append(steps, thought)
		}
		steps = append(steps, call, result)
	}
	thought, answer := step(ir.Thought, 5), step(ir.Answer, 5)
	if stock := ir.Stock(rnd.IntN(ir.NumStocks)); s.Stock[stock] != "" {
		thought.Text, thought.Stock = s.StockText(stock), stock
	}
	answer.Outcome = ir.Outcome(rnd.IntN(3))
	if s.ThoughtNeeded(ir.Answer) || rnd.IntN(3) > 0 {
		steps = append(steps, thought)
	}
	steps = append(steps, answer)
	c, err := New(Options{To: s.Name})
	require.NoError(t, err)
	out, err := c.ConvertTranscript(&ir.Transcript{Steps: steps}, ir.Beside{})
	require.NoError(t, err)
	conv := &ir.Conversation{}
	for _, m := range out.Messages {
		conv.Messages = append(conv.Messages, ir.Message{Role: m.Role, Content: m.Content})
	}
	return conv
}

// TestLeanDisturbed compares both ways on canonical text into which something was
// put.
func TestLeanDisturbed(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	clean, known, all := 0, 0, 0
	leanPairs(t, func(from *styles.Style, c *Converter) {
		for range 500 {
			in := canonical(t, from, rnd)
			if lean, proved := agrees(t, c, in); lean && proved {
				clean++
			}
			all++
			m := &in.Messages[rnd.IntN(len(in.Messages))]
			plain := m.Content.String()
			for range 1 + rnd.IntN(2) {
				at := rnd.IntN(len(plain) + 1)
				switch rnd.IntN(4) {
				case 0:
					at = 0
				case 1:
					at = len(plain)
				case 2:
					at = strings.LastIndexByte(plain[:at], '\n') + 1
				}
				plain = plain[:at] + disturbances[rnd.IntN(len(disturbances))] + plain[at:]
			}
			plain = strings.ToValidUTF8(plain, "?")
			m.Content = ir.Escaped(text.AppendEscaped(nil, []byte(plain), rnd.IntN(8) == 0))
			if lean, _ := agrees(t, c, in); lean {
				known++
			}
		}
	})
	t.Logf("%d conversations: %d converted so and read back, %d when disturbed", all, clean, known)
	require.Greater(t, clean, all/2)
	require.Greater(t, known, all/8)
	require.Less(t, known, all)
}

// FuzzLean compares both ways on conversations of which the messages are parted by
// form feeds, the model's and the user's in turns.
func FuzzLean(f *testing.F) {
	rnd := rand.New(rand.NewPCG(5, 6))
	var pairs []*Converter
	leanPairs(f, func(from *styles.Style, c *Converter) {
		pairs = append(pairs, c)
		var all []string
		for _, m := range canonical(f, from, rnd).Messages {
			all = append(all, m.Content.String())
		}
		f.Add(uint8(len(pairs)-1), strings.Join(all, "\f"))
	})
	f.Fuzz(func(t *testing.T, pair uint8, words string) {
		in := &ir.Conversation{}
		for i, said := range strings.Split(strings.ToValidUTF8(words, "?"), "\f") {
			role := ir.RoleUser
			if i%2 == 1 {
				role = ir.RoleAssistant
			}
			in.Messages = append(in.Messages, ir.Message{Role: role, Content: ir.Escaped(text.AppendEscaped(nil, []byte(said), false))})
		}
		agrees(t, pairs[int(pair)%len(pairs)], in)
	})
}
