package jinja

import (
	"slices"
	"strings"
)

// scope holds the names of a block. Names that it does not have are those of the block
// around it.
type scope struct {
	names  []string
	values []Value
	outer  *scope
}

// get returns the value of a name.
func (s *scope) get(name string) (Value, bool) {
	for ; s != nil; s = s.outer {
		for i := len(s.names) - 1; i >= 0; i-- {
			if s.names[i] == name {
				return s.values[i], true
			}
		}
	}
	return nil, false
}

// set gives a name of this block a value.
func (s *scope) set(name string, v Value) {
	for i, n := range s.names {
		if n == name {
			s.values[i] = v
			return
		}
	}
	s.names, s.values = append(s.names, name), append(s.values, v)
}

type dataStmt struct{ text string }

func (d *dataStmt) exec(r *run, _ *scope) flow {
	r.write(d.text)
	return goOn
}

type printStmt struct {
	line  int
	value expr
}

func (p *printStmt) exec(r *run, s *scope) flow {
	r.line = p.line
	r.write(r.text(p.value.eval(r, s)))
	return goOn
}

// block runs statements.
func (r *run) block(list []stmt, s *scope) flow {
	for _, x := range list {
		r.step(1)
		if f := x.exec(r, s); f != goOn {
			return f
		}
	}
	return goOn
}

// capture returns what statements write.
func (r *run) capture(list []stmt, s *scope) string {
	var b strings.Builder
	old := r.out
	r.out = &b
	r.block(list, s)
	r.out = old
	return r.grown(b.String())
}

type ifStmt struct {
	line   int
	tests  []expr
	bodies [][]stmt
	other  []stmt
}

func (f *ifStmt) exec(r *run, s *scope) flow {
	for i, t := range f.tests {
		r.line = f.line
		if truth(t.eval(r, s)) {
			return r.block(f.bodies[i], s)
		}
	}
	return r.block(f.other, s)
}

type flowStmt struct{ flow flow }

func (f *flowStmt) exec(*run, *scope) flow { return f.flow }

type setStmt struct {
	line   int
	target *target
	value  expr
}

func (x *setStmt) exec(r *run, s *scope) flow {
	r.line = x.line
	r.assign(s, x.target, x.value.eval(r, s))
	return goOn
}

// assign gives a target a value.
func (r *run) assign(s *scope, t *target, v Value) {
	switch {
	case t.tuple != nil:
		items := r.iterate(v)
		if len(items) != len(t.tuple) {
			fail("ValueError: %d values for %d names", len(items), len(t.tuple))
		}
		for i, x := range t.tuple {
			r.assign(s, x, items[i])
		}
	case t.attr != "":
		n, ok := r.lookup(s, t.name).(*namespace)
		if !ok {
			fail("TemplateRuntimeError: cannot assign attribute on non-namespace object")
		}
		if strings.HasPrefix(t.attr, "_") {
			fail("SecurityError: a namespace has no attribute %q", t.attr)
		}
		n.attrs.Set(t.attr, v)
	default:
		s.set(t.name, v)
	}
}

type setBlock struct {
	line   int
	target *target
	filter *chain
	body   []stmt
}

func (x *setBlock) exec(r *run, s *scope) flow {
	r.line = x.line
	var v Value = r.capture(x.body, &scope{outer: s})
	if x.filter != nil {
		v = x.filter.apply(r, s, v)
	}
	r.assign(s, x.target, v)
	return goOn
}

type filterStmt struct {
	line   int
	filter *chain
	body   []stmt
}

func (f *filterStmt) exec(r *run, s *scope) flow {
	r.line = f.line
	text := r.capture(f.body, &scope{outer: s})
	r.write(r.text(f.filter.apply(r, s, text)))
	return goOn
}

// withStmt is a block with names of its own; block means that it sees only those of the
// whole template.
type withStmt struct {
	line    int
	targets []*target
	values  []expr
	body    []stmt
	block   bool
}

