package literal

import "github.com/toolspeak/toolspeak/internal/text"

// The functions of this file change how a valid JSON value is spelled and not
// what it means. None of them has to tell strings from what is between them:
// '<' and '`' can't occur outside a string.

// EscapeTags appends the JSON value t to dst with a backslash before the slash
// of every given tag that a reader of the text would see in it: "</name"
// becomes "<\/name". Each tag begins with "</" and is ASCII. Where none
// occurs it appends nothing and returns false.
func EscapeTags(dst []byte, t text.Text, tags ...string) (out []byte, changed bool) {
	if !text.MayHold(t, '<') {
		return dst, false
	}
	copied := 0
	for at, end := text.Index(t, 0, "<"); at >= 0; at, end = text.Index(t, end, "<") {
		if anyPrefix(t, at, tags) {
			dst = append(append(dst, t.B[copied:end]...), '\\')
			copied = end
		}
	}
	return finish(dst, t, copied)
}

// EscapeFences appends the JSON value t to dst with the third of each three
// backticks in a row as the escape \u0060, so that no reader of the text
// sees a fence in it. Where there is none it appends nothing and returns false.
func EscapeFences(dst []byte, t text.Text) (out []byte, changed bool) {
	if !text.MayHold(t, '`') {
		return dst, false
	}
	copied, run := 0, 0
	for i := 0; i < t.Len(); {
		c, width := text.At(t, i)
		if c == '`' {
			run++
		} else {
			run = 0
		}
		if run == 3 {
			dst = append(append(dst, t.B[copied:i]...), `\u0060`...)
			copied, run = i+width, 0
		}
		i += width
	}
	return finish(dst, t, copied)
}

// finish appends the part of t that has not been copied, if any part has.
func finish(dst []byte, t text.Text, copied int) ([]byte, bool) {
	if copied == 0 {
		return dst, false
	}
	return append(dst, t.B[copied:]...), true
}

func anyPrefix(t text.Text, i int, prefixes []string) bool {
	for _, p := range prefixes {
		if _, ok := text.Prefix(t, i, p); ok {
			return true
		}
	}
	return false
}
