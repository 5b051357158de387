package dataset

import (
	"bytes"

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
	keys := gjson.GetManyBytes(line, "type", "sessionId", "uuid", "leafUuid", "messageId", "timestamp", "payload", "session_id", "subtype", "message", "event", "message.parts", "apiKeySource", "tools")
	if keys[0].Type != gjson.String || keys[11].IsArray() || keys[12].Exists() && !keys[13].Exists() { // or of a program that has its own lines
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

// sessionLines makes a record of each transcript of a session: that of the branch which the
// user kept, and one of each agent that was asked for help.
type sessionLines struct {
	*scanner
	id    string
	lines []sessionLine
	known map[string]bool // the uuids of the lines
	size  int             // how much of the lines is held
}

// sessionLine is a line with its number in the file.
type sessionLine struct {
	raw []byte
	at  int
}

// held returns the lines that are of no record yet.
func (f *sessionLines) held() (raw []byte) {
	for i := range f.lines {
		raw = append(append(raw, f.lines[i].raw...), '\n')
	}
	return raw
}

// add adds a line to its session. One that goes on with a line of the session before it is part
// of that: it was resumed.
func (f *sessionLines) add(raw []byte, at int) (done []extract) {
	keys := gjson.GetManyBytes(raw, "sessionId", "session_id", "uuid", "parentUuid", "type", "payload.id")
	id := keys[0].String() + keys[1].String()
	if keys[4].String() == "session_meta" {
		id = keys[5].String()
	}
	if id != "" && f.id != "" && id != f.id && !f.known[keys[3].String()] {
		done = f.flush()
	}
	if id != "" {
		f.id = id
	}
	if uuid := keys[2].String(); uuid != "" {
		f.known[uuid] = true
	}
	f.lines = append(f.lines, sessionLine{raw, at})
	if f.size += len(raw); f.size > f.limit {
		done = append(done, f.flush()...)
	}
	return done
}

// flush ends the current session.
func (f *sessionLines) flush() (done []extract) {
	raws := make([][]byte, len(f.lines))
	for i := range f.lines {
		raws[i] = f.lines[i].raw
	}
	var parts []branches.Part
	var left branches.Left
	if fault := f.guarded("session", func() { parts, left = branches.Split(raws, f.allBranches) }); fault != nil {
		done = append(done, extract{raw: bytes.TrimSpace(f.held()), offset: -1, line: f.lines[0].at, column: 1, fault: fault})
		parts = nil
	}
	if len(parts) == 0 && left.Branches > 0 {
		fault := reject(ir.CodeNoTranscript, "the session has no transcript: the user took back all of its turns (%d); --branches all reads them", left.Branches)
		done = append(done, extract{raw: bytes.TrimSpace(f.held()), offset: -1, line: f.lines[0].at, column: 1, fault: fault})
	}
	for i := range parts {
		x := extract{raw: loglines(raws, parts[i].Lines), offset: -1, line: f.lines[parts[i].Lines[0]].at, column: 1}
		x.origin = f.origin(x.line, &parts[i])
		if f.size > f.limit {
			x.fault = tooLarge(f.limit)
		}
		done = append(done, x)
	}
	if len(parts) > 0 {
		done[0].notes = layouts.SessionNotes(left, f.allBranches)
	}
	f.lines, f.size, f.id = nil, 0, ""
	clear(f.known)
	return done
}

// loglines returns lines as one record.
func loglines(raws [][]byte, of []int) []byte {
	out := []byte(`{"loglines": [`)
	for _, i := range of {
		out = append(jsonx.AppendComma(out), raws[i]...)
	}
	return append(out, "]}"...)
}

// origin are the keys that say where a record came from.
func (f *sessionLines) origin(at int, part *branches.Part) (keys []member) {
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
	if f.nested { // the lines are those of no file
		return keys
	}
	return append(keys, member{"place", f.placeOf(at)})
}
