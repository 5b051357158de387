package repair

import "bytes"

// lookahead is how far to look after a quote or a comma, in bytes, which
// keeps the whole linear.
const lookahead = 512

// blank returns the offset of the first character from i on, lookahead bytes at
// most, that is not white space.
func (m *machine) blank(i int) int {
	for end := i + lookahead; i < end; {
		c, width := m.at(i)
		if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			break
		}
		i += width
	}
	return i
}

// beyond returns the offset of the first character from i on that is neither
// white space nor in a comment.
func (m *machine) beyond(i int) int {
	for {
		k := i
		for c, width := m.at(k); c == ' ' || c == '\n' || c == '\t' || c == '\r'; c, width = m.at(k) {
			k += width
		}
		if k < len(m.s) {
			k += m.comment(k)
		}
		if k == i {
			return i
		}
		i = k
	}
}

// keyAt reports whether a key and a colon seem to be at offset i.
func (m *machine) keyAt(i int) bool {
	end := i
	c, _ := m.at(i)
	switch {
	case m.stringAt(i):
		for c, _ = m.at(end); letter(c); c, _ = m.at(end) {
			end++
		}
		_, width := m.at(end)
		open, stop := end, end+lookahead
		for end += width; ; end += width {
			if c, width = m.at(end); width == 0 || c == '\n' {
				return false
			}
			if c == '\\' {
				end++
			}
			if m.closes(end, open) {
				end += width
				break
			}
			if end > stop {
				return true
			}
		}
	case letter(c) || '0' <= c && c <= '9':
		for stop := i + lookahead; end < stop; {
			c, width := m.at(end)
			if !letter(c) && (c < '0' || c > '9') && c != '-' && c != '.' || width == 0 {
				break
			}
			end += width
		}
	default:
		return false
	}
	c, _ = m.at(m.blank(end))
	return c == ':'
}

// afterComma reports whether what follows a comma looks like the grammar.
func (m *machine) afterComma(i int, array bool) bool {
	i = m.blank(i)
	c, width := m.at(i)
	switch {
	case width == 0 || c == '}' && m.objects > 0 || c == ']' && m.arrays > 0 || c == ',' || m.comment(i) > 0 || m.dots(i) > 0:
		return true
	case !array:
		return m.keyAt(i)
	case m.stringAt(i) || c == '{' || c == '[' || c == '(' || c == '-' || '0' <= c && c <= '9':
		return true
	}
	end := i
	for end < i+6 && end < len(m.s) && letter(m.s[end]) {
		end++
	}
	return wordOf(string(m.s[i:end])) != "" || m.objects > 0 && m.keyAt(i)
}

// fits reports whether a string may end before offset i.
func (m *machine) fits(i int, in context) bool {
	if m.mode != modeGuess {
		return true
	}
	k := m.blank(i)
	c, width := m.at(k)
	if width == 0 || k-i >= lookahead {
		return true
	}
	switch {
	case c == ':':
		return in == inKey || in == inFirst
	case in == inKey:
		return false
	case c == '}':
		return m.objects > 0
	case c == ']':
		return m.arrays > 0
	case c == ')':
		return m.parens > 0 || m.call && m.objects+m.arrays == 0
	case c == ',' && in == inFirst:
		return true
	case c == ',':
		return m.afterComma(k+width, in == inArray)
	case c == '/' || c == '#':
		return m.comment(k) > 0
	case bytes.HasPrefix(m.s[k:], []byte("```")):
		return m.fenced
	case in == inObject:
		return m.keyAt(k)
	}
	return in == inArray && k > i && m.stringAt(k)
}
