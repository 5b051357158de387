package layouts

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/exchange"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// A record may have a request to a model and its answer apart, as logs do. It is read as one
// that has the answer at the end of the request's messages.

// exchanged is what is known of a record that was made of a request and its answer.
type exchanged struct {
	is bool
	// shape is the one that its API has.
	shape string
	// alone means that there is no request.
	alone bool
}

// openExchange opens the record as one of a request with its answer. ok is false where it is
// none.
func (r *Record) openExchange() (joined *Record, ok bool, d *ir.Diagnostic) {
	if pair := r.pairAnew(); pair != nil {
		return r.openAnew(pair, exchanged{is: true})
	}
	if r.editor.fields != nil || r.editor.reads && r.editor.asked.about().sameOthers == nil || !slices.ContainsFunc(r.members, func(m jsonx.Member) bool { return exchange.MayJoin(m.Key.Of(r.doc.B)) }) {
		return nil, false, nil
	}
	j, ok := exchange.Join(r.at.Of(r.doc.B))
	if !ok {
		return nil, false, nil
	}
	if !j.Answered && j.Failure != "" {
		d := r.rejectAt(r.at.Start, ir.CodeUnansweredRequest, "the model gave no answer to the request: %s", j.Failure)
		return nil, true, d
	}
	if j.Choices > 1 {
		return nil, true, r.rejectAt(r.at.Start, ir.CodeOtherChoices, "the model gave %d answers, and one record would hold the first alone: convert the file, or make a record of each answer", j.Choices)
	}
	return r.openAnew(j.Raw, exchanged{true, j.Shape, j.Alone})
}

// openAnew opens what was made of the record.
func (r *Record) openAnew(raw []byte, as exchanged) (w *Record, ok bool, d *ir.Diagnostic) {
	w = r.editor.newRecord(raw)
	w.exchanged = as
	if d = w.check(); d == nil {
		w.collect()
		d = w.find()
	}
	if d != nil {
		if w.Release(); d.Message == 0 {
			d.Pos = ir.Place{} // it counts in what was made of the record
		}
		return nil, true, d
	}
	return w, true, nil
}

// RequestMissing reports that an answer has no request.
func RequestMissing() ir.Diagnostic {
	return ir.Report(ir.CodeRequestMissing, "the record has an answer of a model without the request: what was said before it is not in the transcript")
}
