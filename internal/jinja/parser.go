package jinja

import (
	"slices"
	"strings"
)

// maxNest bounds how deep expressions and blocks of a template nest.
const maxNest = 100

// parser makes a tree of tokens.
type parser struct {
	tokens []token
	pos    int
	nest   int
	// mentioned are the names that expressions have, in order.
	mentioned []string
}

func (p *parser) at() *token { return &p.tokens[p.pos] }

// take returns the current token and goes on to the next.
func (p *parser) take() token {
	t := p.tokens[p.pos]
	if t.kind != kEOF {
		p.pos++
	}
	return t
}

func (p *parser) fail(format string, args ...any) {
	failAt(p.at().line, "TemplateSyntaxError: "+format, args...)
}

// deeper counts a level of nesting; the function that it returns ends it.
func (p *parser) deeper() func() {
	if p.nest++; p.nest > maxNest {
		p.fail("blocks or expressions nest more than %d deep", maxNest)
	}
	return func() { p.nest-- }
}

// op and name report whether the current token is this operator or name.
func (p *parser) op(s string) bool   { t := p.at(); return t.kind == kOp && t.text == s }
func (p *parser) name(s string) bool { t := p.at(); return t.kind == kName && t.text == s }

// skipOp and skipName take the token if it is this one.
func (p *parser) skipOp(s string) bool {
	if p.op(s) {
		p.pos++
		return true
	}
	return false
}

func (p *parser) skipName(s string) bool {
	if p.name(s) {
		p.pos++
		return true
	}
	return false
}

func (p *parser) expectOp(s string) {
	if !p.skipOp(s) {
		p.fail("expected token %q, got %q", s, p.at().describe())
	}
}

func (p *parser) expect(k kind) token {
	if p.at().kind != k {
		p.fail("unexpected %q", p.at().describe())
	}
	return p.take()
}

// describe returns what messages call a token.
func (t *token) describe() string {
	switch t.kind {
	case kEOF:
		return "end of template"
	case kData:
		return "text"
	case kNumber, kName, kOp, kString, kVarEnd, kBlockEnd:
		return t.text
	}
	return "begin of tag"
}

// expr is an expression.
type expr interface {
	eval(r *run, s *scope) Value
}

// expression reads an expression with its condition.
func (p *parser) expression() expr {
	defer p.deeper()()
	e := p.or()
	for p.skipName("if") {
		c := &condExpr{then: e, test: p.or()}
		if p.skipName("else") {
			c.other = p.expression()
		}
		e = c
	}
	return e
}

// logic reads expressions between which a word stands.
func (p *parser) logic(word string, next func() expr) expr {
	e := next()
	for p.skipName(word) {
		e = &logic{left: e, right: next(), or: word == "or"}
	}
	return e
}

func (p *parser) or() expr  { return p.logic("or", p.and) }
func (p *parser) and() expr { return p.logic("and", p.not) }

func (p *parser) not() expr {
	n := 0
	for p.skipName("not") {
		n++
	}
	e := p.comparison()
	for ; n > 0; n-- {
		e = &notExpr{e}
	}
	return e
}

func (p *parser) comparison() expr {
	first := p.sum()
	c := &compareExpr{first: first}
	for {
		t := p.at()
		switch {
		case t.kind == kOp && slices.Contains([]string{"==", "!=", "<", "<=", ">", ">="}, t.text):
			p.pos++
			c.ops = append(c.ops, t.text)
		case p.skipName("in"):
			c.ops = append(c.ops, "in")
		case p.name("not") && p.tokens[p.pos+1].kind == kName && p.tokens[p.pos+1].text == "in":
			p.pos += 2
			c.ops = append(c.ops, "not in")
		default:
			if c.ops == nil {
				return first
			}
			return c
		}
		c.rest = append(c.rest, p.sum())
	}
}

// binary reads expressions between which one of some operators stands.
func (p *parser) binary(next func() expr, ops ...string) expr {
	e := next()
	for slices.ContainsFunc(ops, p.op) {
		e = &binary{op: p.take().text, left: e, right: next()}
	}
	return e
}

func (p *parser) sum() expr     { return p.binary(p.concat, "+", "-") }
func (p *parser) product() expr { return p.binary(p.power, "*", "/", "//", "%") }
func (p *parser) power() expr   { return p.binary(func() expr { return p.unary(true) }, "**") }

