package jsonx

import "bytes"

// FalseOrZero reports whether a JSON value is false or a number that is zero, in any
// spelling. No value at all is neither.
func FalseOrZero(value []byte) bool {
	if len(value) == 0 || value[0] == 't' {
		return false
	}
	digits, _, _ := bytes.Cut(bytes.ToLower(value), []byte("e"))
	return value[0] == 'f' || len(bytes.Trim(digits, "-0.")) == 0
}
