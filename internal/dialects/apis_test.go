package dialects_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/dialects"
)

// TestEntriesOfAPIs reads requests and answers of APIs whose messages are no roles with words.
func TestEntriesOfAPIs(t *testing.T) {
	const said = "system Be brief.\nuser Tide?\nthought I look.\ncall tide {\"at\": \"Ness\"}\n"
	for _, c := range []struct{ format, source, want string }{
		{"cohere-v1", `{"preamble": "Be brief.", "chat_history": [{"role": "USER", "message": "Tide?"}, {"role": "CHATBOT", "message": "I look.", "tool_calls": [{"name": "tide", "parameters": {"at": "Ness"}}]}], "message": "Quick!",
			"tool_results": [{"call": {"name": "tide", "parameters": {"at":"Ness"}}, "outputs": [{"is": "low"}]}]}`, said + "observation tide [{\"is\": \"low\"}]\nuser Quick!"},
		{"cohere-v1", `{"request": {"preamble": "Be brief.", "message": "Tide?", "tool_results": [{"call": {"name": "tide", "parameters": {"at": "Ness"}}, "outputs": [{"is": "low"}]}, {"call": {"name": "wind", "parameters": {}}, "outputs": []}]}, "response": {"text": "Low."}}`,
			"system Be brief.\nuser Tide?\ncall tide {\"at\": \"Ness\"}\ncall wind {}\nobservation tide [{\"is\": \"low\"}]\nobservation wind []\nanswer Low."},
		{"cohere-v1", `{"text": "I look.", "chat_history": [{"role": "SYSTEM", "message": "Be brief."}, {"role": "USER", "message": "Tide?"}, {"role": "CHATBOT", "message": "I look."}], "tool_calls": [{"name": "tide", "parameters": {"at": "Ness"}}]}`, said[:len(said)-1]},
		{"cohere-v1", `{"request": {"message": "Tide?", "tools": [{"name": "tide", "parameter_definitions": {}}]}, "response": {"text": "", "tool_calls": [{"name": "tide", "parameters": {}}]}}`, "user Tide?\ncall tide {}"},
		{"mistral-entries", `{"instructions": "Be brief.", "inputs": [{"type": "message.input", "role": "user", "content": "Tide?"}], "outputs": [{"type": "message.output", "content": "I look."}, {"type": "function.call", "tool_call_id": "a", "name": "tide", "arguments": "{\"at\": \"Ness\"}"}, {"type": "function.result", "tool_call_id": "a", "result": "low"}]}`,
			said + "observation tide low"},
		{"mistral-entries", `{"request": {"inputs": "Tide?", "instructions": "Be brief."}, "response": {"outputs": [{"type": "tool.execution", "id": "a", "name": "tide", "arguments": {"at": "Ness"}, "info": {"is": "low"}}, {"type": "message.output", "content": [{"type": "text", "text": "Low."}]}]}}`,
			"system Be brief.\nuser Tide?\ncall tide {\"at\": \"Ness\"}\nobservation tide {\"is\": \"low\"}\nanswer Low."},
		{"swe-agent-text", "{\"trajectory\": [{\"role\": \"system\", \"text\": null, \"system_prompt\": \"Be brief.\"}, {\"role\": \"user\", \"text\": \"Tide?\"}, {\"role\": \"ai\", \"text\": \"I show\\n```\\nx\\n```\\nI look.\\n```\\ntide\\n```\"}, {\"role\": \"user\", \"text\": \"low\"}, {\"role\": \"ai\", \"text\": \"Low.\"}]}",
			"system Be brief.\nuser Tide?\nthought I show\n```\nx\n```\nI look.\ncall bash {\"command\": \"tide\"}\nobservation bash low\nanswer Low."},
	} {
		v := dialects.Parse([]byte(c.source))
		require.True(t, dialects.MayBe([]byte(c.source)), c.source)
		f := dialects.Find(v)
		require.NotNil(t, f, c.source)
		require.Equal(t, c.format, f.Name, c.source)
		all := f.Read(v)
		require.Len(t, all, 1)
		require.Nil(t, all[0].Fault, c.source)
		require.Equal(t, c.want, short(&all[0]), c.source)
	}
}
