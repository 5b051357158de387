package dataset

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
)

// A dialect whose model writes its calls in words keeps its system prompt, its tools, and every
// message.
func TestDialectsInWords(t *testing.T) {
	const (
		tools = `[{"name": "tide", "description": "d", "parameters": {"type": "object", "properties": {"at": {"type": "string"}}}}]`
		list  = `[{"role": "system", "content": "Be brief."}, {"role": "user", "content": "q"}, {"role": "assistant", "content": CALL}, {"role": "tool", "content": "low"}, {"role": "assistant", "content": "done"}]`
	)
	for name, c := range map[string]struct{ record, call string }{
		"CrewAI, hermes":        {`{"tasks_output": [{"agent": "a", "expected_output": "e", "messages": LIST}]}`, `"Look.\n<tool_call>\n{\"name\": \"tide\", \"arguments\": {\"at\": \"Ness\"}}\n</tool_call>"`},
		"ToolBench, Llama":      {`{"answer_generation": {"function": TOOLS, "train_messages": [LIST]}}`, `"[tide(at=\"Ness\")]"`},
		"Inspect, Mistral":      {`{"id": 1, "epoch": 1, "scores": {}, "messages": LIST}`, `"[TOOL_CALLS][{\"name\": \"tide\", \"arguments\": {\"at\": \"Ness\"}}]"`},
		"mini-swe-agent, Qwen3": {`{"trajectory_format": "mini-swe-agent-1.1", "messages": LIST}`, `"<tool_call>\n<function=tide>\n<parameter=at>\nNess\n</parameter>\n</function>\n</tool_call>"`},
		"BFCL, as text":         {`{"question": [[{"role": "system", "content": "Be brief."}, {"role": "user", "content": "q"}]], "function": TOOLS, "result": CALL}`, `"[tide(at=\"Ness\")]"`},
	} {
		replace := strings.NewReplacer("LIST", strings.Replace(list, "CALL", c.call, 1), "TOOLS", tools, "CALL", c.call).Replace
		e, err := New(Options{Options: convert.Options{To: "openai"}})
		require.NoError(t, err)
		out, res, err := e.Record([]byte(replace(c.record)))
		require.NoError(t, err, name)
		for _, want := range []string{`{"role": "system", "content": "Be brief."}`, `"content": "q"`, `"name": "tide", "arguments": "{\"at\": \"Ness\"}"`} {
			assert.Contains(t, string(out), want, "%s: %v", name, res.Diagnostics)
		}
		if strings.Contains(c.record, "TOOLS") {
			assert.Contains(t, string(out), `"tools": [{"type": "function"`, name)
		}
	}
}
