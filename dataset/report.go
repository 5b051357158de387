package dataset

import (
	"maps"

	"github.com/toolspeak/toolspeak/internal/firstfew"
	"github.com/toolspeak/toolspeak/ir"
)

// outcomeDroppedFalse counts, in addition to ir.CodeOutcomeDropped, the answers that
// the source called a failure (rule R4).
const outcomeDroppedFalse ir.Code = "outcome-dropped-false"

// Report sums up what was done to many records.
type Report struct {
	Records   int `json:"records"`
	Converted int `json:"converted"`
	Rejected  int `json:"rejected"`
	// Steps counts the steps of converted records as they were read, by kind.
	Steps map[string]int `json:"steps"`
	// Repairs, Losses and Notes count the diagnostics of converted records, by code.
	Repairs map[string]int `json:"repairs"`
	Losses  map[string]int `json:"losses"`
	Notes   map[string]int `json:"notes"`
	// Styles counts the converted records by the style that they were read in.
	Styles map[string]int `json:"styles"`

	first firstfew.List
}

// Found is a diagnostic with the record that it is about.
type Found struct {
	File       string
	Record     int
	Diagnostic ir.Diagnostic
}

// First returns the diagnostics that a person wants to see, of which there are at
// most 20, in order, and how many more there were: rejects come before others, since
// they are needed most.
func (r *Report) First() (list []Found, more int) {
	first, more := r.first.First()
	for _, f := range first {
		list = append(list, Found(f))
	}
	return list, more
}

// clone returns a copy that stays as it is.
func (r *Report) clone() *Report {
	c := *r
	for _, m := range []*map[string]int{&c.Steps, &c.Repairs, &c.Losses, &c.Notes, &c.Styles} {
		*m = maps.Clone(*m)
	}
	return &c // what is in the lists of first never changes
}

// NewReport returns an empty report.
func NewReport() *Report {
	return &Report{
		Steps: map[string]int{}, Repairs: map[string]int{}, Losses: map[string]int{}, Notes: map[string]int{}, Styles: map[string]int{},
	}
}

// Add counts a record that was converted.
func (r *Report) Add(res *Result) {
	r.Records++
	r.Converted++
	r.Styles[res.Style]++
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

// AddReject counts a record that was rejected.
func (r *Report) AddReject() {
	r.Records++
	r.Rejected++
}
