package stats

import (
	"bytes"
	"encoding/binary"
	"math/bits"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"

	"github.com/toolspeak/toolspeak/ir"
)

// decoded returns the characters of a text. They are of use until the next text is
// decoded.
func (c *Counter) decoded(t ir.Text) []byte {
	if !t.Esc || bytes.IndexByte(t.B, '\\') < 0 {
		return t.B
	}
	c.scratch = t.AppendPlain(c.scratch[:0])
	return c.scratch
}

// sum adds a text to a checksum, with its kind and its length before it: the same
// characters divided otherwise are other texts.
func sum(h *xxhash.Digest, kind byte, text []byte) {
	var head [9]byte
	head[0] = kind
	binary.LittleEndian.PutUint64(head[1:], uint64(len(text)))
	_, _ = h.Write(head[:]) // it never fails
	_, _ = h.Write(text)
}

// characters counts the characters of a text: of UTF-8, which may spell half of a
// surrogate pair, all bytes but those that continue one.
func characters(b []byte) int {
	const word, high = 8, 0x8080808080808080
	n := len(b)
	for ; len(b) >= 4*word; b = b[4*word:] {
		w, x := binary.LittleEndian.Uint64(b), binary.LittleEndian.Uint64(b[word:])
		y, z := binary.LittleEndian.Uint64(b[2*word:]), binary.LittleEndian.Uint64(b[3*word:])
		if (w|x|y|z)&high != 0 {
			n -= bits.OnesCount64(w&^(w<<1)&high) + bits.OnesCount64(x&^(x<<1)&high) +
				bits.OnesCount64(y&^(y<<1)&high) + bits.OnesCount64(z&^(z<<1)&high)
		}
	}
	for ; len(b) >= word; b = b[word:] {
		w := binary.LittleEndian.Uint64(b)
		n -= bits.OnesCount64(w &^ (w << 1) & high)
	}
	for _, c := range b {
		if !utf8.RuneStart(c) {
			n--
		}
	}
	return n
}
