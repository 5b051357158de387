package jinja

import (
	"cmp"
	"math"
	"math/big"
	"slices"
	"strings"
	"unicode/utf8"
)

// equal reports whether two values are equal as Python says.
func (r *run) equal(a, b Value, deep int) bool {
	if deep > depth {
		fail("RecursionError: maximum recursion depth exceeded in comparison")
	}
	r.step(1)
	if x, ok := str(a); ok {
		y, ok := str(b)
		return ok && x == y
	}
	if _, ok := float(a); ok {
		if _, ok := float(b); !ok {
			return false
		}
		return numbers(a, b) == 0
	}
	switch a := a.(type) {
	case nil:
		return b == nil
	case *List:
		b, ok := b.(*List)
		if !ok || a.Tuple != b.Tuple || len(a.Items) != len(b.Items) {
			return false
		}
		for i := range a.Items {
			if !r.equal(a.Items[i], b.Items[i], deep+1) {
				return false
			}
		}
		return true
	case *Dict:
		b, ok := b.(*Dict)
		if !ok || a.Len() != b.Len() {
			return false
		}
		for i, k := range a.keys {
			v, ok := b.Get(k)
			if !ok || !r.equal(a.vals[i], v, deep+1) {
				return false
			}
		}
		return true
	case *undefined, *unsafe:
		_, ok := isUndefined(b)
		return ok
	}
	return a == b
}

// numbers compares two numbers: -1, 0, 1, or 2 where one is not a number.
func numbers(a, b Value) int {
	if x, ok := toBig(a); ok {
		if y, ok := toBig(b); ok {
			return x.Cmp(y)
		}
	}
	x, _ := float(a)
	y, _ := float(b)
	if math.IsNaN(x) || math.IsNaN(y) {
		return 2
	}
	return cmp.Compare(x, y)
}

// compare orders two values: -1, 0 or 1, or 2 where neither is less. op is for the
// message if they can't be compared.
func (r *run) compare(op string, a, b Value) int {
	r.step(1)
	if x, ok := str(a); ok {
		if y, ok := str(b); ok {
			return strings.Compare(x, y)
		}
	}
	if _, ok := float(a); ok {
		if _, ok := float(b); ok {
			return numbers(a, b)
		}
	}
	if x, ok := a.(*List); ok {
		if y, ok := b.(*List); ok && x.Tuple == y.Tuple {
			for i := range min(len(x.Items), len(y.Items)) {
				if !r.equal(x.Items[i], y.Items[i], 1) {
					return r.compare(op, x.Items[i], y.Items[i])
				}
			}
			return cmp.Compare(len(x.Items), len(y.Items))
		}
	}
	defined(a, b)
	fail("TypeError: '%s' not supported between instances of '%s' and '%s'", op, typeName(a), typeName(b))
	return 2
}

// contains reports whether a value is in another.
func (r *run) contains(in, v Value) bool {
	if text, ok := str(in); ok {
		part, ok := str(v)
		defined(v)
		if !ok {
			fail("TypeError: 'in <string>' requires string as left operand, not %s", typeName(v))
		}
		return strings.Contains(text, part)
	}
	if d, ok := in.(*Dict); ok {
		if _, un := isUndefined(v); un {
			return false
		}
		_, ok := d.Get(v)
		return ok
	}
	return slices.ContainsFunc(r.iterate(in), func(x Value) bool { return r.equal(x, v, 0) })
}

// arithmetic returns the value of an operator.
func (r *run) arithmetic(op string, a, b Value) Value {
	x, isNumber := toBig(a)
	y, too := toBig(b)
	if isNumber && too {
		return r.integers(op, a, b, x, y)
	}
	if f, ok := float(a); ok {
		if g, ok := float(b); ok {
			return floats(op, f, g)
		}
	}
	if v, ok := r.sequences(op, a, b); ok {
		return v
	}
	defined(a, b)
	if _, ok := str(a); ok && op == "+" {
		fail("TypeError: can only concatenate str (not %q) to str", typeName(b))
	}
	fail("TypeError: unsupported operand type(s) for %s: '%s' and '%s'", op, typeName(a), typeName(b))
	return nil
}

