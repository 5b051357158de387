package text

import "github.com/toolspeak/toolspeak/internal/spell"

// The functions below ask a text for characters, lines and prefixes and answer in terms of
// the decoded text, so that nothing has to be unescaped, copied and escaped again.

// At decodes the unit at offset i: the ASCII character that it spells, or
// NotASCII, and its width in bytes. At the end it returns 0, 0.
func At(t Text, i int) (c byte, width int) { return spell.Text(t).At(i) }

// RuneAt decodes the character at offset i. A lone surrogate escape comes back
// as its own value (0xD800 to 0xDFFF); a byte that is not UTF-8 as
// utf8.RuneError with width 1.
func RuneAt(t Text, i int) (r rune, width int) { return spell.Text(t).RuneAt(i) }

// Last returns the last character as At does, or 0 where there is none.
func Last(t Text) byte { return spell.Text(t).Last() }

// Prefix reports whether the decoded text at offset i begins with s, which is
// UTF-8, and returns the offset after it.
func Prefix(t Text, i int, s string) (end int, ok bool) { return spell.Text(t).Prefix(i, s) }

// Newline finds the first line feed at or after offset i: nl is its offset
// and next the offset after it. Without one both are -1.
func Newline(t Text, i int) (nl, next int) { return spell.Text(t).Newline(i) }

// AppendLines appends where the lines of t begin, but for the first.
func AppendLines(starts []int, t Text) []int { return spell.Text(t).AppendLines(starts) }

// Index finds the first occurrence of the ASCII string s at or after offset
// i and returns its start and end, or -1, -1.
func Index(t Text, i int, s string) (start, end int) { return spell.Text(t).Index(i, s) }

// LastIndex is Index for the last occurrence that starts in [i, j).
func LastIndex(t Text, i, j int, s string) (start, end int) { return spell.Text(t).LastIndex(i, j, s) }

// MayHold reports whether the text may hold the character c, which has no escape
// but \u00XX. It is a search, much faster than reading: false is certain.
func MayHold(t Text, c byte) bool { return spell.Text(t).MayHold(c) }

// SkipSpace returns the offset of the first unit at or after i, but before
// j, that is not white space, or j.
func SkipSpace(t Text, i, j int) int { return spell.Text(t).SkipSpace(i, j) }

// SkipSpaces returns the offset of the first unit at or after i that is not
// a space (U+0020).
func SkipSpaces(t Text, i int) int { return spell.Text(t).SkipSpaces(i) }

// SkipSpaceBack returns the offset after the last unit of t[i:j] that is not
// white space, or i.
func SkipSpaceBack(t Text, i, j int) int { return spell.Text(t).SkipSpaceBack(i, j) }

// IsASCII reports whether the spelling has no byte above 0x7F.
func IsASCII(t Text) bool { return spell.Text(t).IsASCII() }

// HasLoneSurrogate reports whether the text holds half of a surrogate pair,
// which JSON can spell and UTF-8 can't.
func HasLoneSurrogate(t Text) bool { return spell.Text(t).HasLoneSurrogate() }

// From returns the part from offset i to the end, sharing its bytes.
func From(t Text, i int) Text { return Text{B: t.B[i:], Esc: t.Esc, Direct: t.Direct} }

// EqualString reports whether t decodes to s.
func EqualString(t Text, s string) bool { return spell.Text(t).EqualString(s) }
