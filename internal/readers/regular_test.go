package readers

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// markerStyles are those of which messages may be regular.
func markerStyles() (out []*grammar.Style) {
	for _, s := range grammar.All() {
		if s.Family == styles.Markers && !s.Blob() && (s.Brackets || s.AnswerTool == "") {
			out = append(out, s)
		}
	}
	return out
}

// disturbances are what is put into regular messages, at any place: most make them
// something that seek has to read.
var disturbances = []string{
	"\n", "\n\n", " ", "\t", "\n ", "x", "`", "```", "\n```\n", "```json\n", "**", "# ", "> ", "- ", "1. ", "<", ">", "{", "}", `"`, `\`, "'", "ä", "：", "思考：", "\x1b[1m", "\x1b[0m", "\r\n", "\u00a0", "\x00",
	"Thought:", "Thought: ", "\nThought: again", "Thought:\n", "Action:", "\nAction: search", "Action Input:", "\nAction Input: {}", "Observation:", "\nObservation: none", "\nObservation:", "Observation", "\nObservation", "\nObservation \n",
	"Answer: ", "\nAnswer: no", "Final Answer: ", "\nFinal Answer: no", "Tool: ", "\nTool: search", "\nTool Input: {}", "\nArgs: {}", "None", "none", "N/A", "<end_action>", "Finished chain.", "\n> Finished chain.", "> Entering new AgentExecutor chain...\n",
	"<think>", "</think>", "<think>hm</think>", "\nSuccessful: True", "Successful: False", "\n`Successful: False`", "`Thought:", "`Answer: ", "search(", "()", "[", "]", "] ", "\nAction 2: f", "Action 1: g[x]", "\nObservation 1: none", "Question: ", "\nUser: ", "Assistant: ", "System: ",
}

// regularConversation draws a conversation of regular messages.
func regularConversation(s *grammar.Style, rnd *rand.Rand) (messages []string) {
	pick := func(of ...string) string { return of[rnd.IntN(len(of))] }
	thought := func() string {
		switch rnd.IntN(10) {
		case 0, 1:
			return ""
		case 2:
			return pick("I look it up", "It is known.\n\nSo", "use this format:", "a `word`", s.Sentences[ir.CanAnswer]+".") + "\n"
		}
		return s.Thought + " " + pick("It rains.", "two\nlines", `a "quoted" word`, "I know", "see <b>", "Łódź and 中文", s.Sentences[ir.CanAnswer]+".", s.Sentences[ir.NeedTool]) + "\n"
	}
	if s.Brackets {
		return bracketConversation(s, pick)
	}
	messages = []string{pick("Is it open?", s.Observation+" a question")}
	for range 1 + rnd.IntN(2) {
		said := ""
		for range 1 + rnd.IntN(5)/4 {
			args := pick(`{"q": "a \"b\"", "n": 1.0}`, `{'q': None}`, `{"q": "}`, "rain in Spain", "[1]", `"quoted"`, "{}", `{"a": 1} and more`)
			said += thought() + s.Call + " " + pick("search", "route_2", "`f`", "two words", "f()") + "\n" + s.Input + " " + args + "\n"
		}
		messages = append(messages, strings.TrimSuffix(said, "\n")+pick("", "", "", "\n"+s.Observation, "\nObservation", "\n"+s.Observation+" it is\nor not\n"+s.Observation+" it is not", "\n"+s.Observation+" so\n"+s.Thought+" Answer: no"), pick(s.Observation+" it is", "it is", s.Observation))
	}
	end := s.Answer + " " + pick("No.", "two\nlines", "see\n"+s.Call+" f", "a "+s.Answer+" b", "Observation")
	if s.Says == styles.ByLine {
		end += "\n" + s.Outcome + " " + pick("True", "False", "maybe")
	}
	return append(messages, thought()+end)
}

// bracketConversation is regularConversation for a style with calls in brackets.
func bracketConversation(s *grammar.Style, pick func(of ...string) string) (messages []string) {
	marker := func(m string) string { return strings.TrimSuffix(m, ":") + pick("", " 1", " 12", "3") + ": " }
	said := func(call string) string {
		thought := pick("It rains.", "two\nlines", "see [1]", `a "quoted" word`, "Łódź", "")
		if thought == "" {
			return call
		}
		return marker(s.Thought) + thought + "\n" + call
	}
	call := func() string {
		return marker(s.Call) + pick("Search", "look up", "f") + "[" + pick("rain in Spain", `{"q": "]"}`, "a [b] c", "", "two\nlines", "x] y") + "]"
	}
	messages = []string{"Is it open?", said(call()), marker(s.Observation) + "it is"}
	return append(messages, said(pick(call()+"\n", "")+marker(s.Call)+pick("Finish", "finish")+"["+pick("No.", "two\nlines", "")+"]"))
}

