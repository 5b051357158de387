package readers

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// TestDetectorCounts compares the evidence with what weightAt counts style by style,
// line by line.
func TestDetectorCounts(t *testing.T) {
	all := grammar.All()
	d := NewDetector(all)
	var words []string
	for _, s := range d.styles {
		for _, m := range s.Lexicon().Markers(grammar.StyleMarks) {
			words = append(words, m.Text, m.Text+" 1:", m.Text+"1: ")
		}
		words = append(words, s.Marker.Outcome)
	}
	words = append(words, " ", "\n", "\n\n", "```", "{", "f[x]", "finish[", `{"return_type": "`, `{"action": "`, "<tool_call>", "[TOOL_CALLS]", "word", "`", "é", "：")
	text := rapid.Custom(func(r *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(words), 0, 12).Draw(r, "words"), rapid.SampledFrom([]string{"", "\n", " "}).Draw(r, "between"))
	})
	hits := map[string]int{}
	check := func(r *rapid.T) {
		c := &ir.Conversation{}
		for range rapid.IntRange(1, 4).Draw(r, "messages") {
			c.Messages = append(c.Messages, ir.Message{Role: ir.Role(rapid.IntRange(0, 3).Draw(r, "role")), Content: ir.Plain(text.Draw(r, "text"))})
		}
		y := d.added(c, nil)
		for k, n := range y.given {
			y.evidence[k] += n
		}
		want := make([]int, len(d.styles))
		for k, s := range d.styles {
			if want[k] = evidenceOf(s, c); want[k] > 0 {
				hits[s.Name]++
			}
		}
		require.Equal(r, want, y.evidence)
		found := d.Detect(c)
		best, foreign := d.Best(c, nil)
		require.Equal(r, bestOf(found), best)
		require.Equal(r, found.Foreign, foreign)
	}
	for range 20 {
		rapid.Check(t, check)
	}
	for _, s := range d.styles {
		require.NotZero(t, hits[s.Name], "no conversation speaks for %s", s.Name)
	}
}

// evidenceOf counts the evidence for one style.
func evidenceOf(s *grammar.Style, c *ir.Conversation) (n int) {
	for _, m := range c.Messages {
		switch m.Role {
		case ir.RoleSystem:
		case ir.RoleAssistant:
			for gap, line := 0, 0; gap >= 0; gap, line = text.Newline(m.Content, line) {
				n += weightAt(s, m.Content, line).count
				for at, ok := thoughtAt(m.Content, line); ok && at < m.Content.Len(); at, ok = thoughtAt(m.Content, at) {
					n += weightAt(s, m.Content, at).count
				}
			}
			n -= quotedAnswers(s, m.Content)
		default:
			if _, ok := s.Lexicon().At(m.Content, 0, grammar.ResultMark); ok {
				n++
			}
		}
	}
	return n
}

// A line of the model that begins as a call of another style does outranks what ours
// find; the same words in the middle of a line, or of a user, do not.
func TestForeignSigns(t *testing.T) {
	d := NewDetector(grammar.All())
	said := func(role ir.Role, words string) string {
		_, foreign := d.Best(&ir.Conversation{Messages: []ir.Message{{Role: role, Content: ir.Plain(words)}}}, nil)
		return foreign
	}
	for _, sign := range []string{"<functioncall> {", "<|python_tag|>f()", "<start_function_call>call:f{}", "<|action_start|><|plugin|>", "<｜tool▁calls▁begin｜>", "[TOOL_CALLS] [", "<function=f>"} {
		require.NotEmpty(t, said(ir.RoleAssistant, "Thought: so\n"+sign), sign)
		require.Empty(t, said(ir.RoleAssistant, "Thought: see "+sign), sign)
		require.Empty(t, said(ir.RoleUser, sign), sign)
	}
}

// TestDetectorWeighs: what others say, markers that end in nothing, and markers after
// those of another style weigh less than a call or an answer where messages begin.
func TestDetectorWeighs(t *testing.T) {
	said := func(texts ...string) *ir.Conversation {
		c := &ir.Conversation{}
		for i, text := range texts {
			c.Messages = append(c.Messages, ir.Message{Role: ir.Role(i % 2), Content: ir.Plain(text)})
		}
		return c
	}
	for _, test := range []struct {
		name, want   string
		conversation *ir.Conversation
	}{
		{"a result of no call", "xml", said("q", "t\n\n<answer>\nA\n</answer>", "Observation: Episode finished")},
		{"results alone", "react", said("q", "a", "Observation: r")},
		{"an action without its input", "xml", said("q", "t\n\n<answer>\nC.\nAction: SELECT\n</answer>")},
		{"a turn after a call", "xml", said("q", "<tool_use>\n<name>f</name>\n<arguments>{}</arguments>\n</tool_use>\n\nObservation: r\nThought: t\nAnswer: a")},
		{"a format in an answer", "xml", said("q", "<answer>\nThought: t\nAction: f\nAction Input: {}\n</answer>")},
		{"a call in a thought's block", "xml", said("q", "<think>\nAction: f\nAction Input: {}\n</think>\n<answer>\na\n</answer>")},
		{"a tag after a turn", "react", said("q", "Thought: t\nAnswer: a\n<tool_use>\n<answer>\n</answer>\n<answer>\n<answer>")},
	} {
		best, _ := NewDetector(grammar.All()).Best(test.conversation, nil)
		require.NotNil(t, best, test.name)
		require.Equal(t, test.want, best.Name, test.name)
	}
}

// thoughtAt returns the offset after the marker of a thought in any style.
func thoughtAt(t ir.Text, line int) (end int, ok bool) {
	for _, s := range grammar.All() {
		if found, ok := s.Lexicon().At(t, line, 1<<grammar.MarkThought); ok {
			return found.End, true
		}
	}
	return line, false
}

// quotedAnswers counts the markers of answers of a style that come right after that of a result
// and have another marker after them.
func quotedAnswers(s *grammar.Style, t ir.Text) (n int) {
	inResult, held := false, 0
	at := func(pos int) {
		found, result, answer, own := false, false, false, 0
		for _, o := range grammar.All() {
			m, ok := o.Lexicon().At(t, pos, grammar.StyleMarks)
			found = found || ok || o.Marker.Outcome != "" && prefixed(t, pos, o.Marker.Outcome)
			result = result || ok && m.Mark == grammar.MarkObservation
			if ok && m.Mark == grammar.MarkAnswer && o.ResultsQuote() {
				if answer = true; o == s {
					own = 1
				}
			}
		}
		if !found {
			return
		}
		n += held
		held = 0
		if answer && inResult && !result {
			held = own
		} else {
			inResult = result
		}
	}
	for gap, line := 0, 0; gap >= 0; gap, line = text.Newline(t, line) {
		at(line)
		for pos, ok := thoughtAt(t, line); ok && pos < t.Len(); pos, ok = thoughtAt(t, pos) {
			at(pos)
		}
	}
	return n
}

// bestOf returns the style of the first candidate, or nil.
func bestOf(d Detection) *grammar.Style {
	if len(d.Candidates) == 0 {
		return nil
	}
	return d.Candidates[0].Style
}
