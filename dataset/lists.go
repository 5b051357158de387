package dataset

import (
	"sync"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/layouts"
)

// listFinder finds the records in the lists of larger records, where a field names them.
type listFinder struct {
	finder
	o *opening
	// ready are segments that were found and not yet asked for.
	ready []segment
	err   error // comes after them
	kind  container
	apart bool // what is between the records of the input is not passed on
	count int
	last  Record
}

// newListFinder looks at the first record of an input: what the input is depends on it.
func newListFinder(f *scanner) finder {
	o := f.opening
	l := &listFinder{finder: f, o: o, kind: f.kind, apart: o.splits && f.kind != lines}
	for l.err == nil {
		var found segment
		if found, l.err = f.next(); l.err != nil {
			break
		}
		if found.record == nil {
			l.ready = append(l.ready, found.kept())
			continue
		}
		parts, ok := l.parts(found.record)
		switch {
		case ok:
			l.apart = l.apart || f.kind != lines
			l.ready = append(l.ready, parts...)
		case found.record.rest != nil:
			l.ready = append(l.ready, found)
		default:
			l.ready = append(l.ready, found.kept())
		}
		break
	}
	if l.apart {
		l.kind = extracted
	}
	held := f.held
	f.held = func() []byte {
		raw := bytesOf(l.ready)
		if held != nil {
			raw = append(raw, held()...)
		}
		return raw
	}
	return l
}

func (l *listFinder) about() inputInfo {
	in := l.finder.about()
	if in.kind = l.kind; l.apart {
		in.is, in.single, in.list = containerNames[extracted], false, true
	}
	return in
}

func (l *listFinder) next() (segment, error) {
	for {
		var found segment
		switch {
		case len(l.ready) > 0:
			found = l.ready[0]
			l.ready = l.ready[1:]
		case l.err != nil:
			return segment{}, l.err
		default:
			next, err := l.finder.next()
			if err != nil {
				return segment{}, err
			}
			if next.record != nil && (l.apart || l.kind == lines) {
				if parts, ok := l.parts(next.record); ok {
					l.ready = parts
					continue
				}
			}
			found = next
		}
		if found.record == nil {
			if l.apart {
				continue
			}
			return found, nil
		}
		l.count++
		l.last = *found.record
		if l.last.Number = l.count; l.apart && len(l.last.eol) == 0 {
			l.last.eol = []byte("\n")
		}
		return segment{record: &l.last}, nil
	}
}

// parts returns the records in a list of a record. ok is false where there is none.
func (l *listFinder) parts(rec *Record) (found []segment, ok bool) {
	if rec.rest != nil || rec.Fault != nil || rec.Plain {
		return nil, false
	}
	var s *layouts.Split
	rec.Fault = l.o.guarded("split", func() { s = l.o.split(rec.Raw) })
	if s == nil || len(s.Parts) == 0 {
		return nil, false
	}
	whole := segment{record: rec}.kept().record
	for i := range s.Parts {
		p := &s.Parts[i]
		part := Record{File: rec.File, Offset: rec.Offset + int64(p.At.Start), Raw: p.At.Of(whole.Raw), eol: []byte("\n"), within: s}
		part.line, part.column = whole.Place(jsonx.Place(whole.Raw, p.At.Start))
		if i == 0 {
			part.notes = s.Note()
		}
		found = append(found, segment{record: &part})
	}
	return found, true
}

// listEngines are engines for the elements of lists, by the field that leads to their transcripts.
type listEngines struct {
	asked Options
	made  sync.Map // of *Engine
}

// of returns the engine for a record: the elements of a list have their transcripts at
// another place than the list.
func (e *Engine) of(rec *Record) *Engine {
	if rec.within == nil {
		return e
	}
	key := ""
	if len(rec.within.Fields) > 0 {
		key = rec.within.Fields[0]
	}
	if made, ok := e.lists.made.Load(key); ok {
		return made.(*Engine)
	}
	opts := e.lists.asked
	opts.Fields = rec.within.Fields
	within, err := New(opts)
	if err != nil { // the options are those of e
		return e
	}
	within.maxRecord = e.maxRecord
	made, _ := e.lists.made.LoadOrStore(key, within)
	return made.(*Engine)
}

// opens returns how inputs are opened for the engine.
func (e *Engine) opens(o opening) opening {
	o.layout, o.wholeLogs, o.allBranches, o.allRequests = e.opts.Layout, e.opts.WholeLogs, e.opts.AllBranches, e.opts.AllRequests
	o.splitAt = e.splitAt
	o.debug, o.trip = e.opts.Debug, e.trip
	o.cellReaders = e.cellReaders()
	if len(e.opts.Fields) > 0 {
		o.split, o.splits = e.editor.Split, e.editor.Splits()
	}
	return o
}
