package readers

import (
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/ir"
)

// code reads a program at offset i, which ends where the rest of the pattern begins: it is the
// argument of a call. An object or a list of JSON is none.
func (m *reading) code(p pattern, k, i int, c *capture) int {
	end := len(m.t)
	if k+1 < len(p) {
		end = m.value(p, k, i, c)
	} else if m.runsOut(true) {
		return -1
	} else {
		c.value, c.valued = m.t[i:], true
	}
	said := strings.TrimSpace(c.value)
	if end < 0 || said == "" {
		return -1
	}
	if said[0] == '{' || strings.HasPrefix(said, "[{") { // calls in JSON, and words after them
		if end, err := literal.JSON(ir.Plain(said), 0); err == nil && (end == len(said) || said[end] == '\n') {
			return -1
		}
	}
	args := append(quote([]byte{'{'}, page.CodeKey), ": "...)
	c.name, c.args, c.read = c.program, jsonArgs(append(quote(args, c.value), '}')), true
	return end
}

// offers reports whether a tool was offered, or is one that the page says is always there.
// Without a tool list, a name with an underscore is taken for that of a tool: elements of
// pages have none.
func (m *reading) offers(tool string) bool {
	return m.tools.Offers(tool) || slices.Contains(m.page.Known, tool) || m.tools == nil && strings.IndexByte(tool, '_') > 0 && identifier(tool, 0) == len(tool)
}

// nextOffered returns where an element with the name of a tool begins from offset i on, and the
// offset after its name, or -1.
func (m *reading) nextOffered(i int) (start, end int) {
	for {
		n := strings.IndexByte(m.t[i:], '<')
		if n < 0 {
			return -1, -1
		}
		i += n + 1
		if n = strings.IndexByte(m.t[i:], '>'); n > 0 && n <= longestTool && m.offers(m.t[i:i+n]) {
			return i - 1, i + n
		}
	}
}

// longestTool is the length of the longest name of a tool that may be an element.
const longestTool = 200
