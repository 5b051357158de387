package jinja

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

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
