package convert

import (
	"github.com/toolspeak/toolspeak/internal/dialogue"
	"github.com/toolspeak/toolspeak/ir"
)

// nativeScratch is the memory of native, which serves one transcript after another.
type nativeScratch struct {
	from  []int
	turn  nativeTurn
	rare  []ir.More
	ids   []ir.Text
	taken takenIDs
	// again are the calls and their results once they are arranged.
	again dialogue.Links
}

// large reports whether an unusual transcript took the memory.
func (s *nativeScratch) large() bool {
	const most = 1 << 12
	return cap(s.from) > most || cap(s.rare) > most || cap(s.ids) > most
}

// more returns memory for what a step says more.
func (s *nativeScratch) more() *ir.More {
	const few = 16
	if len(s.rare) == cap(s.rare) { // those before stay where they are
		s.rare = make([]ir.More, 0, max(few, 2*cap(s.rare)))
	}
	s.rare = append(s.rare, ir.More{})
	return &s.rare[len(s.rare)-1]
}

// begin returns the ids of so many steps, and those that are taken: there are none yet.
func (s *nativeScratch) begin(steps int) (ids []ir.Text, taken takenIDs) {
	if cap(s.ids) < steps {
		s.ids = make([]ir.Text, steps)
	}
	if s.taken.ids == nil {
		s.taken = takenIDs{map[string]bool{}, map[string]int{}}
	}
	s.taken.clear()
	s.ids = s.ids[:steps]
	clear(s.ids)
	return s.ids, s.taken
}

// takenIDs are the ids of a turn's calls.
type takenIDs struct {
	ids map[string]bool
	// tried is how many others were tried for an id that a call has already: of very many
	// calls with one id each continues where the one before found its own.
	tried map[string]int
}

func (t takenIDs) clear() {
	clear(t.ids)
	clear(t.tried)
}
