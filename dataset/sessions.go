package dataset

import (
	"bytes"
	"errors"
	"io"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/branches"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/ir"
)

// isSessionLine reports whether a line is one of what a coding agent logs of a session:
// one transcript over many lines, in which some hold a message and others do not.
func isSessionLine(line []byte) bool {
	if len(line) == 0 || line[0] != '{' || !jsonx.Valid(line) {
		return false
	}
	keys := gjson.GetManyBytes(line, "type", "sessionId", "uuid", "leafUuid", "messageId", "timestamp", "payload", "session_id", "subtype", "message", "event")
	if keys[0].Type != gjson.String {
		return false
	}
	for _, id := range keys[1:5] {
		if id.Type == gjson.String {
			return true
		}
	}
	if keys[7].Type == gjson.String { // of a program's own output
		return keys[8].Type == gjson.String || keys[9].IsObject() || keys[10].IsObject()
	}
	return keys[5].Type == gjson.String && keys[6].IsObject()
}

// sessionFinder makes a record of each transcript of a session: that of the branch which the
// user kept, and one of each agent that was asked for help.
type sessionFinder struct {
	*scanner
	id    string
	lines []sessionLine
	known map[string]bool // the uuids of the lines
	ready []extract
	size  int // how much of the lines is held
	ended bool
}

// sessionLine is a line with its number in the file.
type sessionLine struct {
	raw []byte
	at  int
}

// beginSessions finds the records of an input of sessions.
func (s *scanner) beginSessions() {
	s.kind, s.single, s.barren = extracted, false, "the log of a session without a message"
	f := &sessionFinder{scanner: s, known: map[string]bool{}}
	s.find = f.next
	s.held = f.held
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
	rec.Fault, rec.notes = x.fault, x.notes
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
		x := extract{raw: raw, offset: -1, line: at, column: 1, origin: f.origin(at, nil)}
		if l.rest != nil {
			x.fault = tooLarge(f.limit)
		}
		f.ready = append(f.ready, x)
	default:
		f.add(raw, at)
	}
	return nil
}

// held returns the lines that are of no record yet.
func (f *sessionFinder) held() (raw []byte) {
	for i := range f.lines {
		raw = append(append(raw, f.lines[i].raw...), '\n')
	}
	return raw
}

// add adds a line to its session. One that goes on with a line of the session before it is part
// of that: it was resumed.
func (f *sessionFinder) add(raw []byte, at int) {
	keys := gjson.GetManyBytes(raw, "sessionId", "session_id", "uuid", "parentUuid", "type", "payload.id")
	id := keys[0].String() + keys[1].String()
	if keys[4].String() == "session_meta" {
		id = keys[5].String()
	}
	if id != "" && f.id != "" && id != f.id && !f.known[keys[3].String()] {
		f.flush()
	}
	if id != "" {
		f.id = id
	}
	if uuid := keys[2].String(); uuid != "" {
		f.known[uuid] = true
	}
	f.lines = append(f.lines, sessionLine{raw, at})
	if f.size += len(raw); f.size > f.limit {
		f.flush()
	}
}

// flush ends the current session.
func (f *sessionFinder) flush() {
	raws := make([][]byte, len(f.lines))
	for i := range f.lines {
		raws[i] = f.lines[i].raw
	}
	var parts []branches.Part
	var left branches.Left
	from := len(f.ready)
	if fault := f.guarded("session", func() { parts, left = branches.Split(raws, f.allBranches) }); fault != nil {
		f.ready = append(f.ready, extract{raw: bytes.TrimSpace(f.held()), offset: -1, line: f.lines[0].at, column: 1, fault: fault})
		parts = nil
	}
	if len(parts) == 0 && left.Branches > 0 {
		fault := reject(ir.CodeNoTranscript, "the session has no transcript: the user took back all of its turns (%d); --branches all reads them", left.Branches)
		f.ready = append(f.ready, extract{raw: bytes.TrimSpace(f.held()), offset: -1, line: f.lines[0].at, column: 1, fault: fault})
	}
	for i := range parts {
		x := extract{raw: loglines(raws, parts[i].Lines), offset: -1, line: f.lines[parts[i].Lines[0]].at, column: 1}
		x.origin = f.origin(x.line, &parts[i])
		if f.size > f.limit {
			x.fault = tooLarge(f.limit)
		}
		f.ready = append(f.ready, x)
	}
	if len(parts) > 0 {
		f.ready[from].notes = layouts.SessionNotes(left, f.allBranches)
	}
	f.lines, f.size, f.id = nil, 0, ""
	clear(f.known)
}

// loglines returns lines as one record.
func loglines(raws [][]byte, of []int) []byte {
	out := []byte(`{"loglines": [`)
	for n, i := range of {
		if n > 0 {
			out = append(out, ", "...)
		}
		out = append(out, raws[i]...)
	}
	return append(out, "]}"...)
}

// origin are the keys that say where a record came from.
func (f *sessionFinder) origin(at int, part *branches.Part) (keys []member) {
	add := func(key string, value any, is bool) {
		if is {
			keys = append(keys, member{key, value})
		}
	}
	if part != nil {
		add("session", f.id, f.id != "")
		add("agent", part.Agent, part.Agent != "")
		add("parent", part.Parent, part.Parent != "")
		add("segment", part.Segment, part.Segment > 0)
		add("branch", part.Branch, part.Branch > 0)
	}
	return append(keys, member{"place", f.placeOf(at)})
}
