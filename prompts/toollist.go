package prompts

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/clip"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/internal/spell"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/styles"
)

// Member is a key of a definition and its value, as the bytes that the source had.
type Member struct {
	Key   string
	Value json.RawMessage
}

// Tool is one tool, as a prompt or a list of definitions offers it.
type Tool struct {
	Name, Description string
	// Parameters is the JSON Schema of the arguments, as the bytes that the
	// source had, or nil.
	Parameters json.RawMessage
	// Extra holds the definition's other keys, in order. A signature such as
	// "(city: str) -> str" is a JSON string under "signature".
	Extra []Member
	// Wrapped means that the definition was in OpenAI's {"type": "function",
	// "function": …}; Outer holds the keys next to those two.
	Wrapped bool
	Outer   []Member
}

// signatureKey is the extra key of a signature.
const signatureKey = "signature"

// equal reports whether two tools have the same name, description, parameters and
// other keys, byte for byte. Whether they were wrapped is spelling.
func (t *Tool) equal(o *Tool) bool {
	return t.Name == o.Name && t.Description == o.Description &&
		(t.Parameters == nil) == (o.Parameters == nil) && bytes.Equal(t.Parameters, o.Parameters) &&
		sameMembers(t.Extra, o.Extra) && sameMembers(t.Outer, o.Outer)
}

// sameMembers reports whether two lists of keys are equal.
func sameMembers(a, b []Member) bool {
	return slices.EqualFunc(a, b, func(a, b Member) bool { return a.Key == b.Key && bytes.Equal(a.Value, b.Value) })
}

// equalTools reports whether two lists hold the same tools in the same order.
func equalTools(a, b []Tool) bool {
	return slices.EqualFunc(a, b, func(x, y Tool) bool { return x.equal(&y) })
}

// Form is a way of writing a tool list.
type Form string

// The forms. docs/prompts.md shows what an entry of each looks like.
const (
	FormNone        Form = ""             // there is no tool
	FormToolLines   Form = "tool-lines"   // > Tool Name: / Tool Description: / Tool Args:
	FormArgsLines   Form = "args-lines"   // name: description, args: {…}
	FormDash        Form = "dash"         // name - description, name(signature) - description
	FormBullets     Form = "bullets"      // - name: description, args: {…}
	FormNumbered    Form = "numbered"     // 1. name: description, args: {…}
	FormJSON        Form = "json"         // an array of {"name", "description", "parameters"}
	FormJSONLines   Form = "json-lines"   // the same, one a line
	FormOpenAI      Form = "openai"       // an array of {"type": "function", "function": …}
	FormOpenAILines Form = "openai-lines" // the same, one a line
	FormToolsXML    Form = "tools-xml"    // <tools><tool><name/><description/><arguments/></tool></tools>
	// FormVerbatim is that of a list which could not be read: its text is all that is
	// known. No other list can be written so.
	FormVerbatim Form = "verbatim"
)

// source is a part of a text that tools are read from, as a string and as bytes, which the
// tools share.
type source struct {
	s string
	b []byte
}

func newSource(s string) source { return source{s, []byte(s)} }

func (in source) from(i int) source { return source{in.s[i:], in.b[i:]} }

func (in source) to(i int) source { return source{in.s[:i], in.b[:i:i]} }

// form is a reader and a writer. read takes the tool list with which a text begins
// and says where it ends; the caller checks that nothing else follows.
type form struct {
	name Form
	read func(in source) (c ToolList, end int, err error)
	// open, between and end are around the entries of a list, and mark before
	// entry n, from 1, where it is not nil. entry appends a tool's entry without it.
	open, between, end string
	mark               func(n int) string
	entry              func(dst []byte, t *Tool) []byte
}

const numForms = 10

// forms are all forms in the order in which a text is tried, the most definite
// first.
var forms = [numForms]form{
	{name: FormOpenAI, read: readArray, open: "[", between: ", ", end: "]", entry: appendOpenAI},
	{name: FormJSON, read: readArray, open: "[", between: ", ", end: "]", entry: appendBare},
	{name: FormOpenAILines, read: readLines, between: "\n", entry: appendOpenAI},
	{name: FormJSONLines, read: readLines, between: "\n", entry: appendBare},
	{name: FormToolsXML, read: readXML, open: "<tools>", end: "\n</tools>", entry: appendXML},
	{name: FormToolLines, read: readToolLines, between: "\n", entry: appendToolLines},
	numbered.form(), bullets.form(), argsLines.form(), dash.form(),
}

