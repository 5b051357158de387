// Package response reads and writes the response templates of transformers: how the words of a
// model are taken apart into thoughts, calls and content, as JSON in tokenizer_config.json.
package response

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/toolspeak/toolspeak/internal/page"
)

// template is a response template.
type template struct {
	Version  int               `json:"version"`
	Anchor   string            `json:"start_anchor_pattern"`
	Defaults map[string]string `json:"defaults"`
	Fields   fields            `json:"fields"`
}

type fields struct {
	Thinking *field `json:"thinking,omitempty"`
	Calls    *field `json:"tool_calls,omitempty"`
	Content  *field `json:"content,omitempty"`
}

// field is a part of a message: what opens and closes it, and what is between.
type field struct {
	Open          literals       `json:"open,omitempty"`
	OpenPattern   string         `json:"open_pattern,omitempty"`
	Close         literals       `json:"close,omitempty"`
	ClosePattern  string         `json:"close_pattern,omitempty"`
	Content       string         `json:"content"`
	Args          map[string]any `json:"content_args,omitempty"`
	Repeats       bool           `json:"repeats,omitempty"`
	Join          string         `json:"join,omitempty"`
	Transform     map[string]any `json:"transform,omitempty"`
	TransformEach bool           `json:"transform_each,omitempty"`
}

