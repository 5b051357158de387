package jinja

import "slices"

// call reads the arguments of a call.
func (p *parser) call(of expr) expr {
	c := &callExpr{of: of, line: p.at().line}
	c.args = p.args()
	return c
}

// args reads arguments in parentheses.
func (p *parser) args() *argList {
	a := &argList{}
	p.expectOp("(")
	p.items(")", func() {
		switch {
		case p.skipOp("*"):
			a.star = p.expression()
		case p.skipOp("**"):
			a.starStar = p.expression()
		case p.at().kind == kName && p.tokens[p.pos+1].kind == kOp && p.tokens[p.pos+1].text == "=":
			a.names = append(a.names, p.take().text)
			p.pos++
			a.named = append(a.named, p.expression())
		default:
			if a.names != nil || a.starStar != nil {
				p.fail("invalid syntax for function call expression")
			}
			a.pos = append(a.pos, p.expression())
		}
	})
	return a
}

// filters reads filters, tests and calls behind a value.
func (p *parser) filters(e expr) expr {
	for {
		switch {
		case p.op("|"):
			e = p.filter(e)
		case p.name("is"):
			e = p.test(e)
		case p.op("("):
			e = p.call(e)
		default:
			return e
		}
	}
}

// filter reads a filter, whose bar is still there.
func (p *parser) filter(e expr) expr {
	p.expectOp("|")
	return p.filterName(e)
}

// filterName reads a filter's name and arguments.
func (p *parser) filterName(e expr) expr {
	f := &filterExpr{of: e, line: p.at().line, name: p.dotted(), args: &argList{}}
	if p.op("(") {
		f.args = p.args()
	}
	return f
}

// dotted reads a name with dots.
func (p *parser) dotted() string {
	name := p.expect(kName).text
	for p.skipOp(".") {
		name += "." + p.expect(kName).text
	}
	return name
}

// test reads a test behind "is".
func (p *parser) test(e expr) expr {
	p.pos++
	not := p.skipName("not")
	t := &testExpr{of: e, line: p.at().line, name: p.dotted(), args: &argList{}}
	switch c := p.at(); {
	case p.op("("):
		t.args = p.args()
	case p.name("is"):
		p.fail("You cannot chain multiple tests with is")
	case c.kind == kName && !slices.Contains([]string{"else", "or", "and"}, c.text), c.kind == kString, c.kind == kNumber, p.op("["), p.op("{"):
		t.args.pos = []expr{p.postfix(p.primary())}
	}
	if not {
		return &notExpr{t}
	}
	return t
}
