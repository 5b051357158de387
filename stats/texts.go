package stats

import (
	"encoding/binary"

	"github.com/cespare/xxhash/v2"

	"github.com/toolspeak/toolspeak/ir"
)

// sum adds the checksum of a text to those of a record's texts, with its kind before it:
// the same characters divided otherwise are other texts.
func (t *tally) sum(kind ir.Kind, text []byte) (sum uint64) {
	sum = xxhash.Sum64(text)
	t.sums = binary.LittleEndian.AppendUint64(append(t.sums, byte(kind)), sum)
	return sum
}
