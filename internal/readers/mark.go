package readers

import (
	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/ir"
)

// diagsMark is a state of a list of diagnostics to which it can go back.
type diagsMark struct {
	n    int
	more []int // the numbers of what was only counted
}

// markDiags returns the list's state.
func markDiags(l []ir.Diagnostic) diagsMark {
	m := diagsMark{n: len(l)}
	for i := diag.Most; i < len(l); i++ {
		m.more = append(m.more, l[i].Count)
	}
	return m
}

// reset takes back what was added since the mark.
func (m diagsMark) reset(l *[]ir.Diagnostic) {
	*l = (*l)[:m.n]
	for i, more := range m.more {
		(*l)[diag.Most+i].Count = more
	}
}

// since returns what was added since the mark, in memory of its own.
func (m diagsMark) since(l []ir.Diagnostic) (list []ir.Diagnostic) {
	list = append(list, l[m.n:]...)
	for i, more := range m.more {
		if d := l[diag.Most+i]; d.Counted && d.Count > more {
			d.Count -= more
			list = append(list, d)
		}
	}
	return list
}

// try reports whether a guess at what a text is holds. What it read and reports then stays; else it
// says nothing, and has no failure.
func (r *reader) try(guess func() bool) bool {
	before, steps, pairing, open := markDiags(r.diags), len(r.steps), r.pairing.Clone(), r.open
	if guess() && r.err == nil {
		return true
	}
	r.err, r.steps, r.pairing, r.open = nil, r.steps[:steps], pairing, open
	before.reset(&r.diags)
	return false
}
