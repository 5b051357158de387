package dataset

import (
	"bytes"
	"errors"
	"io"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// isSessionLine reports whether a line is one of what a coding agent logs of a session:
// one transcript over many lines, in which some hold a message and others do not.
func isSessionLine(line []byte) bool {
	if len(line) == 0 || line[0] != '{' || !jsonx.Valid(line) {
		return false
	}
	keys := gjson.GetManyBytes(line, "type", "sessionId", "uuid", "leafUuid", "messageId", "timestamp", "payload")
	if keys[0].Type != gjson.String {
		return false
	}
	for _, id := range keys[1:5] {
		if id.Type == gjson.String {
			return true
		}
	}
	return keys[5].Type == gjson.String && keys[6].IsObject()
}

// sessionFinder makes one record of the lines of each session, and one of those of each
// agent that it asked for help.
type sessionFinder struct {
	*scanner
	id     string
	groups []*sessionLines
	// of says in which group the line of a uuid is.
	of    map[string]*sessionLines
	ready []sessionRecord
	size  int // how much of the lines is held
	ended bool
}

// sessionRecord is a transcript that is complete, or as much of it as may be held.
type sessionRecord struct {
	extract
	large bool
}

// sessionLines are the lines of one transcript.
type sessionLines struct {
	extract
	aside bool // it is that of another agent
}

// beginSessions finds the records of an input of sessions.
func (s *scanner) beginSessions() {
	s.kind, s.single = extracted, false
	f := &sessionFinder{scanner: s, of: map[string]*sessionLines{}}
	s.find = f.next
}

func (f *sessionFinder) next() (segment, error) {
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
	rec.Offset, rec.origin = x.offset, x.origin
	rec.line, rec.column, rec.eol = x.line, x.column, []byte("\n")
	if x.large {
		rec.Fault = tooLarge(f.limit)
	}
	return segment{record: rec}, nil
}

// read reads a line.
func (f *sessionFinder) read() error {
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
		f.ready = append(f.ready, sessionRecord{extract{raw: raw, offset: -1, line: at, column: 1, origin: f.origin("", at)}, l.rest != nil})
	default:
		f.add(raw, at)
	}
	return nil
}

// add adds a line to the transcript that it is of.
func (f *sessionFinder) add(raw []byte, at int) {
	keys := gjson.GetManyBytes(raw, "sessionId", "uuid", "parentUuid", "isSidechain", "type", "payload.id")
	id := keys[0].String()
	if keys[4].String() == "session_meta" {
		id = keys[5].String()
	}
	if id != "" && f.id != "" && id != f.id {
		f.flush()
	}
	if id != "" {
		f.id = id
	}
	g := f.groupOf(keys[2].String(), keys[3].Bool(), at)
	if uuid := keys[1].String(); uuid != "" {
		f.of[uuid] = g
	}
	if len(g.raw) > len(sessionOpen) {
		g.raw = append(g.raw, ", "...)
	}
	g.raw = append(g.raw, raw...)
	if f.size += len(raw); f.size > f.limit {
		f.flush()
	}
}

// sessionOpen is what the record of a session begins with.
const sessionOpen = `{"loglines": [`

// groupOf returns the lines that the one after another belongs to. aside means that they
// are those of an agent that was asked for help.
func (f *sessionFinder) groupOf(parent string, aside bool, at int) *sessionLines {
	if g := f.of[parent]; g != nil && g.aside == aside {
		return g
	}
	for _, g := range f.groups {
		if !aside && !g.aside {
			return g
		}
	}
	g := &sessionLines{extract: extract{raw: []byte(sessionOpen), offset: -1, line: at, column: 1}, aside: aside}
	f.groups = append(f.groups, g)
	return g
}

// flush ends the transcripts at hand.
func (f *sessionFinder) flush() {
	for _, g := range f.groups {
		g.raw = append(g.raw, "]}"...)
		g.origin = f.origin(f.id, g.line)
		f.ready = append(f.ready, sessionRecord{g.extract, f.size > f.limit})
	}
	f.groups, f.size = nil, 0
	clear(f.of)
}

// origin are the keys that say where a record came from.
func (f *sessionFinder) origin(id string, at int) []member {
	place := member{"place", f.placeOf(at)}
	if id == "" {
		return []member{place}
	}
	return []member{{"session", id}, place}
}
