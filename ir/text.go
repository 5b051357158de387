package ir

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/spell"
)

// Text is what someone or something says: UTF-8 in which half of a surrogate pair, which
// JSON can spell, may be three bytes of its own, as WTF-8 has it. The zero value is the
// empty text.
type Text struct{ B []byte }

// Plain returns s as a text.
func Plain(s string) Text { return Text{B: []byte(s)} }

// Len returns the length of the text in bytes.
func (t Text) Len() int { return len(t.B) }

// Empty reports whether the text has no character.
func (t Text) Empty() bool { return len(t.B) == 0 }

// Slice returns the part from offset i to offset j, sharing its bytes.
func (t Text) Slice(i, j int) Text { return Text{B: t.B[i:j:j]} }

// Trim returns the text without white space at either end: space, tab, line feed, carriage
// return, form feed or vertical tab.
func (t Text) Trim() Text {
	b := bytes.Trim(t.B, " \t\n\v\f\r")
	return Text{B: b[:len(b):len(b)]}
}

// Blank reports whether the text is empty or white space alone.
func (t Text) Blank() bool { return t.Trim().Empty() }

// String returns the text as a string, which half of a surrogate pair makes one that is not
// valid UTF-8.
func (t Text) String() string { return string(t.B) }

// AppendJSON appends the text as the inside of a JSON string. Only what JSON demands is
// escaped and, with ascii, every character above ASCII.
func (t Text) AppendJSON(dst []byte, ascii bool) []byte { return spell.AppendEscaped(dst, t.B, ascii) }
