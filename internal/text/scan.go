package text

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/spell"
)

// At returns the character at offset i, or NotASCII for a byte of one that is not ASCII, and
// its width in bytes. At the end it returns 0, 0.
func At(t Text, i int) (c byte, width int) {
	if i >= len(t.B) {
		return 0, 0
	}
	return min(t.B[i], NotASCII), 1
}

// RuneAt returns the character at offset i: see [spell.RuneAt].
func RuneAt(t Text, i int) (r rune, width int) { return spell.RuneAt(t.B, i) }

// Last returns the last character as At does, or 0 where there is none.
func Last(t Text) byte {
	c, _ := At(t, max(len(t.B)-1, 0))
	return c
}

// Prefix reports whether the text at offset i begins with s, and returns the offset
// after it.
func Prefix(t Text, i int, s string) (end int, ok bool) {
	if end = i + len(s); end <= len(t.B) && string(t.B[i:end]) == s {
		return end, true
	}
	return i, false
}

// Newline finds the first line feed at or after offset i: nl is its offset
// and next the offset after it. Without one both are -1.
func Newline(t Text, i int) (nl, next int) {
	k := bytes.IndexByte(t.B[i:], '\n')
	if k < 0 {
		return -1, -1
	}
	return i + k, i + k + 1
}

// Index finds the first occurrence of s at or after offset i and returns its start and
// end, or -1, -1.
func Index(t Text, i int, s string) (start, end int) {
	if i >= len(t.B) {
		return -1, -1
	}
	k := bytes.Index(t.B[i:], []byte(s))
	if k < 0 {
		return -1, -1
	}
	return i + k, i + k + len(s)
}

// LastIndex is Index for the last occurrence that starts in [i, j).
func LastIndex(t Text, i, j int, s string) (start, end int) {
	if i >= j {
		return -1, -1
	}
	k := bytes.LastIndex(t.B[i:min(len(t.B), j+len(s)-1)], []byte(s))
	if k < 0 {
		return -1, -1
	}
	return i + k, i + k + len(s)
}

// MayHold reports whether the text holds the character c.
func MayHold(t Text, c byte) bool { return bytes.IndexByte(t.B, c) >= 0 }

// SkipSpace returns the offset of the first character at or after i, but before
// j, that is not white space, or j.
func SkipSpace(t Text, i, j int) int {
	for ; i < j; i++ {
		if !IsSpace(t.B[i]) {
			return i
		}
	}
	return j
}

// SkipSpaces returns the offset of the first character at or after i that is not
// a space (U+0020).
func SkipSpaces(t Text, i int) int {
	for i < len(t.B) && t.B[i] == ' ' {
		i++
	}
	return i
}

// SkipSpaceBack returns the offset after the last character of t[i:j] that is not
// white space, or i.
func SkipSpaceBack(t Text, i, j int) int {
	for j > i && IsSpace(t.B[j-1]) {
		j--
	}
	return max(i, j)
}

// From returns the part from offset i to the end, sharing its bytes.
func From(t Text, i int) Text { return Text{B: t.B[i:]} }

// EqualString reports whether t is s.
func EqualString(t Text, s string) bool { return string(t.B) == s }
