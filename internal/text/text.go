// Package text has what toolspeak's own packages do with texts beyond what
// [ir.Text] offers to everyone: characters, lines and prefixes to look for, places by
// line and column, and new spellings that keep what they can of the old one.
package text

import (
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
