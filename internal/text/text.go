// Package text has what toolspeak's own packages do with texts beyond what
// [ir.Text] offers to everyone: characters, lines and prefixes to look for, places by
// line and column, and new spellings that keep what they can of the old one.
package text

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/spell"
	"github.com/toolspeak/toolspeak/ir"
)

// Text is a run of text in the spelling of its container.
type Text = ir.Text

// NotASCII is what At returns for a unit that is not an ASCII character.
const NotASCII = spell.NotASCII

// Plain returns s as plain text.
func Plain(s string) Text { return ir.Plain(s) }

// Escaped returns the inside of a JSON string, which must be valid, as text.
func Escaped(inside []byte) Text { return ir.Escaped(inside) }

// Equal reports whether two texts decode to the same characters.
func Equal(a, b Text) bool { return spell.EqualText(spell.Text(a), spell.Text(b)) }

// IsSpace reports whether c is white space: space, tab, line feed, carriage
// return, form feed or vertical tab.
func IsSpace(c byte) bool { return spell.IsSpace(c) }

// AppendEscaped appends plain text as the inside of a JSON string: see
// [spell.AppendEscaped].
func AppendEscaped(dst, plain []byte, ascii bool) []byte {
	return spell.AppendEscaped(dst, plain, ascii)
}

// AppendEscapedByte appends one ASCII character as it is spelled inside a JSON
// string.
func AppendEscapedByte(dst []byte, c byte) []byte { return spell.AppendEscapedByte(dst, c) }

// MostSteps is how many steps or messages a transcript may have, however short they
// are, and LeastSize how many bytes each of more takes at least on an average. A step
// takes far more memory than the shortest text that can say it: without a bound, a few
// megabytes of empty lines would take gigabytes.
const (
	MostSteps = 20_000
	LeastSize = 128
)

// Crowded reports whether n steps or messages are more than a transcript of size bytes
// may have.
func Crowded(n, size int) bool { return n > MostSteps && n > size/LeastSize }

// LineFeedBefore returns where the line feed begins that ends at offset i, if one does
// and it is spelled as itself or as \n; else -1.
func LineFeedBefore(t Text, i int) int {
	if !t.Esc {
		if i > 0 && t.B[i-1] == '\n' {
			return i - 1
		}
		return -1
	}
	if i < 2 || t.B[i-1] != 'n' || t.B[i-2] != '\\' {
		return -1
	}
	at := i - 2
	slashes := 0 // before it
	for slashes < at && t.B[at-slashes-1] == '\\' {
		slashes++
	}
	if slashes%2 == 1 {
		return -1
	}
	return at
}

// JoinParts returns the texts among parts, joined by line feeds.
func JoinParts(parts []ir.Part) Text {
	var joined Text
	n := 0
	for i := range parts {
		if parts[i].Raw != nil {
			continue
		}
		t := parts[i].Text
		switch n++; {
		case n == 1:
			joined = t
			continue
		case n == 2: // in memory of its own
			joined = Text{B: bytes.Clone(joined.B), Esc: joined.Esc}
		}
		if !joined.Esc && t.Esc {
			joined = Text{B: joined.Append(nil, true, false), Esc: true}
		}
		feed := "\n"
		if joined.Esc {
			feed = `\n`
		}
		joined.B = t.Append(append(joined.B, feed...), joined.Esc, false)
	}
	return joined
}
