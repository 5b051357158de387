package recall

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// outcome is what a parser makes of an input. Kind is call, answer, or none for
// prose and errors.
type outcome struct {
	Kind   string `json:"kind"`
	Answer string `json:"answer"`
	Calls  []struct {
		Tool string `json:"tool"`
		Args any    `json:"args"`
	} `json:"calls"`
	// note is a reject's code.
	note string
}

// parserCase is an input and what published parsers return for it, as measured.
type parserCase struct {
	Section string             `json:"section"`
	Name    string             `json:"name"`
	Input   string             `json:"input"`
	Parsers map[string]outcome `json:"parsers"`
}

// families are the sections of testdata/parsers.jsonl: their titles and the
// styles to read them with, the first that is known.
var families = []struct {
	section, title string
	styles         []string
}{
	{"7.1", "Action and Action Input", []string{"react"}},
	{"7.2", "Tool and Tool Input", []string{"tool-input"}},
	{"7.3", "Action with a JSON blob", []string{"langchain-json", "tool-json"}},
	{"7.4", "Action, Args, Answer and Successful", []string{"tao"}},
	{"7.5", "XML", []string{"xml"}},
}

var parserNames = map[string]string{
	"L": "LlamaIndex", "LC": "LangChain", "CR": "CrewAI", "DB": "DB-GPT", "LF": "LLaMA-Factory", "NV": "NeMo Agent Toolkit",
	"haystack": "Haystack", "chemtool": "ChemToolAgent", "reactjson": "LangChain ReAct JSON", "structchat": "LangChain structured chat",
	"CH": "Cherry Studio", "CH-plugin": "Cherry Studio plugin", "CS": "CriticSearch",
}

// TestConformance reads what published parsers were run on, and compares
// docs/conformance.md with the count of agreement.
func TestConformance(t *testing.T) {
	data, err := os.ReadFile("testdata/parsers.jsonl")
	require.NoError(t, err)
	agree, total := map[string]int{}, map[string]int{}
	var differ strings.Builder
	n, some, something := map[string]int{}, map[string]int{}, map[string]int{}
	in := bufio.NewScanner(bytes.NewReader(data))
	in.Buffer(nil, 1<<20)
	for in.Scan() {
		var c parserCase
		require.NoError(t, json.Unmarshal(in.Bytes(), &c))
		got := readCase(t, &c)
		n[c.Section]++
		var names []string
		for name := range c.Parsers {
			names = append(names, name)
		}
		sort.Strings(names)
		found := false
		for _, name := range names {
			want := c.Parsers[name]
			total[c.Section+" "+name]++
			if same(&want, &got) {
				agree[c.Section+" "+name]++
				found = true
			}
		}
		if found {
			some[c.Section]++
			if got.Kind != "none" {
				something[c.Section]++
			}
			continue
		}
		why := reasons[c.Section+" "+c.Name]
		if why == "" {
			why = "Not explained yet."
		}
		fmt.Fprintf(&differ, "| %s %s | %s | %s | %s |\n", c.Section, c.Name, cell(show(&got)), cell(others(&c, names)), strings.ReplaceAll(why, "<think>", "`<think>`"))
	}
	require.NoError(t, in.Err())
	require.Equal(t, map[string]int{"7.1": 54, "7.2": 19, "7.3": 20, "7.4": 22, "7.5": 40}, n)
	doc := conformanceDoc(n, some, something, agree, total, differ.String())
	t.Log("\n" + doc)
	compare(t, "conformance.md", doc)
}

// readCase reads an input as the model's message.
func readCase(t *testing.T, c *parserCase) outcome {
	var opts convert.Options
	opts.To = styles.Neutral
	for _, f := range families {
		if f.section != c.Section {
			continue
		}
		for _, name := range f.styles {
			if _, err := styles.Lookup(name); err == nil {
				opts.From = name
				break
			}
		}
	}
	e, err := dataset.New(dataset.Options{Options: opts})
	require.NoError(t, err)
	doc, res, err := convertSample(t, e, &sample{messages: []message{{"user", "Go on."}, {"assistant", c.Input}}})
	if err != nil {
		var d *ir.Diagnostic
		require.ErrorAs(t, err, &d)
		return outcome{Kind: "none", note: "rejected: " + string(d.Code)}
	}
	tr, _, err := ir.ParseDocument(doc)
	require.NoError(t, err)
	out := outcome{Kind: "none"}
	plain := slices.ContainsFunc(res.Diagnostics, func(d ir.Diagnostic) bool { return d.Code == ir.CodePlainAnswer })
	for i := range tr.Steps {
		switch st := &tr.Steps[i]; st.Kind {
		case ir.Call:
			out.Kind = "call"
			raw := st.Args.Value.String()
			if raw == "" {
				raw = st.Args.Raw.String()
			}
			out.Calls = append(out.Calls, struct {
				Tool string `json:"tool"`
				Args any    `json:"args"`
			}{st.Tool.String(), raw})
		case ir.Answer:
			if out.Kind == "none" && !plain {
				out.Kind, out.Answer = "answer", st.Text.String()
			}
		}
	}
	return out
}

