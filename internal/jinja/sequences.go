package jinja

import (
	"slices"
	"strconv"
	"strings"
)

func firstFilter(r *run, v Value, _ *arguments) Value {
	if g, ok := v.(*generator); ok && len(g.items) > 0 {
		x := g.items[0]
		g.items = g.items[1:]
		return x
	}
	if items := r.iterate(v); len(items) > 0 {
		return items[0]
	}
	return &undefined{"No first item, sequence was empty."}
}

func lastFilter(r *run, v Value, _ *arguments) Value {
	if _, ok := v.(*generator); ok {
		fail("TypeError: 'generator' object is not reversible")
	}
	if items := r.iterate(v); len(items) > 0 {
		return items[len(items)-1]
	}
	return &undefined{"No last item, sequence was empty."}
}

func reverseFilter(r *run, v Value, _ *arguments) Value {
	items := slices.Clone(r.iterate(v))
	slices.Reverse(items)
	if _, ok := str(v); ok {
		var b strings.Builder
		for _, x := range items {
			b.WriteString(x.(string))
		}
		return like(v, b.String())
	}
	if _, ok := v.(*generator); ok {
		return &List{Items: items}
	}
	return &generator{items, "list_reverseiterator"}
}

func joinFilter(r *run, v Value, a *arguments) Value {
	x := a.bind("join", 0, "d", "attribute")
	sep := r.text(or(x[0], ""))
	get := r.getter(or(x[1], nil), missing)
	var b strings.Builder
	for i, item := range r.iterate(v) {
		if i > 0 {
			b.WriteString(sep)
		}
		b.WriteString(r.text(get(item)))
		r.fits(b.Len())
	}
	return r.grown(b.String())
}

// getter returns a function that gets an attribute with dots, or the value itself where
// attribute is nil. otherwise is what it returns where there is none.
func (r *run) getter(attribute, otherwise Value) func(v Value) Value {
	if attribute == nil {
		return func(v Value) Value { return v }
	}
	parts := []Value{attribute}
	if s, ok := str(attribute); ok {
		parts = nil
		for _, p := range strings.Split(s, ".") {
			if n, err := strconv.ParseInt(p, 10, 64); err == nil && n >= 0 {
				parts = append(parts, n)
			} else {
				parts = append(parts, p)
			}
		}
	}
	return func(v Value) Value {
		for _, p := range parts {
			v = r.item(v, p)
			if _, un := isUndefined(v); un && given(otherwise) && otherwise != nil {
				v = otherwise
			}
		}
		return v
	}
}

// folded returns a function that gets what texts are compared by.
func folded(caseSensitive bool, get func(v Value) Value) func(v Value) Value {
	if caseSensitive {
		return get
	}
	return func(v Value) Value {
		x := get(v)
		if s, ok := str(x); ok {
			return strings.ToLower(s)
		}
		return x
	}
}

func itemsFilter(_ *run, v Value, _ *arguments) Value {
	if _, ok := isUndefined(v); ok {
		return &generator{nil, "generator"}
	}
	d, ok := v.(*Dict)
	if !ok {
		fail("TypeError: Can only get item pairs from a mapping.")
	}
	return &generator{d.items(), "generator"}
}

func dictSort(r *run, v Value, a *arguments) Value {
	x := a.bind("dictsort", 0, "case_sensitive", "by", "reverse")
	d, ok := v.(*Dict)
	if !ok {
		defined(v)
		fail("AttributeError: '%s' object has no attribute 'items'", typeName(v))
	}
	at := int64(0)
	switch r.text(or(x[1], "key")) {
	case "key":
	case "value":
		at = 1
	default:
		fail("FilterArgumentError: You can only sort by either \"key\" or \"value\"")
	}
	return r.sorted(d.items(), folded(truth(or(x[0], false)), func(v Value) Value { return r.item(v, at) }), truth(or(x[2], false)))
}

// sorted returns items in the order of their keys.
func (r *run) sorted(items []Value, key func(v Value) Value, reverse bool) Value {
	type pair struct{ key, v Value }
	pairs := make([]pair, len(items))
	for i, v := range items {
		pairs[i] = pair{key(v), v}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int {
		if reverse {
			return r.compare("<", b.key, a.key)
		}
		return r.compare("<", a.key, b.key)
	})
	out := &List{Items: make([]Value, len(items))}
	for i, p := range pairs {
		out.Items[i] = p.v
	}
	return out
}

func sortFilter(r *run, v Value, a *arguments) Value {
	x := a.bind("sort", 0, "reverse", "case_sensitive", "attribute")
	sensitive, attribute := truth(or(x[1], false)), or(x[2], nil)
	key := folded(sensitive, r.getter(attribute, missing))
	if s, ok := str(attribute); ok && strings.Contains(s, ",") {
		var gets []func(v Value) Value
		for _, p := range strings.Split(s, ",") {
			gets = append(gets, folded(sensitive, r.getter(p, missing)))
		}
		key = func(v Value) Value {
			l := &List{}
			for _, g := range gets {
				l.Items = append(l.Items, g(v))
			}
			return l
		}
	}
	return r.sorted(r.iterate(v), key, truth(or(x[0], false)))
}

