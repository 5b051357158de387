package recall

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// The kinds of outcomes.
const (
	callKind   = "call"
	answerKind = "answer"
	// noneKind is prose, an error, or a reject.
	noneKind = "none"
	// plainKind is only ours: no marker, and all of the message is the answer.
	plainKind = "plain"
	// textKind is what was written.
	textKind = "text"
)

// outcome is what a reader makes of an input, or the text that was written.
type outcome struct {
	Kind  string `json:"kind"`
	Calls []struct {
		Tool string `json:"tool"`
		Args any    `json:"args"`
	} `json:"calls,omitempty"`
	// Answer is the answer's text, or what was written.
	Answer string `json:"answer,omitempty"`
	// Thought and Solved are compared only where a suite says them.
	Thought *string `json:"thought,omitempty"`
	Solved  *bool   `json:"solved,omitempty"`
	// note is a reject's code, guessed what --repair all makes of the input then.
	note, guessed string
}

// parserCase is an input and what published parsers return for it, as measured.
type parserCase struct {
	Family  string             `json:"family"`
	Name    string             `json:"name"`
	Input   string             `json:"input"`
	Parsers map[string]outcome `json:"parsers"`
	// Toolspeak is what toolspeak returns, and Why says why that is like none of
	// the parsers.
	Toolspeak string `json:"toolspeak"`
	Why       string `json:"why"`
	// got is what toolspeak made of it just now.
	got outcome
}

// suiteCase is an input of the form that a parser's own tests have, and what
// they expect.
type suiteCase struct {
	Suite string `json:"suite"`
	Name  string `json:"name"`
	// Style is that to read or write with: a built-in one, the name of a file in
	// testdata, or auto.
	Style string `json:"style"`
	// Input is a message of the model or, where Want is a text, the neutral
	// document to write.
	Input string `json:"input"`
	// Decode is --xml-entities decode.
	Decode    bool    `json:"decode"`
	Want      outcome `json:"want"`
	Toolspeak string  `json:"toolspeak"`
	// Guess says that the input is read so only with --repair all.
	Guess bool   `json:"guess"`
	Why   string `json:"why"`
}

// TestParsers reads what published parsers were run on: the outcome is the one
// of the table, and each that is like no parser's has its reason.
func TestParsers(t *testing.T) {
	n := map[string]int{}
	for _, c := range measured(t) {
		t.Run(c.Family+" "+c.Name, func(t *testing.T) {
			alike := false
			for _, want := range c.Parsers {
				alike = alike || same(&want, &c.got)
			}
			require.Equal(t, c.Toolspeak, show(&c.got))
			require.Equal(t, alike, c.Why == "", "there is a reason where toolspeak is like no parser, and only there: %q", c.Why)
		})
		n[c.Family]++
	}
	require.Equal(t, map[string]int{"actions": 54, "tools": 19, "blobs": 20, "args": 22, "xml": 40}, n)
}

// TestSuites does the same for what the parsers' own tests expect.
func TestSuites(t *testing.T) {
	names := map[string]bool{}
	for _, c := range cases[suiteCase](t, "suites.jsonl") {
		t.Run(c.Suite+" "+c.Name, func(t *testing.T) {
			require.True(t, slices.ContainsFunc(suites, func(s suite) bool { return s.name == c.Suite }), "the suite has a title")
			require.False(t, names[c.Suite+" "+c.Name], "a name occurs once")
			names[c.Suite+" "+c.Name] = true
			got, guess := readSuite(t, &c)
			require.Equal(t, c.Toolspeak, show(&got))
			require.Equal(t, c.Guess, guess)
			require.Equal(t, same(&c.Want, &got), c.Why == "", "there is a reason where toolspeak differs, and only there: %q", c.Why)
		})
	}
}

// TestConformance compares docs/internals/conformance.md with the two tables.
func TestConformance(t *testing.T) {
	compare(t, "conformance.md", conformanceDoc(cases[suiteCase](t, "suites.jsonl"), measured(t)))
}

// cases reads a file of testdata, one case a line.
func cases[C any](t *testing.T, name string) []C {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	in := bufio.NewScanner(bytes.NewReader(data))
	in.Buffer(nil, 1<<20)
	var out []C
	for in.Scan() {
		dec := json.NewDecoder(bytes.NewReader(in.Bytes()))
		dec.DisallowUnknownFields()
		dec.UseNumber()
		var c C
		require.NoError(t, dec.Decode(&c), "%s, line %d", name, len(out)+1)
		out = append(out, c)
	}
	require.NoError(t, in.Err())
	return out
}

// measured returns the inputs that parsers were run on, read.
func measured(t *testing.T) []parserCase {
	list := cases[parserCase](t, "parsers.jsonl")
	for i := range list {
		c := &list[i]
		c.got = readStyle(t, familyOf(c.Family).style, c.Input, convert.Options{})
		c.got.Thought, c.got.Solved = nil, nil
	}
	return list
}

// readSuite returns what toolspeak makes of a case, and whether it had to guess
// for that.
func readSuite(t *testing.T, c *suiteCase) (outcome, bool) {
	if c.Want.Kind == textKind {
		return writeStyle(t, c), false
	}
	var opts convert.Options
	if c.Decode {
		opts.XMLEntities = "decode"
	}
	got := readStyle(t, c.Style, c.Input, opts)
	guess := false
	if !same(&c.Want, &got) && c.Want.Kind != noneKind {
		opts.Repair = "all"
		all := readStyle(t, c.Style, c.Input, opts)
		if guess = same(&c.Want, &all); guess {
			got = all
		} else if all.note == "" && got.note != "" {
			trim(&c.Want, &all)
			got.guessed = show(&all)
		}
	}
	trim(&c.Want, &got)
	return got, guess
}

