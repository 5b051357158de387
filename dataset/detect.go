package dataset

import (
	"cmp"
	"errors"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/ir"
)

// Detection is what Detect finds in a record.
type Detection struct {
	Layout Layout
	// Style is the style, format or shape that the record is read in, "plain" for plain chat,
	// and "" for a style that is none of ours. A record of a shape whose words hold the calls
	// is read in the style of these.
	Style string
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

// detect weighs the first transcript of a record, and reads the record as a conversion does.
func (e *Engine) detect(raw []byte, r *layouts.Record, d *ir.Diagnostic) (Detection, error) {
	if d != nil {
		return Detection{}, d
	}
	t, d := r.Transcript(0)
	if d != nil {
		return Detection{}, d
	}
	found := Detection{Layout: Layout(r.Layout()), Style: convert.Plain, Steps: t.Steps != nil}
	if found.Steps {
		found.Style = found.Layout.String()
	} else {
		evidence := e.detector().Detect(t.Conversation)
		found.Foreign = evidence.Foreign
		for _, c := range evidence.Candidates {
			found.Candidates = append(found.Candidates, Candidate{c.Style.Name, c.Evidence})
		}
		if len(found.Candidates) > 0 {
			found.Style = found.Candidates[0].Style
		}
	}
	read, err := e.inspect(raw, r, nil)
	switch refused := (*ir.Diagnostic)(nil); {
	case errors.As(err, &refused) && refused.Code == ir.CodeNoTranscript:
		return Detection{}, refused
	case refused != nil && refused.Code == ir.CodeForeignStyle:
		found.Foreign = cmp.Or(refused.Name, found.Foreign, "a call that is not read")
	case err == nil && read.Style != "":
		found.Style, found.Foreign, found.Layout = read.Style, "", read.Layout
		found.Steps = found.Style == found.Layout.String()
	}
	if found.Foreign != "" {
		found.Style = ""
	}
	return found, nil
}
