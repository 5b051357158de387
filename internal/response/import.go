package response

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/page"
)

// literals are texts of which each will do: a string, or a list of them.
type literals []string

func (l *literals) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		*l = make([]string, 1)
		return json.Unmarshal(b, &(*l)[0])
	}
	return json.Unmarshal(b, (*[]string)(l))
}

// Import returns the page of the format that a response template describes, under a name. The
// error says what of it a page can't say.
func Import(name string, spec []byte) (*page.Page, error) {
	var t struct {
		Fields map[string]*field `json:"fields"`
	}
	if err := json.Unmarshal(spec, &t); err != nil {
		return nil, fmt.Errorf("the response template can't be read: %w", err)
	}
	p := &page.Page{Name: name, Summary: "the response template of a tokenizer"}
	for _, key := range []string{"thinking", "reasoning_content", "reasoning"} {
		if f := t.Fields[key]; f != nil {
			open, _ := f.openers()
			end, _ := f.closers()
			p.Think = []string{open[0], end[0]}
		}
	}
	if f := t.Fields["content"]; f != nil {
		ends, _ := f.closers()
		for _, d := range ends {
			if d = strings.TrimSpace(d); d != "" {
				p.Drop = append(p.Drop, d)
			}
		}
	}
	f := t.Fields["tool_calls"]
	if f == nil {
		return nil, errors.New(`the response template has no field "tool_calls"`)
	}
	if err := f.calls(p); err != nil {
		return nil, fmt.Errorf("no page can be made of the response template: %w", err)
	}
	made, err := page.Parse(p.TOML(), nil)
	if err != nil {
		return nil, fmt.Errorf("no page can be made of the response template: %w", err)
	}
	return made, nil
}

// openers and closers return what opens and closes a field, the first of which is written, and
// what stands before or after several of them.
func (f *field) openers() (patterns []string, section string) {
	return sides(f.Open, f.OpenPattern)
}

func (f *field) closers() (patterns []string, section string) {
	return sides(f.Close, f.ClosePattern)
}

func sides(literal literals, rx string) (patterns []string, section string) {
	if len(rx) > longest {
		rx = ""
	}
	for i, alternative := range alternatives(rx) {
		made, around := patternOf(alternative)
		if i == 0 {
			section = around
		}
		if literal == nil && (made != "" || i == 0) {
			patterns = append(patterns, made)
		}
	}
	return append(patterns, literal...), section
}

// longest is how many bytes of a regular expression are read: those of calls have fewer.
const longest = 2000

// element is the last element in what opens a call.
var element = regexp.MustCompile(`<([A-Za-z][\w:.-]*)[= ][^<]*$`)

// calls puts what the field of calls says into the page.
func (f *field) calls(p *page.Page) error {
	opens, begin := f.openers()
	ends, after := f.closers()
	if strings.TrimSpace(opens[0]) == "" {
		return errors.New("nothing opens its calls")
	}
	name, args := "content.name", "content.arguments"
	if function, ok := f.Transform["function"].(map[string]any); ok {
		name, args = placeholder(function["name"]), placeholder(function["arguments"])
	}
	hole := "{args}"
	switch {
	case f.Content == "xml-inline":
		tag, _ := f.Args["tag_pattern"].(string)
		hole = "{params}"
		if len(tag) > longest {
			tag = ""
		}
		param, _ := patternOf(tag)
		p.Param, p.Trim, p.CDATA = []string{param}, "none", strings.Contains(tag, "CDATA")
		if strings.Contains(param, "\n{value}") {
			p.Trim = ""
		}
		if parser, _ := f.Args["value_parser"].(map[string]any); parser["name"] == "json" {
			p.Untyped = "json"
		}
		if m := element.FindStringSubmatch(opens[0]); m != nil && !strings.Contains(ends[0], "</"+m[1]) { // what is between the last parameter and the end is read over
			ends = append([]string{"\n</" + m[1] + ">\n" + ends[0]}, ends...)
		}
	case f.Content != "json":
		return fmt.Errorf("its calls are of the kind %q", f.Content)
	case name != "name" || !strings.Contains(opens[0], "{name}"): // in the JSON itself
		hole = "{call}"
		p.Keys = page.Keys{Name: []string{keyOf(name)}, Arguments: []string{keyOf(args)}, List: f.TransformEach, ID: keyOf(placeholder(f.Transform["id"]))}
		if p.Keys.Name[0] == "" || p.Keys.Arguments[0] == "" {
			return errors.New("its transform does not say which keys hold name and arguments")
		}
	default:
		if delims, _ := f.Args["string_delims"].([]any); len(delims) > 0 {
			pair, _ := delims[0].([]any)
			for _, d := range pair {
				s, _ := d.(string)
				p.Delimiters = append(p.Delimiters, s)
			}
			p.Args = page.Dialect
		}
	}
	const most = 8 // of the ways to write a call
	for _, open := range opens {
		for _, end := range ends {
			if len(p.Call) < most {
				p.Call = append(p.Call, open+hole+end)
			}
		}
	}
	if begin != "" || after != "" {
		p.Section, p.SectionOptional = []string{begin, after}, true
	}
	p.CloseOptional = true
	return nil
}

