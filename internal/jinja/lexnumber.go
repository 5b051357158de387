package jinja

import (
	"math/big"
	"strconv"
	"strings"
	"unicode"
)

// number reads an integer or a float.
func (l *lexer) number(s string) {
	digits := func(i int) int {
		for i < len(s) && (s[i] >= '0' && s[i] <= '9' || s[i] == '_' && i+1 < len(s) && s[i+1] >= '0' && s[i+1] <= '9') {
			i++
		}
		return i
	}
	n, isFloat := digits(0), false
	if len(s) > 2 && s[0] == '0' && strings.IndexByte("xXoObB", s[1]) >= 0 {
		n = 2
		for n < len(s) && (s[n] == '_' || strings.IndexByte("0123456789abcdefABCDEF", s[n]) >= 0) {
			n++
		}
	} else {
		if n+1 < len(s) && s[n] == '.' && s[n+1] >= '0' && s[n+1] <= '9' && (l.pos == 0 || l.src[l.pos-1] != '.') {
			n, isFloat = digits(n+1), true
		}
		if n+1 < len(s) && (s[n] == 'e' || s[n] == 'E') {
			at := n + 1
			if s[at] == '+' || s[at] == '-' {
				at++
			}
			if end := digits(at); end > at {
				n, isFloat = end, true
			}
		}
	}
	text := strings.ReplaceAll(s[:n], "_", "")
	var v Value
	if isFloat {
		v, _ = strconv.ParseFloat(text, 64)
	} else {
		b, ok := new(big.Int).SetString(text, 0)
		if !ok {
			l.fail("TemplateSyntaxError: %q is no number", text)
		}
		v = fromBig(b)
	}
	l.tokens = append(l.tokens, token{kind: kNumber, text: text, value: v, line: l.line})
	l.next(n)
}

// str reads a string.
func (l *lexer) str(s string) {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case s[0]:
			l.add(kString, l.unescape(s[1:i]))
			l.next(i + 1)
			return
		}
	}
	l.fail("TemplateSyntaxError: unexpected char %q", s[0])
}

// unescape returns the text of a string's inside, as Python's unicode-escape says.
func (l *lexer) unescape(s string) string {
	if strings.IndexByte(s, '\\') < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		if at := strings.IndexByte(`\'"abfnrtv`, s[i]); at >= 0 {
			b.WriteByte("\\'\"\a\b\f\n\r\t\v"[at])
			continue
		}
		switch c := s[i]; {
		case c == '\n':
		case c == 'x' || c == 'u' || c == 'U':
			n := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
			if i+n >= len(s) {
				l.fail("TemplateSyntaxError: truncated \\%c escape", c)
			}
			u, err := strconv.ParseUint(s[i+1:i+1+n], 16, 32)
			if err != nil || u > unicode.MaxRune {
				l.fail("TemplateSyntaxError: broken \\%c escape", c)
			}
			b.WriteRune(rune(u))
			i += n
		case c >= '0' && c <= '7':
			end := i + 1
			for end < len(s) && end < i+3 && s[end] >= '0' && s[end] <= '7' {
				end++
			}
			u, _ := strconv.ParseUint(s[i:end], 8, 32)
			b.WriteRune(rune(u))
			i = end - 1
		default:
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String()
}
