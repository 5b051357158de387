// Package firstfew keeps the first few diagnostics of a run, to be shown to a person:
// rejects before others, since they are needed most, but all in the order in which
// they came.
package firstfew

import (
	"slices"

	"github.com/toolspeak/toolspeak/ir"
)

// Most is how many are shown.
const Most = 20

// Found is a diagnostic with the record that it is about.
type Found struct {
	File       string
	Record     int
	Diagnostic ir.Diagnostic
}

// List keeps the first few of the diagnostics that were added to it. Those of severity
// ir.Note are not among them: each good run has many.
type List struct {
	Rejects, Others []Numbered
	Total           int
}

// Numbered is a diagnostic with its place among all.
type Numbered struct {
	Number int
	Found  Found
}

// Add adds a diagnostic.
func (l *List) Add(f Found) {
	if f.Diagnostic.Severity == ir.Note {
		return
	}
	number := l.Total
	l.Total += f.Diagnostic.Number()
	if f.Diagnostic.Counted() {
		return // it stands for several, and has no words
	}
	list := &l.Others
	if f.Diagnostic.Severity == ir.Reject {
		list = &l.Rejects
	}
	if len(*list) < Most {
		*list = append(*list, Numbered{number, f})
	}
}

// First returns what is to be shown, and how many more there were.
func (l *List) First() (list []Found, more int) {
	all := append(slices.Clone(l.Rejects), l.Others[:min(len(l.Others), Most-len(l.Rejects))]...)
	slices.SortFunc(all, func(a, b Numbered) int { return a.Number - b.Number })
	for _, n := range all {
		list = append(list, n.Found)
	}
	return list, l.Total - len(list)
}
