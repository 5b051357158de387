package templates

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/jinja"
	"github.com/toolspeak/toolspeak/internal/page"
)

// spoken has words of each role, calls without words, and a thought.
const spoken = `{"messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Tide at Ness?"}, {"role": "assistant", "content": "", "tool_calls": [{"id": "call00001", "type": "function", "function": {"name": "tide", "arguments": {"place": "Ness"}}}]}, ` +
	`{"role": "tool", "tool_call_id": "call00001", "name": "tide", "content": "at two"}, {"role": "assistant", "content": "It is at two."}, {"role": "user", "content": "And tomorrow?"}, {"role": "assistant", "content": "At three."}], "tools": ` + offered + `}`

// TestPartsHoldAll parts what templates of real models write: each word of the conversation and of
// the tool list is in a message, calls are the model's, and no text that follows is lost.
func TestPartsHoldAll(t *testing.T) {
	all := 0
	for _, file := range realTemplates(t) {
		tm := open(t, file)
		row, _, d := tm.Row([]byte(spoken), true)
		if tm.Page == nil || d != nil {
			continue
		}
		all++
		v, err := jinja.FromJSON(row)
		require.NoError(t, err)
		messages, _ := v.(*jinja.Dict).Get("messages")
		said := map[string]string{}
		for _, m := range messages.(*jinja.List).Items {
			role, _ := textOf(m.(*jinja.Dict), "role")
			words, _ := textOf(m.(*jinja.Dict), "content")
			said[role] += words + "\x00"
		}
		name := filepath.Base(file)
		everything := said["system"] + said["user"] + said["assistant"] + said["tool"]
		for _, words := range []string{"Be brief.", "Tide at Ness?", "at two", "It is at two.", "And tomorrow?", "At three."} {
			assert.Contains(t, everything, words, name)
		}
		assert.Contains(t, said["assistant"], "Ness", "%s: %q", name, said)
		assert.Contains(t, said["assistant"], "At three.", "%s: %q", name, said)
		if text, _, d := tm.Row([]byte(spoken), false); d == nil && strings.Contains(string(text), "Says the tide.") {
			assert.Contains(t, everything, "Says the tide.", "%s: %q", name, said)
		}
	}
	require.Greater(t, all, 50)
}

// TestPartsOtherOpener parts texts whose template opens a message with calls otherwise than one with
// words: the call is the model's, or the messages are refused. The user never says it.
func TestPartsOtherOpener(t *testing.T) {
	for opener, want := range map[string]string{"  <|bot|></think>\n": "", "[agent] ": "take --out-layout text"} {
		source := `{% for m in messages %}{% if m.role == 'assistant' and m.tool_calls %}` + opener + `{{ m.content }}` + hermesCalls + `<|end|>{% elif m.role == 'assistant' %}<|bot|> {{ m.content }}<|end|>{% else %}<|{{ m.role }}|>{{ m.content }}{% endif %}{% endfor %}{% if add_generation_prompt %}<|bot|> {% endif %}`
		tm, err := Open(&Source{Templates: map[string]string{"default": source}, Values: dict()}, Options{Pages: page.All(), Values: jinja.NewDict(0)})
		require.NoError(t, err)
		row, _, d := tm.Row([]byte(spoken), true)
		if want != "" {
			require.NotNil(t, d, "%s", row)
			require.Contains(t, d.Text(), want)
			continue
		}
		require.Nil(t, d)
		v, err := jinja.FromJSON(row)
		require.NoError(t, err)
		messages, _ := v.(*jinja.Dict).Get("messages")
		call := messages.(*jinja.List).Items[2].(*jinja.Dict)
		role, _ := textOf(call, "role")
		words, _ := textOf(call, "content")
		require.Equal(t, "assistant", role, "%s", row)
		require.Contains(t, words, `{"name": "tide"`)
	}
}
