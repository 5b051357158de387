package jinja

import (
	"slices"
	"strings"
)

type constant struct{ value Value }

func (c constant) eval(*run, *scope) Value { return c.value }

type nameExpr struct{ name string }

func (n *nameExpr) eval(r *run, s *scope) Value { return r.lookup(s, n.name) }

// lookup returns the value of a name.
func (r *run) lookup(s *scope, name string) Value {
	if v, ok := s.get(name); ok {
		return v
	}
	if v, ok := r.values.Get(name); ok {
		return v
	}
	if f, ok := globals[name]; ok {
		return f
	}
	return &undefined{"'" + name + "' is undefined"}
}

type condExpr struct{ then, test, other expr }

func (c *condExpr) eval(r *run, s *scope) Value {
	switch {
	case truth(c.test.eval(r, s)):
		return c.then.eval(r, s)
	case c.other != nil:
		return c.other.eval(r, s)
	}
	return &undefined{"the inline if-expression evaluated to false and no else section was defined."}
}

type logic struct {
	left, right expr
	or          bool
}

func (l *logic) eval(r *run, s *scope) Value {
	v := l.left.eval(r, s)
	if truth(v) == l.or {
		return v
	}
	return l.right.eval(r, s)
}

type notExpr struct{ of expr }

func (n *notExpr) eval(r *run, s *scope) Value { return !truth(n.of.eval(r, s)) }

type compareExpr struct {
	first expr
	ops   []string
	rest  []expr
}

func (c *compareExpr) eval(r *run, s *scope) Value {
	left := c.first.eval(r, s)
	for i, op := range c.ops {
		right := c.rest[i].eval(r, s)
		if !r.holds(op, left, right) {
			return false
		}
		left = right
	}
	return true
}

// holds reports whether a comparison is true.
func (r *run) holds(op string, a, b Value) bool {
	switch op {
	case "==":
		return r.equal(a, b, 0)
	case "!=":
		return !r.equal(a, b, 0)
	case "in":
		return r.contains(b, a)
	case "not in":
		return !r.contains(b, a)
	}
	c := r.compare(op, a, b)
	switch op {
	case "<":
		return c == -1
	case "<=":
		return c == -1 || c == 0
	case ">":
		return c == 1
	}
	return c == 1 || c == 0
}

type concatExpr struct{ parts []expr }

func (c *concatExpr) eval(r *run, s *scope) Value {
	var b strings.Builder
	for _, p := range c.parts {
		b.WriteString(r.text(p.eval(r, s)))
		r.fits(b.Len())
	}
	return r.grown(b.String())
}

type binary struct {
	op          string
	left, right expr
}

func (b *binary) eval(r *run, s *scope) Value {
	r.step(1)
	left := b.left.eval(r, s)
	return r.arithmetic(b.op, left, b.right.eval(r, s))
}

type unaryExpr struct {
	op string
	of expr
}

func (u *unaryExpr) eval(r *run, s *scope) Value {
	v := u.of.eval(r, s)
	defined(v)
	if _, ok := float(v); !ok {
		fail("TypeError: bad operand type for unary %s: '%s'", u.op, typeName(v))
	}
	if u.op == "+" {
		if i, ok := integer(v); ok {
			return i
		}
		return v
	}
	if f, ok := v.(float64); ok {
		return -f
	}
	return r.arithmetic("-", int64(0), v)
}

type listExpr struct {
	items []expr
	tuple bool
}

func (l *listExpr) eval(r *run, s *scope) Value {
	r.step(len(l.items))
	out := &List{Items: make([]Value, len(l.items)), Tuple: l.tuple}
	for i, x := range l.items {
		out.Items[i] = x.eval(r, s)
	}
	return out
}

type dictExpr struct{ keys, vals []expr }

func (d *dictExpr) eval(r *run, s *scope) Value {
	r.step(len(d.keys))
	out := NewDict(len(d.keys))
	for i, k := range d.keys {
		key := k.eval(r, s)
		out.Set(key, d.vals[i].eval(r, s))
	}
	return out
}

