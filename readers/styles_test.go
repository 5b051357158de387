package readers

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/styles"
)

// What is said of a message in a style, with where it is.
func TestStyles(t *testing.T) {
	for _, c := range []struct{ style, text, want string }{
		{"react", "Thought: Look.\nAction: f\nAction Input: {'a': 1}", `thought "Look." call "f" {'a': 1} python-args at {'a': 1}`},
		{"react", "Thought: Look.\n Action: is a word\nAction: f\nAction Input: {}", `thought "Look.\nAction: is a word" call "f" {} unescaped-lines at  Action: is a word`},
		{"react", "Action: f\nAction Input: {}\nAction: g\nAction Input: {}", `call "f" {} call "g" {} several-calls at `},
		{"react", "Thought: Look.\nAction: f\nAction Input: {\"a\": ", "thought \"Look.\" unread Action: f\nAction Input: {\"a\": "},
		{"react", "It is high water.", `answer "It is high water." plain-answer at `},
		{"tool-json", "Tool:\n```json\n{\"tool\": \"f\", \"tool_input\": {}, \"id\": 1}\n```", `call "f" {} blob-key at 1`},
		{"xml", "I look.\n\n<tool_use>\n  <name>f</name>\n</tool_use>", "thought \"I look.\" unread <tool_use>\n  <name>f</name>\n</tool_use>"},
		{"langchain-json", "<think>\nHm.\n</think>\n\nThought: Look.\nAction:\n```\n{\"action\": \"f\"}\n```", "unread <think>\nHm.\n</think>\n\nThought: Look.\nAction:\n```\n{\"action\": \"f\"}\n```"},
	} {
		r, err := New(c.style)
		require.NoError(t, err)
		m := r.Read(c.text, nil)
		got := ""
		for _, s := range m.Steps {
			got += fmt.Sprintf("%s %q ", s.Kind, s.Text.String()+s.Tool.String())
			if !s.Args.Raw.Empty() {
				got += s.Args.Raw.String() + " "
			}
		}
		for _, x := range m.Repairs {
			got += fmt.Sprintf("%s at %s", x.Code, c.text[x.Start:x.End])
		}
		for _, x := range m.Unread {
			got += "unread " + c.text[x.Start:x.End]
		}
		require.Equal(t, c.want, got, "%q", c.text)
	}
}

// Every built-in style has a reader by its name.
func TestNewStyle(t *testing.T) {
	for _, s := range styles.All() {
		_, err := New(s.Name)
		require.NoError(t, err)
	}
}
