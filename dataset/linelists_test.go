package dataset_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
)

// TestMessagesOnLines: a file with a message or an event on each line is a transcript, or one of
// each conversation that the messages name. Lines that have transcripts of their own are records.
func TestMessagesOnLines(t *testing.T) {
	t.Parallel()
	const chat = `{"role": "user", "content": "?"}` + "\n" + `{"role": "assistant", "content": "a"}` + "\n"
	for name, c := range map[string]struct {
		input   string
		records int
		has     []string
	}{
		"roles":           {chat, 1, []string{`"?"`, `"a"`}},
		"a blank line":    {chat + "\n" + chat, 1, []string{`"a"`}},
		"system prompts":  {`{"role": "system", "content": "S"}` + "\n" + chat + `{"role": "system", "content": "T"}` + "\n" + chat, 2, []string{`"S"`, `"T"`}},
		"conversations":   {strings.ReplaceAll(chat, "{", `{"thread_id": 1, `) + strings.ReplaceAll(chat, "{", `{"thread_id": 2, `), 2, nil},
		"LangChain":       {`{"type": "human", "data": {"content": "?"}}` + "\n" + `{"type": "ai", "data": {"content": "", "tool_calls": [{"name": "f", "args": {}, "id": "1"}]}}` + "\n" + `{"type": "tool", "data": {"content": "r", "tool_call_id": "1"}}`, 1, []string{"?", "f", "r"}},
		"pydantic-ai":     {`{"kind": "request", "parts": [{"part_kind": "user-prompt", "content": "?"}]}` + "\n" + `{"kind": "response", "parts": [{"part_kind": "text", "content": "a"}]}`, 1, []string{"?", "a"}},
		"Gemini CLI":      {`{"sessionId": "s", "projectHash": "h"}` + "\n" + `{"id": "1", "type": "user", "content": "?"}` + "\n" + `{"id": "2", "type": "gemini", "content": "a"}` + "\n" + `{"$rewindTo": "2"}` + "\n" + `{"id": "3", "type": "gemini", "content": "b"}`, 1, []string{"?", `"b"`}},
		"codex exec":      {`{"type": "thread.started", "thread_id": "t"}` + "\n" + `{"type": "item.completed", "item": {"id": "1", "type": "agent_message", "text": "a"}}`, 1, []string{`"a"`}},
		"a broken line":   {chat + "{\n" + chat, 2, []string{`"a"`}},
		"records":         {`{"messages": [` + strings.ReplaceAll(strings.TrimSpace(chat), "\n", ", ") + `], "role": "user", "content": "x"}` + "\n" + `{"messages": [` + strings.ReplaceAll(strings.TrimSpace(chat), "\n", ", ") + `]}`, 2, []string{`"a"`}},
		"prompts as rows": {`{"prompt": "?", "completion": "a", "role": "user", "content": "x"}` + "\n" + `{"prompt": "?", "completion": "b"}`, 2, []string{`"a"`, `"b"`}},
	} {
		e := nativeEngine(t, convert.Options{To: "openai"})
		var all []string
		for rec, err := range e.Records(t.Context(), "log.jsonl", strings.NewReader(c.input)) {
			require.NoError(t, err, name)
			out, _, err := e.ConvertRecord(rec)
			if err != nil {
				require.Equal(t, "a broken line", name, err)
			}
			all = append(all, string(out))
		}
		require.Len(t, all, c.records, name)
		for _, words := range c.has {
			require.Contains(t, strings.Join(all, "\n"), words, name)
		}
		if name == "Gemini CLI" {
			require.NotContains(t, all[0], `"a"`)
		}
	}
}
