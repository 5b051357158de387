package prompts

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// hostile returns twelve tools with all that is hard to carry: nested schemas,
// text that is not ASCII, &, <, quotes, braces, line breaks and odd numbers.
func hostile() []Tool {
	words := []string{
		"Finds pages.", "Größe & Gewicht < 5 kg", `says "hi" and 'ho'`, "{braces} and {{more}}", "两行\n第二行",
		"ends in a colon:", "a - b: c", "tabs\tand \\ backslashes", "</description> & &amp;", "emoji 🙂, naïve", "", "Tool Args: none",
	}
	tools := make([]Tool, len(words))
	for i, w := range words {
		schema := fmt.Sprintf(`{"type": "object", "properties": {"q": {"type": "string", "description": %s}, "n": {"type":"array",  "items": {"anyOf": [{"type": "number", "minimum": 1.0}, {"enum": [12345678901234567890, null, "<&>"]}]}}}, "required": ["q"]}`, quote(w))
		tools[i] = Tool{Name: fmt.Sprintf("tool_%d", i+1), Description: w, Parameters: json.RawMessage(schema)}
	}
	return tools
}

func toolLists() map[string][]Tool {
	return map[string][]Tool{"none": nil, "one": hostile()[:1], "twelve": hostile()}
}

// Each of the harnesses' prompts becomes each other, exactly, and itself again.
func TestDirectionsOfHarnesses(t *testing.T) {
	tried := 0
	for _, from := range harnessStyles(t) {
		for _, to := range harnessStyles(t) {
			a, b := harness(t, from.Name), harness(t, to.Name)
			for name, tools := range toolLists() {
				tried++
				what := fmt.Sprintf("%s to %s, %s", from.Name, to.Name, name)
				c := &ToolList{Tools: tools}
				render := func(tmpl *Template, f Form) string {
					text, used := WriteToolList(c, f)
					require.Equal(t, f, used, what)
					return tmpl.render(values{tools: text, names: c.names()})
				}
				prompt := render(a, formOf(from))
				want := render(b, formOf(to))
				if a := strings.TrimRight(prompt, "\n"); true {
					want = strings.TrimRight(want, "\n") + prompt[len(a):]
				}
				out, r, _, err := fresh.anew(prompt, to, Options{From: a, To: b})
				require.NoError(t, err, what)
				require.Equal(t, want, out, what)
				assert.Equal(t, from, r.Style, what)
				assert.True(t, equalTools(tools, r.ToolList.Tools), what)
				back, _, _, err := fresh.anew(out, from, Options{From: b, To: a})
				require.NoError(t, err, what)
				require.Equal(t, prompt, back, what)
			}
		}
	}
	t.Logf("%d directions and back", tried)
	assert.Equal(t, 75, tried)
}

// The same holds for the built-in format instructions, with text around them, which needs
// no template to be named.
func TestDirectionsOfInstructions(t *testing.T) {
	for _, from := range textStyles() {
		for _, to := range textStyles() {
			for name, tools := range toolLists() {
				what := fmt.Sprintf("%s to %s, %s", from.Name, to.Name, name)
				c := &ToolList{Tools: tools}
				instructions, _, err := fresh.Render(from, c, Options{})
				require.NoError(t, err, what)
				prompt := "\nYou are Ada.\n\n" + instructions + "\n# Rules\n\nBe brief: use `Thought` sparingly.  \n\n"
				out, r, _, err := fresh.anew(prompt, to, Options{})
				require.NoError(t, err, what)
				assert.Equal(t, from, r.Style, what)
				if from == to {
					assert.Equal(t, prompt, out, what)
				}
				back, _, _, err := fresh.anew(out, from, Options{})
				require.NoError(t, err, what)
				require.Equal(t, prompt, back, what)
			}
		}
	}
}

// A prompt that is already in the style keeps the form of its tool list.
func TestTranslateIsStable(t *testing.T) {
	for _, s := range textStyles() {
		for _, f := range []Form{FormJSON, FormOpenAI, FormJSONLines, FormToolsXML, FormBullets, FormNumbered} {
			prompt, _, err := fresh.Render(s, &ToolList{Tools: hostile()}, Options{Form: f})
			require.NoError(t, err)
			out, _, diags, err := fresh.anew(prompt, s, Options{})
			require.NoError(t, err)
			assert.Equal(t, prompt, out)
			assert.Empty(t, diags)
		}
	}
}
