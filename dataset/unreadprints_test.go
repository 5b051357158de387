package dataset_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
)

// TestUnreadPrints: a text that a known program printed in a form that is not read is a reject with the
// program's name and a way.
func TestUnreadPrints(t *testing.T) {
	for text, want := range map[string]string{
		"You are in a room.\n\n> go to desk 1\nA lamp is on it.\n\n> take lamp 1\nYou have it.\n": "--from alfworld",
		"DEBUG ***** Agent ID: a *****\nDEBUG ===== assistant =====\nDEBUG Tool Calls:\n":         "Agno",
		"bot response: [{'role': 'assistant', 'content': 'I look.'}]\n":                           "Qwen-Agent",
		"tool_call: search({})\ntool_output: noon\nassistant: Noon.\n":                            "OpenAI Agents SDK",
		"It rains.\n> go\n": "no line with a marker",
	} {
		for rec, err := range dataset.Records(t.Context(), strings.NewReader(text)) {
			require.NoError(t, err)
			_, _, err = nativeEngine(t, convert.Options{To: "openai"}).ConvertRecord(rec)
			require.ErrorContains(t, err, want, text)
		}
	}
}
