package jsonx

import (
	"bytes"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/spell"
)

// Place returns the line and the column of an offset, both counted from 1, the
// column in code points.
func Place(b []byte, offset int) (line, column int) {
	before := b[:min(offset, len(b))]
	line = bytes.Count(before, []byte{'\n'}) + 1
	if k := bytes.LastIndexByte(before, '\n'); k >= 0 {
		before = before[k+1:]
	}
	return line, spell.CodePoints(before) + 1
}

// InvalidUTF8 returns the offset of the first byte that is not UTF-8, or -1.
func InvalidUTF8(b []byte) int {
	if utf8.Valid(b) {
		return -1
	}
	for i := 0; ; {
		r, width := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && width == 1 {
			return i
		}
		i += width
	}
}

// OneLine returns a valid value with a space in the place of each line break
// between its tokens: b itself where there is none.
func OneLine(b []byte) []byte {
	if bytes.IndexByte(b, '\n') < 0 && bytes.IndexByte(b, '\r') < 0 {
		return b
	}
	line := bytes.Clone(b)
	BreaksToSpaces(line)
	return line
}

// BreaksToSpaces puts a space in the place of each line break between the tokens
// of a valid value, and reports whether there was one.
func BreaksToSpaces(b []byte) (changed bool) {
	for _, c := range []byte("\n\r") {
		for rest := b; ; {
			i := bytes.IndexByte(rest, c)
			if i < 0 {
				break
			}
			rest[i], changed = ' ', true
			rest = rest[i+1:]
		}
	}
	return changed
}
