package readers

import (
	"strings"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/ir"
)

// keywords reads keyword arguments of Python from offset i up to the closing parenthesis.
func (m *reading) keywords(i int, c *capture) (ir.Args, int) {
	out := []byte{'{'}
	begin := i
	for {
		i = skipSpace(m.t, i)
		if i >= len(m.t) {
			if m.runsOut(true) {
				m.more.args = out
			}
			return ir.Args{}, -1
		}
		if m.t[i] == ')' {
			return jsonArgs(append(out, '}')), i
		}
		n := identifier(m.t, i)
		j := skipSpace(m.t, n)
		if n == i || j >= len(m.t) || m.t[j] != '=' {
			if m.runsOut(n > i && j >= len(m.t)) {
				m.more.args = out
			}
			return ir.Args{}, -1
		}
		if len(out) > 1 {
			out = append(out, ", "...)
		}
		out = append(quote(out, m.t[i:n]), ": "...)
		j = skipSpace(m.t, j+1)
		with, end := m.python(out, j)
		if i = skipSpace(m.t, max(end, 0)); end < 0 || i >= len(m.t) || m.t[i] != ',' && m.t[i] != ')' {
			if with, end = m.quotedArgument(out, j); end < 0 {
				if m.runsOut(bracketEnd(m.t, begin-1) < 0) {
					m.more.args = out
				} else {
					m.nestedCall(c, j)
				}
				return ir.Args{}, -1
			}
			i = skipSpace(m.t, end)
		}
		if out = with; m.t[i] == ',' {
			i++
		}
	}
}

// nestedCall notes a call that is the argument of the call c, at offset i.
func (m *reading) nestedCall(c *capture, i int) {
	n := i
	for n < len(m.t) && (m.t[n] == '.' || identifier(m.t, n) > n) {
		n = max(identifier(m.t, n), n+1)
	}
	if n == i || n >= len(m.t) || m.t[n] != '(' || m.tools != nil && !m.offers(c.name) {
		return
	}
	if end := bracketEnd(m.t, n); end >= 0 {
		m.Nested = append(m.Nested, Span{c.start, end})
	}
}

// python appends the Python literal at offset i as JSON.
func (m *reading) python(out []byte, i int) ([]byte, int) {
	if v, end, err := literal.Python(out, m.text, i); err == nil {
		return v, end
	}
	// A number may begin with zeros, as in a month.
	j := i
	if j < len(m.t) && m.t[j] == '-' {
		j++
	}
	digits := j
	for j < len(m.t) && '0' <= m.t[j] && m.t[j] <= '9' {
		j++
	}
	if j == digits || j < len(m.t) && strings.IndexByte(",) \n", m.t[j]) < 0 {
		return out, -1
	}
	if digits > i {
		out = append(out, '-')
	}
	number := strings.TrimLeft(m.t[digits:j], "0")
	if number == "" {
		number = "0"
	}
	return append(out, number...), j
}

// quotedArgument appends the string at offset i, whose own quotes are not escaped: it ends
// at the first quote that the next argument or the closing parenthesis follows.
func (m *reading) quotedArgument(out []byte, i int) ([]byte, int) {
	if i >= len(m.t) || m.t[i] != '\'' && m.t[i] != '"' {
		return out, -1
	}
	for j := i + 1; j < len(m.t); j++ {
		if m.t[j] != m.t[i] {
			continue
		}
		after := skipSpace(m.t, j+1)
		if after >= len(m.t) {
			break
		}
		ends := m.t[after] == ')'
		if m.t[after] == ',' {
			begin := skipSpace(m.t, after+1)
			n := identifier(m.t, begin)
			ends = n > begin && n < len(m.t) && m.t[n] == '='
		}
		if ends {
			m.repair(ir.CodeArgsGuessed, i, j+1, "quotes inside a string are not escaped")
			return quote(out, m.t[i+1:j]), j + 1
		}
	}
	return out, -1
}

// identifier returns the offset after the identifier at offset i of t.
func identifier(t string, i int) int {
	for i < len(t) {
		c := t[i]
		if c == 0xC2 && strings.HasPrefix(t[i:], "\u00a0") {
			break
		}
		if c != '_' && (c < '0' || c > '9') && (c|0x20 < 'a' || c|0x20 > 'z') && c < 0x80 {
			break
		}
		i++
	}
	return i
}
