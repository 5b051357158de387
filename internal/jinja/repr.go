package jinja

import (
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// depth bounds how deep values may nest where they are printed or compared.
const depth = 200

// text returns what Python's str says of a value.
func (r *run) text(v Value) string {
	switch v := v.(type) {
	case string:
		return v
	case Markup:
		return string(v)
	case *undefined, *unsafe:
		return ""
	}
	if s, ok := scalar(v); ok {
		return s
	}
	var b strings.Builder
	r.repr(&b, v, 0)
	return r.grown(b.String())
}

// scalar returns the text of None, a boolean or a number.
func scalar(v Value) (string, bool) {
	switch v := v.(type) {
	case nil:
		return "None", true
	case bool:
		if v {
			return "True", true
		}
		return "False", true
	case int64:
		return strconv.FormatInt(v, 10), true
	case *big.Int:
		return v.String(), true
	case float64:
		return floatRepr(v), true
	}
	return "", false
}

// repr writes what Python's repr says of a value.
func (r *run) repr(b *strings.Builder, v Value, deep int) {
	if deep > depth {
		fail("RecursionError: maximum recursion depth exceeded while getting the repr of an object")
	}
	r.step(1)
	r.fits(b.Len())
	if s, ok := scalar(v); ok {
		b.WriteString(s)
		return
	}
	switch v := v.(type) {
	case string:
		quote(b, v)
	case Markup:
		b.WriteString("Markup(")
		quote(b, string(v))
		b.WriteByte(')')
	case *List:
		r.reprList(b, v, deep)
	case *Dict:
		b.WriteByte('{')
		for i, k := range v.keys {
			if i > 0 {
				b.WriteString(", ")
			}
			r.repr(b, k, deep+1)
			b.WriteString(": ")
			r.repr(b, v.vals[i], deep+1)
		}
		b.WriteByte('}')
	case *undefined, *unsafe:
		b.WriteString("Undefined")
	case *view:
		b.WriteString(v.kind + "(")
		r.repr(b, &List{Items: v.items}, deep+1)
		b.WriteByte(')')
	case span:
		fmt.Fprintf(b, "range(%d, %d", v.start, v.stop)
		if v.step != 1 {
			fmt.Fprintf(b, ", %d", v.step)
		}
		b.WriteByte(')')
	case *namespace:
		b.WriteString("<Namespace ")
		r.repr(b, v.attrs, deep+1)
		b.WriteByte('>')
	case *macro:
		b.WriteString("<Macro ")
		quote(b, v.name)
		b.WriteByte('>')
	case *loop:
		fmt.Fprintf(b, "<LoopContext %d/%d>", v.index+1, v.length())
	default:
		// Python prints an address here, which differs from run to run.
		fail("TypeError: a %s has no text of its own", typeName(v))
	}
}

// reprList writes a list or tuple.
func (r *run) reprList(b *strings.Builder, v *List, deep int) {
	begin, end := byte('['), byte(']')
	if v.Tuple {
		begin, end = '(', ')'
	}
	b.WriteByte(begin)
	for i, x := range v.Items {
		if i > 0 {
			b.WriteString(", ")
		}
		r.repr(b, x, deep+1)
	}
	if v.Tuple && len(v.Items) == 1 {
		b.WriteByte(',')
	}
	b.WriteByte(end)
}

// quote writes a string as Python's repr does.
func quote(b *strings.Builder, s string) {
	q := byte('\'')
	if strings.IndexByte(s, '\'') >= 0 && strings.IndexByte(s, '"') < 0 {
		q = '"'
	}
	b.WriteByte(q)
	for i := 0; i < len(s); {
		c, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case c == rune(q) || c == '\\':
			b.WriteByte('\\')
			b.WriteRune(c)
		case c == '\n':
			b.WriteString(`\n`)
		case c == '\t':
			b.WriteString(`\t`)
		case c == '\r':
			b.WriteString(`\r`)
		case c == utf8.RuneError && n == 1 || unicode.IsPrint(c):
			b.WriteString(s[i : i+n])
		case c < 0x100:
			fmt.Fprintf(b, `\x%02x`, c)
		case c < 0x10000:
			fmt.Fprintf(b, `\u%04x`, c)
		default:
			fmt.Fprintf(b, `\U%08x`, c)
		}
		i += n
	}
	b.WriteByte(q)
}

// floatRepr returns a float as Python writes it.
func floatRepr(f float64) string {
	switch {
	case math.IsNaN(f):
		return "nan"
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	at := strings.IndexByte(s, 'e')
	exp, _ := strconv.Atoi(s[at+1:])
	if exp >= -4 && exp < 16 {
		s = strconv.FormatFloat(f, 'f', -1, 64)
		if !strings.Contains(s, ".") {
			s += ".0"
		}
		return s
	}
	sign := "+"
	if exp < 0 {
		sign, exp = "-", -exp
	}
	return fmt.Sprintf("%se%s%02d", s[:at], sign, exp)
}
