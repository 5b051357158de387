package dataset

import (
	"cmp"
	"slices"
	"sort"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/ir"
)

// Group is the diagnostics of one code and severity.
type Group struct {
	Code     ir.Code
	Severity ir.Severity
	// Count is how many there are, Records in how many records, and Failures how many
	// of them are about an answer that the source calls a failure.
	Count, Records, Failures int
	// Example is the first of them.
	Example Found
}

// groups are diagnostics by code, with an example of each. The zero value is empty.
type groups struct{ list []*tally }

// tally is a group that grows.
type tally struct {
	Code     ir.Code
	Severity ir.Severity

	Count, Records, Failures int
	Example                  example
	// The record that was counted last.
	File   string
	Number int
}

// example is a Found whose JSON has all that it holds.
type example Found

// add counts a diagnostic of a record. The first of its code is the example, for which
// found is called.
func (g *groups) add(file string, record int, d *ir.Diagnostic, found func() Found) {
	i := slices.IndexFunc(g.list, func(t *tally) bool { return t.Code == d.Code && t.Severity == d.Severity })
	if i < 0 {
		i = len(g.list)
		g.list = append(g.list, &tally{Code: d.Code, Severity: d.Severity, Example: example(found())})
	}
	t := g.list[i]
	n := d.Number()
	t.Count += n
	if d.Outcome == ir.Failure {
		t.Failures += n
	}
	if t.Number != record || t.File != file {
		t.Number, t.File = record, file
		t.Records++
	}
}

// all returns the groups: rejects first, then losses, repairs and notes, each the most
// frequent first.
func (g *groups) all() []Group {
	var out []Group
	for _, t := range g.list {
		out = append(out, Group{t.Code, t.Severity, t.Count, t.Records, t.Failures, Found(t.Example)})
	}
	sort.SliceStable(out, func(i, j int) bool {
		a, b := &out[i], &out[j]
		return cmp.Or(diag.BySeverity(a.Severity, b.Severity), b.Count-a.Count, cmp.Compare(a.Code, b.Code)) < 0
	})
	return out
}

// clone returns a copy that stays as it is.
func (g *groups) clone() []tally {
	var out []tally
	for _, t := range g.list {
		out = append(out, *t)
	}
	return out
}

// restore takes back what clone returned.
func (g *groups) restore(list []tally) {
	*g = groups{}
	for i := range list {
		g.list = append(g.list, &list[i])
	}
}
