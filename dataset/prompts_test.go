package dataset_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/prompts"
)

func TestOwnSystemPrompt(t *testing.T) {
	const teaches = `Call so:\n\nTool: name\nTool Input: argument`
	for what, in := range map[string]string{
		"before": `{"system": "` + teaches + `", "messages": [{"role": "system", "content": "` + teaches + `"}, {"role": "user", "content": "?"}], "k": 1.0}`,
		"behind": `{"messages": [{"role": "system", "content": "` + teaches + `"}, {"role": "user", "content": "?"}], "system" : "` + teaches + `"}`,
		"alone":  `{"k": [1.0],  "conversations": [{"from": "human", "value": "?"}], "system": "` + teaches + `"}`,
		"text":   `{"system": "` + teaches + `", "text": "Question: ?"}`,
		"empty":  `{"system": "` + teaches + `", "messages": []}`,
	} {
		t.Run(what, func(t *testing.T) {
			e, err := dataset.New(dataset.Options{Options: convert.Options{To: "xml"}})
			require.NoError(t, err)
			out, res, err := e.Record([]byte(in))
			require.NoError(t, err)
			require.Positive(t, len(res.Diagnostics))
			require.NotContains(t, string(out), "Tool Input")
			own := gjson.GetBytes(out, "system")
			require.Contains(t, own.String(), "<tool_use>")
			if copied := gjson.GetBytes(out, "messages.0.content"); copied.Exists() {
				require.Equal(t, own.Raw, copied.Raw, "two equal copies stay equal")
			}
			// All else is as it was.
			restored := strings.ReplaceAll(string(out), own.Raw, `"`+teaches+`"`)
			require.Equal(t, in, restored)
		})
	}
}

// TestOwnSystemPromptOfDocument takes a record to the neutral document and from
// there to another style.
func TestOwnSystemPromptOfDocument(t *testing.T) {
	in := `{"messages": [{"role": "user", "content": "?"}], "system": "Call so:\n\nTool: name\nTool Input: argument", "k": 1.0}`
	doc, _, err := record(t, convert.Options{To: "ir"}, in)
	require.NoError(t, err)
	out, _, err := record(t, convert.Options{To: "xml"}, doc)
	require.NoError(t, err)
	direct, _, err := record(t, convert.Options{To: "xml"}, in)
	require.NoError(t, err)
	require.Equal(t, direct, out)
}

func record(t *testing.T, opts convert.Options, in string) (string, dataset.Result, error) {
	t.Helper()
	e, err := dataset.New(dataset.Options{Options: opts})
	require.NoError(t, err)
	out, res, err := e.Record([]byte(in))
	return string(out), res, err
}

// TestLlamaIndexPrompts translates the prompts of real records: the tools in the
// xml are those of the source.
func TestLlamaIndexPrompts(t *testing.T) {
	in := read(t, llamaIndex)
	out, s := run(t, llamaIndex, in, convert.Options{From: "react", To: "xml"})
	require.Equal(t, 184, s.Repairs["tool-list-python"])
	require.Zero(t, s.Losses["prompt-kept"])
	before, _ := run(t, llamaIndex, in, convert.Options{From: "react", To: "ir"})
	after, _ := run(t, llamaIndex, out, convert.Options{From: "xml", To: "ir"})
	count := 0
	want, got := lines(before), lines(after)
	for i := range want {
		a, b := gjson.Get(want[i], "system"), gjson.Get(got[i], "system")
		require.Equal(t, "react", a.Get("style").String())
		require.Equal(t, "xml", b.Get("style").String())
		require.Equal(t, a.Get("tools").Raw, b.Get("tools").Raw)
		count += len(a.Get("tools").Array())
	}
	require.Equal(t, 552, count)
}

func lines(b []byte) []string { return strings.Split(strings.TrimSpace(string(b)), "\n") }

// TestCriticSearchTemplates moves real records to the prompts of other harnesses
// and back to their own bytes.
func TestCriticSearchTemplates(t *testing.T) {
	template := func(name string) *prompts.Template {
		source, err := os.ReadFile(filepath.Join(filepath.Dir(os.Getenv("TOOLSPEAK_CORPUS")), "prompts", name+".txt"))
		require.NoError(t, err)
		parsed, err := prompts.ParseTemplate(string(source))
		require.NoError(t, err)
		return parsed
	}
	for _, name := range []string{"4962", "6725", "9710"} {
		in := read(t, "criticsearch/sharegpt_conversations_"+name+".json")
		normal, _ := run(t, name, in, convert.Options{To: "xml", Prompts: keep})
		for _, style := range []string{"react", "tool-input", "tool-json", "tao"} {
			there, s := run(t, name, in, convert.Options{To: style, Prompts: prompts.Options{From: template("xml"), To: template(style)}})
			require.Zero(t, s.Losses["prompt-kept"]+s.Notes["instructions-removed"])
			require.NotContains(t, string(there), "tool_use")
			back, _ := run(t, name, there, convert.Options{From: style, To: "xml", Prompts: prompts.Options{From: template(style), To: template("xml"), Form: prompts.FormOpenAI}})
			require.Equal(t, string(normal), string(back))
		}
	}
}

// TestPromptsAreRemembered makes sure that what is remembered of a prompt
// does not point into a record.
func TestPromptsAreRemembered(t *testing.T) {
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "xml"}})
	require.NoError(t, err)
	raw := []byte(`{"messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "?"}]}`)
	first, _, err := e.Record(raw)
	require.NoError(t, err)
	require.True(t, json.Valid(first))
	for i := range raw {
		raw[i] = 'x' // the buffer is used for something else
	}
	again := `{"messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "!"}]}`
	out, _, err := e.Record([]byte(again))
	require.NoError(t, err)
	require.Equal(t, again, string(out))
}
