// Package page holds how models write tool calls in text, as data: a page for each
// format. Package readers reads by a page, and package emitters writes by it; neither
// knows a format by name.
package page

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// Anchor says where in a message a call may begin.
type Anchor string

// The anchors.
const (
	// Anywhere: at any character. Calls have a marker that text has not.
	Anywhere Anchor = "anywhere"
	// Whole: calls are the whole rest of the message, and have no marker.
	Whole Anchor = "message"
	// Object: as Whole, or at any JSON value in the text.
	Object Anchor = "object"
	// Pair: anywhere, but only where the section's end is there too.
	Pair Anchor = "pair"
)

// The codecs of arguments.
const (
	// JSON is a JSON object.
	JSON = "json"
	// Python is keyword arguments of Python: a=1, b="x".
	Python = "python"
	// Dialect is JSON with keys without quotes and strings between delimiters of its
	// own, which know no escapes.
	Dialect = "dialect"
)

// Page describes a format. Patterns are literals with holes in braces; of several the first
// is written and all are read.
type Page struct {
	// Name is the name for --from and --to; Aliases are those of servers and trainers.
	Name    string
	Aliases []string
	// Summary describes the format in a few words, Models names those that write it, and
	// Source says where its rules come from.
	Summary string
	Models  []string
	Source  string

	// Section is what stands before and after all calls of a message, or nil.
	// SectionOptional means that models leave it out, and Separator is what stands
	// between two calls; white space there is free.
	Section         []string
	SectionOptional bool
	Separator       []string
	// Anchor says where a call may begin.
	Anchor Anchor

	// Call are the patterns of a call and Param those of a parameter, where each
	// parameter is written for itself.
	Call, Param []string
	// Loose are patterns of calls whose arguments no pattern of Call reads, and whose name
	// may have any character: they are read as calls without arguments, and reported.
	Loose []string
	// Args is the codec of {args}, and Delimiters are what stands before and after a
	// string of the codec Dialect.
	Args       string
	Delimiters []string
	// Keys are those of a call that is JSON itself.
	Keys Keys

	// Types maps what stands at {type} to "string" or "json"; "*" is every other word.
	Types map[string]string
	// Untyped is "json" where a value without a schema is JSON, or a literal of Python, if
	// it reads as such, and else "": it is a string.
	Untyped string
	// Trim says which white space at the ends of a value is syntax: "newline", one line
	// feed at each end, or "none".
	Trim string
	// Item is the element of a list, where values nest as elements.
	Item string
	// CDATA means that a value may be in a CDATA section, which is written where its
	// text needs one.
	CDATA bool
	// Attributes means that names and keys are in attributes, in which & and quotes are
	// escaped.
	Attributes bool
	// CloseOptional means that models leave out closers at the end of a message or before
	// the next call.
	CloseOptional bool

	// Think is what stands before and after a thought, and Text what stands around
	// other words, each nil or pairs.
	Think []string
	// ThinkUntil are headers that end a thought, too, and are no part of it.
	ThinkUntil []string
	Text       [][]string
	// Drop are tokens that end a turn and are no content.
	Drop []string
	// Gap stands between the text before calls and the first call, and Between between
	// two parameters. Blank means that a call without parameters keeps the line of them.
	Gap, Between string
	Blank        bool
	// Result is how a tool's result is written, with {text}, {name} and {id}; Role is
	// the role of its message: tool, or user.
	Result string
	Role   string
	// ResultToo are other ways in which harnesses write a result into the user's turn:
	// they are read and not written.
	ResultToo []string
	// ID is the pattern of ids that the format makes from {name} and {index}, and IDLength
	// how many letters and digits other ids have, or 0.
	ID       string
	IDLength int
}

// Keys are the keys of calls that are JSON values: of each list the first is written and
// all are read.
type Keys struct {
	Name, Arguments []string
	// ID is the key of the call's id, or "".
	ID string
	// List means that the value is a list of calls, and ListToo that it is read as one and
	// not written so. Around is what stands before, between and after the calls of a list,
	// or nil.
	List, ListToo bool
	Around        []string
	// IDFirst means that the id is written before the name.
	IDFirst bool
	// NameIsKey means that the tool's name is the object's only key.
	NameIsKey bool
	// Wrap are keys whose value is the call or the list.
	Wrap []string
	// Python means that the value is a Python literal.
	Python bool
}

