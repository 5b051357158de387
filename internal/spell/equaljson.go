package spell

import (
	"bytes"
	"encoding/json"
)

// EqualJSON compares two JSON values token for token: numbers by their
// spelling, strings by the value they decode to, order and repetition of keys as
// they are; white space around tokens does not count.
// Texts that are not JSON are equal if they are the same.
func EqualJSON(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	if !json.Valid(a) || !json.Valid(b) {
		return false
	}
	for {
		a, b = bytes.TrimLeft(a, " \t\r\n"), bytes.TrimLeft(b, " \t\r\n")
		x, y := tokenEnd(a), tokenEnd(b)
		one, other := a[:x], b[:y]
		switch {
		case x == 0 || y == 0:
			return x == y
		case bytes.Equal(one, other):
		case one[0] != '"' || other[0] != '"' || !bytes.Equal(AppendDecoded(nil, one[1:x-1]), AppendDecoded(nil, other[1:y-1])):
			return false
		}
		a, b = a[x:], b[y:]
	}
}

// tokenEnd returns where the token ends with which valid JSON begins.
func tokenEnd(b []byte) int {
	if len(b) == 0 || bytes.IndexByte([]byte("{}[]:,"), b[0]) >= 0 {
		return min(1, len(b))
	}
	if b[0] != '"' {
		if end := bytes.IndexAny(b, "{}[]:, \t\r\n"); end >= 0 {
			return end
		}
		return len(b)
	}
	end := 1
	for ; b[end] != '"'; end++ {
		if b[end] == '\\' {
			end++
		}
	}
	return end + 1
}
