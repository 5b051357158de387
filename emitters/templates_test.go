package emitters

import (
	"encoding/json"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/ir"
)

// rendered is a conversation that the chat template of a model rendered, in Python.
type rendered struct {
	File, Scenario, OK string
	Ctx                struct {
		Messages []struct {
			Role, Content, Reasoning string
			ReasoningContent         string `json:"reasoning_content"`
			Calls                    []struct {
				ID       string
				Function struct {
					Name      string
					Arguments json.RawMessage
				}
			} `json:"tool_calls"`
		}
	}
}

// TestTemplates compares what pages write with what models' own chat templates render: the
// text of calls stands in the render, character for character.
func TestTemplates(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join(os.Getenv("TOOLSPEAK_CORPUS"), "..", "tongues", "jinja", "jinja-cases.json"))
	if os.Getenv("TOOLSPEAK_CORPUS") == "" || err != nil {
		t.Skip("skipped: TOOLSPEAK_CORPUS is not set, or has no rendered templates next to it")
	}
	var cases []rendered
	if err := json.Unmarshal(raw, &cases); err != nil {
		t.Fatal(err)
	}
	written := map[string]map[string]bool{}
	for _, c := range cases {
		for _, m := range c.Ctx.Messages {
			if len(m.Calls) == 0 || c.OK == "" || !strings.Contains(c.OK, m.Calls[0].Function.Name) {
				continue
			}
			var steps []ir.Step
			if m.Content != "" {
				steps = append(steps, ir.Step{Kind: ir.Prose, Text: ir.Plain(m.Content)})
			}
			for _, x := range m.Calls {
				s := call(x.Function.Name, spaced(t, x.Function.Arguments))
				s.More = &ir.More{ID: ir.Plain(x.ID), HasID: true}
				steps = append(steps, s)
			}
			for _, p := range page.All() {
				text, err := ForPage(p).Message(steps, 0)
				if err != nil || !strings.Contains(c.OK, text) {
					continue
				}
				if written[p.Name] == nil {
					written[p.Name] = map[string]bool{}
				}
				written[p.Name][c.Scenario] = true
				t.Logf("%s %s: %s", c.File, c.Scenario, p.Name)
			}
		}
	}
	var names []string
	for name, scenarios := range written {
		names = append(names, name+" "+strings.Repeat("*", len(scenarios)))
	}
	sort.Strings(names)
	t.Logf("%d pages: %v", len(names), names)
	if len(names) < 31 {
		t.Errorf("%d pages write what a template renders: expected 31", len(names))
	}
}

// spaced returns JSON as Python writes it.
func spaced(t *testing.T, raw []byte) string {
	var b strings.Builder
	inside, escaped := false, false
	for _, c := range string(raw) {
		b.WriteRune(c)
		switch {
		case escaped:
			escaped = false
		case c == '\\':
			escaped = true
		case c == '"':
			inside = !inside
		case !inside && (c == ',' || c == ':'):
			b.WriteByte(' ')
		}
	}
	return strings.ReplaceAll(strings.ReplaceAll(b.String(), ",  ", ", "), ":  ", ": ")
}
