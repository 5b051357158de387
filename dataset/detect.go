package dataset

import (
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
)

// Detection is what Detect finds in a record.
type Detection struct {
	Layout Layout
	// Steps means that the layout says itself who did what: the record is of no
	// style.
	Steps bool
	readers.Detection
}

// Detect counts the evidence for each style in a record. Its errors are those
// of Record.
func (e *Engine) Detect(raw []byte) (Detection, error) {
	r, d := e.editor.Open(raw)
	return e.detect(r, d)
}

// DetectText is Detect for a transcript that is plain text.
func (e *Engine) DetectText(raw []byte) (Detection, error) {
	r, d := e.editor.OpenText(raw)
	return e.detect(r, d)
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
	return Detection{Layout: Layout(r.Layout()), Detection: readers.Detect(e.styles, t.Conversation)}, nil
}
