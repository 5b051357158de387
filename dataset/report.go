package dataset

import (
	"maps"

	"github.com/toolspeak/toolspeak/internal/build"
	"github.com/toolspeak/toolspeak/ir"
)

// outcomeDroppedFalse counts, in addition to ir.CodeOutcomeDropped, the answers that
// the source called a failure.
const outcomeDroppedFalse ir.Code = "outcome-dropped-false"

// Report sums up what was done to many records.
type Report struct {
	// Version is that of toolspeak, where it is known.
	Version   string `json:"version"`
	Records   int    `json:"records"`
	Converted int    `json:"converted"`
	Rejected  int    `json:"rejected"`
	// LeftOut counts the records that Options.Only and its like left out, by reason. They
	// are neither converted nor rejected.
	LeftOut map[LeftOut]int `json:"left_out,omitempty"`
	// Steps counts the steps of converted records as they were read, by kind.
	Steps map[string]int `json:"steps"`
	// Rejects counts the records that were rejected, by code.
	Rejects map[string]int `json:"rejects"`
	// Repairs, Losses and Notes count the diagnostics of converted records, by code.
	Repairs map[string]int `json:"repairs"`
	Losses  map[string]int `json:"losses"`
	Notes   map[string]int `json:"notes"`
	// Styles counts the converted records by the style that they were read in.
	Styles map[string]int `json:"styles"`
	// LooksLike counts, by what they look like, the records in which the style that the
	// options name found nothing, or found what it can't read.
	LooksLike map[string]LooksLike `json:"looks_like,omitempty"`

	// Inputs are the files of a job that were read, and Outputs those that were written
	// and got their names, without rejects, diagnostics and this report.
	Inputs  []File `json:"inputs,omitempty"`
	Outputs []File `json:"outputs,omitempty"`
	// Seconds is how long it took, that of the runs which it continued included.
	Seconds float64 `json:"seconds,omitzero"`

	groups groups
	first  firstFew
}

// LooksLike is how many records look like another style, with the markers that speak for
// it and those for the one that was named.
type LooksLike struct {
	Records int `json:"records"`
	Markers int `json:"markers"`
	Against int `json:"against"`
}

// File is a file of a job. Bytes is its size, or -1 where it is not known.
type File struct {
	Name  string `json:"name"`
	Bytes int64  `json:"bytes"`
}

// Groups returns the diagnostics of all records by code, each with an example: rejects
// first, then losses, repairs and notes.
func (r *Report) Groups() []Group { return r.groups.all() }

// AddFound adds a diagnostic to the Groups of the report, for those who look at records
// themselves. It changes no count.
func (r *Report) AddFound(f *Found) {
	r.groups.add(f.File, f.Record, &f.Diagnostic, func() Found { return *f })
}

// First returns the diagnostics that a person wants to see, of which there are at
// most 20, in order, and how many more there were: rejects come before others, since
// they are needed most.
func (r *Report) First() (list []Found, more int) {
	return r.first.first()
}

// Snapshot is a Report at some time with all that it holds, also what its JSON leaves out. It is
// kept as JSON.
type Snapshot struct {
	Report *Report
	First  firstFew
	Groups []tally
}

// Snapshot returns what the report holds now.
func (r *Report) Snapshot() Snapshot {
	c := *r
	for _, m := range []*map[string]int{&c.Steps, &c.Rejects, &c.Repairs, &c.Losses, &c.Notes, &c.Styles} {
		*m = maps.Clone(*m)
	}
	c.LeftOut = maps.Clone(r.LeftOut)
	c.LooksLike = maps.Clone(r.LooksLike)
	return Snapshot{&c, r.first, r.groups.clone()} // what is in the lists of first never changes
}

// Restore returns a report that holds what the snapshot does.
func (s Snapshot) Restore() *Report {
	r := s.Report
	r.first = s.First
	r.groups.restore(s.Groups)
	return r
}

// NewReport returns an empty report.
func NewReport() *Report {
	return &Report{
		Version: build.Read().Version,
		Steps:   map[string]int{}, Rejects: map[string]int{}, Repairs: map[string]int{}, Losses: map[string]int{}, Notes: map[string]int{}, Styles: map[string]int{},
	}
}

// Add counts a record that was converted, or left out.
func (r *Report) Add(res *Result) {
	r.Records++
	if res.LeftOut != "" {
		if r.LeftOut == nil {
			r.LeftOut = map[LeftOut]int{}
		}
		r.LeftOut[res.LeftOut]++
		return
	}
	r.Converted++
	r.Styles[res.Style]++
	r.addLooks(res)
	for kind, n := range res.Steps {
		if n > 0 {
			r.Steps[ir.Kind(kind).String()] += n
		}
	}
	for i := range res.Diagnostics {
		d := &res.Diagnostics[i]
		n := d.Number()
		switch d.Severity {
		case ir.Note:
			r.Notes[string(d.Code)] += n
		case ir.Repair:
			r.Repairs[string(d.Code)] += n
		default:
			r.Losses[string(d.Code)] += n
		}
		if d.Code == ir.CodeOutcomeDropped && d.Outcome == ir.Failure {
			r.Losses[string(outcomeDroppedFalse)] += n
		}
	}
}

// addLooks counts what a record looks like.
func (r *Report) addLooks(res *Result) {
	l := res.Looks
	if l.Style == "" {
		return
	}
	if r.LooksLike == nil {
		r.LooksLike = map[string]LooksLike{}
	}
	all := r.LooksLike[l.Style]
	r.LooksLike[l.Style] = LooksLike{all.Records + 1, all.Markers + l.Markers, all.Against + l.Against}
}

// AddReject counts a record that was rejected, and what was found in it before, if it is
// known.
func (r *Report) AddReject(why *ir.Diagnostic, before *Result) {
	if before != nil {
		r.addLooks(before)
	}
	r.Records++
	r.Rejected++
	r.Rejects[string(why.Code)]++
}

// note counts a diagnostic of a record by its code.
func (r *Report) note(rec *Record, d *ir.Diagnostic, e *Engine) {
	r.first.add(rec, d)
	r.groups.add(rec.File, rec.Number, d, func() Found { return e.find(rec, d) })
}

// written counts the records that were converted or rejected.
func (r *Report) written() int { return r.Converted + r.Rejected }
