package jinja

import "slices"

// stmt is a statement.
type stmt interface {
	exec(r *run, s *scope) flow
}

// flow says where a block goes on after a statement.
type flow uint8

const (
	goOn flow = iota
	breakLoop
	continueLoop
)

// target is what a value is assigned to: a name, an attribute of a namespace, or a tuple
// of targets.
type target struct {
	name, attr string
	tuple      []*target
}

// body reads statements up to a block that begins with one of the names, which it takes
// with the block's opener. It returns the name.
func (p *parser) body(ends ...string) ([]stmt, string) {
	defer p.deeper()()
	var out []stmt
	for {
		switch t := p.take(); t.kind {
		case kData:
			out = append(out, &dataStmt{t.text})
		case kVarBegin:
			out = append(out, &printStmt{line: t.line, value: p.tuple(true, nil, false)})
			p.expect(kVarEnd)
		case kBlockBegin:
			name := p.expect(kName)
			if slices.Contains(ends, name.text) {
				return out, name.text
			}
			out = append(out, p.statement(name))
			p.expect(kBlockEnd)
		case kEOF:
			if ends != nil {
				p.fail("Unexpected end of template. The innermost block that needs to be closed ends with %q", ends)
			}
			return out, ""
		default:
			p.fail("unexpected %q", t.describe())
		}
	}
}

// inner reads the rest of a block's tag and its body up to its end.
func (p *parser) inner(end string) []stmt {
	p.expect(kBlockEnd)
	out, _ := p.body(end)
	return out
}

// statement reads a statement whose name was taken.
func (p *parser) statement(t token) stmt {
	switch t.text {
	case "if":
		return p.ifStatement(t.line)
	case "for":
		return p.forStatement(t.line)
	case "set":
		return p.setStatement(t.line)
	case "macro":
		m := &macroStmt{line: t.line, macroBody: macroBody{name: p.expect(kName).text}}
		p.signature(&m.macroBody)
		p.macro(&m.macroBody, "endmacro")
		return m
	case "call":
		c := &callStmt{line: t.line, macroBody: macroBody{name: "caller"}}
		if p.op("(") {
			p.signature(&c.macroBody)
		}
		e, ok := p.expression().(*callExpr)
		if !ok {
			p.fail("expected call")
		}
		c.call = e
		p.macro(&c.macroBody, "endcall")
		return c
	case "filter":
		f := &filterStmt{line: t.line}
		f.filter = p.chain()
		f.body = p.inner("endfilter")
		return f
	case "with":
		return p.withStatement(t.line)
	case "generation":
		return &generationStmt{p.inner("endgeneration")}
	case "block":
		p.expect(kName)
		for p.skipName("scoped") || p.skipName("required") {
			continue
		}
		p.expect(kBlockEnd)
		body, _ := p.body("endblock")
		if p.at().kind == kName {
			p.pos++
		}
		return &withStmt{line: t.line, body: body, block: true}
	case "autoescape":
		p.expression()
		return &withStmt{line: t.line, body: p.inner("endautoescape")}
	case "break":
		return &flowStmt{breakLoop}
	case "continue":
		return &flowStmt{continueLoop}
	}
	failAt(t.line, "TemplateSyntaxError: Encountered unknown tag '%s'.", t.text)
	return nil
}

// macro reads a macro's body up to its end, and finds which special names it mentions.
func (p *parser) macro(m *macroBody, end string) {
	from := len(p.mentioned)
	m.body = p.inner(end)
	names := p.mentioned[from:]
	m.caller, m.varargs, m.kwargs = slices.Contains(names, "caller"), slices.Contains(names, "varargs"), slices.Contains(names, "kwargs")
}

// blockText is the name of the text to which a block's filters are applied.
const blockText = "\x00"

// chain reads the filters of a block's text.
func (p *parser) chain() *chain {
	out := p.filterName(&nameExpr{blockText})
	for p.op("|") {
		out = p.filter(out)
	}
	return &chain{out}
}

// chain is one filter after another.
type chain struct{ out expr }

// apply returns what the filters make of a text.
func (c *chain) apply(r *run, s *scope, v Value) Value {
	return c.out.eval(r, &scope{outer: s, names: []string{blockText}, values: []Value{v}})
}

func (p *parser) ifStatement(line int) stmt {
	out := &ifStmt{line: line}
	for {
		test := p.tuple(false, nil, false)
		p.expect(kBlockEnd)
		body, end := p.body("elif", "else", "endif")
		out.tests, out.bodies = append(out.tests, test), append(out.bodies, body)
		if end == "else" {
			out.other = p.inner("endif")
			return out
		}
		if end == "endif" {
			return out
		}
	}
}

func (p *parser) forStatement(line int) stmt {
	f := &forStmt{line: line, target: p.target([]string{"in"}, false)}
	if !p.skipName("in") {
		p.fail("expected token 'in', got %q", p.at().describe())
	}
	f.over = p.tuple(false, []string{"recursive"}, false)
	if p.skipName("if") {
		f.test = p.expression()
	}
	f.recursive = p.skipName("recursive")
	p.expect(kBlockEnd)
	var end string
	f.body, end = p.body("endfor", "else")
	if end == "else" {
		f.other = p.inner("endfor")
	}
	return f
}

func (p *parser) setStatement(line int) stmt {
	t := p.target(nil, true)
	if p.skipOp("=") {
		return &setStmt{line: line, target: t, value: p.tuple(true, nil, false)}
	}
	s := &setBlock{line: line, target: t}
	if p.skipOp("|") {
		s.filter = p.chain()
	}
	s.body = p.inner("endset")
	return s
}

func (p *parser) withStatement(line int) stmt {
	w := &withStmt{line: line}
	for p.at().kind != kBlockEnd {
		if w.targets != nil {
			p.expectOp(",")
		}
		w.targets = append(w.targets, p.target([]string{}, false))
		p.expectOp("=")
		w.values = append(w.values, p.expression())
	}
	w.body = p.inner("endwith")
	return w
}

// target reads what a value is assigned to. With attr, it may be an attribute.
func (p *parser) target(stop []string, attr bool) *target {
	var list []*target
	isTuple := false
	for {
		if t := p.at(); len(list) > 0 && (t.kind != kName && !p.op("(") || slices.Contains(stop, t.text)) {
			break
		}
		list = append(list, p.oneTarget(attr))
		if !p.skipOp(",") {
			break
		}
		isTuple = true
	}
	if isTuple {
		return &target{tuple: list}
	}
	return list[0]
}

func (p *parser) oneTarget(attr bool) *target {
	if p.skipOp("(") {
		defer p.deeper()()
		t := p.target(nil, attr)
		p.expectOp(")")
		return t
	}
	t := p.expect(kName)
	if slices.Contains([]string{"true", "false", "none", "True", "False", "None"}, t.text) {
		p.fail("can't assign to '%s'", t.text)
	}
	out := &target{name: t.text}
	if attr && p.skipOp(".") {
		out.attr = p.expect(kName).text
	}
	return out
}

// signature reads a macro's parameters.
func (p *parser) signature(m *macroBody) {
	p.expectOp("(")
	for n := 0; !p.skipOp(")"); n++ {
		if n > 0 {
			p.expectOp(",")
		}
		m.params = append(m.params, p.expect(kName).text)
		if p.skipOp("=") {
			m.defaults = append(m.defaults, p.expression())
		} else if m.defaults != nil {
			p.fail("non-default argument follows default argument")
		}
	}
}
