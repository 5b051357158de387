// Package carry keeps what a record loses on its way to another style: a patch that
// turns what the way back writes into the record that there was. It knows JSON's tokens,
// and neither styles nor layouts.
//
// A patch holds no second copy. It says where the two records differ, and the digest
// of each place, so that a place that someone changed in between is seen and left as
// it is.
package carry

import (
	"bytes"
	"encoding/base64"
	"hash/fnv"
)

// Patch makes a record of the one that the way back writes, its base.
type Patch struct {
	// Respell writes the base with the white space of the record before all else.
	Respell *Spacing
	// Blocks is how many blocks the base has: see blocks.
	Blocks int
	// Parts are the blocks in which the two differ, in order.
	Parts []Part
}

// Part is a block of the base in which the record differs.
type Part struct {
	// Block is its number and Tokens how many tokens it has.
	Block, Tokens int
	// Digest is that of the block.
	Digest string
	Hunks  []Hunk
}

// Hunk is a place where the record differs.
type Hunk struct {
	// At is the token of the block with which it begins. It is Len tokens long, and may
	// end in a later block.
	At, Len int
	// Anchor is two digests of these tokens, with some before and with some after
	// them. One is enough: the other neighbors may be what someone changed.
	Anchor string
	// New is what the record has there.
	New string
}

// How long digests are, in bytes before base64. Those of an anchor are compared at one
// or two places that are known, that of a block shows whether it changed.
const (
	digestBytes = 6
	anchorBytes = 2
	anchorChars = 3
	// anchorReach is how many tokens before or after belong to an anchor.
	anchorReach = 3
)

// Digest is a short digest of a text: it shows whether one changed by chance, and not
// whether someone made another of the same digest.
func Digest(b []byte) string { return digest(digestBytes, b) }

func digest(bytes int, parts ...[]byte) string {
	h := fnv.New64a()
	for _, p := range parts {
		h.Write(p)
		h.Write([]byte{0}) // no JSON has it
	}
	// The low bits of FNV are its best mixed only after a few bytes more.
	h.Write([]byte("carry"))
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:bytes])
}

// Make returns the patch that makes want of base, both JSON.
func Make(base, want []byte) *Patch {
	plain := patchOf(base, want, nil)
	if len(plain.Parts) == 0 {
		return plain
	}
	if respelled := patchOf(base, want, spacingOf(want)); respelled.size() <= plain.size() {
		return respelled
	}
	return plain
}

func patchOf(base, want []byte, spacing *Spacing) *Patch {
	t := cut(spacing.respell(base))
	p := &Patch{Respell: spacing, Blocks: len(t.blocks) - 1}
	w := cut(want)
	for _, e := range joined(diff(t, w), t) {
		block := t.block(e.from)
		if n := len(p.Parts); n == 0 || p.Parts[n-1].Block != block {
			first, last := t.blocks[block], t.blocks[block+1]
			p.Parts = append(p.Parts, Part{Block: block, Tokens: last - first, Digest: Digest(t.text(first, last))})
		}
		part := &p.Parts[len(p.Parts)-1]
		part.Hunks = append(part.Hunks, Hunk{
			At: e.from - t.blocks[block], Len: e.to - e.from, Anchor: t.anchor(e.from, e.to), New: string(w.text(e.newFrom, e.newTo)),
		})
	}
	return p
}

// size estimates how long the patch is as JSON in a string.
func (p *Patch) size() int {
	n := 0
	for i := range p.Parts {
		n += 30
		for j := range p.Parts[i].Hunks {
			n += 25 + len(p.Parts[i].Hunks[j].New)
		}
	}
	return n
}

// Empty reports whether the patch changes nothing.
func (p *Patch) Empty() bool { return len(p.Parts) == 0 && p.Respell == nil }

// Care says how much of a patch is left out where base changed.
type Care int

// From little to much.
const (
	// ChangedPlaces leaves out the places that changed, ChangedBlocks all places of the
	// blocks that did, and NearBlocks those of the blocks next to them, too: what was
	// moved from one block to another one is in both.
	ChangedPlaces Care = iota
	ChangedBlocks
	NearBlocks
	MostCare = NearBlocks
)

// Apply makes the record of base, which may be another than that of Make. stale is the
// number of blocks with a place that does not fit anymore; it stays as it is in base.
func (p *Patch) Apply(base []byte, care Care) (out []byte, stale int) {
	t := cut(p.Respell.respell(base))
	if len(t.blocks)-1 != p.Blocks {
		return base, max(len(p.Parts), 1)
	}
	at := 0 // how far the tokens of base are dealt with
	for i := range p.Parts {
		part := &p.Parts[i]
		var shifts []int
		if !p.leftOut(i, t, care) {
			shifts = t.shifts(part)
		}
		fits := shifts != nil
		for j := range part.Hunks {
			h := &part.Hunks[j]
			if shifts == nil || shifts[j] == none {
				fits = false
				continue
			}
			from := t.blocks[part.Block] + h.At + shifts[j]
			if from < at {
				fits = false
				continue
			}
			out = append(append(out, t.text(at, from)...), h.New...)
			at = from + h.Len
		}
		if !fits {
			stale++
		}
	}
	return append(out, t.text(at, len(t.ends))...), stale
}

