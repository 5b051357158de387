package dataset

import (
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
)

// Trace says how a transcript was converted.
type Trace struct {
	// Sources has, for each message that was written, the index of the message of the
	// source that it was made of, or -1 for a new one. It is empty for a plain
	// transcript, and where no text was written.
	Sources []int
	// Diagnostics are those of the transcript: their places count in its messages.
	Diagnostics ir.Diagnostics
}

// TraceRecord is ConvertRecord for those who show what it did: it also returns how each
// transcript was converted, up to the one that could not be.
func (e *Engine) TraceRecord(rec *Record) (written []byte, res Result, traces []Trace, err error) {
	if rec.fault != nil {
		return nil, Result{}, nil, rec.fault
	}
	r, d := e.openRecord(rec)
	if d != nil {
		return nil, Result{}, nil, d
	}
	written, res, err = e.convert(r, rec.Raw, func(out *convert.Output) {
		t := Trace{Diagnostics: slices.Clone(out.Diagnostics)}
		for _, m := range out.Messages {
			t.Sources = append(t.Sources, m.Source)
		}
		traces = append(traces, t)
	})
	return written, res, traces, err
}