func (w *withStmt) exec(r *run, s *scope) flow {
	r.line = w.line
	inner := &scope{outer: s}
	if w.block {
		inner.outer = r.root
	}
	for i, t := range w.targets {
		r.assign(inner, t, w.values[i].eval(r, s))
	}
	return r.block(w.body, inner)
}

// generationStmt marks text of the assistant.
type generationStmt struct{ body []stmt }

func (g *generationStmt) exec(r *run, s *scope) flow {
	text := r.capture(g.body, &scope{outer: s})
	from := r.out.Len()
	r.write(text)
	if r.out == &r.whole {
		r.spans = append(r.spans, Span{from, r.out.Len()})
	}
	return goOn
}

type forStmt struct {
	line        int
	target      *target
	over, test  expr
	recursive   bool
	body, other []stmt
}

func (f *forStmt) exec(r *run, s *scope) flow {
	r.line = f.line
	f.run(r, s, f.over.eval(r, s), 0)
	return goOn
}

// run runs the loop over a value.
func (f *forStmt) run(r *run, s *scope, over Value, deep int) {
	items := r.iterate(over)
	if f.test != nil {
		kept := make([]Value, 0, len(items))
		for _, v := range items {
			inner := &scope{outer: s}
			r.assign(inner, f.target, v)
			if truth(f.test.eval(r, inner)) {
				kept = append(kept, v)
			}
		}
		items = kept
	}
	if len(items) == 0 {
		r.block(f.other, &scope{outer: s})
		return
	}
	l := &loop{items: items, depth: deep, stmt: f, scope: s}
	for i, v := range items {
		r.step(1)
		l.index = i
		inner := &scope{outer: s, names: make([]string, 0, 4), values: make([]Value, 0, 4)}
		inner.set("loop", l)
		r.assign(inner, f.target, v)
		if r.block(f.body, inner) == breakLoop {
			return
		}
	}
}

// loop is the variable of this name in a loop.
type loop struct {
	items   []Value
	index   int
	depth   int
	stmt    *forStmt
	scope   *scope
	changed *List
}

func (l *loop) length() int64 { return int64(len(l.items)) }

// call runs a recursive loop over other items.
func (l *loop) call(r *run, a *arguments) Value {
	if !l.stmt.recursive {
		fail("TypeError: The loop must have the 'recursive' marker to be called recursively.")
	}
	x := a.bind("loop", 1, "iterable")
	var b strings.Builder
	old := r.out
	r.out = &b
	defer r.deeper()()
	l.stmt.run(r, l.scope, x[0], l.depth+1)
	r.out = old
	return r.grown(b.String())
}

// attr returns an attribute of the loop.
func (l *loop) attr(name string) (Value, bool) {
	n, i := len(l.items), l.index
	switch name {
	case "index":
		return int64(i + 1), true
	case "index0":
		return int64(i), true
	case "revindex":
		return int64(n - i), true
	case "revindex0":
		return int64(n - i - 1), true
	case "first":
		return i == 0, true
	case "last":
		return i == n-1, true
	case "length":
		return int64(n), true
	case "depth":
		return int64(l.depth + 1), true
	case "depth0":
		return int64(l.depth), true
	case "previtem":
		if i == 0 {
			return &undefined{"there is no previous item"}, true
		}
		return l.items[i-1], true
	case "nextitem":
		if i == n-1 {
			return &undefined{"there is no next item"}, true
		}
		return l.items[i+1], true
	case "cycle":
		return &function{"cycle", func(_ *run, a *arguments) Value {
			if len(a.pos) == 0 {
				fail("TypeError: no items for cycling given")
			}
			return a.pos[l.index%len(a.pos)]
		}}, true
	case "changed":
		return &function{"changed", func(r *run, a *arguments) Value {
			now := &List{Items: slices.Clone(a.pos), Tuple: true}
			if l.changed != nil && r.equal(l.changed, now, 0) {
				return false
			}
			l.changed = now
			return true
		}}, true
	}
	return nil, false
}