// trim leaves out of got what the tests do not speak of.
func trim(want, got *outcome) {
	if want.Thought == nil {
		got.Thought = nil
	}
	if want.Solved == nil {
		got.Solved = nil
	}
}

// engine returns one for a built-in style, a style file of testdata, or auto.
func engine(t *testing.T, style string, opts dataset.Options) *dataset.Engine {
	if _, err := styles.Lookup(style); err != nil && style != "auto" {
		file, err := os.ReadFile(filepath.Join("testdata", style+".toml"))
		require.NoError(t, err)
		own, err := styles.Parse(file, style+".toml")
		require.NoError(t, err)
		opts.Styles = []*styles.Style{own}
	}
	e, err := dataset.New(opts)
	require.NoError(t, err)
	return e
}

// readStyle reads an input as the model's message.
func readStyle(t *testing.T, style, input string, opts convert.Options) outcome {
	opts.From, opts.To = style, "ir"
	e := engine(t, style, dataset.Options{Options: opts})
	doc, _, err := convertChat(t, e, &sample{messages: []message{{"user", "Go on."}, {"assistant", input}}})
	if err != nil {
		var d *ir.Diagnostic
		require.True(t, errors.As(err, &d), "%v", err)
		return outcome{Kind: noneKind, note: "rejected: " + string(d.Code)}
	}
	tr, _, err := ir.ParseDocument(doc)
	require.NoError(t, err)
	out := outcome{Kind: noneKind}
	var thoughts []string
	for i := range tr.Steps {
		switch st := &tr.Steps[i]; st.Kind {
		case ir.Call:
			raw := st.Args.Value.String()
			if raw == "" {
				raw = st.Args.Raw.String()
			}
			out.Kind = callKind
			out.Calls = append(out.Calls, struct {
				Tool string `json:"tool"`
				Args any    `json:"args"`
			}{st.Tool.String(), raw})
		case ir.Thought:
			if out.Kind == noneKind {
				thoughts = append(thoughts, st.Text.String())
			}
		case ir.Answer:
			if out.Kind == noneKind {
				out.Kind, out.Answer = answerKind, st.Text.String()
				if st.Outcome != ir.Unknown {
					solved := st.Outcome == ir.Success
					out.Solved = &solved
				}
			}
		}
	}
	if out.Kind == answerKind && strings.TrimSpace(out.Answer) == strings.TrimSpace(input) {
		out.Kind = plainKind
	}
	thought := strings.TrimSpace(strings.Join(thoughts, "\n"))
	out.Thought = &thought
	return out
}

// writeStyle writes a neutral document, and returns the text of its last
// message.
func writeStyle(t *testing.T, c *suiteCase) outcome {
	e := engine(t, c.Style, dataset.Options{Options: convert.Options{From: "ir", To: c.Style}})
	out, _, err := e.Record([]byte(c.Input))
	require.NoError(t, err)
	var rec struct {
		Messages []struct {
			Content string `json:"content"`
		} `json:"messages"`
	}
	require.NoError(t, json.Unmarshal(out, &rec), "%s", out)
	return outcome{Kind: textKind, Answer: rec.Messages[len(rec.Messages)-1].Content}
}

// same reports whether two outcomes say the same. Arguments are compared as
// values where both are JSON; a message without a marker is nothing to one
// parser and all answer to another.
func same(want, got *outcome) bool {
	if got.Kind == plainKind {
		return want.Kind == noneKind || want.Kind == answerKind && strings.TrimSpace(want.Answer) == strings.TrimSpace(got.Answer)
	}
	if want.Kind != got.Kind || len(want.Calls) != len(got.Calls) {
		return false
	}
	if want.Kind == textKind && want.Answer != got.Answer || strings.TrimSpace(want.Answer) != strings.TrimSpace(got.Answer) {
		return false
	}
	for i := range want.Calls {
		if want.Calls[i].Tool != got.Calls[i].Tool || value(want.Calls[i].Args) != value(got.Calls[i].Args) {
			return false
		}
	}
	if want.Thought != nil && (got.Thought == nil || strings.TrimSpace(*want.Thought) != *got.Thought) {
		return false
	}
	return want.Solved == nil || got.Solved != nil && *want.Solved == *got.Solved
}

// value returns an argument in one spelling: JSON with sorted keys, numbers as
// they are, or the trimmed text.
func value(v any) string {
	if s, ok := v.(string); ok {
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

// show puts an outcome into words.
func show(o *outcome) string {
	var out []string
	if o.Thought != nil && *o.Thought != "" && o.Kind != noneKind {
		out = append(out, "thought "+*o.Thought)
	}
	for _, c := range o.Calls {
		out = append(out, strings.TrimSpace("call "+c.Tool+" "+value(c.Args)))
	}
	switch {
	case o.Kind == answerKind:
		out = append(out, "answer "+o.Answer)
	case o.Kind == plainKind:
		out = append(out, "plain answer")
	case o.Kind == textKind:
		out = append(out, o.Answer)
	case o.guessed != "":
		out = append(out, o.note+", with --repair all: "+o.guessed)
	case o.note != "":
		out = append(out, o.note)
	case o.Kind == noneKind:
		out = append(out, "nothing")
	}
	if o.Solved != nil {
		out = append(out, fmt.Sprintf("solved %t", *o.Solved))
	}
	return strings.Join(out, "; ")
}