// file is a page as TOML says it.
type file struct {
	Name            string            `toml:"name"`
	Use             string            `toml:"use"`
	Aliases         []string          `toml:"aliases"`
	Summary         string            `toml:"summary"`
	Models          []string          `toml:"models"`
	Source          string            `toml:"source"`
	Section         []string          `toml:"section"`
	SectionOptional *bool             `toml:"section_optional"`
	Separator       []string          `toml:"separator"`
	Anchor          Anchor            `toml:"anchor"`
	Call            []string          `toml:"call"`
	Param           []string          `toml:"param"`
	Loose           []string          `toml:"loose"`
	Args            string            `toml:"args"`
	Delimiters      []string          `toml:"delimiters"`
	JSON            *keys             `toml:"json"`
	Types           map[string]string `toml:"types"`
	Untyped         string            `toml:"untyped"`
	Trim            string            `toml:"trim"`
	Item            string            `toml:"item"`
	CDATA           bool              `toml:"cdata"`
	Attributes      bool              `toml:"attributes"`
	CloseOptional   *bool             `toml:"close_optional"`
	Think           []string          `toml:"think"`
	ThinkUntil      []string          `toml:"think_until"`
	Text            [][]string        `toml:"text"`
	Drop            []string          `toml:"drop"`
	Gap             *string           `toml:"gap"`
	Between         *string           `toml:"between"`
	Blank           bool              `toml:"blank"`
	Result          *string           `toml:"result"`
	ResultToo       []string          `toml:"result_too"`
	Role            string            `toml:"role"`
	ID              string            `toml:"id"`
	IDLength        int               `toml:"id_length"`
}

type keys struct {
	Name      []string `toml:"name"`
	Arguments []string `toml:"arguments"`
	ID        string   `toml:"id"`
	List      bool     `toml:"list"`
	ListToo   bool     `toml:"list_too"`
	Around    []string `toml:"around"`
	IDFirst   bool     `toml:"id_first"`
	NameIsKey bool     `toml:"name_is_key"`
	Wrap      []string `toml:"wrap"`
	Python    bool     `toml:"python"`
}

// Parse reads a page from TOML. lookup returns the page that the key "use" names, whose
// keys count where this one has none, or nil. An error says the line and the key.
func Parse(text []byte, lookup func(name string) *Page) (*Page, error) {
	var f file
	d := toml.NewDecoder(strings.NewReader(string(text))).DisallowUnknownFields()
	if err := d.Decode(&f); err != nil {
		var strict *toml.StrictMissingError
		if errors.As(err, &strict) && len(strict.Errors) > 0 {
			e := strict.Errors[0]
			line, _ := e.Position()
			return nil, fmt.Errorf("line %d: remove the key %q: pages have no such key", line, strings.Join(e.Key(), "."))
		}
		return nil, fmt.Errorf("the page is not TOML: %w", err)
	}
	p := &Page{}
	if f.Use != "" {
		base := lookup(f.Use)
		if base == nil {
			return nil, fmt.Errorf("use = %q: there is no page of this name", f.Use)
		}
		*p = *base
		p.Aliases, p.Models = nil, nil
	}
	f.into(p)
	if err := p.check(); err != nil {
		return nil, err
	}
	return p, nil
}

// into puts the keys that the file has into the page.
func (f *file) into(p *Page) {
	for _, s := range []struct {
		from string
		to   *string
	}{
		{f.Name, &p.Name}, {f.Summary, &p.Summary}, {f.Source, &p.Source}, {f.Args, &p.Args}, {f.Untyped, &p.Untyped}, {f.Trim, &p.Trim}, {f.Item, &p.Item}, {f.Role, &p.Role}, {f.ID, &p.ID},
		{string(f.Anchor), (*string)(&p.Anchor)},
	} {
		if s.from != "" {
			*s.to = s.from
		}
	}
	for _, l := range []struct {
		from []string
		to   *[]string
	}{
		{f.Aliases, &p.Aliases}, {f.Models, &p.Models}, {f.Section, &p.Section}, {f.Separator, &p.Separator}, {f.Call, &p.Call}, {f.Param, &p.Param}, {f.Loose, &p.Loose}, {f.Delimiters, &p.Delimiters},
		{f.Think, &p.Think}, {f.ThinkUntil, &p.ThinkUntil}, {f.Drop, &p.Drop}, {f.ResultToo, &p.ResultToo},
	} {
		if l.from != nil {
			*l.to = l.from
		}
	}
	for _, b := range []struct {
		from *bool
		to   *bool
	}{{f.SectionOptional, &p.SectionOptional}, {f.CloseOptional, &p.CloseOptional}} {
		if b.from != nil {
			*b.to = *b.from
		}
	}
	if f.JSON != nil {
		p.Keys = Keys(*f.JSON)
	}
	if f.Types != nil {
		p.Types = f.Types
	}
	if f.Text != nil {
		p.Text = f.Text
	}
	if f.Gap != nil {
		p.Gap = *f.Gap
	}
	if f.Between != nil {
		p.Between = *f.Between
	} else if f.Call != nil && strings.Contains(p.Call[0], "\n{params}") {
		p.Between = "\n"
	}
	p.Blank = p.Blank || f.Blank
	if f.Result != nil {
		p.Result = *f.Result
	}
	if f.IDLength > 0 {
		p.IDLength = f.IDLength
	}
	p.CDATA = p.CDATA || f.CDATA
	p.Attributes = p.Attributes || f.Attributes
	p.Anchor = Anchor(cmpOr(string(p.Anchor), string(Anywhere)))
	p.Args = cmpOr(p.Args, JSON)
	p.Role = cmpOr(p.Role, "tool")
	p.Result = cmpOr(p.Result, "{text}")
	if p.Think == nil {
		p.Think = []string{"<think>\n", "\n</think>\n\n"}
	}
}

