package dataset

import (
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/layouts"
)

// prove reads back what was written of a record.
func (e *Engine) prove(r *layouts.Record, written []byte, outs []*convert.Output) error {
	w, d := r.Prove(written, outs)
	if d != nil {
		return d
	}
	defer w.Release()
	for i, out := range outs {
		t, d := w.Transcript(i)
		if d != nil {
			return d
		}
		if err := e.verify(t, out); err != nil {
			return r.Named(i, asReject(err))
		}
		if i == 0 && len(outs) == 1 && e.rereads(t) {
			return e.readsBack(written, out, t.Steps == nil)
		}
	}
	return nil
}

// verify compares a transcript that was written with what was meant.
func (e *Engine) verify(t layouts.Transcript, out *convert.Output) error {
	if t.Steps == nil {
		return e.conv.Verify(t.Conversation, out)
	}
	return e.conv.VerifyTranscript(stepsOf(t), out)
}

// add takes over what the converter found in a transcript of a record.
func (r *Result) add(record *layouts.Record, transcript int, out *convert.Output) {
	if transcript == 0 {
		defer func() { r.Diagnostics = diag.Append(r.Diagnostics, record.Repairs()...) }()
	}
	if transcript == 0 || r.Style == convert.Plain {
		r.Style = out.Style
	}
	if out.Looks.Style != "" {
		r.Looks = out.Looks
	}
	for i := range out.Read.Steps {
		r.Steps[out.Read.Steps[i].Kind]++
	}
	for _, steps := range out.Read.Alternatives {
		for i := range steps {
			r.Steps[steps[i].Kind]++
		}
	}
	if record.Len() == 1 {
		r.Diagnostics = slices.Clone(out.Diagnostics)
		return
	}
	for i := range out.Diagnostics {
		r.Diagnostics = diag.Append(r.Diagnostics, *record.Named(transcript, &out.Diagnostics[i]))
	}
}