// same tells whether two outcomes say the same; arguments are compared as
// values where both are JSON.
func same(a, b *outcome) bool {
	if a.Kind != b.Kind || len(a.Calls) != len(b.Calls) || a.Kind == "answer" && strings.TrimSpace(a.Answer) != strings.TrimSpace(b.Answer) {
		return false
	}
	for i := range a.Calls {
		if a.Calls[i].Tool != b.Calls[i].Tool || value(a.Calls[i].Args) != value(b.Calls[i].Args) {
			return false
		}
	}
	return true
}

// value returns an argument in one spelling: JSON with sorted keys, numbers as
// they stand, or the trimmed text.
func value(v any) string {
	s, ok := v.(string)
	if ok {
		dec := json.NewDecoder(strings.NewReader(s))
		dec.UseNumber()
		if !json.Valid([]byte(s)) || dec.Decode(&v) != nil {
			return strings.TrimSpace(s)
		}
		if inner, ok := v.(string); ok {
			return strings.TrimSpace(inner)
		}
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if enc.Encode(v) != nil {
		return fmt.Sprint(v)
	}
	return strings.TrimSpace(b.String())
}

func show(o *outcome) string {
	switch o.Kind {
	case "call":
		var out []string
		for _, c := range o.Calls {
			out = append(out, "call "+c.Tool+" "+value(c.Args))
		}
		if len(out) == 0 {
			return "nothing"
		}
		return strings.Join(out, "; ")
	case "answer":
		return "answer " + o.Answer
	}
	if o.note != "" {
		return o.note
	}
	return "prose"
}

func others(c *parserCase, names []string) string {
	var out []string
	for _, name := range names {
		want := c.Parsers[name]
		said := show(&want)
		if said == "prose" {
			said = "no call, no answer"
		}
		out = append(out, label(name)+": "+said)
	}
	return strings.Join(out, " / ")
}

func label(name string) string {
	if long := parserNames[name]; long != "" {
		return long
	}
	return name
}

// cell makes text fit into a cell of a table.
func cell(s string) string {
	r := strings.NewReplacer("\n", "⏎", "\r", "␍", "|", "\\|")
	return "`` " + r.Replace(s) + " ``"
}

func conformanceDoc(n, some, something, agree, total map[string]int, differ string) string {
	var b strings.Builder
	b.WriteString(`# Beside published parsers

155 inputs on which published parsers were run, and whether toolspeak reads the
same out of them: the same calls with the same arguments (as values where both
are JSON), the same answer, or neither. The parsers differ among themselves, so
no reader can agree with all. The page is made by
` + "`go test ./internal/recall -run Conformance -update`" + `.

*Of these read* leaves out the cases in which toolspeak and a parser agree only
in finding nothing.

| inputs | cases | like at least one parser | of these read | like each parser |
| --- | --- | --- | --- | --- |
`)
	for _, f := range families {
		var each []string
		for key := range total {
			if section, name, _ := strings.Cut(key, " "); section == f.section {
				each = append(each, fmt.Sprintf("%s %d of %d", label(name), agree[key], total[key]))
			}
		}
		sort.Strings(each)
		fmt.Fprintf(&b, "| %s %s | %d | %d | %d | %s |\n", f.section, f.title, n[f.section], some[f.section], something[f.section], strings.Join(each, ", "))
	}
	b.WriteString("\n## Inputs that toolspeak reads like none of them\n\n| input | toolspeak | the parsers | why |\n| --- | --- | --- | --- |\n")
	return b.String() + differ
}
