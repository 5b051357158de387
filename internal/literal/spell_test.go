package literal

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolspeak/toolspeak/internal/text"
)

// spelling is one way to write a text down.
type spelling struct {
	name string
	text text.Text
}

// spellings returns s as plain text and as the inside of a JSON string in
// several ways that writers of JSON have.
func spellings(s string) []spelling {
	plain := []byte(s)
	return []spelling{
		{"plain", text.Plain(s)},
		{"escaped", text.Escaped(text.AppendEscaped(nil, plain, false))},
		{"ascii", text.Escaped(text.AppendEscaped(nil, plain, true))},
		{"slashes", text.Escaped([]byte(strings.ReplaceAll(string(text.AppendEscaped(nil, plain, false)), "/", `\/`)))},
		{"html", odd(s, `<>&'`, "%04x")},
		{"odd", odd(s, "\"\\{}[]():,'`<\n\r\t 0x", "%04x")},
		{"codes", odd(s, "", "%04X")},
	}
}

// odd writes the given ASCII characters, or all of them, as \u escapes, and
// the rest in the usual way.
func odd(s, chars, format string) text.Text {
	var out []byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c < 0x80 && (chars == "" || strings.IndexByte(chars, c) >= 0) {
			out = append(out, fmt.Sprintf(`\u`+format, c)...)
			continue
		}
		if c < 0x80 {
			out = text.AppendEscapedByte(out, c)
			continue
		}
		out = append(out, c)
	}
	return text.Escaped(out)
}

// offsetIn returns the offset in t of what is at offset i of the plain text.
func offsetIn(t text.Text, i int) int {
	at := 0
	for len(t.Slice(0, at).String()) < i {
		_, width := text.At(t, at)
		at += width
		// The halves of an escaped pair count as one character.
		if t.Esc && at+6 <= t.Len() && strings.HasPrefix(t.Slice(at, at+6).String(), "\xed") {
			at += 6
		}
	}
	return at
}

// eachSpelling runs check on every spelling of s.
func eachSpelling(t *testing.T, s string, check func(t *testing.T, in text.Text)) {
	t.Helper()
	name := s
	if len(name) > 40 {
		name = name[:40]
	}
	t.Run(fmt.Sprintf("%q", name), func(t *testing.T) {
		for _, sp := range spellings(s) {
			t.Run(sp.name, func(t *testing.T) { check(t, sp.text) })
		}
	})
}

// plainOf decodes what was written for a text spelled like t.
func plainOf(t text.Text, out []byte) string {
	return text.Text{B: out, Esc: t.Esc}.String()
}

func TestSpellingsMeanTheSame(t *testing.T) {
	for _, s := range []string{"", `{"a": "b\n/c"}`, "é中😀\n\t`<tag>'", "\x00\x1f\x7f"} {
		for _, sp := range spellings(s) {
			if got := sp.text.String(); got != s {
				t.Errorf("%s of %q is %q", sp.name, s, got)
			}
		}
	}
}
