package main

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// compared returns the kinds of the differences between two builds that gave
// these in one part, with what is meant.
func compared(t *testing.T, part, was, now, renames string, m meant) []string {
	t.Helper()
	var err error
	m.renames, err = parseRenames(renames)
	require.NoError(t, err)
	c := &config{only: strings.Split("output,rejects,reasons,report,diagnostics,exit", ","), meant: m}
	var out []string
	for _, d := range c.differences(&outcome{parts: map[string][]byte{part: []byte(was)}}, &outcome{parts: map[string][]byte{part: []byte(now)}}) {
		require.Equal(t, part, d.part)
		out = append(out, d.kind)
	}
	return out
}

const (
	lossA    = `{"record":1,"severity":"loss","code":"a","line":1,"text":"one"}` + "\n"
	noteA    = `{"record":1,"severity":"note","code":"a","line":1,"text":"one"}` + "\n"
	lossB    = `{"record":1,"severity":"loss","code":"b","line":1,"text":"one"}` + "\n"
	wordedA  = `{"record":1,"severity":"loss","code":"a","line":1,"text":"say \"two\""}` + "\n"
	fieldsA  = `{"record":1,"severity":"loss","code":"a","line":1,"end_line":1,"text":"one","fields":{"name":"\"}{","count":2}}` + "\n"
	lossLate = `{"record":2,"severity":"loss","code":"late","line":1,"text":"x"}` + "\n"
	strictA  = `{"record":1,"code":"strict","reason":"loss a: one"}` + "\n"
	strictB  = `{"record":1,"code":"strict","reason":"note b: one"}` + "\n"
)

func TestDifferences(t *testing.T) {
	for name, test := range map[string]struct {
		part, was, now string
		renames        string
		meant          meant
		want           []string
	}{
		"same":                      {"diagnostics", lossA, lossA, "", meant{}, nil},
		"severity":                  {"diagnostics", lossA, noteA, "", meant{}, []string{"a → a: severity"}},
		"severity, meant":           {"diagnostics", lossA, noteA, "", meant{severity: true}, nil},
		"severity is not code":      {"diagnostics", lossA, lossB, "", meant{severity: true, text: true}, []string{"a → b: code"}},
		"code, meant":               {"diagnostics", lossA, lossB, "a=b", meant{}, nil},
		"renamed the wrong way":     {"diagnostics", lossB, lossA, "a=b", meant{}, []string{"b → a: code"}},
		"text":                      {"diagnostics", lossA, wordedA, "", meant{}, []string{"a → a: text"}},
		"text, meant":               {"diagnostics", lossA, wordedA, "", meant{text: true}, nil},
		"fields":                    {"diagnostics", lossA, fieldsA, "", meant{text: true}, []string{"a → a: end_line, fields"}},
		"fields, meant":             {"diagnostics", lossA, fieldsA, "", meant{fields: true}, nil},
		"one less":                  {"diagnostics", lossA + lossLate, lossLate, "", meant{}, []string{"only in the old build: a"}},
		"one more":                  {"diagnostics", lossA, lossA + lossLate, "", meant{}, []string{"only in the new build: late"}},
		"order":                     {"diagnostics", lossA + lossB, lossB + lossA, "", meant{}, []string{"another order"}},
		"twice":                     {"diagnostics", lossA, lossA + lossA, "", meant{}, []string{"only in the new build: a"}},
		"strict":                    {"reasons", strictA, strictB, "a=b", meant{}, []string{"strict → strict: reason"}},
		"strict, meant":             {"reasons", strictA, strictB, "a=b", meant{severity: true}, nil},
		"report":                    {"report", `{"losses":{"a":1}}`, `{"losses":{"a":2}}`, "", meant{severity: true}, []string{"codes.a"}},
		"report, keys change place": {"report", `{"losses":{"a":1,"b":1}}`, `{"losses":{"b":1,"c":1}}`, "a=c", meant{}, nil},
		"report, severity, meant":   {"report", `{"losses":{"a":1},"repairs":{"a":1}}`, `{"notes":{"a":2},"losses":{}}`, "", meant{severity: true}, nil},
		"report, steps stay":        {"report", `{"steps":{"call":1}}`, `{"steps":{"call":2}}`, "", meant{severity: true}, []string{"steps.call"}},
		"exit":                      {"exit", "0", "1", "", meant{}, []string{"0 → 1"}},
		"output":                    {"output", lossA, noteA, "loss=note", meant{severity: true, text: true}, []string{""}},
	} {
		t.Run(name, func(t *testing.T) {
			require.Equal(t, test.want, compared(t, test.part, test.was, test.now, test.renames, test.meant))
		})
	}
}

func TestFirstDifference(t *testing.T) {
	d := firstDifference("output", []byte("same\nabc\nx"), []byte("same\nabd\nx"))
	require.Equal(t, difference{part: "output", line: 2, at: 3, old: `"abc"`, new: `"abd"`}, d)
	d = firstDifference("output", []byte("same\n"), nil)
	require.Equal(t, difference{part: "output", line: 1, at: 1, old: `"same"`, new: `""`}, d)
}

// TestHarvest finds what no layout describes.
func TestHarvest(t *testing.T) {
	for name, test := range map[string]struct{ file, data, want string }{
		"notebook":        {"a.ipynb", `{"cells":[{"outputs":[{"text":["Thought: a\n","Action: f\n"]}]}]}`, `{"text":"Thought: a\nAction: f"}` + "\n"},
		"record":          {"a.jsonl", "{\"messages\": []}\n{\"text\":  1}", "{\"messages\":[]}\n{\"text\":1}\n"},
		"array":           {"a.json", `[{"x": 1.0}, {"y": 2}]`, "{\"x\":1.0}\n{\"y\":2}\n"},
		"JSON in YAML":    {"a.yaml", `body: '{"messages":[{"role":"user","content":"q"},{"role":"assistant","content":"a"}]}'`, `{"messages":[{"content":"q","role":"user"},{"content":"a","role":"assistant"}]}` + "\n"},
		"cell of a table": {"a.csv", "1,\"Final Answer: x\"\n2,other\n", `{"text":"Final Answer: x"}` + "\n"},
		"page":            {"a.txt", "words only", ""},
	} {
		t.Run(name, func(t *testing.T) {
			h := &harvest{room: 1000}
			h.file(test.file, []byte(test.data))
			var all string
			for _, r := range h.records {
				all += string(r)
			}
			require.Equal(t, test.want, all)
		})
	}
	h := &harvest{room: 10}
	h.file("a.jsonl", []byte("{\"a\":1}\n{\"b\":1}"))
	require.Len(t, h.records, 1)
}
