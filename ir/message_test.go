package ir

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What a Message has no place for is not dropped in silence.
func TestMessageUnmarshal(t *testing.T) {
	for key, value := range map[string]string{
		"tool_calls": `[{"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]`, "function_call": `{"name": "f"}`,
		"refusal": `"no"`, "reasoning_content": `"r"`, "reasoning": `"r"`, "thinking": `"r"`,
	} {
		var list []Message
		err := json.Unmarshal([]byte(`[{"role": "user", "content": "q"}, {"content": null, "`+key+`": `+value+`, "role": "assistant"}]`), &list)
		require.ErrorContains(t, err, `"`+key+`"`)
		assert.ErrorContains(t, err, "package dataset")
	}
	var list []Message
	require.NoError(t, json.Unmarshal([]byte(`[{"role": "assistant", "content": "a\nb", "tool_calls": null, "refusal": null}, {"role": "assistant", "content": "", "tool_calls": []}]`), &list))
	assert.Equal(t, "a\nb", list[0].Content.String())
	assert.Equal(t, RoleAssistant, list[1].Role)
	assert.Error(t, json.Unmarshal([]byte(`[{"role": "assistant", "content": [{"type": "tool_use"}]}]`), &list))
}
