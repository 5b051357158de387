package cli

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/ir"
)

// printable makes s harmless for a terminal: control characters, among them
// escapes and line breaks, characters that change the direction of writing, and
// bytes that are not UTF-8 are spelled out.
func printable(s string) string {
	if strings.IndexFunc(s, harmful) < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, width := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && width == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case harmful(r):
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		default:
			b.WriteRune(r)
		}
		i += width
	}
	return b.String()
}

// harmlessJSON spells out what is harmful for a terminal in JSON, where only strings can
// hold it: they stay what they are.
func harmlessJSON(b []byte) []byte {
	var out []byte
	for k := bytes.IndexFunc(b, harmfulInJSON); k >= 0; k = bytes.IndexFunc(b, harmfulInJSON) {
		r, width := utf8.DecodeRune(b[k:])
		out = fmt.Appendf(append(out, b[:k]...), `\u%04x`, r)
		b = b[k+width:]
	}
	return append(out, b...)
}

// harmfulInJSON is harmful but for what JSON has between its values.
func harmfulInJSON(r rune) bool {
	return harmful(r) && r != utf8.RuneError && r != '\n' && r != '\r' && r != '\t'
}

func harmful(r rune) bool {
	return r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

func stepNoun(k ir.Kind) string {
	switch k {
	case ir.User:
		return "user turn"
	case ir.Prose:
		return "text"
	}
	return k.String()
}

// counts lists what was counted, the most frequent first.
func counts(m map[string]int) string {
	keys := mostFirst(m)
	for i, k := range keys {
		keys[i] = fmt.Sprintf("%s %d", printable(k), m[k])
	}
	return strings.Join(keys, ", ")
}

// mostFirst returns what was counted, the most frequent first.
func mostFirst(m map[string]int) []string {
	return slices.SortedFunc(maps.Keys(m), func(a, b string) int { return cmp.Or(m[b]-m[a], strings.Compare(a, b)) })
}
