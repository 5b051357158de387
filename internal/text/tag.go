package text

import "github.com/toolspeak/toolspeak/ir"

// mostAttributes bounds what may be in a tag after its name.
const mostAttributes = 1 << 10

// OpenTag reads an opening tag of a name at offset i in whatever spelling: with
// white space, in another case, with attributes.
func OpenTag(t ir.Text, i int, name string) (end int, ok bool) {
	end, ok = Prefix(t, i, "<")
	if !ok {
		return i, false
	}
	if end, ok = FoldedPrefix(t, SkipSpace(t, end, t.Len()), name); !ok {
		return i, false
	}
	c, width := At(t, end)
	if c != '>' && c != '/' && c != ' ' && c != '\t' && c != '\n' && c != '\r' {
		return i, false
	}
	quote := byte(0)
	for limit := end + mostAttributes; end < limit; c, width = At(t, end) {
		if width == 0 || quote == 0 && c == '<' {
			return i, false
		}
		end += width
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return end, true
		}
	}
	return i, false
}

// FoldedPrefix is Prefix without regard to the case of ASCII letters.
func FoldedPrefix(t ir.Text, i int, s string) (end int, ok bool) {
	for k := range len(s) {
		c, width := At(t, i)
		if width == 0 || lower(c) != lower(s[k]) {
			return i, false
		}
		i += width
	}
	return i, true
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
