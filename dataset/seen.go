package dataset

import (
	"fmt"
	"strings"
)

// Seen is what a run saw of its inputs, beside what it read.
type Seen struct {
	// Records counts the records up to the last one that was looked at, those that Sample
	// left out among them.
	Records int
	// Taken counts the records that were read.
	Taken int
	// Empty are the inputs without a record, in words: each with what it is.
	Empty []string
	// Barren reports whether one of them holds something, though no record.
	Barren bool
}

// none notes that an input has no record.
func (s *Seen) none(in inputInfo) {
	if s == nil {
		return
	}
	s.Empty = append(s.Empty, fmt.Sprintf("%s (%s)", in.name, in.none()))
	s.Barren = s.Barren || in.kind == extracted
}

// record notes a record, and whether it is taken.
func (s *Seen) record(taken bool) {
	if s == nil {
		return
	}
	if s.Records++; taken {
		s.Taken++
	}
}

// none says in words what an input without a record is.
func (in *inputInfo) none() string {
	switch {
	case in.kind == array:
		return "an array without elements"
	case in.kind == extracted && in.barren != "":
		return in.barren
	case in.kind == extracted:
		return "without a transcript"
	case strings.HasPrefix(in.is, "a table"):
		return "a table without rows"
	}
	return "empty"
}
