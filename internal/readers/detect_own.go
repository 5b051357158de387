package readers

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/ir"
)

// mayHoldOwn reports whether spelledWords may find a style's own words in texts. It looks at
// what is before their colons, which is much less than to read them: false is certain.
func mayHoldOwn(s *grammar.Style, said []ir.Text) bool {
	words, known := ownWords(s)
	return !known || slices.ContainsFunc(said, func(t ir.Text) bool {
		return t.Esc && !t.Direct || hasWideColon(t) || ownBeforeColon(words, t.B)
	})
}

// ownWords returns the words of a style's own markers, in lower case, each split at its spaces.
// known is false where it can't be told from the text before a colon that none of them is there.
func ownWords(s *grammar.Style) (words [][]string, known bool) {
	for _, own := range ownSpellings(s) {
		parts := strings.Split(own.word, " ")
		for _, part := range parts {
			if part == "" || strings.IndexByte(wordTail+wordGap, part[len(part)-1]) >= 0 || !isASCII(part) {
				return nil, false
			}
		}
		words = append(words, parts)
	}
	return words, !s.Brackets // the names of tools in brackets count, too
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(c rune) bool { return c >= utf8.RuneSelf }) < 0
}

// hasWideColon reports whether a text holds the full-width colon.
func hasWideColon(t ir.Text) bool {
	if bytes.Contains(t.B, []byte("：")) {
		return true
	}
	for b := t.B; t.Esc; {
		at := bytes.Index(b, []byte(`\u`))
		if at < 0 || at+6 > len(b) {
			return false
		}
		if bytes.EqualFold(b[at+2:at+6], []byte("ff1a")) {
			return true
		}
		b = b[at+2:]
	}
	return false
}

// ownBeforeColon reports whether one of the words is before a colon.
func ownBeforeColon(words [][]string, b []byte) bool {
	for from := 0; ; {
		at := bytes.IndexByte(b[from:], ':')
		if at < 0 {
			return false
		}
		before := bytes.TrimRight(b[from:from+at], wordTail)
		for _, parts := range words {
			if endsIn(before, parts) {
				return true
			}
		}
		from += at + 1
	}
}

// endsIn reports whether text ends in the parts of a word, with anything between them that
// spelled allows there.
func endsIn(b []byte, parts []string) bool {
	for k := len(parts) - 1; k >= 0; k-- {
		part := parts[k]
		if len(b) < len(part) || !bytes.EqualFold(b[len(b)-len(part):], []byte(part)) {
			return false
		}
		b = bytes.TrimRight(b[:len(b)-len(part)], wordGap)
	}
	return true
}

// anyBrace reports whether a text may hold an object.
func anyBrace(said []ir.Text) bool {
	return slices.ContainsFunc(said, func(t ir.Text) bool { return t.Esc && !t.Direct || bytes.IndexByte(t.B, '{') >= 0 })
}
