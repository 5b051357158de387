package prompts

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/beevik/etree"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// systemPrompts returns the system prompts of a file of records.
func systemPrompts(t *testing.T, path string) []string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	var out []string
	record := func(r gjson.Result) {
		if s := r.Get("system"); s.Type == gjson.String {
			out = append(out, s.String())
		}
		for _, list := range []string{"messages", "conversations"} {
			r.Get(list).ForEach(func(_, m gjson.Result) bool {
				if m.Get("role").String() == "system" {
					out = append(out, m.Get("content").String())
				}
				if m.Get("from").String() == "system" {
					out = append(out, m.Get("value").String())
				}
				return true
			})
		}
	}
	if root := gjson.ParseBytes(b); root.IsArray() {
		root.ForEach(func(_, r gjson.Result) bool { record(r); return true })
		return out
	}
	for line := range strings.Lines(string(b)) {
		record(gjson.Parse(line))
	}
	return out
}

// toolLine finds the tools of LlamaIndex's prompts by other means than ours.
var toolLine = regexp.MustCompile(`(?m)^> Tool Name: (.*)\nTool Description: (.*)\nTool Args: (.*)$`)

func TestLlamaIndexPromptsToXML(t *testing.T) {
	list := systemPrompts(t, corpus(t, "llamaindex-react", "finetuning_events_10q.jsonl"))
	require.Len(t, list, 184)
	sentence := regexp.MustCompile(`[^.!?:\n]{12,}[.!?:]`)
	for _, prompt := range list {
		out, r, diags, err := fresh.anew(prompt, style(t, "xml"), Options{})
		require.NoError(t, err)
		require.Equal(t, "react", r.Style.Name)

		// The tools are those that a regular expression finds.
		want := toolLine.FindAllStringSubmatch(prompt, -1)
		require.Len(t, r.ToolList.Tools, len(want))
		doc := etree.NewDocument()
		start, end := strings.Index(out, "<tools>"), strings.Index(out, "</tools>")+len("</tools>")
		require.NoError(t, doc.ReadFromString(out[start:end]))
		elements := doc.FindElements("//tool")
		require.Len(t, elements, len(want))
		for i, w := range want {
			assert.Equal(t, w[1], elements[i].SelectElement("name").Text())
			assert.Equal(t, w[2], elements[i].SelectElement("description").Text())
			asJSON, _, pyErr := literal.Python(nil, text.Plain(w[3]), 0)
			require.Nil(t, pyErr)
			assert.Equal(t, string(asJSON), elements[i].SelectElement("arguments").Text())
			assert.True(t, json.Valid(asJSON))
		}

		// Of the old prompt, what names nothing of the format has stayed.
		format := regexp.MustCompile(`Thought|Action|Observation|Answer:|action input|format|tools? (here|response)|do this`)
		for _, s := range sentence.FindAllString(prompt[:strings.Index(prompt, "> Tool Name")], -1) {
			if s = strings.TrimSpace(s); !format.MatchString(s) && !strings.HasSuffix(s, ":") {
				assert.Contains(t, out, s)
			}
		}
		assert.Contains(t, out, "You are designed to help with a variety of tasks")
		assert.NotContains(t, out, "Output Format")
		assert.NotContains(t, out, "Action Input")
		assert.Equal(t, []ir.Code{ir.CodeToolListPython}, codes(diags, ir.Repair))
		assert.Contains(t, codes(diags, ir.Note), ir.CodeInstructionsRemoved)
		if t.Failed() {
			t.Fatal(out)
		}
	}
}

// A rule that is taken out names something of the format: found by other means than ours.
func TestRulesOfTheTaskStay(t *testing.T) {
	rule := regexp.MustCompile(`(?i)\b(never|always|must|should|at most|cannot|do not|don't)\b`)
	format := regexp.MustCompile(`(?s)Thought|Action|Observation|Answer|Question|Begin|</?\w+>|XML|json blob|kwargs|action input|:$|(this|above) format|this \{|access to (the following|these) tools`)
	sentence, broken := regexp.MustCompile(`.+?([.!?]\s|$|\n)`), regexp.MustCompile(`\n([a-z])`)
	rules := 0
	for _, s := range sets {
		files, err := filepath.Glob(corpus(t, s.glob))
		require.NoError(t, err)
		for _, file := range files {
			if s.prompts == nil || strings.Contains(file, "LICENSE") || strings.Contains(file, "SOURCES") {
				continue
			}
			for _, prompt := range s.prompts(t, file) {
				r := fresh.Read(prompt)
				for _, p := range r.Removed {
					if p.kind != prose || r.Template != nil {
						continue
					}
					for _, words := range sentence.FindAllString(broken.ReplaceAllString(p.Text, " $1"), -1) {
						if words = strings.TrimSpace(words); rule.MatchString(words) {
							rules++
							assert.Regexp(t, format, words, p.Text)
						}
					}
				}
			}
		}
	}
	t.Log(rules, "rules of formats were taken out")
	assert.Positive(t, rules)
}

// codes returns the distinct codes of a severity, in order.
func codes(diags []ir.Diagnostic, severity ir.Severity) []ir.Code {
	var out []ir.Code
	for _, d := range diags {
		if d.Severity == severity && (len(out) == 0 || out[len(out)-1] != d.Code) {
			out = append(out, d.Code)
		}
	}
	return out
}

func TestCriticSearchPrompts(t *testing.T) {
	files, err := filepath.Glob(corpus(t, "criticsearch", "*.json"))
	require.NoError(t, err)
	xml := harness(t, "xml")
	n := 0
	for _, file := range files {
		b, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, record := range gjson.ParseBytes(b).Array() {
			prompt := record.Get("system").String()
			m, err := xml.match(prompt)
			require.NoError(t, err)
			n++
			for _, to := range harnessStyles(t) {
				if to.Name == "xml" {
					continue
				}
				own := harness(t, to.Name)
				out, r, _, err := fresh.anew(prompt, to, Options{From: xml, To: own})
				require.NoError(t, err)
				assert.Equal(t, FormOpenAI, r.ToolList.Form)
				back, again, _, err := fresh.anew(out, style(t, "xml"), Options{From: own, To: xml, Form: FormOpenAI})
				require.NoError(t, err)
				require.True(t, equalTools(r.ToolList.Tools, again.ToolList.Tools))
				require.Equal(t, prompt, back)

				built, _, _, err := fresh.anew(prompt, to, Options{From: xml})
				require.NoError(t, err)
				back, _, _, err = fresh.anew(built, style(t, "xml"), Options{To: xml, Form: FormOpenAI})
				require.NoError(t, err)
				require.Equal(t, prompt, back)
			}
			assert.True(t, gjson.Valid(m.tools))
		}
	}
	assert.Equal(t, 24, n)
}
