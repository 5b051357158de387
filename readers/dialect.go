package readers

import (
	"strings"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/ir"
)

// dialect reads a value of JSON in which strings stand between the page's delimiters and
// keys need no quotes, at offset i, and returns it as JSON and the offset after it, or -1.
func (m *reading) dialect(i, depth int) ([]byte, int) {
	open, close := m.page.Delimiters[0], m.page.Delimiters[1]
	i = skipSpace(m.t, i)
	switch {
	case depth > literal.MaxDepth || i >= len(m.t):
		m.runsOut(i >= len(m.t))
		return nil, -1
	case strings.HasPrefix(m.t[i:], open):
		start := i + len(open)
		n := strings.Index(m.t[start:], close)
		if n < 0 {
			if m.runsOut(true) || !m.cutShort(start) {
				return nil, -1
			}
			m.repair(ir.CodeUnclosedCall, i, len(m.t), "the string at the end is not closed")
			return quote(nil, m.t[start:]), len(m.t)
		}
		return quote(nil, m.t[start:start+n]), start + n + len(close)
	case m.t[i] == '{' || m.t[i] == '[':
		return m.dialectList(i, depth)
	case m.t[i] == '"':
		_, end, err := literal.String(m.text, i)
		if err != nil {
			return nil, -1
		}
		return m.text.B[i:end], end
	}
	n := strings.IndexAny(m.t[i:], ",}]")
	if n < 0 {
		if m.runsOut(true) {
			return nil, -1
		}
		n = len(m.t) - i
	}
	word := strings.TrimSpace(m.t[i : i+n])
	if word == "" {
		return nil, -1
	}
	if v, ok := jsonValue(word); ok {
		return v, i + n
	}
	return quote(nil, word), i + n
}

// cutShort reports whether the text ends within the call that goes on at offset i, and the
// format allows it: no call begins there, and none ends.
func (m *reading) cutShort(i int) bool {
	if !m.page.CloseOptional {
		return false
	}
	for _, p := range m.calls {
		for n := range p {
			if at, _ := p[n].find(m.t, i); at >= 0 && (n == 0 || n == len(p)-1) {
				return false
			}
		}
	}
	return true
}

// dialectList reads an object or a list of the dialect.
func (m *reading) dialectList(i, depth int) ([]byte, int) {
	object := m.t[i] == '{'
	out, closer := []byte{'['}, byte(']')
	if object {
		out, closer = []byte{'{'}, '}'
	}
	i++
	for {
		i = skipSpace(m.t, i)
		if i >= len(m.t) {
			if m.runsOut(true) || len(out) == 1 || !m.cutShort(i) {
				return nil, -1
			}
			m.repair(ir.CodeUnclosedCall, i, len(m.t), "the arguments at the end are not closed")
			return append(out, closer), i
		}
		if m.t[i] == closer {
			return append(out, closer), i + 1
		}
		if m.t[i] == ',' {
			i++
			continue
		}
		if len(out) > 1 {
			out = append(out, ", "...)
		}
		if object {
			key, end := m.dialectKey(i)
			if end < 0 {
				return nil, -1
			}
			out = append(quote(out, key), ": "...)
			i = end
		}
		v, end := m.dialect(i, depth+1)
		if end < 0 {
			return nil, -1
		}
		out, i = append(out, v...), end
	}
}

// dialectKey reads a key and its colon.
func (m *reading) dialectKey(i int) (string, int) {
	open, close := m.page.Delimiters[0], m.page.Delimiters[1]
	var key string
	if inside, ok := strings.CutPrefix(m.t[i:], open); ok {
		n := strings.Index(inside, close)
		if n < 0 {
			m.runsOut(true)
			return "", -1
		}
		key, i = inside[:n], i+len(open)+n+len(close)
	} else {
		n := strings.IndexAny(m.t[i:], ":{}<>")
		if n <= 0 {
			m.runsOut(n < 0)
			return "", -1
		}
		key, i = strings.Trim(strings.TrimSpace(m.t[i:i+n]), `"`), i+n
	}
	i = skipSpace(m.t, i)
	if key == "" || m.runsOut(i >= len(m.t)) || i >= len(m.t) || m.t[i] != ':' {
		return "", -1
	}
	return key, i + 1
}