func uniqueFilter(r *run, v Value, a *arguments) Value {
	x := a.bind("unique", 0, "case_sensitive", "attribute")
	key := folded(truth(or(x[0], false)), r.getter(or(x[1], nil), missing))
	seen := NewDict(0)
	var out []Value
	for _, item := range r.iterate(v) {
		k := key(item)
		if _, ok := seen.Get(k); !ok {
			seen.Set(k, true)
			out = append(out, item)
		}
	}
	return &generator{out, "generator"}
}

// extreme returns the item with the least or greatest key.
func extreme(r *run, v Value, a *arguments, sign int) Value {
	x := a.bind("min", 0, "case_sensitive", "attribute")
	key := folded(truth(or(x[0], false)), r.getter(or(x[1], nil), missing))
	items := r.iterate(v)
	if len(items) == 0 {
		return &undefined{"No aggregated item, sequence was empty."}
	}
	best, bestKey := items[0], key(items[0])
	for _, item := range items[1:] {
		if k := key(item); r.compare("<", k, bestKey) == sign {
			best, bestKey = item, k
		}
	}
	return best
}

func sumFilter(r *run, v Value, a *arguments) Value {
	x := a.bind("sum", 0, "attribute", "start")
	get, total := r.getter(or(x[0], nil), missing), or(x[1], int64(0))
	for _, item := range r.iterate(v) {
		total = r.arithmetic("+", total, get(item))
	}
	return total
}

func batchFilter(r *run, v Value, a *arguments) Value {
	x := a.bind("batch", 1, "linecount", "fill_with")
	n := intArg(x[0])
	if n < 1 || n > 1<<20 {
		fail("ValueError: linecount is out of range")
	}
	var out []Value
	for part := range slices.Chunk(r.iterate(v), int(n)) {
		part = slices.Clone(part)
		for given(x[1]) && x[1] != nil && len(part) < int(n) {
			part = append(part, x[1])
		}
		out = append(out, &List{Items: part})
	}
	return &generator{out, "generator"}
}

func sliceFilter(r *run, v Value, a *arguments) Value {
	x := a.bind("slice", 1, "slices", "fill_with")
	n := int(intArg(x[0]))
	if n < 1 || n > 1<<20 {
		fail("ValueError: slices is out of range")
	}
	items := r.iterate(v)
	r.step(n)
	per, extra, from := len(items)/n, len(items)%n, 0
	var out []Value
	for i := range n {
		to := from + per
		if i < extra {
			to++
		}
		part := slices.Clone(items[from:to])
		if given(x[1]) && x[1] != nil && i >= extra {
			part = append(part, x[1])
		}
		out = append(out, &List{Items: part})
		from = to
	}
	return &generator{out, "generator"}
}

func groupBy(r *run, v Value, a *arguments) Value {
	x := a.bind("groupby", 1, "attribute", "default", "case_sensitive")
	get := r.getter(x[0], or(x[1], nil))
	key := folded(truth(or(x[2], false)), get)
	out := &List{}
	var last Value
	var group *List
	for _, item := range r.sorted(r.iterate(v), key, false).(*List).Items {
		k := key(item)
		if group == nil || !r.equal(k, last, 0) {
			group, last = &List{}, k
			out.Items = append(out.Items, &List{Items: []Value{get(item), group}, Tuple: true, group: true})
		}
		group.Items = append(group.Items, item)
	}
	return out
}

func mapFilter(r *run, v Value, a *arguments) Value {
	var fn func(v Value) Value
	if len(a.pos) == 0 && slices.Contains(a.names, "attribute") {
		x := a.bind("map", 0, "attribute", "default")
		fn = r.getter(x[0], or(x[1], nil))
	} else {
		if len(a.pos) == 0 {
			fail("FilterArgumentError: map requires a filter argument")
		}
		name, rest := r.text(a.pos[0]), &arguments{pos: a.pos[1:], names: a.names, named: a.named}
		fn = func(v Value) Value { return r.filter(name, v, rest) }
	}
	if !truth(v) {
		return &generator{nil, "generator"}
	}
	items := r.iterate(v)
	out := make([]Value, len(items))
	for i, x := range items {
		r.step(1)
		out[i] = fn(x)
	}
	return &generator{out, "generator"}
}

// choose is select, reject, selectattr and rejectattr.
func choose(r *run, v Value, a *arguments, keep, attribute bool) Value {
	rest := a.pos
	get := func(v Value) Value { return v }
	if attribute {
		if len(rest) == 0 {
			fail("FilterArgumentError: Missing parameter for attribute name")
		}
		get, rest = r.getter(rest[0], missing), rest[1:]
	}
	is := truth
	if len(rest) > 0 {
		name, args := r.text(rest[0]), &arguments{pos: rest[1:], names: a.names, named: a.named}
		is = func(v Value) bool { return r.test(name, v, args) }
	}
	if !truth(v) {
		return &generator{nil, "generator"}
	}
	var out []Value
	for _, x := range r.iterate(v) {
		r.step(1)
		if is(get(x)) == keep {
			out = append(out, x)
		}
	}
	return &generator{out, "generator"}
}
