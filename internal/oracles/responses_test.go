package oracles

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/emitters"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/internal/response"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/readers"
)

const responseTools = `[{"type": "function", "function": {"name": "tide", "parameters": {"type": "object", "properties": {"place": {"type": "string"}, "days": {"type": "integer"}, "all": {"type": "boolean"}, "where": {"type": "object", "properties": {"lat": {"type": "number"}}}}}}},
 {"type": "function", "function": {"name": "now", "parameters": {"type": "object", "properties": {}}}}]`

// TestTongueResponses gives the response templates of formats to transformers: its parser finds
// the words, thoughts and calls that were written. Read as pages again, they read the same.
func TestTongueResponses(t *testing.T) {
	interpreter := os.Getenv("TOOLSPEAK_TONGUES")
	if interpreter == "" {
		t.Skip("TOOLSPEAK_TONGUES is not set: make tongues installs transformers")
	}
	judge := run(t, interpreter, "responses.py")
	call := func(name, args string) ir.Step {
		v := ir.Plain(args)
		return ir.Step{Kind: ir.Call, Role: ir.RoleAssistant, Tool: ir.Plain(name), Args: ir.Args{Raw: v, Form: ir.JSON, Value: v}, More: &ir.More{ID: ir.Plain("call00001"), HasID: true}}
	}
	words := ir.Step{Kind: ir.Prose, Role: ir.RoleAssistant, Text: ir.Plain("I look: 3 < 5.\nThen é.")}
	thought := ir.Step{Kind: ir.Thought, Role: ir.RoleAssistant, Text: ir.Plain("Low water?"), More: &ir.More{Reasoning: true}}
	one, many := call("tide", `{"place": "Ness", "days": 3}`), call("tide", `{"place": "a \"b\"\nç", "days": -3, "all": true, "where": {"lat": 3.5}}`)
	messages := [][]ir.Step{{one}, {many}, {words, one}, {thought, one}, {thought, words, many}, {one, many}, {words}, {thought, words}}
	tools, err := readers.ParseTools([]byte(responseTools))
	require.NoError(t, err)
	said, right, all, exported := "", 0, 0, 0
	for _, p := range page.All() {
		made, err := response.Export(p, layouts.ModelOpeners())
		if err != nil {
			said += "\n  " + err.Error()
			continue
		}
		exported++
		e := emitters.ForPage(p)
		var texts []string
		var meant [][]ir.Step
		for _, steps := range messages {
			if text, err := e.Message(steps, 0); err == nil {
				texts, meant = append(texts, text), append(meant, steps)
			}
		}
		var got struct{ Messages []map[string]any }
		judge.ask(map[string]any{"template": json.RawMessage(made), "texts": texts, "tools": json.RawMessage(responseTools)}, &got)
		again, err := response.Import("again", made)
		if !assert.NoError(t, err, p.Name) {
			continue
		}
		r := readers.ForPage(again)
		for i, text := range texts {
			all++
			found, want := callsOfMessage(got.Messages[i]), stepCalls(meant[i])
			if fault, _ := got.Messages[i]["fault"].(string); fault != "" || !reflect.DeepEqual(found, want) || strings.Contains(wordsOf(got.Messages[i]), "<") != strings.Contains(wordsIn(meant[i]), "<") {
				t.Errorf("%s: %q is read by transformers as %v", p.Name, text, got.Messages[i])
				continue
			}
			right++
			if m := r.Read(text, tools); !reflect.DeepEqual(stepCalls(m.Steps), want) {
				t.Errorf("%s: %q is read as %v by the page of its response template:\n%s", p.Name, text, m.Steps, again.TOML())
			}
		}
	}
	t.Logf("%d response templates; transformers reads %d of %d messages as meant%s", exported, right, all, said)
	require.GreaterOrEqual(t, exported, 50)
}

// wordsOf returns the content of a message that was parsed, and wordsIn the words of steps.
func wordsOf(m map[string]any) string {
	s, _ := m["content"].(string)
	return s
}

func wordsIn(steps []ir.Step) (words string) {
	for i := range steps {
		if steps[i].Kind == ir.Prose {
			words += steps[i].Text.String()
		}
	}
	return words
}

// callsOfMessage returns the calls of a message that was parsed.
func callsOfMessage(m map[string]any) (calls []toolCall) {
	list, _ := m["tool_calls"].([]any)
	for _, c := range list {
		o, _ := c.(map[string]any)
		f, _ := o["function"].(map[string]any)
		name, _ := f["name"].(string)
		calls = append(calls, toolCall{name, f["arguments"]})
	}
	return calls
}

// stepCalls returns the calls of steps.
func stepCalls(steps []ir.Step) (calls []toolCall) {
	for i := range steps {
		if s := &steps[i]; s.Kind == ir.Call {
			c := toolCall{Name: s.Tool.String()}
			_ = json.Unmarshal(s.Args.Value.B, &c.Arguments)
			calls = append(calls, c)
		}
	}
	return calls
}