// integers returns the value of an operator between integers.
func (r *run) integers(op string, a, b Value, x, y *big.Int) Value {
	i, ok1 := integer(a)
	j, ok2 := integer(b)
	const small = 1 << 30
	if ok1 && ok2 && max(i, -i) < small && max(j, -j) < small {
		switch op {
		case "+":
			return i + j
		case "-":
			return i - j
		case "*":
			return i * j
		}
	}
	r.step(1 + (x.BitLen()+y.BitLen())/64)
	switch op {
	case "+":
		return fromBig(new(big.Int).Add(x, y))
	case "-":
		return fromBig(new(big.Int).Sub(x, y))
	case "*":
		r.fits((x.BitLen() + y.BitLen()) * 4)
		return fromBig(new(big.Int).Mul(x, y))
	case "**":
		if y.Sign() < 0 {
			f, _ := float(a)
			g, _ := float(b)
			return floats(op, f, g)
		}
		if x.BitLen() > 1 && (!y.IsInt64() || y.Int64() > 1<<16 || y.Int64()*int64(x.BitLen()) > 1<<20) {
			limit("makes a number that is too great")
		}
		return fromBig(new(big.Int).Exp(x, y, nil))
	}
	if y.Sign() == 0 {
		fail("ZeroDivisionError: division by zero")
	}
	if op == "/" {
		f, _ := new(big.Rat).SetFrac(x, y).Float64()
		return f
	}
	q, m := new(big.Int).DivMod(x, y, new(big.Int))
	if y.Sign() < 0 && m.Sign() != 0 { // Python rounds down, and the rest has the divisor's sign
		q.Sub(q, big.NewInt(1))
		m.Add(m, y)
	}
	if op == "%" {
		return fromBig(m)
	}
	return fromBig(q)
}

// floats returns the value of an operator between floats.
func floats(op string, x, y float64) Value {
	switch op {
	case "+":
		return x + y
	case "-":
		return x - y
	case "*":
		return x * y
	case "**":
		return math.Pow(x, y)
	}
	if y == 0 {
		fail("ZeroDivisionError: float division by zero")
	}
	switch op {
	case "/":
		return x / y
	case "//":
		return math.Floor(x / y)
	}
	m := math.Mod(x, y)
	if m != 0 && (m < 0) != (y < 0) {
		m += y
	}
	return m
}

// sequences returns the value of an operator on texts and lists, if it has one.
func (r *run) sequences(op string, a, b Value) (Value, bool) {
	switch op {
	case "+":
		if x, ok := str(a); ok {
			y, ok := str(b)
			if !ok {
				return nil, false
			}
			_, m1 := a.(Markup)
			_, m2 := b.(Markup)
			if m1 || m2 {
				return Markup(r.grown(string(escape(a)) + string(escape(b)))), true
			}
			return r.grown(x + y), true
		}
		if x, ok := a.(*List); ok {
			if y, ok := b.(*List); ok && x.Tuple == y.Tuple {
				r.step(len(x.Items) + len(y.Items))
				r.fits(16 * (len(x.Items) + len(y.Items)))
				return &List{Items: append(append([]Value(nil), x.Items...), y.Items...), Tuple: x.Tuple}, true
			}
		}
	case "*":
		if _, ok := integer(a); ok {
			a, b = b, a
		}
		n, ok := integer(b)
		if !ok {
			return nil, false
		}
		switch x := a.(type) {
		case string:
			return r.repeat(x, n), true
		case Markup:
			return Markup(r.repeat(string(x), n)), true
		case *List:
			n = max(n, 0)
			if n > 1<<24 {
				limit("makes a list that is too long")
			}
			r.fits(16 * len(x.Items) * int(n))
			out := &List{Tuple: x.Tuple}
			for range n {
				r.step(len(x.Items) + 1)
				out.Items = append(out.Items, x.Items...)
			}
			return out, true
		}
	case "%":
		if x, ok := str(a); ok {
			return r.percent(x, b), true
		}
	}
	return nil, false
}

// iterate returns the items of a value, as a for loop sees them. They must not be changed.
func (r *run) iterate(v Value) []Value {
	switch v := v.(type) {
	case *List:
		r.step(len(v.Items))
		return v.Items
	case *Dict:
		r.step(len(v.keys))
		return v.keys
	case string:
		return r.characters(v)
	case Markup:
		return r.characters(string(v))
	case *undefined, *unsafe:
		return nil
	case *generator:
		items := v.items
		v.items = nil
		r.step(len(items))
		return items
	case *view:
		r.step(len(v.items))
		return v.items
	case span:
		n := v.length()
		r.step(int(min(n, 1<<40)))
		out := make([]Value, n)
		for i := range out {
			out[i] = v.start + int64(i)*v.step
		}
		return out
	case *loop:
		return v.items[v.index:]
	}
	fail("TypeError: '%s' object is not iterable", typeName(v))
	return nil
}

// characters returns the characters of a text.
func (r *run) characters(s string) []Value {
	r.step(len(s))
	out := make([]Value, 0, len(s))
	for i := 0; i < len(s); {
		_, n := utf8.DecodeRuneInString(s[i:])
		out = append(out, s[i:i+n])
		i += n
	}
	return out
}

// length returns Python's len of a value.
func (r *run) length(v Value) int64 {
	switch v := v.(type) {
	case string:
		return int64(utf8.RuneCountInString(v))
	case Markup:
		return int64(utf8.RuneCountInString(string(v)))
	case *List:
		return int64(len(v.Items))
	case *Dict:
		return int64(v.Len())
	case *view:
		return int64(len(v.items))
	case span:
		return v.length()
	case *loop:
		return v.length()
	case *undefined, *unsafe:
		return 0
	}
	fail("TypeError: object of type '%s' has no len()", typeName(v))
	return 0
}
