package dataset

import (
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/ir"
)

// Detection is what Detect finds in a record.
type Detection struct {
	Layout Layout
	// Steps means that the layout says itself who did what: the record is of no
	// style.
	Steps bool
	// Foreign is what shows that the record is in a style that toolspeak does not read, such as
	// "<tool_call>".
	Foreign string
	// Candidates are the styles with evidence, the best first.
	Candidates []Candidate
}

// Candidate is a style with the evidence for it: how many of its markers are in what the
// model and the tools say.
type Candidate struct {
	Style    string
	Evidence int
}

// detect looks at the first transcript of a record.
func (e *Engine) detect(r *layouts.Record, d *ir.Diagnostic) (Detection, error) {
	if d != nil {
		return Detection{}, d
	}
	t, d := r.Transcript(0)
	switch {
	case d != nil:
		return Detection{}, d
	case t.Steps != nil:
		return Detection{Layout: Layout(r.Layout()), Steps: true}, nil
	}
	evidence := e.detector().Detect(t.Conversation)
	found := Detection{Layout: Layout(r.Layout()), Foreign: evidence.Foreign}
	for _, c := range evidence.Candidates {
		found.Candidates = append(found.Candidates, Candidate{c.Style.Name, c.Evidence})
	}
	return found, nil
}
