package templates

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/toolspeak/toolspeak/emitters"
	"github.com/toolspeak/toolspeak/internal/jinja"
)

// offered has what lists of tools are made of: descriptions with quotes, defaults, choices,
// lists, objects in objects, and a tool without parameters.
const offered = `[{"type": "function", "function": {"name": "tide", "description": "Says the tide.", "parameters": {"type": "object", "properties": {"place": {"type": "string", "description": "The harbour's \"name\""}, ` +
	`"days": {"type": "integer", "description": "How many", "default": 3}, "unit": {"type": "string", "enum": ["m", "ft"]}, "tags": {"type": "array", "items": {"type": "string"}}, ` +
	`"where": {"type": "object", "properties": {"lat": {"type": "number", "description": "Latitude"}, "near": {"type": "boolean"}}, "required": ["lat"]}}, "required": ["place", "days"]}}}, ` +
	`{"type": "function", "function": {"name": "now", "description": "The time now", "parameters": {"type": "object", "properties": {}}}}]`

// otherLists are templates whose list is another than that of their page, which is that of
// other models, too.
var otherLists = map[string]string{
	"Apriel-1.6-15b-Thinker-fixed.jinja":                  "nothing between the tools",
	"NousResearch-Hermes-2-Pro-Llama-3-8B-tool_use.jinja": "spaces and Python signatures, where Qwen has JSON",
	"NousResearch-Hermes-3-Llama-3.1-8B-tool_use.jinja":   "the same",
	"tool_chat_template_hermes.jinja":                     "the same",
	"poolside-Laguna-XS.2.jinja":                          "other elements than GLM's, as the page poolside has them",
	"poolside-Laguna-XS-2.1.jinja":                        "the same",
	"tool_chat_template_deepseekv3.jinja":                 "a list without fences, where that of R1 has them",
	"tool_chat_template_phi4_mini.jinja":                  "calls that are Python, so that its page is that of any JSON",
	"qwen35.jinja":                                        "JSON, where Qwen3-Coder has elements",
}

// TestToolLists compares the tool list that a page writes with what the template of a model
// renders: it stands there byte for byte.
func TestToolLists(t *testing.T) {
	same := 0
	for _, file := range realTemplates(t) {
		tm := open(t, file)
		if tm.Page == nil {
			continue
		}
		tools, err := jinja.FromJSON([]byte(offered))
		assert.NoError(t, err)
		text, err := tm.Render(list(say("system", wordSystem), say("user", wordUser)), tools.(*jinja.List), true)
		name := filepath.Base(file)
		switch ours := emitters.ForPage(tm.Page).Tools([]byte(offered)); {
		case err != nil || !strings.Contains(text, "tide"):
			t.Logf("%s: the template lists no tools: %v", name, err)
		case !strings.Contains(text, ours) && otherLists[name] == "":
			t.Errorf("%s: %s writes what the template does not render:\n%s\n--- template\n%s", name, tm.Page.Name, ours, text)
		case otherLists[name] == "":
			same++
		}
	}
	t.Logf("%d templates render the tool list of their page", same)
	assert.GreaterOrEqual(t, same, 50)
}
