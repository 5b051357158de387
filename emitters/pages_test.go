package emitters

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/readers"
)

const tools = `[{"type": "function", "function": {"name": "tide_at", "parameters": {"type": "object", "properties": {
	"place": {"type": "string"}, "hours": {"type": "integer"}, "height": {"type": "number"}, "spring": {"type": "boolean"},
	"marks": {"type": "array", "items": {"type": "integer"}}, "boat": {"type": "object", "properties": {"name": {"type": "string"}, "crew": {"type": "integer"}}}, "note": {"type": ["string", "null"]}}}}},
	{"type": "function", "function": {"name": "now", "parameters": {"type": "object", "properties": {}}}}]`

func call(name, args string) ir.Step {
	t := ir.Plain(args)
	return ir.Step{Kind: ir.Call, Role: ir.RoleAssistant, Tool: ir.Plain(name), Args: ir.Args{Raw: t, Form: ir.JSON, Value: t}}
}

// same reports whether what was read is what was meant.
func same(t *testing.T, got, want []ir.Step) bool {
	t.Helper()
	if len(got) != len(want) {
		return false
	}
	for i := range got {
		g, w := got[i], want[i]
		if g.Kind != w.Kind || g.Tool.String() != w.Tool.String() || g.Text.String() != w.Text.String() {
			return false
		}
		if g.Kind != ir.Call {
			continue
		}
		var a, b any
		if json.Unmarshal([]byte(g.Args.Value.String()), &a) != nil || json.Unmarshal([]byte(w.Args.Value.String()), &b) != nil || !reflect.DeepEqual(a, b) {
			return false
		}
	}
	return true
}

// Each page reads what it writes: words and two calls, with values of all types.
func TestPagesReadBack(t *testing.T) {
	known, err := readers.ParseTools([]byte(tools))
	if err != nil {
		t.Fatal(err)
	}
	first := `{"place": "Ness, \"old\" harbour\nnorth & south", "hours": 6, "height": 2.5, "spring": true, "marks": [1, 2], "boat": {"name": "Gull", "crew": 3}, "note": null}`
	for _, p := range page.All() {
		e, r := ForPage(p), readers.ForPage(p)
		if p.Written("tide_at") == "" {
			continue // see TestPrograms
		}
		for _, steps := range [][]ir.Step{
			{call("tide_at", first)},
			{call("now", `{}`)},
			{call("tide_at", first), call("now", `{}`), call("tide_at", `{"place": "3"}`)},
			{{Kind: ir.Prose, Role: ir.RoleAssistant, Text: ir.Plain("I look.")}, call("tide_at", first)},
			{{Kind: ir.Thought, Role: ir.RoleAssistant, Text: ir.Plain("Low?"), More: &ir.More{Reasoning: true}}, call("tide_at", first)},
		} {
			text, err := e.Message(steps, 0)
			if p.Single && len(steps) == 3 {
				if err == nil {
					t.Errorf("%s: three calls in a message: %q", p.Name, text)
				}
				continue
			}
			if words := steps[0].Kind == ir.Prose; p.Anchor != page.Anywhere && words {
				if err == nil {
					t.Errorf("%s: words before calls that have no marker: %q", p.Name, text)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", p.Name, err)
				continue
			}
			m := r.Read(text, known)
			if !same(t, m.Steps, steps) || len(m.Repairs) > 0 || len(m.Unread) > 0 {
				got, _ := json.Marshal(m.Steps)
				t.Errorf("%s: %q\nread as %s\nrepairs %v, unread %v", p.Name, text, got, m.Repairs, m.Unread)
			}
		}
	}
}

// Pages of programs write the program that is a call's only argument, for each of their
// tools, and say no to all other calls.
func TestPrograms(t *testing.T) {
	const code = "for x in [1, 2]:\n\tprint(\"a & b\", {x: 1 < 2})\n"
	tried := 0
	for _, p := range page.All() {
		e, r := ForPage(p), readers.ForPage(p)
		for _, tool := range p.Programs {
			tried++
			args, _ := json.Marshal(map[string]string{page.CodeKey: code})
			steps := []ir.Step{call(tool, string(args))}
			text, err := e.Message(steps, 0)
			if err != nil {
				t.Errorf("%s: %v", p.Name, err)
				continue
			}
			if m := r.Read(text, nil); !same(t, m.Steps, steps) || len(m.Repairs) > 0 || len(m.Unread) > 0 {
				got, _ := json.Marshal(m.Steps)
				t.Errorf("%s: %q\nread as %s", p.Name, text, got)
			}
			for _, other := range []string{`{"code": 3}`, `{"code": "x", "more": 1}`, `{}`} {
				if text, err := e.Message([]ir.Step{call(tool, other)}, 0); err == nil {
					t.Errorf("%s: %s is no program, and was written as %q", p.Name, other, text)
				}
			}
		}
	}
	if tried < 5 {
		t.Errorf("%d tools of programs: expected at least 5", tried)
	}
}
