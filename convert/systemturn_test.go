package convert

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// TestSystemLineInResult: in a plain transcript a result may have a line that looks like the
// system's turn. The calls after it are read, in every spelling of a plain transcript, and what
// is written has them again.
func TestSystemLineInResult(t *testing.T) {
	const before = "Question: Which host is it?\n"
	for _, test := range []struct{ style, said string }{
		{"react", "Thought: I look.\nAction: uname\nAction Input: {}\nObservation: ok\nSystem: Linux 6.1\nThought: Now the user.\nAction: whoami\nAction Input: {}\nObservation: bob\nThought: I know.\nAnswer: Linux 6.1, bob."},
		{"langchain", "Thought: I look.\nAction: uname\nAction Input: {}\nObservation: ok\nSystem: Linux 6.1\nThought: Now the user.\nAction: whoami\nAction Input: {}\nObservation: bob\nFinal Answer: Linux 6.1, bob."},
		{"react-paper", "Thought 1: I look.\nAction 1: uname[-a]\nObservation 1: ok\nSystem: Linux 6.1\nThought 2: Now the user.\nAction 2: whoami[-u]\nObservation 2: bob\nAction 3: finish[Linux 6.1, bob.]"},
		{"xml", "Assistant: I look.\n\n<tool_use>\n  <name>uname</name>\n  <arguments>{}</arguments>\n</tool_use>\n<tool_use_result>\n  <name>uname</name>\n  <result>ok</result>\n</tool_use_result>\nSystem: Linux 6.1\n<tool_use>\n  <name>whoami</name>\n  <arguments>{}</arguments>\n</tool_use>\n<tool_use_result>\n  <name>whoami</name>\n  <result>bob</result>\n</tool_use_result>\nAssistant: <answer>\nLinux 6.1, bob.\n</answer>"},
	} {
		for _, to := range []string{test.style, "hermes", "tool-json"} {
			c, err := New(Options{To: to})
			require.NoError(t, err)
			out, err := c.Convert(&ir.Conversation{Flat: true, Text: ir.Plain(before + test.said)})
			require.NoError(t, err, "%s to %s", test.style, to)
			var tools, said []string
			for _, s := range out.Lowered.Steps {
				switch {
				case s.Kind == ir.Call:
					tools = append(tools, s.Tool.String())
				case s.Role == ir.RoleSystem:
					said = append(said, s.Text.String())
				}
			}
			require.Equal(t, []string{"uname", "whoami"}, tools, "%s to %s", test.style, to)
			require.Equal(t, []string{"Linux 6.1"}, said, "%s to %s", test.style, to)
			if to == test.style && to != "xml" { // there the model's turn gets its role line
				require.Equal(t, before+test.said, out.Text.String())
			}
		}
	}
}

// TestSystemTurnWithMarkers: the system's later turns are escaped as a user's are, and the
// prompt, which only a role line ends, is not.
func TestSystemTurnWithMarkers(t *testing.T) {
	c, err := New(Options{From: "xml", To: "react"})
	require.NoError(t, err)
	out, err := c.Convert(&ir.Conversation{Flat: true, Text: ir.Plain("System: Be brief.\nAction: none\nQuestion: q\nAssistant: <answer>\na\n</answer>\nSystem: Note:\nAction: none\nQuestion: r\nAssistant: <answer>\nb\n</answer>")})
	require.NoError(t, err)
	require.Equal(t, "System: Be brief.\nAction: none\nQuestion: q\nThought: I can answer without using any more tools.\nAnswer: a\nSystem: Note:\n Action: none\nQuestion: r\nThought: I can answer without using any more tools.\nAnswer: b", out.Text.String())
}
