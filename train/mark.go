package train

import (
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// Mark notes in what a converter made of a transcript what of it is trained: for the text
// of a style in out.Trained, in offsets of its spelling, if the converter was made with
// convert.Options.Spans. For a target whose calls are fields, which is nil for text, it
// gives the steps of the model that are not to be trained the weight false, and reports
// what the target can't say. Alternatives are not marked.
//
// A sentence that the conversion added is not trained. Where parts is false, a row can't
// leave a part of a message out: then the sentence is trained as the step after it is, and
// a note counts such sentences.
func Mark(out *convert.Output, target *convert.Target, p Policy, parts bool) {
	steps := out.Lowered.Steps
	if target != nil {
		markSteps(out, target, p.steps(steps, Solved(&out.Read)))
		return
	}
	for i, w := range out.Weights { // they are read as part of the steps
		if w != nil {
			steps[i].More = &ir.More{Train: w}
		}
	}
	trained := p.steps(steps, Solved(&out.Read))
	if !parts {
		withAdded(out, trained)
	}
	out.Trained = joined(out.Trained[:0], out.Spans, steps, trained)
	for i := range out.Weights {
		steps[i].More = nil
	}
}

// withAdded trains the added sentences before steps that are trained.
func withAdded(out *convert.Output, trained []bool) {
	steps, count, first := out.Lowered.Steps, 0, 0
	for i := range steps {
		if steps[i].Added && i+1 < len(steps) && trained[i+1] {
			trained[i] = true
			if count++; count == 1 {
				first = steps[i].Message
			}
		}
	}
	if count > 0 {
		d := ir.Report(ir.CodeFixedSentenceTrained, "{count} fixed sentences that the source does not have are trained: the row can't leave a part of a message out")
		d.Count, d.Message = count, first+1
		out.Diagnostics = diag.Append(out.Diagnostics, d)
	}
}

// joined appends the spans of trained steps to dst. Those that follow each other in one
// message are one span, with what is between them.
func joined(dst []ir.Span, spans []ir.StepSpan, steps []ir.Step, trained []bool) []ir.Span {
	before := -1 // the last step that was trained
	for _, s := range spans {
		switch {
		case !trained[s.Step]:
			continue
		case before >= 0 && s.Step == before+1 && steps[s.Step].Message == steps[before].Message:
			dst[len(dst)-1].End = s.End
		default:
			dst = append(dst, s.Span)
		}
		before = s.Step
	}
	return slices.DeleteFunc(dst, func(s ir.Span) bool { return s.Start == s.End }) // of a message without words
}

// markSteps gives the model's steps that are not trained the weight false. Where the
// target has one weight for a message, all of a message are trained or none.
func markSteps(out *convert.Output, target *convert.Target, trained []bool) {
	steps, none := out.Lowered.Steps, target.Weights.Out
	if none == "" {
		none = "false"
	}
	short := 0 // messages of which the target can't say what is trained
	for from := 0; from < len(steps); {
		to, no := from, 0
		for ; to < len(steps) && steps[to].Message == steps[from].Message; to++ {
			if spoken(&steps[to]) && !trained[to] {
				no++
			}
		}
		switch {
		case no == 0:
		case !target.TrainsSteps():
			short++
		case !target.Everything && !target.StepTrain && no < spokenIn(steps[from:to]):
			short++
			clear(trained[from:to])
			fallthrough
		default:
			weigh(steps[from:to], trained[from:to], none)
		}
		from = to
	}
	if short > 0 {
		d := ir.Report(ir.CodeTrainDropped, "{style} can't say of {count} messages what is trained")
		d.Style, d.Count = target.Name, short
		out.Diagnostics = diag.Append(out.Diagnostics, d)
	}
}

func spokenIn(steps []ir.Step) (n int) {
	for i := range steps {
		if spoken(&steps[i]) {
			n++
		}
	}
	return n
}

// weigh gives the model's steps that are not trained the weight none.
func weigh(steps []ir.Step, trained []bool, none string) {
	for i := range steps {
		it := &steps[i]
		if trained[i] || !spoken(it) || jsonx.FalseOrZero(it.Rare().Train) {
			continue
		}
		more := *it.Rare() // others may share it
		more.Train = []byte(none)
		it.More = &more
	}
}