type attrExpr struct {
	of   expr
	name string
}

func (a *attrExpr) eval(r *run, s *scope) Value { return r.attr(a.of.eval(r, s), a.name) }

type itemExpr struct{ of, key expr }

func (i *itemExpr) eval(r *run, s *scope) Value {
	of := i.of.eval(r, s)
	if k, ok := i.key.(*sliceExpr); ok {
		return r.slice(of, k.part(r, s, k.start), k.part(r, s, k.stop), k.part(r, s, k.step))
	}
	return r.item(of, i.key.eval(r, s))
}

type sliceExpr struct{ start, stop, step expr }

// part returns the value of one of the slice's parts.
func (*sliceExpr) part(r *run, s *scope, e expr) Value {
	if e == nil {
		return nil
	}
	return e.eval(r, s)
}

func (*sliceExpr) eval(*run, *scope) Value {
	fail("TypeError: slices are keys of one value")
	return nil
}

// argList is the arguments of a call as the template says them.
type argList struct {
	pos            []expr
	names          []string
	named          []expr
	star, starStar expr
}

// eval returns the values of the arguments.
func (l *argList) eval(r *run, s *scope) *arguments {
	a := &arguments{}
	if len(l.pos) > 0 {
		a.pos = make([]Value, len(l.pos))
		for i, x := range l.pos {
			a.pos[i] = x.eval(r, s)
		}
	}
	if l.star != nil {
		a.pos = append(a.pos, r.iterate(l.star.eval(r, s))...)
	}
	for i, n := range l.names {
		a.names, a.named = append(a.names, n), append(a.named, l.named[i].eval(r, s))
	}
	if l.starStar != nil {
		d, ok := l.starStar.eval(r, s).(*Dict)
		if !ok {
			fail("TypeError: argument after ** must be a mapping")
		}
		for i, k := range d.keys {
			name, ok := str(k)
			if !ok || slices.Contains(a.names, name) {
				fail("TypeError: argument %s is no name or is given twice", r.text(k))
			}
			a.names, a.named = append(a.names, name), append(a.named, d.vals[i])
		}
	}
	return a
}

type callExpr struct {
	of   expr
	args *argList
	line int
}

func (c *callExpr) eval(r *run, s *scope) Value {
	r.step(1)
	of := c.of.eval(r, s)
	a := c.args.eval(r, s)
	return r.call(of, a)
}

// call calls a value.
func (r *run) call(of Value, a *arguments) Value {
	switch f := of.(type) {
	case *function:
		return f.call(r, a)
	case *macro:
		return f.invoke(r, a)
	case *loop:
		return f.call(r, a)
	case *joiner:
		if !f.used {
			f.used = true
			return ""
		}
		return f.sep
	case *unsafe:
		fail("SecurityError: %s", f.why)
	case *undefined:
		f.raise()
	}
	fail("TypeError: '%s' object is not callable", typeName(of))
	return nil
}

// raise fails because a value that is not there is used.
func (u *undefined) raise() { fail("UndefinedError: %s", u.why) }

type filterExpr struct {
	of   expr
	name string
	args *argList
	line int
}

func (f *filterExpr) eval(r *run, s *scope) Value {
	r.step(1)
	v := f.of.eval(r, s)
	return r.filter(f.name, v, f.args.eval(r, s))
}

// filter applies a filter to a value.
func (r *run) filter(name string, v Value, a *arguments) Value {
	fn, ok := filters[name]
	if !ok {
		fail("TemplateAssertionError: No filter named '%s'.", name)
	}
	return fn(r, v, a)
}

type testExpr struct {
	of   expr
	name string
	args *argList
	line int
}

func (t *testExpr) eval(r *run, s *scope) Value {
	r.step(1)
	v := t.of.eval(r, s)
	return r.test(t.name, v, t.args.eval(r, s))
}

// test reports whether a value passes a test.
func (r *run) test(name string, v Value, a *arguments) bool {
	fn, ok := tests[name]
	if !ok {
		fail("TemplateAssertionError: No test named '%s'.", name)
	}
	return fn(r, v, a)
}
