package jinja

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

func text64(i int64) string { return strconv.FormatInt(i, 10) }

// percent is Python's format % values.
func (r *run) percent(format string, v Value) string {
	var b strings.Builder
	list, isTuple := v.(*List)
	isTuple = isTuple && list.Tuple
	used := 0
	next := func() Value {
		if !isTuple {
			if used++; used > 1 {
				fail("TypeError: not enough arguments for format string")
			}
			return v
		}
		if used++; used > len(list.Items) {
			fail("TypeError: not enough arguments for format string")
		}
		return list.Items[used-1]
	}
	mapped := false
	for i := 0; i < len(format); i++ {
		if format[i] != '%' {
			b.WriteByte(format[i])
			continue
		}
		i++
		value := next
		if i < len(format) && format[i] == '(' {
			end := strings.IndexByte(format[i:], ')')
			d, ok := v.(*Dict)
			if end < 0 || !ok {
				fail("TypeError: format requires a mapping")
			}
			x, ok := d.Get(format[i+1 : i+end])
			if !ok {
				fail("KeyError: %q", format[i+1:i+end])
			}
			value, mapped = func() Value { return x }, true
			i += end + 1
		}
		var s spec
		i = s.percent(format, i, next)
		if i >= len(format) {
			fail("ValueError: incomplete format")
		}
		if format[i] == '%' {
			b.WriteByte('%')
			continue
		}
		s.kind = format[i]
		b.WriteString(r.spelled(&s, value()))
		r.fits(b.Len())
	}
	if isTuple && used < len(list.Items) || !isTuple && used == 0 && !mapped {
		if _, ok := v.(*Dict); !ok {
			fail("TypeError: not all arguments converted during string formatting")
		}
	}
	return r.grown(b.String())
}

// spec is a format specification.
type spec struct {
	fill        string
	align, sign byte
	alt, zero   bool
	group       byte
	width       int64
	precision   int64 // -1 for none
	kind        byte
	percents    bool // of the operator %
}

// percent reads flags, width and precision of the operator % and returns where the kind
// stands.
func (s *spec) percent(f string, i int, next func() Value) int {
	s.precision, s.percents, s.fill, s.align = -1, true, " ", '>'
	for ; i < len(f) && strings.IndexByte("#0- +", f[i]) >= 0; i++ {
		switch f[i] {
		case '#':
			s.alt = true
		case '0':
			s.zero = true
		case '-':
			s.align = '<'
		default:
			s.sign = f[i]
		}
	}
	number := func() int64 {
		if i < len(f) && f[i] == '*' {
			i++
			return intArg(next())
		}
		n := int64(0)
		for ; i < len(f) && f[i] >= '0' && f[i] <= '9' && n < 1<<31; i++ {
			n = n*10 + int64(f[i]-'0')
		}
		return n
	}
	s.width = number()
	if i < len(f) && f[i] == '.' {
		i++
		s.precision = number()
	}
	for i < len(f) && strings.IndexByte("hlL", f[i]) >= 0 {
		i++
	}
	return i
}

// spelled returns a value as a specification of the operator % says.
func (r *run) spelled(s *spec, v Value) string {
	switch s.kind {
	case 's', 'r', 'a':
		text := r.text(v)
		if s.kind != 's' {
			var b strings.Builder
			r.repr(&b, v, 0)
			text = b.String()
		}
		s.zero = false
		return r.aligned(s, "", s.cut(text))
	case 'c':
		if t, ok := str(v); ok {
			return r.aligned(s, "", t)
		}
		return r.aligned(s, "", string(rune(intArg(v))))
	case 'd', 'i', 'u':
		s.kind = 'd'
		if f, ok := v.(float64); ok {
			v = int64(math.Trunc(f))
		}
		if _, ok := toBig(v); !ok {
			fail("TypeError: %%d format: a real number is required, not %s", typeName(v))
		}
		return r.number(s, v)
	case 'x', 'X', 'o', 'e', 'E', 'f', 'F', 'g', 'G':
		if _, ok := float(v); !ok {
			fail("TypeError: must be real number, not %s", typeName(v))
		}
		return r.number(s, v)
	}
	fail("ValueError: unsupported format character '%c'", s.kind)
	return ""
}

// cut returns a text no longer than the precision.
func (s *spec) cut(text string) string {
	if s.precision < 0 {
		return text
	}
	return text[:offset(text, s.precision)]
}

// aligned fills a text up to the width; sign stands before zeros.
func (r *run) aligned(s *spec, sign, text string) string {
	n := s.width - int64(utf8.RuneCountInString(sign)+utf8.RuneCountInString(text))
	if n <= 0 {
		return sign + text
	}
	if s.zero && s.align != '<' {
		return sign + r.repeat("0", n) + text
	}
	switch s.align {
	case '<':
		return sign + text + r.repeat(s.fill, n)
	case '^':
		return r.repeat(s.fill, n/2) + sign + text + r.repeat(s.fill, n-n/2)
	case '=':
		return sign + r.repeat(s.fill, n) + text
	}
	return r.repeat(s.fill, n) + sign + text
}

