package dataset

import (
	"slices"

	"github.com/toolspeak/toolspeak/ir"
)

// fewest is how many of something are shown to a person.
const fewest = 20

// firstFew keeps the first few diagnostics of a run, to be shown to a person: rejects
// before others, since they are needed most, but all in the order in which they came.
// Those of severity ir.Note are not among them: each good run has many.
type firstFew struct {
	Rejects, Others []numbered
	Total           int
}

// numbered is a diagnostic with its place among all.
type numbered struct {
	Number int
	Found  example
}

// add adds a diagnostic of a record.
func (l *firstFew) add(rec *Record, d *ir.Diagnostic) {
	if d.Severity == ir.Note {
		return
	}
	number := l.Total
	l.Total += d.Number()
	if d.Counted {
		return // it stands for several, and has no words
	}
	list := &l.Others
	if d.Severity == ir.Reject {
		list = &l.Rejects
	}
	if len(*list) < fewest {
		*list = append(*list, numbered{number, example(rec.Found(d, nil))})
	}
}

// first returns what is to be shown, and how many more there were.
func (l *firstFew) first() (list []Found, more int) {
	all := append(slices.Clone(l.Rejects), l.Others[:min(len(l.Others), fewest-len(l.Rejects))]...)
	slices.SortFunc(all, func(a, b numbered) int { return a.Number - b.Number })
	for _, n := range all {
		list = append(list, Found(n.Found))
	}
	return list, l.Total - len(list)
}
