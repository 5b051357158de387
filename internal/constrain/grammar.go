// Package constrain makes grammars of pages for constrained decoding: they accept the messages
// that the page's emitter writes for some tools, and no other call.
package constrain

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/page"
)

// Formats are the names of the notations: a structural tag of xgrammar, GBNF of llama.cpp and
// others, and the Lark of llguidance.
func Formats() []string { return []string{"xgrammar", "gbnf", "lark"} }

// grammar is a grammar that is made of a page.
type grammar struct {
	*notation
	page *page.Page
}

// Grammar returns the grammar of a page for a JSON list of tools, in OpenAI's form or as
// functions alone, in one of Formats.
func Grammar(p *page.Page, tools []byte, format string) (string, error) {
	if p.Anchor == page.Line {
		return "", fmt.Errorf("%s is a style of prompts: grammars are for formats of models", p.Name)
	}
	offered, err := parseTools(tools)
	if err != nil {
		return "", err
	}
	g := &grammar{notation: &notation{lark: format == "lark", made: map[string]string{}}, page: p}
	body, err := g.message(offered)
	if err != nil {
		return "", err
	}
	start := "root"
	if g.lark {
		start = "start"
	}
	g.define(start, body)
	slices.Reverse(g.rules) // the first rule is the whole message
	text := strings.Join(g.rules, "")
	if format != "xgrammar" {
		return text, nil
	}
	tag, err := json.MarshalIndent(map[string]any{"type": "structural_tag", "format": map[string]any{"type": "grammar", "grammar": text}}, "", "  ")
	return string(tag) + "\n", err
}

// parseTools reads a list of tools.
func parseTools(list []byte) (tools []tool, err error) {
	type function struct {
		Name       string
		Parameters schema
	}
	var entries []struct {
		function
		Function *function
	}
	d := json.NewDecoder(bytes.NewReader(list))
	d.UseNumber()
	if err := d.Decode(&entries); err != nil {
		return nil, fmt.Errorf("give a JSON list of tools: %w", err)
	}
	for _, e := range entries {
		f := e.function
		if e.Function != nil {
			f = *e.Function
		}
		if f.Name == "" {
			return nil, errors.New("give each tool a name: one has none")
		}
		tools = append(tools, newTool(f.Name, f.Parameters))
	}
	if tools == nil {
		return nil, errors.New("give at least one tool: the list is empty")
	}
	return tools, nil
}

func (g *grammar) values(t *tool, c codec) *values {
	return &values{notation: g.notation, codec: c, root: t.root, refs: map[string]string{}}
}

// message returns an expression of a message: a thought, words and calls.
func (g *grammar) message(tools []tool) (string, error) {
	calls, err := g.calls(tools)
	if err != nil {
		return "", err
	}
	p := g.page
	calls = g.rule("calls", calls)
	prose := g.prose()
	ways := []string{calls, prose}
	if p.Anchor == page.Anywhere {
		words := sequence(prose, g.literal(p.Gap), calls)
		if p.Say != nil {
			words = sequence(g.literal(p.Say[0]), g.text(g.openers()...), g.literal(p.Say[1]), g.literal(p.Gap), calls)
		}
		ways = append(ways, words)
	}
	open, close := p.Think[0], p.Think[1]
	thought := sequence(g.literal(open), g.text(strings.TrimSpace(close)), g.literal(close))
	return sequence("("+thought+")?", either(ways...)), nil
}

// prose returns an expression of words in which no call begins.
func (g *grammar) prose() string {
	openers := g.openers()
	switch {
	case g.page.Anchor == page.Pair || g.page.Anchor == page.Whole && openers == nil:
		first := []rune{'[', '{'}
		return either(sequence(g.among(first, true), g.text("\n{", "<tool_call>")), "")
	case g.page.Anchor != page.Anywhere:
		openers = append(openers, `{"`, "[{", "{'", "\n{")
	}
	return g.text(openers...)
}

