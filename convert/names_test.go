package convert_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
)

// Names in a prompt that teaches no style are a tool list if the calls are of these tools.
func TestNamesInASentence(t *testing.T) {
	for name, c := range map[string]struct {
		tool string
		want bool
	}{"called": {"maps", true}, "others": {"route_for_maps", false}} {
		t.Run(name, func(t *testing.T) {
			conv, err := convert.New(convert.Options{To: "xml"})
			require.NoError(t, err)
			out, err := conv.Convert(&ir.Conversation{Messages: []ir.Message{
				{Role: ir.RoleSystem, Content: ir.Plain("You may use these tools:\n1.weather: Knows the weather.\n2.maps: Draws maps.")},
				{Role: ir.RoleUser, Content: ir.Plain("Where?")},
				{Role: ir.RoleAssistant, Content: ir.Plain("Thought: a\nAction: " + c.tool + "\nAction Input: {}")},
				{Role: ir.RoleUser, Content: ir.Plain("Observation: here")},
				{Role: ir.RoleAssistant, Content: ir.Plain("Answer: here")},
			}})
			require.NoError(t, err)
			require.Equal(t, c.want, out.Read.System.Tools != nil)
			for _, d := range out.Diagnostics {
				require.NotEqual(t, ir.CodeUnknownTool, d.Code)
			}
		})
	}
}
