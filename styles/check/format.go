package check

import (
	"fmt"
	"strings"

	"github.com/toolspeak/toolspeak/emitters"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/readers"
	"github.com/toolspeak/toolspeak/styles"
)

// Format writes calls by each pattern of the page of a format, and reads them. An error is a
// *styles.FileError with the line of the pattern; file is the page's text, and name what errors
// call it.
func Format(p *page.Page, file []byte, name string) error {
	fail := func(key, format string, args ...any) error {
		return &styles.FileError{File: name, Line: page.LineOf(file, key), Text: fmt.Sprintf(format, args...)}
	}
	if wrong := styles.NameFault(p); wrong != "" {
		return fail("name", "%s", wrong)
	}
	if p.Tools.Each != "" {
		if _, err := p.Tools.Definition(); err != nil {
			return fail("tools.template", "tools.template can't be read: %v", err)
		}
	}
	tools, err := readers.ParseTools([]byte(`[{"name": "` + tool + `", "parameters": {"properties": {"page": {"type": "integer"}, "words": {"type": "string"}}}}]`))
	if err != nil {
		return err
	}
	reader := readers.ForPage(p)
	for i, pattern := range p.Call {
		with := *p
		with.Call = append([]string{pattern}, p.Call...)
		if prog := p.Program(i); prog != "" {
			with.Call, with.Programs = []string{pattern}, []string{prog}
		}
		for _, steps := range examples(&with) {
			text, err := emitters.ForPage(&with).Message(steps, 0)
			if err != nil {
				return fail("call", "call %q can't be written: %v", pattern, err)
			}
			m := reader.Read(text, tools)
			if wrong := differs(steps, m.Steps); wrong != "" {
				return fail("call", "call %q is not read as it is written: %q is read as %s", pattern, text, wrong)
			}
		}
	}
	return nil
}

// examples returns messages in a format: a call, words before it, and two calls.
func examples(p *page.Page) (list [][]ir.Step) {
	call := func(object string) ir.Step {
		args := ir.Plain(object)
		it := ir.Step{Kind: ir.Call, Role: ir.RoleAssistant, Tool: ir.Plain(tool), Args: ir.Args{Raw: args, Form: ir.JSON, Value: args}}
		it.More = &ir.More{ID: ir.Plain("call00001"), HasID: true}
		return it
	}
	one, other := call(`{"page": 7, "words": "high water"}`), call(`{"page": 8}`)
	if strings.Contains(p.Call[0], "{code}") {
		one = call(`{"code": "look(7)"}`)
		one.Tool = ir.Plain(p.Program(0))
		return [][]ir.Step{{one}}
	}
	list = [][]ir.Step{{one}}
	if p.Anchor == page.Anywhere && !page.Split(p.Call[0])[0].Hole {
		list = append(list, []ir.Step{{Kind: ir.Prose, Text: ir.Plain("I look.")}, one})
	}
	if !p.Single {
		list = append(list, []ir.Step{one, other})
	}
	return list
}

// differs says what was read, unless it is what was meant.
func differs(meant, read []ir.Step) string {
	var all []string
	same := len(meant) == len(read)
	for i := range read {
		s := &read[i]
		all = append(all, fmt.Sprintf("%s %q", s.Kind, s.Text.String()+s.Tool.String()+s.Args.Value.String()))
		if same {
			m := &meant[i]
			same = s.Kind == m.Kind && s.Tool.String() == m.Tool.String() && s.Text.String() == m.Text.String() && (s.Kind != ir.Call || literal.Equal(s.Args.Value, m.Args.Value))
		}
	}
	if same {
		return ""
	}
	if all == nil {
		return "nothing"
	}
	return strings.Join(all, ", ")
}
