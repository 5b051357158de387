package dataset

import (
	"strconv"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/train"
)

// mark notes what is trained of a transcript that was converted, if the record is to say
// it.
func (e *Engine) mark(r *layouts.Record, out *convert.Output) error {
	before := len(out.Diagnostics)
	switch {
	case e.opts.Target == nil && (r.Cuts() || e.trainer != nil): // the row says it, or the trainer's rules do
		train.Mark(out, nil, e.opts.Train)
	case e.opts.Target != nil && (e.opts.Train != "" || e.trainer != nil):
		train.Mark(out, e.opts.Target, e.opts.Train)
	case e.opts.Target == nil && (e.opts.Train != "" || out.Weights != nil):
		train.Mark(out, nil, e.opts.Train)
		e.dropped(out)
	default:
		return nil
	}
	if d := e.opts.Strict.Refused(out.Diagnostics[before:]); d != nil {
		return d
	}
	return nil
}

// dropped reports that a record of texts has no place for what is trained.
func (e *Engine) dropped(out *convert.Output) {
	trained := make([]bool, len(out.Lowered.Steps))
	for _, s := range out.Spans {
		for _, is := range out.Trained {
			if is.Message == s.Message && is.Start <= s.Start && s.End <= is.End {
				trained[s.Step] = true
			}
		}
	}
	messages, last := 0, -1
	var first *ir.Step
	for i := range out.Lowered.Steps {
		it := &out.Lowered.Steps[i]
		if it.Role != ir.RoleAssistant || it.Kind == ir.Observation || trained[i] || it.Message == last {
			continue
		}
		if first == nil {
			first = it
		}
		messages, last = messages+1, it.Message
	}
	if messages == 0 {
		return
	}
	d := ir.Report(ir.CodeTrainDropped, "{style} has no place for the weight of a message in the loss")
	d.Style, d.Count = e.opts.To, messages
	d.Message, d.Pos = first.Pos.Message+1, ir.Place{Line: 1, Column: 1}
	out.Diagnostics.Add(d)
}

// checkTraining returns what is wrong with the options that say what is trained.
func (o *Options) checkTraining() error {
	if _, err := train.Parse(string(o.Train)); err != nil {
		return &convert.OptionError{Option: "train", Value: string(o.Train), Allowed: train.Policies()}
	}
	for _, only := range o.Only {
		if _, err := ParseOnly(string(only)); err != nil {
			return err
		}
	}
	if o.MaxChars < 0 {
		return &convert.OptionError{Option: "max-chars", Value: strconv.Itoa(o.MaxChars), Allowed: []string{"a number of characters"}}
	}
	return nil
}
