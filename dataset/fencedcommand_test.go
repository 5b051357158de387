package dataset

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
)

// TestFencedCommands: a last message that is a command for a tool of the record is no answer in
// silence. Next to words, or where the record has calls, it may be one.
func TestFencedCommands(t *testing.T) {
	const refused, told, fine = "foreign-style", "call-like", ""
	for _, c := range []struct{ tool, says, before, want string }{
		{"bash", "```bash\\nls -la\\n```", "", refused},
		{"execute_command", "```sh\\nls\\n```", "", refused},
		{"runInTerminal", "```shell\\nls\\ncd /\\n```\\n", "", refused},
		{"code_interpreter", "```python\\nprint(1)\\n```", "", refused},
		{"sql_db_query", "```sql\\nSELECT 1\\n```", "", refused},
		{"bash", "<think>\\nwell\\n</think>\\n\\n```bash\\nls\\n```", "", refused},
		{"bash", "I list them.\\n\\n```bash\\nls\\n```", "", told},
		{"bash", "```bash\\nls\\n```", `{"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "bash", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "a", "content": "no"}, `, told},
		{"weather", "```bash\\nls\\n```", "", fine},
		{"bash", "```python\\nprint(1)\\n```", "", fine},
		{"bash", "```bash\\nls\\n```\\n\\nThis lists all files.", "", fine},
		{"bash", "Use `ls`.", "", fine},
		{"smash", "```bash\\nls\\n```", "", fine},
	} {
		for _, to := range []string{"react", "openai", "anthropic"} {
			e, err := New(Options{Options: convert.Options{To: to}})
			require.NoError(t, err)
			raw := fmt.Sprintf(`{"messages": [{"role": "user", "content": "?"}, %s{"role": "assistant", "content": "%s"}], "tools": [{"type": "function", "function": {"name": %q, "parameters": {"type": "object", "properties": {"command": {"type": "string"}}}}}]}`, c.before, c.says, c.tool)
			_, res, err := e.Record([]byte(raw))
			said := fmt.Sprint(err)
			if err == nil {
				said = ""
			}
			for _, d := range res.Diagnostics {
				said += " " + string(d.Code)
			}
			if c.want == fine {
				require.NotContains(t, said, refused, raw)
				require.NotContains(t, said, told, raw)
				continue
			}
			require.Equal(t, c.want == refused, err != nil, "%s\n%s", raw, said)
			if err == nil {
				require.Contains(t, said, c.want, raw)
			} else {
				require.Contains(t, said, "the record offers the tool "+c.tool)
			}
		}
	}
}
