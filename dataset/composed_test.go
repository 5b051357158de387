package dataset_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// The pieces of the records below: a call and an answer in react and in xml, as
// they are inside JSON.
const (
	callReact   = `Thought: Look.\nAction: f\nAction Input: {\"n\": 1.0}`
	callXML     = `Look.\n\n<tool_use>\n  <name>f</name>\n  <arguments>{\"n\": 1.0}</arguments>\n</tool_use>`
	answerReact = `Thought: Hm.\nAnswer: A`
	answerXML   = `Hm.\n\n<answer>\nA\n</answer>`
	otherReact  = `Thought: Hm.\nAnswer: B`
	otherXML    = `Hm.\n\n<answer>\nB\n</answer>`
	resultReact = `Observation: 7`
	resultXML   = `<tool_use_result>\n  <name>f</name>\n  <result>7</result>\n</tool_use_result>`
)

// inXML puts the pieces in xml in the place of those in react.
var inXML = strings.NewReplacer(
	callReact, callXML, answerReact, answerXML, otherReact, otherXML, resultReact, resultXML,
)

// deepInXML does it inside JSON that is in a string.
var deepInXML = strings.NewReplacer(
	inString(callReact), inString(callXML), inString(answerReact), inString(answerXML), inString(resultReact), inString(resultXML),
)

func inString(s string) string { return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) }

func TestComposed(t *testing.T) {
	user, result := `{"role": "user", "content": "é?"}`, `{"role":"user" , "content":"`+resultReact+`"}`
	call, answer, other := `{"role": "assistant", "content": "`+callReact+`", "k": [1.0]}`, `{"role": "assistant", "content": "`+answerReact+`"}`, `{"role": "assistant", "content": "`+otherReact+`"}`
	list := `[` + strings.Join([]string{user, call, result, answer}, " , ") + `]`
	cases := map[string]struct {
		in     string
		fields []string
		layout dataset.Layout
		calls  int
	}{
		"prompt and completion, lists":       {in: `{"a": 1.0, "prompt": [` + user + `, ` + call + `], "completion": [` + result + `,` + answer + ` ]}`, layout: dataset.LayoutPromptCompletion, calls: 1},
		"prompt and completion, strings":     {in: `{"prompt": "?", "completion" : "` + callReact + `", "b": null}`, layout: dataset.LayoutPromptCompletion, calls: 1},
		"completion before prompt":           {in: `{"completion": "` + callReact + `", "prompt": "?"}`, layout: dataset.LayoutPromptCompletion, calls: 1},
		"alpaca":                             {in: `{"instruction": "Ask", "input": "this", "output": "` + callReact + `", "id": 7}`, layout: dataset.LayoutAlpaca, calls: 1},
		"alpaca with a history":              {in: `{"history": [["?", "` + callReact + `"], ["` + resultReact + `", "` + answerReact + `"]], "instruction": "And?", "input": "", "output": "` + otherReact + `"}`, layout: dataset.LayoutAlpaca, calls: 1},
		"a preference, with a prompt":        {in: `{"prompt": [` + user + `, ` + call + `, ` + result + `], "chosen": [` + answer + `], "rejected": [` + other + `]}`, layout: dataset.LayoutPreference, calls: 2},
		"a preference, whole lists":          {in: `{"chosen": [` + user + `, ` + answer + `], "rejected": [` + user + `, ` + other + `]}`, layout: dataset.LayoutPreference},
		"a preference that repeats":          {in: `{"prompt": "é?", "chosen": [` + user + `, ` + answer + `], "rejected": [` + user + `, ` + other + `]}`, layout: dataset.LayoutPreference},
		"a field":                            {in: `{"data": {"turns": ` + list + `, "x": "` + callReact[:8] + `"}}`, fields: []string{"data.turns"}, layout: dataset.LayoutField, calls: 1},
		"two fields":                         {in: `{"b": [` + list + `, 1], "a": ` + list + `}`, fields: []string{"a & b.0"}, layout: dataset.LayoutField, calls: 2},
		"a field with a plain transcript":    {in: `{"log": {"text": "Question: ?\n` + callReact + `"}}`, fields: []string{"log.text"}, layout: dataset.LayoutField, calls: 1},
		"a field with messages in a string":  {in: `{"m": "` + inString(list) + `"}`, fields: []string{"m"}, layout: dataset.LayoutField, calls: 1},
		"a completion with JSON in a string": {in: `{"prompt": "?", "completion": "` + inString(`[`+call+`]`) + `"}`, layout: dataset.LayoutPromptCompletion, calls: 1},
	}
	for what, c := range cases {
		t.Run(what, func(t *testing.T) {
			to := func(style, in string) string {
				e, err := dataset.New(dataset.Options{Options: convert.Options{To: style}, Fields: c.fields})
				require.NoError(t, err)
				out, res, err := e.Record([]byte(in))
				require.NoError(t, err)
				require.Equal(t, c.layout, res.Layout)
				require.Equal(t, c.calls, res.Steps[ir.Call])
				return string(out)
			}
			out := to("xml", c.in)
			want := inXML.Replace(c.in)
			if strings.Contains(c.in, inString(callReact)) {
				want = deepInXML.Replace(c.in)
			}
			if c.layout == dataset.LayoutField && strings.Contains(c.in, "Question: ") {
				want = strings.Replace(want, callXML, "Assistant: "+callXML, 1)
			}
			require.Equal(t, want, out)
			require.Equal(t, c.in, to("react", out), "and back")
			e, err := dataset.New(dataset.Options{Options: convert.Options{To: "ir"}, Fields: c.fields})
			require.NoError(t, err)
			found, err := e.Detect(&dataset.Record{Raw: []byte(c.in)})
			require.NoError(t, err)
			require.Equal(t, c.layout, found.Layout)
			require.Equal(t, "react", found.Candidates[0].Style)
			seen, err := e.Inspect(&dataset.Record{Raw: []byte(c.in)})
			require.NoError(t, err)
			require.Len(t, slices.Collect(seen.Calls()), c.calls)
			require.Equal(t, c.calls, seen.Steps[ir.Call])
		})
	}
}