// leftOut reports whether a part is left out with all its places.
func (p *Patch) leftOut(i int, t *tokens, care Care) bool {
	if care == ChangedPlaces {
		return false
	}
	changed := func(i int) bool { return i >= 0 && i < len(p.Parts) && !t.holds(&p.Parts[i]) }
	near := func(i, block int) bool { return changed(i) && p.Parts[i].Block == block }
	block := p.Parts[i].Block
	return changed(i) || care == NearBlocks && (near(i-1, block-1) || near(i+1, block+1))
}

// holds reports whether the block of a part is as it was.
func (t *tokens) holds(p *Part) bool {
	if p.Block < 0 || p.Block+1 >= len(t.blocks) {
		return false
	}
	first, last := t.blocks[p.Block], t.blocks[p.Block+1]
	return last-first == p.Tokens && Digest(t.text(first, last)) == p.Digest
}

// none is the shift of a hunk that has no place.
const none = -1 << 30

// shifts returns how far the hunks of a part have moved. Where the block is as it was
// they have not. Where it changed, what is after the change moved by as many tokens as
// the block has more than before: the change is where most hunks then fit.
func (t *tokens) shifts(p *Part) []int {
	if p.Block < 0 || p.Block+1 >= len(t.blocks) {
		return nil
	}
	first, last := t.blocks[p.Block], t.blocks[p.Block+1]
	shifts := make([]int, len(p.Hunks))
	fit := func(h *Hunk, shift int) int {
		from := first + h.At + shift
		if h.At < 0 || h.Len < 0 || from < first || from > last || h.Len > len(t.ends)-from {
			return 0
		}
		return t.fit(h, from)
	}
	moved, change := last-first-p.Tokens, len(p.Hunks)
	if !t.holds(p) {
		change = split(p.Hunks, func(h *Hunk) int { return fit(h, 0) }, func(h *Hunk) int { return fit(h, moved) })
	}
	for i := range p.Hunks {
		if i >= change {
			shifts[i] = moved
		}
		if fit(&p.Hunks[i], shifts[i]) == 0 {
			shifts[i] = none
		}
	}
	return shifts
}

// split returns how many hunks are best taken to be before a change; the others are
// after it. before and after say how well one fits in there.
func split(hunks []Hunk, before, after func(*Hunk) int) int {
	sum := 0 // how well all fit if so many are before the change
	for i := range hunks {
		sum += after(&hunks[i])
	}
	best, change := sum, 0
	for i := range hunks {
		sum += before(&hunks[i]) - after(&hunks[i])
		if sum > best {
			best, change = sum, i+1
		}
	}
	return change
}

// anchor returns the anchor of tokens.
func (t *tokens) anchor(from, to int) string {
	here := t.text(from, to)
	before, after := t.text(max(from-anchorReach, 0), from), t.text(to, min(to+anchorReach, len(t.ends)))
	return digest(anchorBytes, before, here) + digest(anchorBytes, here, after)
}

// fit says how well a hunk fits in at a token: 2 where all is there, 1 where either
// what is before it or what is after it changed, 0 where it does not fit.
func (t *tokens) fit(h *Hunk, from int) int {
	is := t.anchor(from, from+h.Len)
	if len(h.Anchor) != len(is) {
		return 0
	}
	n := 0
	for _, half := range [][2]int{{0, anchorChars}, {anchorChars, len(is)}} {
		if h.Anchor[half[0]:half[1]] == is[half[0]:half[1]] {
			n++
		}
	}
	return n
}

// edit says that base's tokens from..to are want's newFrom..newTo.
type edit struct{ from, to, newFrom, newTo int }

// joined joins edits that are so near to each other that two would take more bytes than
// one, unless a block begins between them.
func joined(edits []edit, t *tokens) []edit {
	const near = 6
	var out []edit
	for _, e := range edits {
		if n := len(out); n > 0 {
			before := &out[n-1]
			between := t.text(before.to, e.from)
			if len(between) <= near && t.block(before.from) == t.block(e.from) && !bytes.ContainsAny(between, "\"\\\n") {
				before.to, before.newTo = e.to, e.newTo
				continue
			}
		}
		out = append(out, e)
	}
	return out
}