// Export returns the response template of a format, as JSON. anchors are what may stand before
// a message of the model in a prompt. The error says why the format can't be said so.
func Export(p *page.Page, anchors []string) ([]byte, error) {
	calls, err := callField(p)
	if err != nil {
		return nil, fmt.Errorf("a response template can't describe %s: %w", p.Name, err)
	}
	t := template{Version: 1, Defaults: map[string]string{"role": "assistant"}}
	t.Anchor = either(anchors)
	if open, end := strings.TrimSpace(p.Think[0]), strings.TrimSpace(p.Think[1]); open != "" && end != "" {
		t.Fields.Thinking = &field{Open: literals{open}, Close: literals{end}, Content: "text"}
	}
	t.Fields.Calls = calls
	t.Fields.Content = &field{Content: "text", Repeats: true, Join: "\n"}
	dropped := append([]string(nil), p.Drop...)
	for _, pair := range p.Text {
		dropped = append(dropped, pair...)
	}
	if dropped != nil {
		for i, d := range dropped {
			dropped[i] = space + pattern(d, nil) + space
		}
		t.Fields.Content.ClosePattern = strings.Join(dropped, "|")
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	err = e.Encode(t)
	return b.Bytes(), err
}

// space is white space of which there may be none.
const space = `\s*`

// either returns a regular expression for any of some literals.
func either(list []string) string {
	out := make([]string, len(list))
	for i, s := range list {
		out[i] = regexp.QuoteMeta(s)
	}
	return strings.Join(out, "|")
}

// callField returns how calls are found and taken apart.
func callField(p *page.Page) (*field, error) {
	before, hole, after := cut(p.Call[0])
	section := [2]string{}
	copy(section[:], p.Section)
	list := hole == "call" && p.Keys.List
	switch {
	case p.Offered, p.Anchor != page.Anywhere, strings.TrimSpace(section[0]+before) == "", before == "" && !list:
		return nil, errors.New("its calls have no marker of their own")
	case hole == "code" || hole == "":
		return nil, errors.New("its calls are programs")
	case hole == "args" && p.Args == page.Python, p.Keys.Python:
		return nil, errors.New("its arguments are those of Python")
	case p.Item != "":
		return nil, errors.New("its values are nested elements")
	case p.Keys.NameIsKey, p.Keys.Wrap != nil:
		return nil, errors.New("the name of the tool is a key")
	}
	seen := map[string]bool{}
	f := &field{Content: "json", Repeats: !list, TransformEach: list}
	open := optional(section[0], before) + pattern(before, seen)
	f.OpenPattern = space + open + space
	f.ClosePattern = space + pattern(after, map[string]bool{"name": true}) + optionalEnd(section[1])
	if strings.TrimSpace(after) == "" {
		ends := []string{"(?=" + space + named.ReplaceAllString(open, "(?:") + ")"}
		if s := strings.TrimSpace(section[1]); s != "" {
			ends[0] = pattern(s, nil)
		}
		for _, d := range p.Drop {
			ends = append(ends, pattern(d, nil))
		}
		f.ClosePattern = space + "(?:" + strings.Join(ends, "|") + ")"
	}
	f.OpenPattern, f.ClosePattern = strings.ReplaceAll(f.OpenPattern, space+space, space), strings.ReplaceAll(f.ClosePattern+space, space+space, space)
	function := map[string]any{"name": "{name}", "arguments": "{content}"}
	f.Transform = map[string]any{"type": "function", "function": function}
	if seen["id"] {
		f.Transform["id"] = "{id}"
	}
	switch hole {
	case "call":
		in := "content."
		if list {
			in = ""
		}
		function["name"], function["arguments"] = "{"+in+p.Keys.Name[0]+"}", "{"+in+p.Keys.Arguments[0]+"}"
		if p.Keys.ID != "" {
			f.Transform["id"] = "{" + in + p.Keys.ID + "}"
		}
	case "params":
		f.Content, f.Args = "xml-inline", map[string]any{"tag_pattern": parameter(p)}
	case "args":
		if p.Args == page.Dialect {
			f.Args = map[string]any{"string_delims": [][]string{p.Delimiters}, "unquoted_keys": true}
		}
	}
	return f, nil
}

// named is what begins a group with a name.
var named = regexp.MustCompile(`\(\?P<\w+>`)

// cut returns what stands before the arguments of a call, the hole that holds them, and what
// stands after it.
func cut(call string) (before, hole, after string) {
	for _, x := range page.Split(call) {
		switch {
		case hole != "" && x.Hole:
			after += "{" + x.Text + "}"
		case hole != "":
			after += x.Text
		case x.Hole && (x.Text == "args" || x.Text == "params" || x.Text == "call" || x.Text == "code"):
			hole = x.Text
		case x.Hole:
			before += "{" + x.Text + "}"
		default:
			before += x.Text
		}
	}
	return before, hole, after
}

// optional returns what opens a section: models leave it out, and only the first call has it. A
// section whose calls have no marker always has it.
func optional(open, before string) string {
	switch open = strings.TrimSpace(open); {
	case open == "":
		return ""
	case strings.TrimSpace(before) == "":
		return pattern(open, nil) + space
	}
	return "(?:" + pattern(open, nil) + space + ")?"
}

func optionalEnd(end string) string {
	if end = strings.TrimSpace(end); end == "" {
		return ""
	}
	return "(?:" + space + pattern(end, nil) + ")?"
}

// parameter returns the regular expression of a parameter.
func parameter(p *page.Page) string {
	made := pattern(p.Param[0], map[string]bool{})
	if p.CDATA {
		made = strings.Replace(made, valueGroup, `(?:<!\[CDATA\[)?`+valueGroup+`(?:\]\]>)?`, 1)
	}
	if p.Trim == "newline" && !strings.Contains(p.Param[0], "\n{value}") {
		made = strings.Replace(made, valueGroup, `\n?`+valueGroup+`\n?`, 1)
	}
	return made
}

// valueGroup holds the value of a parameter.
const valueGroup = `(?P<value>.*?)`

// pattern returns the regular expression of a pattern of a page. seen are the holes that were
// there before: such a one holds the same again.
func pattern(s string, seen map[string]bool) string {
	var b strings.Builder
	parts := page.Split(s)
	for i, x := range parts {
		if !x.Hole {
			exact := i > 0 && parts[i-1].Text == "value" || i+1 < len(parts) && parts[i+1].Text == "value"
			b.WriteString(literal(x.Text, exact))
			continue
		}
		switch group := "(?P<" + x.Text + ">"; {
		case seen[x.Text]:
			b.WriteString("(?P=" + x.Text + ")")
			continue
		case x.Text == "name" && seen != nil:
			b.WriteString(group + `[^\s<>{}()\[\]"']+)`)
		case x.Text == "id" && seen != nil:
			b.WriteString(group + `[^\s<>{}]+)`)
		case x.Text == "key":
			b.WriteString(group + `[^<>"]+)`)
		case x.Text == "value":
			b.WriteString(valueGroup)
		case x.Text == "index":
			b.WriteString(`\d+`)
		default:
			b.WriteString(`[^\n<]*?`)
		}
		if seen != nil {
			seen[x.Text] = true
		}
	}
	return b.String()
}

// whiteSpace is white space in a literal.
var whiteSpace = regexp.MustCompile(`\s+`)

// literal returns the regular expression of a literal: white space in it may be other white
// space but, where it is exact, next to a value.
func literal(s string, exact bool) string {
	var b strings.Builder
	from := 0
	for _, at := range whiteSpace.FindAllStringIndex(s, -1) {
		b.WriteString(regexp.QuoteMeta(s[from:at[0]]))
		switch from = at[1]; {
		case s[at[0]:at[1]] == " ":
			b.WriteString(`\s?`)
		case exact && (at[0] == 0 || at[1] == len(s)):
			b.WriteString(`\n?`)
		default:
			b.WriteString(space)
		}
	}
	return b.String() + regexp.QuoteMeta(s[from:])
}
