package convert

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// TestCallsInOtherSpellings: a call in another spelling is read where a result follows it in
// the message, and is reported where it is in the user's turn of a plain transcript.
func TestCallsInOtherSpellings(t *testing.T) {
	const call = "**Action:** tide\n**Action Input:** {\"at\": \"Ness\"}\n"
	c, err := New(Options{To: "xml"})
	require.NoError(t, err)
	out, err := c.Convert(&ir.Conversation{Messages: []ir.Message{
		{Role: ir.RoleUser, Content: ir.Plain("High or low?")},
		{Role: ir.RoleAssistant, Content: ir.Plain(call + "Observation: falling\nFinal Answer: Low, soon.")},
	}})
	require.NoError(t, err)
	require.Equal(t, "tide", out.Lowered.Steps[1].Tool.String())
	require.JSONEq(t, `{"at": "Ness"}`, out.Lowered.Steps[1].Args.Value.String())

	quoted := "Observation: falling\nFinal Answer: Write it so:\n" + call
	out, err = c.Convert(&ir.Conversation{Messages: []ir.Message{{Role: ir.RoleAssistant, Content: ir.Plain(quoted)}}})
	require.NoError(t, err)
	for i := range out.Lowered.Steps {
		require.NotEqual(t, ir.Call, out.Lowered.Steps[i].Kind, "it is quoted in the answer")
	}

	for said, like := range map[string]bool{call: true, "**Action:** none\n": false, "": false} {
		out, err = c.Convert(&ir.Conversation{Flat: true, Text: ir.Plain("Question: High or low?\n" + said + "Observation: falling\nFinal Answer: Low, soon.")})
		require.NoError(t, err)
		found := false
		for _, d := range out.Diagnostics {
			found = found || d.Code == ir.CodeMarkerLike
		}
		require.Equal(t, like, found, "%q", said)
	}
}
