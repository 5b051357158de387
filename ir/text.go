package ir

import "github.com/toolspeak/toolspeak/internal/spell"

// Text is a run of text in the spelling of its container: plain, or the inside of
// a JSON string, still escaped. The zero value is the empty plain text.
//
// [Plain] and [Escaped] make one, and String decodes it. Offsets are byte offsets
// into B and always at the start of a unit: a byte of plain text or a whole escape.
type Text struct {
	// B is the spelling: UTF-8 where Esc is false, else the inside of a JSON
	// string, without its quotes, that has passed a JSON scanner.
	B   []byte
	Esc bool
	// Direct says of an escaped text that it has no escape from \u0000 to \u007f: each
	// character of ASCII is spelled as itself or with two bytes. False says nothing. What is
	// made of the text has its Direct.
	Direct bool
}

// Plain returns s as plain text.
func Plain(s string) Text { return Text{B: []byte(s)} }

// Escaped returns the inside of a JSON string, which must be valid, as text.
func Escaped(inside []byte) Text { return Text{B: inside, Esc: true} }

// Len returns the length of the spelling in bytes, not that of the decoded text.
func (t Text) Len() int { return len(t.B) }

// Empty reports whether the text has no character.
func (t Text) Empty() bool { return len(t.B) == 0 }

// Slice returns the part from offset i to offset j, sharing its bytes.
func (t Text) Slice(i, j int) Text { return Text{B: t.B[i:j:j], Esc: t.Esc, Direct: t.Direct} }

// Trim returns the text without white space at either end.
func (t Text) Trim() Text { return Text(spell.Text(t).Trim()) }

// Blank reports whether the text is empty or white space alone.
func (t Text) Blank() bool { return spell.Text(t).SkipSpace(0, len(t.B)) == len(t.B) }

// String returns the decoded text. A lone surrogate, which JSON can spell and UTF-8
// can't, becomes three bytes that are not valid UTF-8.
func (t Text) String() string { return spell.Text(t).String() }

// AppendPlain appends the decoded text to dst. What the array of dst holds after the
// text may be overwritten.
func (t Text) AppendPlain(dst []byte) []byte { return spell.Text(t).AppendPlain(dst) }

// Append appends the text to dst in the spelling that escaped asks for. Text
// that has this spelling is copied as it is. Plain text that has to be escaped
// keeps its characters above ASCII unless ascii is set.
func (t Text) Append(dst []byte, escaped, ascii bool) []byte {
	return spell.Text(t).Append(dst, escaped, ascii)
}

// equalText reports whether two texts decode to the same characters.
func equalText(a, b Text) bool { return spell.EqualText(spell.Text(a), spell.Text(b)) }

// equalJSON compares two JSON values token for token.
func equalJSON(a, b Text) bool { return spell.EqualJSON(spell.Text(a), spell.Text(b)) }
