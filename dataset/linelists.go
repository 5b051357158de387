package dataset

import (
	"bytes"
	"errors"
	"io"

	"github.com/toolspeak/toolspeak/internal/dialects"
	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// areMessages reports whether the first two lines of an input are messages or events of one
// transcript, each on a line of its own.
func areMessages(first, second []byte) bool {
	if len(first) == 0 || len(second) == 0 || first[0] != '{' || second[0] != '{' || !jsonx.Valid(first) || !jsonx.Valid(second) {
		return false
	}
	return dialects.AreLines(dialects.Parse(first), dialects.Parse(second))
}

// messageFinder makes a list of the lines of each transcript, which is a record then.
type messageFinder struct {
	*scanner
	list  []byte // of the lines, without its end
	group string
	at    int // where the list begins
	count int // of its lines
	spoke bool
	ready []extract
	ended bool
}

// beginMessages finds the records of an input whose lines are messages.
func (s *scanner) beginMessages() {
	s.kind, s.single = extracted, false
	f := &messageFinder{scanner: s}
	s.find = f.next
	s.held = func() []byte { return f.list }
}

func (f *messageFinder) next() (segment, error) {
	for len(f.ready) == 0 {
		if f.ended {
			return segment{}, io.EOF
		}
		if err := f.read(); err != nil {
			return segment{}, err
		}
	}
	x := f.ready[0]
	f.ready = f.ready[1:]
	rec := f.newRecord(x.raw, nil)
	rec.Offset, rec.line, rec.column, rec.eol, rec.Fault = -1, x.line, 1, []byte("\n"), x.fault
	return segment{record: rec}, nil
}

// read reads a line.
func (f *messageFinder) read() error {
	at := f.src.line
	l, err := f.src.nextLine(f.limit)
	if errors.Is(err, io.EOF) {
		f.ended = true
		f.flush()
		return nil
	}
	if err != nil {
		return err
	}
	raw := bytes.TrimSpace(bytes.Clone(l.raw))
	f.src.passedLine(l.all)
	if l.rest != nil {
		if _, err := io.Copy(io.Discard, l.rest); err != nil {
			return err
		}
	}
	switch {
	case len(raw) == 0:
	case l.rest != nil, !jsonx.Valid(raw):
		x := extract{raw: raw, line: at}
		if l.rest != nil {
			x.fault = tooLarge(f.limit)
		}
		f.ready = append(f.ready, x)
	default:
		f.add(raw, at)
	}
	return nil
}

// add adds a line to the list at hand, or begins another one.
func (f *messageFinder) add(raw []byte, at int) {
	line := dialects.Parse(raw)
	group := dialects.GroupOf(line)
	begins := dialects.Begins(line)
	if f.count > 0 && (group != "" && f.group != "" && group != f.group || begins && f.spoke) {
		f.flush()
	}
	if f.spoke = f.spoke || !begins; group != "" {
		f.group = group
	}
	if f.count == 0 {
		f.at, f.list = at, []byte("[")
	} else {
		f.list = append(f.list, ", "...)
	}
	f.list = append(f.list, raw...)
	if f.count++; len(f.list) > f.limit {
		f.flush()
	}
}

// flush ends the list at hand.
func (f *messageFinder) flush() {
	if f.count == 0 {
		return
	}
	x := extract{raw: append(f.list, ']'), line: f.at}
	if len(f.list) > f.limit {
		x.fault = tooLarge(f.limit)
	}
	f.ready = append(f.ready, x)
	f.list, f.group, f.count, f.spoke = nil, "", 0, false
}