// number returns a number as a specification says.
func (r *run) number(s *spec, v Value) string {
	r.fits(int(s.precision))
	precision := int(s.precision)
	if b, ok := toBig(v); ok && strings.IndexByte("dxXobc\x00n", s.kind) >= 0 {
		sign := ""
		if b.Sign() < 0 {
			sign = "-"
		} else if s.sign != 0 && s.sign != '-' {
			sign = string(s.sign)
		}
		base := map[byte]int{'x': 16, 'X': 16, 'o': 8, 'b': 2}[s.kind]
		if base == 0 {
			base = 10
		}
		text := strings.TrimPrefix(b.Text(base), "-")
		if s.alt && base != 10 {
			sign += "0" + strings.ToLower(string(s.kind))
		}
		if s.kind == 'X' {
			text, sign = strings.ToUpper(text), strings.ToUpper(sign)
		}
		if s.percents && precision > len(text) {
			text = strings.Repeat("0", precision-len(text)) + text
		}
		return r.aligned(s, sign, grouped3(text, s.group))
	}
	f, _ := float(v)
	sign := ""
	if math.Signbit(f) && !math.IsNaN(f) {
		sign, f = "-", -f
	} else if s.sign != 0 && s.sign != '-' {
		sign = string(s.sign)
	}
	return r.aligned(s, sign, grouped3(s.float(f, precision), s.group))
}

// float returns a positive float as a specification says.
func (s *spec) float(f float64, precision int) string {
	if math.IsInf(f, 0) || math.IsNaN(f) {
		t := floatRepr(f)
		if s.kind == 'F' || s.kind == 'E' || s.kind == 'G' {
			t = strings.ToUpper(t)
		}
		return t
	}
	kind := s.kind
	if kind == 0 && precision < 0 {
		return floatRepr(f)
	}
	if precision < 0 {
		precision = 6
	}
	switch kind {
	case 'f', 'F':
		return strconv.FormatFloat(f, 'f', precision, 64)
	case 'e', 'E':
		return strconv.FormatFloat(f, kind, precision, 64)
	case '%':
		return strconv.FormatFloat(f*100, 'f', precision, 64) + "%"
	}
	// g and no kind: the shorter of both, without trailing zeros
	precision = max(precision, 1)
	e := strconv.FormatFloat(f, 'e', precision-1, 64)
	exp, _ := strconv.Atoi(e[strings.IndexByte(e, 'e')+1:])
	var t string
	if exp < -4 || exp >= precision {
		mantissa := e[:strings.IndexByte(e, 'e')]
		if strings.Contains(mantissa, ".") {
			mantissa = strings.TrimRight(strings.TrimRight(mantissa, "0"), ".")
		}
		t = mantissa + e[strings.IndexByte(e, 'e'):]
	} else {
		t = strconv.FormatFloat(f, 'f', precision-1-exp, 64)
		if strings.Contains(t, ".") {
			t = strings.TrimRight(strings.TrimRight(t, "0"), ".")
		}
		if kind == 0 && !strings.Contains(t, ".") {
			t += ".0"
		}
	}
	if kind == 'G' {
		t = strings.ToUpper(t)
	}
	return t
}

// grouped3 puts a separator between each three digits before the point.
func grouped3(s string, sep byte) string {
	if sep == 0 {
		return s
	}
	end := strings.IndexAny(s, ".e%")
	if end < 0 {
		end = len(s)
	}
	var b strings.Builder
	for i := range end {
		if i > 0 && (end-i)%3 == 0 {
			b.WriteByte(sep)
		}
		b.WriteByte(s[i])
	}
	return b.String() + s[end:]
}

// formatMethod is str.format and str.format_map.
func formatMethod(r *run, v Value, a *arguments) Value {
	f, _ := str(v)
	var b strings.Builder
	auto := 0
	for i := 0; i < len(f); i++ {
		switch {
		case strings.HasPrefix(f[i:], "{{") || strings.HasPrefix(f[i:], "}}"):
			b.WriteByte(f[i])
			i++
		case f[i] == '{':
			end := fieldEnd(f[i:])
			if end < 0 {
				fail("ValueError: expected '}' before end of string")
			}
			b.WriteString(r.field(f[i+1:i+end], a, &auto, 0))
			i += end
		case f[i] == '}':
			fail("ValueError: Single '}' encountered in format string")
		default:
			b.WriteByte(f[i])
		}
		r.fits(b.Len())
	}
	return like(v, r.grown(b.String()))
}

// fieldEnd returns where a replacement field ends, or -1.
func fieldEnd(s string) int {
	open := 0
	for i := range len(s) {
		switch s[i] {
		case '{':
			open++
		case '}':
			if open--; open == 0 {
				return i
			}
		}
	}
	return -1
}