// placeholder returns what is in the braces of a transform's text.
func placeholder(v any) string {
	s, _ := v.(string)
	s, _ = strings.CutPrefix(s, "{")
	s, _ = strings.CutSuffix(s, "}")
	return s
}

// keyOf returns the last key of a placeholder's path.
func keyOf(path string) string { return path[strings.LastIndexByte(path, '.')+1:] }

// alternatives returns the alternatives of a regular expression.
func alternatives(rx string) (list []string) {
	from := 0
	for i := 0; i < len(rx); i = after(rx, i) {
		if rx[i] == '|' {
			list, from = append(list, rx[from:i]), i+1
		}
	}
	return append(list, rx[from:])
}

// after returns the offset after the character, class or group at offset i of a regular
// expression.
func after(rx string, i int) int {
	switch rx[i] {
	case '\\':
		return min(i+2, len(rx))
	case '[':
		for i = min(i+2, len(rx)); i < len(rx) && rx[i] != ']'; i = after(rx, i) {
			if rx[i] == '[' {
				i++
				if i >= len(rx) || rx[i] == ']' {
					break
				}
			}
		}
		return min(i+1, len(rx))
	case '(':
		for i++; i < len(rx) && rx[i] != ')'; {
			i = after(rx, i)
		}
		return min(i+1, len(rx))
	}
	return i + 1
}

// patternOf returns the pattern of a page that a regular expression stands for, by its first
// alternative. Groups with names are holes, and what is optional at its ends is that of a
// section.
func patternOf(rx string) (pattern, section string) {
	var b strings.Builder
	rx = alternatives(rx)[0]
	for i := 0; i < len(rx); {
		from := i
		i = after(rx, i)
		atom := rx[from:i]
		quantifier := from + len(atom)
		for i < len(rx) && strings.IndexByte("*+?", rx[i]) >= 0 {
			i++
		}
		many := rx[quantifier:i]
		switch {
		case atom[0] == '(' && (len(atom) < 2 || atom[len(atom)-1] != ')'), atom == `\\`[:1]: // it is broken
		case strings.HasPrefix(atom, "(?="), strings.HasPrefix(atom, "(?!"), atom == `\Z`, atom == `\z`, atom == "$", atom == "^", atom == `\b`:
		case strings.HasPrefix(atom, "(?P="):
			b.WriteString("{" + atom[len("(?P="):len(atom)-1] + "}")
		case strings.HasPrefix(atom, "(?P<"), strings.HasPrefix(atom, "(?<"):
			name, _, _ := strings.Cut(atom[strings.IndexByte(atom, '<')+1:], ">")
			if !slices.Contains([]string{"name", "id", "key", "value"}, name) {
				name = "skip"
			}
			b.WriteString("{" + name + "}")
		case atom[0] == '(':
			inner, _ := patternOf(strings.TrimPrefix(atom[1:len(atom)-1], "?:"))
			switch {
			case strings.HasPrefix(many, "?") && !strings.Contains(inner, "CDATA") && inner != "]]>":
				section += inner
			case many == "":
				b.WriteString(inner)
			}
		case atom == `\d`:
			b.WriteString("{index}")
		case atom == `\s`:
			b.WriteString(map[bool]string{true: " ", false: "\n"}[many == "?" || many == ""])
		case atom == "." || atom[0] == '[' || atom == `\w` || atom == `\S`:
			b.WriteString("{skip}")
		case atom == `\n`:
			b.WriteString("\n")
		case atom == `\t`:
			b.WriteString("\t")
		default:
			b.WriteString(strings.TrimPrefix(atom, `\`))
		}
	}
	return strings.Trim(b.String(), " \n"), strings.TrimSpace(section)
}