// Forms returns the forms that a list can be written in, in alphabetical order.
func Forms() []Form {
	var out []Form
	for i := range forms {
		out = append(out, forms[i].name)
	}
	slices.Sort(out)
	return out
}

// ParseForm returns the form of that name, which is one of Forms.
func ParseForm(name string) (Form, error) {
	if !slices.Contains(Forms(), Form(name)) {
		return "", fmt.Errorf("unknown form of tool list %q: known are %s", name, joinForms(Forms()))
	}
	return Form(name), nil
}

func joinForms(list []Form) string {
	names := make([]string, len(list))
	for i, f := range list {
		names[i] = string(f)
	}
	return strings.Join(names, ", ")
}

// formOf returns the form in which the harnesses of a style write a tool list.
func formOf(s *styles.Style) Form {
	switch {
	case s.Tools.Form == page.Wrapped:
		return FormOpenAILines
	case s.InElements():
		return FormToolsXML
	case s.Marker.Outcome != "":
		return FormJSON
	case s.Outcome.By == page.BySentence:
		return FormToolLines
	}
	return FormArgsLines
}

// ToolList is the tools that a prompt or a record offers, in order.
type ToolList struct {
	Tools []Tool
	// Form is the form that the tool list was read in.
	Form Form
	// Python means that a schema was a Python literal and was read as the JSON that it means.
	Python bool
	// Raw means that texts of a <tools> element, or of JSON, were not escaped.
	Raw bool
	// LeftOut are the elements of an array that are no functions, shortened for people.
	LeftOut []string
	// source is the text that the tool list was read from: written in the same
	// form again, it keeps its spacing.
	source string
	// open is the word of a page with which it begins, or "".
	open string
}

// add adds a tool.
func (c *ToolList) add(d *definition) {
	c.Tools = append(c.Tools, d.tool)
	c.Python = c.Python || d.python
	c.Raw = c.Raw || d.raw
}

// names returns the tools' names, as lists of names are written.
func (c *ToolList) names() string {
	list := make([]string, len(c.Tools))
	for i := range c.Tools {
		list[i] = c.Tools[i].Name
	}
	return strings.Join(list, ", ")
}

// readToolList reads a text that is a tool list and nothing else, white space at its ends
// aside.
func readToolList(s string) (ToolList, error) {
	body := strings.TrimSpace(s)
	if body == "" {
		return ToolList{}, nil
	}
	var reasons []string
	in := newSource(body)
	for _, f := range append(forms[:len(forms):len(forms)], form{name: FormElements, read: readElements}) {
		c, end, err := f.read(in)
		switch {
		case err != nil:
			if reason := err.Error(); reason != "" {
				reasons = append(reasons, fmt.Sprintf("%s: %s", f.name, reason))
			}
			continue
		case strings.TrimSpace(body[end:]) != "":
			reasons = append(reasons, fmt.Sprintf("%s: %d tools, then something else: %q", f.name, len(c.Tools), shown(body[end:])))
			continue
		case c.Form == FormNone:
			c.Form = f.name
		}
		c.source = s
		return c, nil
	}
	why := "not a list of tools in any known form"
	if len(reasons) > 0 {
		why += ": " + strings.Join(reasons, "; ") // which forms came close
	}
	return ToolList{}, errors.New(why)
}

// shown is the beginning of a text.
func shown(s string) string {
	return clip.Dots(strings.TrimSpace(s), 40)
}

// appendQuoted appends s as a JSON string. A lone surrogate becomes an escape.
func appendQuoted(dst []byte, s string) []byte {
	dst = append(dst, '"')
	return append(spell.AppendEscaped(dst, []byte(s), false), '"')
}

func quote(s string) string { return string(appendQuoted(nil, s)) }

// signature returns the signature of a tool, or "", and whether the tool has
// no other extra key.
func (t *Tool) signature() (s string, only bool) {
	switch {
	case len(t.Extra) == 0 && len(t.Outer) == 0:
		return "", true
	case len(t.Extra) != 1 || len(t.Outer) != 0 || t.Extra[0].Key != signatureKey:
		return "", false
	}
	v, _, err := literal.String(text.Text{B: t.Extra[0].Value}, 0)
	if err != nil {
		return "", false
	}
	return v.String(), true
}

// sign gives the tool a signature.
func (t *Tool) sign(s string) {
	if s != "" {
		t.Extra = []Member{{Key: signatureKey, Value: json.RawMessage(quote(s))}}
	}
}
