package oracles

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/emitters"
	"github.com/toolspeak/toolspeak/internal/constrain"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/ir"
)

const grammarTools = `[{"type": "function", "function": {"name": "tide", "parameters": {"type": "object", "properties": {"place": {"type": "string"}, "days": {"type": "integer"}, "height": {"type": "number"}, "all": {"type": "boolean"},
 "unit": {"enum": ["m", "ft"]}, "tags": {"type": "array", "items": {"type": "string"}}, "where": {"type": "object", "properties": {"lat": {"type": "number"}, "name": {"type": "string"}}}, "until": {"type": ["string", "null"]}, "port": {"anyOf": [{"type": "integer"}, {"type": "boolean"}]}}}}},
 {"name": "now", "parameters": {"type": "object", "properties": {}}}]`

// TestTongueGrammars gives grammars to those who constrain models by them: they accept what the
// page writes for the tools, and no other tool and no value of another type.
func TestTongueGrammars(t *testing.T) {
	interpreter := os.Getenv("TOOLSPEAK_TONGUES")
	if interpreter == "" {
		t.Skip("TOOLSPEAK_TONGUES is not set: make tongues installs xgrammar and llguidance")
	}
	judge := run(t, interpreter, "grammars.py")
	call := func(name, args string) ir.Step {
		v := ir.Plain(args)
		return ir.Step{Kind: ir.Call, Role: ir.RoleAssistant, Tool: ir.Plain(name), Args: ir.Args{Raw: v, Form: ir.JSON, Value: v}}
	}
	words := ir.Step{Kind: ir.Prose, Text: ir.Plain("I look: 3 < 5.\nThen é.")}
	thought := ir.Step{Kind: ir.Thought, Text: ir.Plain("Low water?"), More: &ir.More{Reasoning: true}}
	many := call("tide", `{"place": "Ness \"old\"\n<port>", "days": 3, "height": -1.5e3, "all": true, "unit": "m", "tags": ["a", "b"], "where": {"lat": 3.5, "name": "x"}, "until": null, "port": 8}`)
	one, none := call("tide", `{"days": 3}`), call("now", `{}`)
	good := [][]ir.Step{{one}, {none}, {many}, {words, many}, {thought, one}, {thought, words, none}, {one, none, many}, {words}, {thought, words}}
	bad := [][]ir.Step{{call("nope", `{"days": 3}`)}, {words, call("nope", `{}`)}, {call("tide", `{"days": "three"}`)}, {call("tide", `{"all": 3}`)}, {call("tide", `{"unit": "km"}`)}, {one, call("tide", `{"tags": [3]}`)}, {call("tide", `{"other": 3}`)}}
	right, all := 0, 0
	for _, p := range page.All() {
		if p.Offered || p.Written("tide") == "" {
			continue
		}
		e := emitters.ForPage(p)
		var texts []string
		var want []bool
		for i, steps := range append(append([][]ir.Step{}, good...), bad...) {
			if p.Item != "" && i == len(good)+5 {
				continue // a list of elements does not say what is a number
			}
			if text, err := e.Message(steps, 0); err == nil {
				texts, want = append(texts, text), append(want, i < len(good))
			}
		}
		for _, format := range constrain.Formats() {
			made, err := constrain.Grammar(p, []byte(grammarTools), format)
			require.NoError(t, err, p.Name)
			var got struct {
				Accepts []bool
				Fault   string
			}
			judge.ask(map[string]any{"format": format, "grammar": made, "texts": texts}, &got)
			if all++; !assert.Empty(t, got.Fault, "%s as %s:\n%s", p.Name, format, made) {
				continue
			}
			fine := true
			for i := range texts {
				fine = assert.Equal(t, want[i], got.Accepts[i], "%s as %s: %q", p.Name, format, texts[i]) && fine
			}
			if fine {
				right++
			}
		}
	}
	t.Logf("%d of %d grammars accept what is meant, and nothing else: %s", right, all, strings.Join(constrain.Formats(), ", "))
	require.Equal(t, all, right)
}