// disturb puts something into one of the messages.
func disturb(messages []string, rnd *rand.Rand) {
	m := rnd.IntN(len(messages))
	said := messages[m]
	at := rnd.IntN(len(said) + 1)
	switch rnd.IntN(4) {
	case 0:
		at = 0
	case 1:
		at = len(said)
	case 2:
		at = strings.LastIndexByte(said[:at], '\n') + 1
	}
	messages[m] = strings.ToValidUTF8(said[:at]+disturbances[rnd.IntN(len(disturbances))]+said[at:], "?")
}

// conversationOf makes a conversation of messages, the user's and the model's in
// turns, in one of four spellings: in the last, some characters are numbers.
func conversationOf(messages []string, spelling int) *ir.Conversation {
	in := &ir.Conversation{}
	for i, said := range messages {
		content := ir.Plain(said)
		if spelling > 0 {
			content = ir.Escaped(text.AppendEscaped(nil, []byte(said), spelling > 1))
			if spelling == 3 {
				content = numbered(said, i)
			}
			var x jsonx.Index
			x.Scan([]byte(`"` + string(content.B) + `"`))
			content.Direct = !x.Spelled
		}
		in.Messages = append(in.Messages, ir.Message{Role: []ir.Role{ir.RoleUser, ir.RoleAssistant}[i%2], Content: content})
	}
	return in
}

// numbered spells every now and then a character by its number.
func numbered(said string, from int) ir.Text {
	var out []byte
	for i, r := range said {
		if c := []byte(string(r)); (i*i+from)%11 != 0 || r >= utf8.RuneSelf {
			out = text.AppendEscaped(out, c, false)
		} else {
			out = fmt.Appendf(out, `\u%04x`, r)
		}
	}
	return ir.Escaped(out)
}

// agrees compares what is read with what seek alone reads.
func agrees(t require.TestingT, s *grammar.Style, in *ir.Conversation) {
	for _, recovers := range []bool{true, false} {
		read := func(seekOnly bool) (Result, error) {
			r := newReader()
			defer r.release()
			r.recovers, r.opts.seekOnly = recovers, seekOnly
			return r.read(s, in)
		}
		got, gotErr := read(false)
		want, wantErr := read(true)
		require.Equal(t, wantErr, gotErr)
		require.Equal(t, want.Diagnostics, got.Diagnostics)
		require.Equal(t, want.Transcript, got.Transcript)
	}
}

// TestRegular holds regular to what seek reads, on regular messages and on such
// into which something was put.
func TestRegular(t *testing.T) {
	rnd := rand.New(rand.NewPCG(3, 4))
	for _, s := range markerStyles() {
		taken, all := 0, 0
		for range testlong.Size(400, 40000) {
			messages := regularConversation(s, rnd)
			for range rnd.IntN(3) {
				disturb(messages, rnd)
			}
			in := conversationOf(messages, rnd.IntN(4))
			agrees(t, s, in)
			for i := 1; i < len(in.Messages); i += 2 {
				r := newReader()
				r.recovers, r.style, r.lex, r.opts.Scratch = true, s, s.Lexicon(), new(Scratch)
				r.begin(i, ir.RoleAssistant, in.Messages[i].Content)
				if all++; r.regular(in.Messages[i].Content) {
					taken++
				}
				r.release()
			}
		}
		t.Logf("%s: %d of %d messages are regular", s.Name, taken, all)
		require.Greater(t, taken, all/3, s.Name)
		require.Less(t, taken, all*9/10, s.Name)
	}
}

// FuzzRegular holds regular to what seek reads. Form feeds part the messages.
func FuzzRegular(f *testing.F) {
	rnd := rand.New(rand.NewPCG(5, 6))
	all := markerStyles()
	for k, s := range all {
		for range 4 {
			messages := regularConversation(s, rnd)
			f.Add(uint8(k), uint8(1), strings.Join(messages, "\f"))
			disturb(messages, rnd)
			f.Add(uint8(k), uint8(0), strings.Join(messages, "\f"))
		}
	}
	f.Fuzz(func(t *testing.T, style, spelling uint8, words string) {
		agrees(t, all[int(style)%len(all)], conversationOf(strings.Split(strings.ToValidUTF8(words, "?"), "\f"), int(spelling%4)))
	})
}
