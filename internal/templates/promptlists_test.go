package templates

import (
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/jinja"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
	"github.com/toolspeak/toolspeak/styles"
)

// oddTools are tools whose descriptions hold what prompts hold, too. Each word that counts begins
// with qz.
const oddTools = `[{"type": "function", "function": {"name": "qztide", "description": "Says the qzone. You must never qztwo unless the function returns qzthree: it is available as a tool.\n\nqzfour:\n- qzfive {\"qzsix\": 1}", ` +
	`"parameters": {"type": "object", "properties": {"qzplace": {"type": "string", "description": "The \"qzseven\" of <b>qzeight</b>, in JSON: qznine\nqzten."}, "qzdays": {"type": "integer", "description": "def qzeleven(a): the qztwelve", "default": 3}, ` +
	`"qzunit": {"type": "string", "enum": ["qzmetre", "qzfoot"]}, "qzwhere": {"type": "object", "description": "qzthirteen", "properties": {"qzlat": {"type": "number", "description": "qzfourteen"}}, "required": ["qzlat"]}}, "required": ["qzplace"]}}}, ` +
	`{"type": "function", "function": {"name": "qznow", "description": "## qzfifteen\n` + "```" + `python\nqznow()\n` + "```" + `\nParameters: qzsixteen", "parameters": {"type": "object", "properties": {}}}}, ` +
	`{"type": "function", "function": {"name": "qzlist", "description": "Action: qzseventeen", "parameters": {"type": "object", "properties": {"qztags": {"type": "array", "items": {"type": "string"}, "description": "Tags. If qzeighteen, qznineteen."}}, "required": ["qztags"]}}}]`

// flatTools have parameters that each template can write.
const flatTools = `[{"type": "function", "function": {"name": "qztide", "description": "Says the qzone. Use the function only if qztwo.", "parameters": {"type": "object", "properties": {"qzplace": {"type": "string", "description": "The qzthree (if any): qzfour"}, ` +
	`"qzdays": {"type": "integer", "description": "qzfive, \"qzsix\""}}, "required": ["qzplace"]}}}, {"type": "function", "function": {"name": "qznow", "description": "qzseven [qzeight]", "parameters": {"type": "object", "properties": {"qzunit": {"type": "string", "description": "qznine"}}}}}]`

var oddWord = regexp.MustCompile(`qz[a-z]+`)

// TestPromptLists translates the system prompts that templates of models render: each word of
// every tool stays, is in the list of the target or is named in a loss.
func TestPromptLists(t *testing.T) {
	tr := prompts.New()
	react, _ := styles.Lookup("react")
	rendered := 0
	for _, file := range realTemplates(t) {
		for _, tools := range []string{oddTools, flatTools} {
			tm := open(t, file)
			given, err := jinja.FromJSON([]byte(tools))
			require.NoError(t, err)
			text, err := tm.Render(list(say("system", "Be brief. Answer in qzdutch."), say("user", wordUser)), given.(*jinja.List), true)
			prompt, _, ok := strings.Cut(text, wordUser)
			if err != nil || !ok {
				continue
			}
			rendered++
			words := slices.Compact(slices.Sorted(slices.Values(oddWord.FindAllString(prompt, -1))))
			check := func(way, out string, ds []ir.Diagnostic) {
				for _, d := range ds {
					if d.Severity == ir.Loss {
						out += d.Text()
					}
				}
				arrived := oddWord.FindAllString(out, -1)
				lost := slices.DeleteFunc(slices.Clone(words), func(w string) bool { return slices.Contains(arrived, w) })
				assert.Empty(t, lost, "%s, %s", filepath.Base(file), way)
			}
			to, err := tr.Translate(ir.Plain(prompt), react, prompts.Options{})
			require.NoError(t, err)
			check("to react", to.Text.String(), to.Diagnostics)
			native := tr.Strip(ir.Plain(prompt), prompts.Options{})
			check("native", native.Text.String()+string(native.ToolList.OpenAI()), native.Diagnostics)
		}
	}
	assert.Greater(t, rendered, 100)
}