func TestComposedRejects(t *testing.T) {
	for what, c := range map[string]struct {
		in     string
		opts   dataset.Options
		code   ir.Code
		reason string
	}{
		"no such field":        {`{"a": 1}`, dataset.Options{Fields: []string{"b.c"}}, ir.CodeUnknownLayout, `nothing at --field "b.c"`},
		"the same place twice": {`{"a": {"b": []}}`, dataset.Options{Fields: []string{"a.b&a.b"}}, ir.CodeUnknownLayout, "name the same place"},
		"a number":             {`{"a": 1}`, dataset.Options{Fields: []string{"a"}}, ir.CodeWrongType, `"a" is a number`},
		"a list for fields":    {`[]`, dataset.Options{Fields: []string{"a"}}, ir.CodeUnknownLayout, `expected an object with "a"`},
		"half a pair":          {`{"prompt": "a"}`, dataset.Options{Layout: dataset.LayoutPromptCompletion}, ir.CodeUnknownLayout, `no "completion"`},
		"a turn of one":        {`{"instruction": "a", "output": "b", "history": [["x"]]}`, dataset.Options{}, ir.CodeWrongType, "has 1 strings: expected two"},
		"no room for two":      {`{"instruction": "?", "output": "<tool_use><name>f</name><arguments>{}</arguments></tool_use>", "history": [["?", "<tool_use><name>f</name><arguments>{}</arguments></tool_use>"], ["<tool_use_result><name>f</name><result>1</result></tool_use_result>\nAnd?", "x"]]}`, dataset.Options{}, ir.CodeLayoutTooNarrow, "one message became 2"},
		"a bad side":           {`{"chosen": [{"role": "assistant", "content": "Thought: a\nAction: f\nAction Input: {"}], "rejected": [{"role": "assistant", "content": "x"}]}`, dataset.Options{}, ir.CodeBrokenArgs, `in "chosen": `},
		"twice a key":          {`{"chosen": "a", "chosen": "b", "rejected": "c"}`, dataset.Options{}, ir.CodeDuplicateKey, `"chosen" comes twice`},
	} {
		t.Run(what, func(t *testing.T) {
			c.opts.To = "react"
			e, err := dataset.New(c.opts)
			require.NoError(t, err)
			_, _, err = e.Record([]byte(c.in))
			var d *ir.Diagnostic
			require.ErrorAs(t, err, &d)
			require.Equal(t, c.code, d.Code, d.Text())
			require.Contains(t, d.Text(), c.reason)
		})
	}
}
