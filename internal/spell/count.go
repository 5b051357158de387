package spell

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// CodePoints counts the code points of b, which may begin or end within one: all bytes
// but those that continue one, so that the counts of two pieces add up.
func CodePoints(b []byte) int {
	const word = 8
	n := len(b)
	if n < word {
		for _, c := range b {
			if !utf8.RuneStart(c) {
				n--
			}
		}
		return n
	}
	i := 0
	for ; len(b)-i >= word; i += word {
		n -= continued(binary.LittleEndian.Uint64(b[i:]))
	}
	// The last word has bytes before i, which were counted.
	last := binary.LittleEndian.Uint64(b[len(b)-word:])
	return n - continued(last>>(8*(word-(len(b)-i))))
}

// continued counts those of eight bytes that continue a code point.
func continued(w uint64) int { return bits.OnesCount64(w &^ (w << 1) & HighBits) }
