package dataset

import (
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

// messageLists makes a list of the lines of each transcript, which is a record then.
type messageLists struct {
	limit int
	list  []byte // of the lines, without its end
	group string
	at    int // where the list begins
	count int // of its lines
	spoke bool
}

func (f *messageLists) held() []byte { return f.list }

// add adds a line to the current list, or begins another one.
func (f *messageLists) add(raw []byte, at int) (done []extract) {
	line := dialects.Parse(raw)
	group := dialects.GroupOf(line)
	begins := dialects.Begins(line)
	if f.count > 0 && (group != "" && f.group != "" && group != f.group || begins && f.spoke) {
		done = f.flush()
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
		done = append(done, f.flush()...)
	}
	return done
}

// flush ends the current list.
func (f *messageLists) flush() []extract {
	if f.count == 0 {
		return nil
	}
	x := extract{raw: append(f.list, ']'), offset: -1, line: f.at, column: 1}
	if len(f.list) > f.limit {
		x.fault = tooLarge(f.limit)
	}
	*f = messageLists{limit: f.limit}
	return []extract{x}
}