func (p *parser) concat() expr {
	e := p.product()
	if !p.op("~") {
		return e
	}
	c := &concatExpr{parts: []expr{e}}
	for p.skipOp("~") {
		c.parts = append(c.parts, p.product())
	}
	return c
}

func (p *parser) unary(filters bool) expr {
	defer p.deeper()()
	var e expr
	if p.op("-") || p.op("+") {
		op := p.take().text
		e = &unaryExpr{op: op, of: p.unary(false)}
	} else {
		e = p.primary()
	}
	e = p.postfix(e)
	if filters {
		e = p.filters(e)
	}
	return e
}

func (p *parser) primary() expr {
	t := p.at()
	switch t.kind {
	case kName:
		p.pos++
		switch t.text {
		case "true", "True":
			return constant{true}
		case "false", "False":
			return constant{false}
		case "none", "None":
			return constant{nil}
		}
		p.mentioned = append(p.mentioned, t.text)
		return &nameExpr{t.text}
	case kString:
		var b strings.Builder
		for p.at().kind == kString {
			b.WriteString(p.take().text)
		}
		return constant{b.String()}
	case kNumber:
		p.pos++
		return constant{t.value}
	}
	switch {
	case p.skipOp("("):
		e := p.tuple(true, nil, true)
		p.expectOp(")")
		return e
	case p.skipOp("["):
		l := &listExpr{}
		p.items("]", func() { l.items = append(l.items, p.expression()) })
		return l
	case p.skipOp("{"):
		d := &dictExpr{}
		p.items("}", func() {
			k := p.expression()
			p.expectOp(":")
			d.keys, d.vals = append(d.keys, k), append(d.vals, p.expression())
		})
		return d
	}
	p.fail("unexpected %q", t.describe())
	return nil
}

// items reads items between commas up to a closing bracket.
func (p *parser) items(closer string, item func()) {
	for n := 0; !p.op(closer); n++ {
		if n > 0 {
			p.expectOp(",")
			if p.op(closer) {
				break
			}
		}
		item()
	}
	p.expectOp(closer)
}

// tuple reads one expression, or several between commas. stop are names that end it.
// Without condition an expression has none, and only in parentheses it may be empty.
func (p *parser) tuple(condition bool, stop []string, parentheses bool) expr {
	read := p.expression
	if !condition {
		read = p.or
	}
	ends := func() bool {
		t := p.at()
		return t.kind == kVarEnd || t.kind == kBlockEnd || t.kind == kEOF || p.op(")") || t.kind == kName && slices.Contains(stop, t.text)
	}
	l := &listExpr{tuple: true}
	isTuple := false
	for !ends() {
		l.items = append(l.items, read())
		if !p.skipOp(",") {
			break
		}
		isTuple = true
	}
	if !isTuple && len(l.items) == 1 {
		return l.items[0]
	}
	if len(l.items) == 0 && !parentheses {
		p.fail("expected an expression, got %q", p.at().describe())
	}
	return l
}

func (p *parser) postfix(e expr) expr {
	for {
		switch {
		case p.skipOp("."):
			t := p.take()
			switch t.kind {
			case kName:
				e = &attrExpr{of: e, name: t.text}
			case kNumber:
				e = &itemExpr{of: e, key: constant{t.value}}
			default:
				p.fail("expected name or number")
			}
		case p.skipOp("["):
			e = p.subscript(e)
		case p.op("("):
			e = p.call(e)
		default:
			return e
		}
	}
}

// subscript reads what stands in square brackets behind a value.
func (p *parser) subscript(of expr) expr {
	var keys []expr
	p.items("]", func() { keys = append(keys, p.sliceOrKey()) })
	switch len(keys) {
	case 0:
		p.fail("expected a key between square brackets")
	case 1:
		return &itemExpr{of: of, key: keys[0]}
	}
	return &itemExpr{of: of, key: &listExpr{items: keys, tuple: true}}
}

func (p *parser) sliceOrKey() expr {
	s := &sliceExpr{}
	parts := []*expr{&s.start, &s.stop, &s.step}
	i := 0
	for ; i < 3; i++ {
		if !p.op(":") && !p.op("]") && !p.op(",") {
			*parts[i] = p.expression()
		}
		if !p.skipOp(":") {
			break
		}
	}
	if i == 0 {
		if s.start == nil {
			p.fail("expected a key between square brackets")
		}
		return s.start
	}
	return s
}
