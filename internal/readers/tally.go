package readers

import (
	"github.com/toolspeak/toolspeak/internal/grammar"
)

// tally is the evidence of one conversation.
type tally struct {
	// near is the style that is spoken nearby, if it has as much evidence as any, or -1.
	near    int
	foreign string
	// found and fenced count the signs, by their number.
	found, fenced []int
	// asked is the line at which marksAt was asked last, for each style; line
	// numbers the lines.
	asked []int
	line  int
	// evidence is what speaks for each style; -1 where the style is out.
	evidence []int
	// openings are beginnings of lines that were met before.
	openings [numOpenings]opened
}

// numOpenings is how many beginnings of lines a tally remembers: a power of two.
const numOpenings = 64

// opened is the first eight bytes of a line, and the signs that these do not refute:
// few, while many begin with the same letter.
type opened struct {
	at    grammar.Opening
	known bool
	signs []uint16
}

// signsAt returns the signs with which a line may begin, whose first character is c.
func (d *Detector) signsAt(y *tally, at grammar.Opening, c byte) []uint16 {
	if !at.Certain() {
		return d.first[c]
	}
	o := &y.openings[at.Hash()%numOpenings]
	if o.known && o.at == at {
		return o.signs
	}
	o.at, o.known, o.signs = at, true, o.signs[:0]
	for _, k := range d.first[c] {
		if !d.signs[k].marker.Refuted(at) {
			o.signs = append(o.signs, k)
		}
	}
	return o.signs
}

// nearby notes the style that is spoken nearby, number near, as the best one if no other
// has more evidence than own.
func (y *tally) nearby(near, own int) {
	if most, _ := y.best(); near >= 0 && own > 0 && own >= most {
		y.near, y.evidence[near] = near, own
	}
}

func (y *tally) add(to []uint16, n int) {
	for _, k := range to {
		y.evidence[k] += n
	}
}

// dropVariants leaves out the variants that have no more evidence than the best of
// the other styles: those come first.
func (d *Detector) dropVariants(y *tally) {
	most := 0
	for k, s := range d.styles {
		if !s.Variant {
			most = max(most, y.evidence[k])
		}
	}
	for k, s := range d.styles {
		if s.Variant && y.evidence[k] <= most {
			y.evidence[k] = -1
		}
	}
}

// best returns the evidence of the best style, and how many have as much: only
// where it is not one alone are the system prompts looked at.
func (y *tally) best() (most, ties int) {
	for _, e := range y.evidence {
		switch {
		case e > most:
			most, ties = e, 1
		case e == most:
			ties++
		}
	}
	return most, ties
}