func cmpOr(s, other string) string {
	if s == "" {
		return other
	}
	return s
}

// pair reports whether a list is empty or has two elements.
func pair(list []string) bool { return len(list) == 0 || len(list) == 2 }

// check returns what keeps the page from being read or written, or nil.
func (p *Page) check() error {
	if p.Name == "" {
		return errors.New("give the page a name: the key name is missing")
	}
	var faults []string
	say := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	if len(p.Call) == 0 {
		say("call: give at least one pattern")
	}
	if !pair(p.Section) || !pair(p.Think) || !pair(p.Delimiters) {
		say("section, think and delimiters are pairs: what stands before and what stands after")
	}
	if !slices.Contains([]Anchor{Anywhere, Whole, Object, Pair}, p.Anchor) {
		say("anchor = %q: expected anywhere, message, object or pair", p.Anchor)
	}
	if !slices.Contains([]string{JSON, Python, Dialect}, p.Args) {
		say("args = %q: expected json, python or dialect", p.Args)
	}
	if p.Keys.Around != nil && len(p.Keys.Around) != 3 {
		say("json.around: say what stands before, between and after calls")
	}
	if p.Args == Dialect && len(p.Delimiters) != 2 {
		say("delimiters: say what stands before and after a string")
	}
	if !slices.Contains([]string{"", "newline", "none"}, p.Trim) {
		say("trim = %q: expected newline or none", p.Trim)
	}
	if p.Untyped != "" && p.Untyped != "json" {
		say("untyped = %q: expected json", p.Untyped)
	}
	if !slices.Contains([]string{"tool", "user"}, p.Role) {
		say("role = %q: expected tool or user", p.Role)
	}
	for i, c := range p.Call {
		p.checkCall(fmt.Sprintf("call %d", i+1), c, say)
	}
	for i, c := range p.Loose {
		if !slices.Contains(checkPattern(fmt.Sprintf("loose %d", i+1), c, say), "name") {
			say("loose %d: expected {name}", i+1)
		}
	}
	for i, c := range p.Param {
		holes := checkPattern(fmt.Sprintf("param %d", i+1), c, say)
		if !slices.Contains(holes, "key") || !slices.Contains(holes, "value") {
			say("param %d: expected {key} and {value}", i+1)
		}
		if slices.Contains(holes, "type") && len(p.Types) == 0 {
			say("param %d has {type}: say in types what its words mean", i+1)
		}
	}
	if faults != nil {
		return fmt.Errorf("page %s: %s", p.Name, strings.Join(faults, "; "))
	}
	return nil
}

// checkCall says what is wrong with a pattern of a call.
func (p *Page) checkCall(where, pattern string, say func(string, ...any)) {
	holes := checkPattern(where, pattern, say)
	has := func(h string) bool { return slices.Contains(holes, h) }
	if !has("call") && !(has("name") && (has("args") || has("params"))) {
		say("%s: expected {call}, or {name} with {args} or {params}", where)
	}
	if has("call") && !p.Keys.NameIsKey && (len(p.Keys.Name) == 0 || len(p.Keys.Arguments) == 0) {
		say("%s has {call}: say its keys under json", where)
	}
	if has("params") && len(p.Param) == 0 {
		say("%s has {params}: give a pattern for param", where)
	}
}

// checkPattern says what is wrong with a pattern, and returns its holes.
func checkPattern(where, pattern string, say func(string, ...any)) []string {
	var holes []string
	parts := Split(pattern)
	for i, x := range parts {
		if !x.Hole {
			continue
		}
		if i > 0 && parts[i-1].Hole && !(parts[i-1].Text == "name" && slices.Contains([]string{"args", "params", "call"}, x.Text)) {
			say("%s: put a literal between {%s} and {%s}", where, parts[i-1].Text, x.Text)
		}
		holes = append(holes, x.Text)
	}
	return holes
}