// openers returns how sections and calls begin.
func (g *grammar) openers() (list []string) {
	add := func(literal string) {
		words := strings.Fields(literal)
		if len(words) == 0 {
			return
		}
		w := words[0]
		if end := strings.IndexByte(w, '>'); w[0] == '<' && end > 0 {
			w = w[:end+1]
		}
		if len(w) > 1 && !slices.Contains(list, w) {
			list = append(list, w)
		}
	}
	if g.page.Section != nil {
		add(g.page.Section[0])
	}
	for _, c := range g.page.Call {
		if x := page.Split(c)[0]; !x.Hole {
			add(x.Text)
		}
	}
	return slices.DeleteFunc(list, func(w string) bool {
		return slices.ContainsFunc(list, func(other string) bool { return other != w && strings.Contains(w, other) })
	})
}

// calls returns an expression of all calls of a message with what stands around them.
func (g *grammar) calls(tools []tool) (string, error) {
	p := g.page
	calls := map[string][]string{} // by what leads to the first one
	var all []string
	for i := range tools {
		t := &tools[i]
		call, err := g.call(t)
		if err != nil {
			return "", err
		}
		lead := strings.ReplaceAll(p.Lead, "{name}", t.name)
		calls[lead], all = append(calls[lead], call), append(all, call)
	}
	call := g.rule("call", either(all...))
	var ways []string
	for _, lead := range slices.Sorted(maps.Keys(calls)) {
		ways = append(ways, sequence(g.literal(lead), g.section(either(calls[lead]...), call)))
	}
	return either(ways...), nil
}

// section returns an expression of a call and those after it, with what stands around them.
func (g *grammar) section(first, call string) string {
	p := g.page
	body := first
	switch {
	case p.Keys.List && strings.Contains(p.Call[0], "{call}"):
		v := &values{notation: g.notation}
		list := v.list("[", call, "]")
		if p.Single {
			list = sequence(`"["`, v.ws(), call, v.ws(), `"]"`)
		}
		body = g.filled(p.Call[0], func(string) string { return list })
	case !p.Single:
		separator := ""
		if len(p.Separator) > 0 {
			separator = p.Separator[0]
		}
		body = sequence(body, "("+sequence(g.literal(separator), call)+")*")
	}
	if p.Section == nil || p.SectionOptional && p.Section[1] == "" {
		return body
	}
	return sequence(g.literal(p.Section[0]), body, g.literal(p.Section[1]))
}

// call returns an expression of a call of a tool.
func (g *grammar) call(t *tool) (string, error) {
	pattern := g.page.Written(t.name)
	if pattern == "" {
		return "", fmt.Errorf("%s holds programs: a call of %s is none", g.page.Name, t.name)
	}
	if g.page.Keys.List && pattern == g.page.Call[0] && strings.Contains(pattern, "{call}") {
		return g.object(t), nil
	}
	if !strings.Contains(pattern, "{params}") {
		return g.byPattern(t, pattern, ""), nil
	}
	none := pattern
	if !g.page.Blank {
		none = strings.Replace(pattern, "\n{params}", "{params}", 1)
	}
	ways := []string{g.byPattern(t, none, "")}
	if params := g.parameters(t); params != "" {
		ways = append(ways, g.byPattern(t, pattern, params))
	}
	return either(ways...), nil
}

// byPattern returns an expression of a call by a pattern.
func (g *grammar) byPattern(t *tool, pattern, params string) string {
	parts := page.Split(pattern)
	return g.filled(pattern, func(hole string) string {
		switch hole {
		case "name", "skip":
			return g.literal(g.attribute(t.name))
		case "args":
			return g.arguments(t)
		case "params":
			return params
		case "call":
			return g.object(t)
		case "index":
			return "(" + g.notation.pattern("[0-9]") + ")+"
		case "id":
			return "(" + g.notation.pattern("[A-Za-z0-9_.:-]") + ")+"
		case "code":
			if last := parts[len(parts)-1]; !last.Hole {
				return g.text(strings.TrimSpace(last.Text))
			}
			return g.text("\x00")
		}
		return ""
	})
}

// filled returns an expression of a pattern whose holes are expressions.
func (g *grammar) filled(pattern string, hole func(string) string) string {
	var list []string
	for _, x := range page.Split(pattern) {
		if x.Hole {
			list = append(list, hole(x.Text))
		} else {
			list = append(list, g.literal(x.Text))
		}
	}
	return sequence(list...)
}
