package jsonx

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

const (
	low  = 0x0101010101010101
	high = 0x8080808080808080
)

// str reads the rest of a string whose inside continues at offset i, and returns
// the offset after its quote.
func (s *scanner) str(i int) int {
	if !blocks || s.loose {
		return s.words(i)
	}
	// Most keys and roles end within a word or two.
	if len(s.b)-i >= 16 {
		w := binary.LittleEndian.Uint64(s.b[i:])
		m := special(w)
		at := i
		if m == 0 {
			at += 8
			m = special(binary.LittleEndian.Uint64(s.b[at:]))
		}
		if at += bits.TrailingZeros64(m) >> 3; m != 0 && s.b[at] == '"' {
			return at + 1
		}
	}
	if i < 3 || i >= len(s.b) {
		return s.words(i)
	}
	if len(s.b)-i >= blockSize {
		end, state := stringBlocks(&s.b[i], len(s.b)-i)
		switch i += end; {
		case state < 0:
			return -1
		case state > 0:
			return i
		}
	}
	return s.lastBlock(i)
}

// special has a high bit for each byte of a word that is a control character, a quote, a
// backslash or not ASCII. The lowest one that is set is exact.
func special(w uint64) uint64 {
	return ((w - 0x20*low) | ((w ^ '"'*low) - low) | ((w ^ '\\'*low) - low) | w) & high
}

// lastBlock is str where less than a block is left, which is read in a copy: after it
// there are zeros, which no string may hold.
func (s *scanner) lastBlock(i int) int {
	var last [3 + blockSize]byte
	copy(last[:], s.b[i-3:])
	if end, state := stringBlocks(&last[3], blockSize); state > 0 {
		return i + end
	}
	return -1
}

// words is str eight bytes at a time.
func (s *scanner) words(i int) int {
	begun, seen := i, uint64(0) // the high bits of all words
	for {
		w := wordAt(s.b, i)
		seen |= w & high
		// A high bit for each ASCII byte that is a control character, a quote or
		// a backslash. The lowest one that is set is exact: only bytes above it
		// can suffer from a borrow.
		m := ((w - 0x20*low) | ((w ^ '"'*low) - low) | ((w ^ '\\'*low) - low)) &^ w & high
		if m == 0 {
			i += 8
			continue
		}
		if i += bits.TrailingZeros64(m) >> 3; i >= len(s.b) {
			return s.fail(len(s.b), "the string's closing quote")
		}
		switch s.b[i] {
		case '\\':
			if i = s.escape(i); i < 0 {
				return -1
			}
		case '"':
			if !s.loose && seen != 0 && !utf8.Valid(s.b[begun:i]) {
				return -1
			}
			return i + 1
		default:
			return s.fail(i, NoControl)
		}
	}
}

// wordAt returns the eight bytes at offset i, the first one lowest. After the
// end there are zeros.
func wordAt(b []byte, i int) uint64 {
	if len(b)-i >= 8 {
		return binary.LittleEndian.Uint64(b[i:])
	}
	var last [8]byte
	copy(last[:], b[min(i, len(b)):])
	return binary.LittleEndian.Uint64(last[:])
}

// escapes are the characters that may follow a backslash, but for u.
var escapes = [256]bool{'"': true, '\\': true, '/': true, 'b': true, 'f': true, 'n': true, 'r': true, 't': true}

// escape reads the escape at offset i.
func (s *scanner) escape(i int) int {
	i++
	switch {
	case i < len(s.b) && escapes[s.b[i]]:
		return i + 1
	case i >= len(s.b) || s.b[i] != 'u':
		return s.fail(i, "an escape of JSON")
	}
	for range 4 {
		if i++; i >= len(s.b) || s.b[i]-'0' > 9 && s.b[i]|0x20-'a' > 5 {
			return s.fail(i, "a hexadecimal digit")
		}
	}
	return i + 1
}
