package recall

import (
	"encoding/json"
	"strconv"
	"strings"
	"unicode/utf8"
)

// meaning returns what an argument means, in one spelling: that of an object, a
// list or a string is its JSON; all else is itself.
func meaning(arg string) string {
	arg = strings.TrimSpace(arg)
	if inner, ok := strings.CutPrefix(arg, "```"); ok {
		if _, body, found := strings.Cut(inner, "\n"); found {
			body = strings.TrimSpace(body)
			if value, end, ok := lenient(body, 0); ok && strings.Trim(body[end:], " \t\r\n`") == "" {
				return meaningOf(value)
			}
		}
	}
	if strings.HasPrefix(arg, "{{") && strings.HasSuffix(arg, "}}") {
		arg = arg[1 : len(arg)-1]
	}
	if arg != "" && strings.IndexByte(`{["'`, arg[0]) >= 0 {
		if value, end, ok := lenient(arg, 0); ok && (strings.TrimSpace(arg[end:]) == "" || arg[0] == '{') {
			return meaningOf(value)
		}
	}
	return arg
}

// meaningOf is meaning for a value that was parsed.
func meaningOf(value any) string {
	if s, ok := value.(string); ok {
		s = strings.TrimSpace(s)
		if s != "" && (s[0] == '{' || s[0] == '[') {
			if inner, end, ok := lenient(s, 0); ok && end == len(s) {
				return meaningOf(inner)
			}
		}
		return s
	}
	return shown(value)
}

// shown returns a text as it is, and any other value as JSON with sorted keys.
func shown(value any) string {
	if s, ok := value.(string); ok {
		return s
	}
	out, _ := json.Marshal(value)
	return string(out)
}

// lenient reads the JSON value or the Python literal that begins at offset i, with
// raw line ends in strings, comments, trailing commas and doubled braces.
func lenient(s string, i int) (value any, end int, ok bool) {
	p := literalParser{s: s, i: i}
	value = p.value(0)
	return value, p.i, !p.bad
}

type literalParser struct {
	s   string
	i   int
	bad bool
}

func (p *literalParser) space() {
	for p.i < len(p.s) {
		switch c := p.s[p.i]; {
		case strings.IndexByte(" \t\r\n", c) >= 0:
			p.i++
		case c == '#', c == '/' && strings.HasPrefix(p.s[p.i:], "//"):
			for p.i < len(p.s) && p.s[p.i] != '\n' {
				p.i++
			}
		case strings.HasPrefix(p.s[p.i:], "/*") && strings.Contains(p.s[p.i+2:], "*/"):
			p.i += 2 + strings.Index(p.s[p.i+2:], "*/") + 2
		default:
			return
		}
	}
}

func (p *literalParser) take(c byte) bool {
	p.space()
	if p.i < len(p.s) && p.s[p.i] == c {
		p.i++
		return true
	}
	return false
}

func (p *literalParser) value(depth int) any {
	p.space()
	if p.bad || p.i >= len(p.s) || depth > 200 {
		p.bad = true
		return nil
	}
	switch c := p.s[p.i]; c {
	case '{':
		return p.object(depth)
	case '[':
		return p.list(depth, ']')
	case '(':
		return p.list(depth, ')')
	case '"', '\'':
		return p.text()
	}
	start := p.i
	for p.i < len(p.s) && strings.IndexByte(",]})\n \t\r:", p.s[p.i]) < 0 {
		p.i++
	}
	switch word := p.s[start:p.i]; word {
	case "true", "True":
		return true
	case "false", "False":
		return false
	case "null", "None":
		return nil
	default:
		if f, err := strconv.ParseFloat(strings.ReplaceAll(word, "_", ""), 64); err == nil {
			return f
		}
		p.bad = true
		return nil
	}
}

func (p *literalParser) object(depth int) any {
	doubled := strings.HasPrefix(p.s[p.i:], "{{")
	p.i++
	if doubled {
		p.i++
	}
	closed := func() bool {
		if !p.take('}') {
			return false
		}
		if doubled && p.i < len(p.s) && p.s[p.i] == '}' {
			p.i++
		}
		return true
	}
	out := map[string]any{}
	for !closed() {
		key := p.value(depth + 1)
		if p.bad || !p.take(':') {
			p.bad = true
			return nil
		}
		out[shown(key)] = p.value(depth + 1)
		if !p.take(',') {
			if !closed() {
				p.bad = true
			}
			return out
		}
	}
	return out
}

func (p *literalParser) list(depth int, end byte) any {
	p.i++
	out := []any{}
	for !p.take(end) {
		if out = append(out, p.value(depth+1)); p.bad {
			return nil
		}
		if !p.take(',') {
			if !p.take(end) {
				p.bad = true
			}
			return out
		}
	}
	return out
}

func (p *literalParser) text() any {
	quote := p.s[p.i : p.i+1]
	if three := strings.Repeat(quote, 3); strings.HasPrefix(p.s[p.i:], three) {
		quote = three
	}
	p.i += len(quote)
	var b strings.Builder
	for p.i < len(p.s) {
		switch c := p.s[p.i]; {
		case strings.HasPrefix(p.s[p.i:], quote):
			p.i += len(quote)
			return b.String()
		case c == '\\' && p.i+1 < len(p.s):
			p.escape(&b)
		default:
			b.WriteByte(c)
			p.i++
		}
	}
	p.bad = true
	return nil
}

func (p *literalParser) escape(b *strings.Builder) {
	c := p.s[p.i+1]
	p.i += 2
	if at := strings.IndexByte(`nrtbf`, c); at >= 0 {
		b.WriteByte("\n\r\t\b\f"[at])
		return
	}
	width := map[byte]int{'u': 4, 'x': 2, 'U': 8}[c]
	if width == 0 || p.i+width > len(p.s) {
		if strings.IndexByte(`"'\/`, c) < 0 && c != '\n' {
			b.WriteByte('\\')
		}
		if c != '\n' {
			b.WriteByte(c)
		}
		return
	}
	n, err := strconv.ParseUint(p.s[p.i:p.i+width], 16, 32)
	if err != nil {
		p.bad = true
		return
	}
	p.i += width
	if r := rune(n); utf8.ValidRune(r) {
		b.WriteRune(r)
		return
	}
	if strings.HasPrefix(p.s[p.i:], `\u`) && p.i+6 <= len(p.s) {
		if low, err := strconv.ParseUint(p.s[p.i+2:p.i+6], 16, 32); err == nil {
			b.WriteRune((rune(n)-0xD800)<<10 + rune(low) - 0xDC00 + 0x10000)
			p.i += 6
		}
	}
}
