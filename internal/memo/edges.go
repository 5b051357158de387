package memo

import (
	"bytes"
	"hash/maphash"
	"sync/atomic"
)

// Edge is how many bytes each of the edges of a text has.
const Edge = 24

// Edges are hashes of what a text has at its beginning and end, after its first line and
// before its last: texts of one template mostly have one of these in common, whatever they
// have in one place, or in one line, of their own.
type Edges [4]uint64

// Alike reports whether two texts have an edge in common, most likely.
func (e *Edges) Alike(o *Edges) bool {
	return e[0] == o[0] || e[1] == o[1] || e[2] == o[2] || e[3] == o[3]
}

// Met remembers the edges of some texts. It is safe for concurrent use.
type Met struct {
	seed  maphash.Seed
	known [256]atomic.Uint64
}

// NewMet returns a Met that has met no text.
func NewMet() *Met { return &Met{seed: maphash.MakeSeed()} }

// Edges returns those of a text of at least Edge bytes, whose lines end in lineEnd.
func (m *Met) Edges(b, lineEnd []byte) (e Edges) {
	hash := func(at int) uint64 {
		at = max(0, min(at, len(b)-Edge))
		return maphash.Bytes(m.seed, b[at:at+Edge])
	}
	first, last := bytes.Index(b, lineEnd), bytes.LastIndex(b, lineEnd)
	e[0], e[1] = hash(0), hash(len(b))^1
	e[2], e[3] = e[0]^2, e[1]^3
	if first >= 0 {
		e[2], e[3] = hash(first)^2, hash(last-Edge)^3
	}
	return e
}

// Again reports whether a text was met that has one of these edges, and remembers them.
func (m *Met) Again(e *Edges) (again bool) {
	for _, hash := range e {
		if m.known[hash%uint64(len(m.known))].Swap(hash) == hash {
			again = true
		}
	}
	return again
}
