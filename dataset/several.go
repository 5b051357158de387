package dataset

import (
	"github.com/toolspeak/toolspeak/internal/layouts"
)

// several makes a record of each transcript that a record of the input holds, as the logs of
// evaluations and the states of teams do.
type several struct {
	finder
	s       *scanner
	pending []segment
	count   int
	rec     Record
}

// findSeveral returns the finder of an input whose records may hold several transcripts. One
// record may become many: it is looked at first.
func findSeveral(s *scanner) finder {
	if s.layout != LayoutAuto || s.split != nil || s.kind == plain || s.kind == extracted || s.kind == empty || s.kind == sessions || s.kind == messages {
		return s
	}
	f := &several{finder: s, s: s}
	if s.kind != value {
		return f
	}
	var ahead []segment
	for {
		found, err := s.next()
		if err == nil && found.record == nil {
			ahead = append(ahead, found.kept())
			continue
		}
		if err == nil && f.divide(found.record) {
			s.kind, s.single = extracted, false
			for i := range f.pending {
				f.pending[i].record.eol = []byte("\n")
			}
			return f
		}
		if err == nil && found.record.rest == nil {
			found = found.kept()
		} else if err == nil { // its end is unread, and stays so until it is given again
			rec := *found.record
			found.record, s.record.rest = &rec, nil
		}
		if err == nil {
			ahead = append(ahead, found)
		}
		s.count = 0
		s.putBack(ahead, err)
		return s
	}
}

func (f *several) next() (segment, error) {
	if len(f.pending) == 0 {
		found, err := f.finder.next()
		if err != nil || found.record == nil || !f.divide(found.record) {
			return f.give(found), err
		}
	}
	found := f.pending[0]
	f.pending = f.pending[1:]
	return f.give(found), nil
}

// give counts a record.
func (f *several) give(found segment) segment {
	if found.record != nil {
		f.count++
		f.rec = *found.record
		f.rec.Number = f.count
		found.record = &f.rec
	}
	return found
}

// divide reports whether a record holds several transcripts, which are pending then.
func (f *several) divide(rec *Record) bool {
	if rec.Fault != nil || rec.rest != nil || rec.Plain || rec.isRow {
		return false
	}
	var list []layouts.Taken
	if f.s.guarded("several", func() { list = layouts.Several(rec.Raw) }) != nil {
		return false // reading the record says why
	}
	for i := range list {
		part := *rec
		part.Raw, part.taken, part.Offset = list[i].Document(), &list[i], -1
		if f.s.kind != array && len(part.eol) == 0 && i < len(list)-1 {
			part.eol = []byte("\n")
		}
		f.pending = append(f.pending, segment{record: &part})
		if i < len(list)-1 && f.s.kind == array {
			f.pending = append(f.pending, segment{filler: []byte(", ")})
		}
	}
	return len(list) > 0
}