// field returns the text of a replacement field.
func (r *run) field(f string, a *arguments, auto *int, deep int) string {
	if deep > 2 {
		fail("ValueError: Max string recursion exceeded")
	}
	name, format, _ := strings.Cut(f, ":")
	name, conversion, hasConversion := strings.Cut(name, "!")
	v := r.fieldValue(name, a, auto)
	if hasConversion {
		switch conversion {
		case "s":
			v = r.text(v)
		case "r", "a":
			var b strings.Builder
			r.repr(&b, v, 0)
			v = b.String()
		default:
			fail("ValueError: Unknown conversion specifier %q", conversion)
		}
	}
	for {
		at := strings.IndexByte(format, '{')
		if at < 0 {
			break
		}
		end := fieldEnd(format[at:])
		if end < 0 {
			fail("ValueError: unmatched '{' in format spec")
		}
		format = format[:at] + r.field(format[at+1:at+end], a, auto, deep+1) + format[at+end+1:]
	}
	return r.format(v, format)
}

// fieldValue returns the value that a field names: a position or a name, with attributes
// and items.
func (r *run) fieldValue(name string, a *arguments, auto *int) Value {
	end := strings.IndexAny(name, ".[")
	if end < 0 {
		end = len(name)
	}
	first, rest := name[:end], name[end:]
	if first == "" {
		first = strconv.Itoa(*auto)
		*auto++
	}
	var v Value
	if n, err := strconv.Atoi(first); err == nil {
		if n < 0 || n >= len(a.pos) {
			fail("IndexError: Replacement index %d out of range for positional args tuple", n)
		}
		v = a.pos[n]
	} else {
		found := false
		for i, k := range a.names {
			if k == first {
				v, found = a.named[i], true
			}
		}
		if d, ok := firstDict(a); !found && ok {
			v, found = d.Get(first)
		}
		if !found {
			fail("KeyError: %q", first)
		}
	}
	for rest != "" {
		if rest[0] == '.' {
			rest = rest[1:]
			end := strings.IndexAny(rest, ".[")
			if end < 0 {
				end = len(rest)
			}
			v, rest = r.attr(v, rest[:end]), rest[end:]
			continue
		}
		end := strings.IndexByte(rest, ']')
		if end < 0 {
			fail("ValueError: Missing ']' in format string")
		}
		var key Value = rest[1:end]
		if n, err := strconv.ParseInt(rest[1:end], 10, 64); err == nil {
			key = n
		}
		v, rest = r.item(v, key), rest[end+1:]
	}
	return v
}

// firstDict returns the mapping of format_map.
func firstDict(a *arguments) (*Dict, bool) {
	if len(a.pos) != 1 {
		return nil, false
	}
	d, ok := a.pos[0].(*Dict)
	return d, ok
}

// format returns a value as a format specification says.
func (r *run) format(v Value, f string) string {
	if f == "" {
		return r.text(v)
	}
	s := spec{fill: " ", precision: -1}
	c, n := utf8.DecodeRuneInString(f)
	if len(f) > n && strings.IndexByte("<>=^", f[n]) >= 0 {
		s.fill, s.align, f = string(c), f[n], f[n+1:]
	} else if strings.IndexByte("<>=^", f[0]) >= 0 {
		s.align, f = f[0], f[1:]
	}
	take := func(set string) byte {
		if f != "" && strings.IndexByte(set, f[0]) >= 0 {
			c := f[0]
			f = f[1:]
			return c
		}
		return 0
	}
	number := func() int64 {
		n := int64(0)
		for f != "" && f[0] >= '0' && f[0] <= '9' && n < 1<<31 {
			n, f = n*10+int64(f[0]-'0'), f[1:]
		}
		return n
	}
	s.sign = take("+- ")
	s.alt = take("#") != 0
	s.zero = take("0") != 0
	s.width = number()
	s.group = take(",_")
	if take(".") != 0 {
		s.precision = number()
	}
	s.kind = take("sdxXobcneEfFgG%")
	if f != "" {
		fail("ValueError: Invalid format specifier")
	}
	if text, ok := str(v); ok {
		if s.kind != 0 && s.kind != 's' {
			fail("ValueError: Unknown format code '%c' for object of type 'str'", s.kind)
		}
		if s.align == 0 {
			s.align = '<'
		}
		s.zero = false
		return r.aligned(&s, "", s.cut(text))
	}
	if _, ok := float(v); !ok {
		fail("TypeError: unsupported format string passed to %s.__format__", typeName(v))
	}
	if b, ok := v.(bool); ok && s.kind == 0 {
		return fmt.Sprintf("%*d", s.width, map[bool]int{true: 1}[b])
	}
	if s.align == 0 {
		s.align = '>'
	} else if s.align != '=' {
		s.zero = false
	}
	return r.number(&s, v)
}
