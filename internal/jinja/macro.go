package jinja

import "slices"

// macroBody is a macro as the template says it.
type macroBody struct {
	name     string
	params   []string
	defaults []expr
	body     []stmt
	// which of the special names the body mentions
	caller, varargs, kwargs bool
}

type macroStmt struct {
	line int
	macroBody
}

func (m *macroStmt) exec(_ *run, s *scope) flow {
	s.set(m.name, &macro{macroBody: &m.macroBody, scope: s})
	return goOn
}

type callStmt struct {
	line int
	macroBody
	call *callExpr
}

func (c *callStmt) exec(r *run, s *scope) flow {
	r.line = c.line
	of := c.call.of.eval(r, s)
	a := c.call.args.eval(r, s)
	a.names, a.named = append(a.names, "caller"), append(a.named, Value(&macro{macroBody: &c.macroBody, scope: s}))
	r.write(r.text(r.call(of, a)))
	return goOn
}

// macro is a macro with the names that it sees.
type macro struct {
	*macroBody
	scope *scope
}

// invoke returns what the macro writes for these arguments.
func (m *macro) invoke(r *run, a *arguments) Value {
	defer r.deeper()()
	s := &scope{outer: m.scope}
	if len(a.pos) > len(m.params) && !m.varargs {
		fail("TypeError: macro %q takes not more than %d argument(s)", m.name, len(m.params))
	}
	n := min(len(a.pos), len(m.params))
	used := make([]bool, len(a.names))
	for i, p := range m.params {
		at := slices.Index(a.names, p)
		switch {
		case i < n && at >= 0:
			fail("TypeError: macro %q got multiple values for argument %q", m.name, p)
		case i < n:
			s.set(p, a.pos[i])
		case at >= 0:
			used[at] = true
			s.set(p, a.named[at])
		case i >= len(m.params)-len(m.defaults):
			s.set(p, m.defaults[i-(len(m.params)-len(m.defaults))].eval(r, s))
		default:
			s.set(p, &undefined{"parameter '" + p + "' was not provided"})
		}
	}
	if m.caller {
		s.set("caller", &undefined{"No caller defined"})
	}
	rest := NewDict(0)
	for i, name := range a.names {
		switch {
		case used[i]:
		case name == "caller" && m.caller:
			s.set("caller", a.named[i])
		case m.kwargs:
			rest.Set(name, a.named[i])
		default:
			fail("TypeError: macro %q takes no keyword argument %q", m.name, name)
		}
	}
	if m.varargs {
		s.set("varargs", &List{Items: slices.Clone(a.pos[n:]), Tuple: true})
	}
	if m.kwargs {
		s.set("kwargs", rest)
	}
	return r.capture(m.body, s)
}
