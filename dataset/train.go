package dataset

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/train"
)

// checkTraining returns what is wrong with the options that say what is trained.
func (o *Options) checkTraining() error {
	if _, err := train.Parse(string(o.Train)); err != nil {
		return err
	}
	for _, only := range o.Only {
		if _, ok := parseCondition(string(only)); !ok && !slices.Contains(Onlys(), string(only)) {
			return &convert.OptionError{Option: "only", Value: string(only), Allowed: append(Onlys(), "a condition such as 'score >= 0.5'")}
		}
	}
	if o.MaxChars < 0 {
		return &convert.OptionError{Option: "max-chars", Value: strconv.Itoa(o.MaxChars), Allowed: []string{"a number of characters"}}
	}
	return nil
}

// mark notes what is trained of a transcript that was converted, if the record is to say
// it. in is the conversation that it comes from, nil for the steps of a shape.
func (e *Engine) mark(r *layouts.Record, in *ir.Conversation, out *convert.Output) error {
	before := len(out.Diagnostics)
	asked := e.opts.Train != "" || e.trainer != nil
	switch {
	case e.opts.Target != nil && asked:
		train.Mark(out, e.opts.Target, e.opts.Train, true)
	case e.opts.Target != nil:
	case e.trainer != nil: // whose rules say it
		_, whole := e.trainer.TrainsAll()
		train.Mark(out, nil, e.opts.Train, !whole)
	case r.Trains() == layouts.TrainsSpans: // the row says it
		train.Mark(out, nil, e.opts.Train, true)
	case asked || out.Weights != nil:
		train.Mark(out, nil, e.opts.Train, r.Trains() == layouts.TrainsParts)
		e.markMessages(r, in, out)
	}
	if d := e.opts.Strict.Refused(out.Diagnostics[min(before, len(out.Diagnostics)):]); d != nil {
		return d
	}
	return nil
}

// markMessages says of each message of the model what it is to say of the loss, and
// reports where it can't.
func (e *Engine) markMessages(r *layouts.Record, in *ir.Conversation, out *convert.Output) {
	how := r.Trains()
	short, first := 0, -1
	lose := func(message int) {
		if short++; first < 0 {
			first = message
		}
	}
	if out.Flat || how == layouts.TrainsNothing {
		last := -1
		for _, s := range out.Spans {
			if at := out.Lowered.Steps[s.Step].Message; at != last && !within(out.Trained, s.Span) && spoken(&out.Lowered.Steps[s.Step]) {
				lose(s.Step)
				last = at
			}
		}
	} else {
		written := messagesIn(out)
		for i := range out.Messages {
			m := written[i]
			if m == nil {
				continue
			}
			weight, part := weightOf(out, i, m)
			switch {
			case e.opts.Train == "" && r.InPlace() && unchanged(in, &out.Messages[i]):
				continue // it has its flags
			case part && how == layouts.TrainsMessages:
				lose(m.steps[0])
			case part:
				weight = detail(out, i, m)
			}
			out.Messages[i].Train = weight
		}
	}
	if short == 0 {
		return
	}
	d := ir.Report(ir.CodeTrainDropped, "{style} has no place for the weight of a message in the loss")
	d.Style, d.Count = e.opts.To, short
	d.Message, d.Pos = out.Lowered.Steps[first].Pos.Message+1, ir.Place{Line: 1, Column: 1}
	out.Diagnostics = diag.Append(out.Diagnostics, d)
}

func spoken(s *ir.Step) bool { return s.Role == ir.RoleAssistant && s.Kind != ir.Observation }

// within reports whether one of the trained spans holds another.
func within(trained []ir.Span, s ir.Span) bool {
	if s.Start == s.End {
		return true
	}
	return slices.ContainsFunc(trained, func(t ir.Span) bool { return t.Message == s.Message && t.Start <= s.Start && s.End <= t.End })
}

// marked is a message of the model: the steps in it, and what is trained of it.
type marked struct {
	steps   []int
	trained []ir.Span
}

// messagesIn returns the messages of the model that were written, by their indexes.
func messagesIn(out *convert.Output) map[int]*marked {
	list := map[int]*marked{}
	for _, s := range out.Spans {
		m := list[s.Message]
		if m == nil {
			m = new(marked)
			list[s.Message] = m
		}
		m.steps = append(m.steps, s.Step)
	}
	for _, s := range out.Trained {
		list[s.Message].trained = append(list[s.Message].trained, s)
	}
	return list
}

// weightOf returns what a message has to say of the loss, nil for nothing. part means
// that a part of it is trained: one flag for all of it then says that it is not.
func weightOf(out *convert.Output, i int, m *marked) (weight []byte, part bool) {
	content := out.Messages[i].Content
	switch {
	case content.Empty():
		return nil, false
	case len(m.trained) == 0:
		return []byte("false"), false
	case len(m.trained) > 1 || m.trained[0].Start > 0 || m.trained[0].End < content.Len():
		return []byte("false"), true
	case out.Weights == nil:
		return nil, false
	}
	return out.Weights[m.steps[0]], false
}

// unchanged reports whether a message has the text that the source gave it.
func unchanged(in *ir.Conversation, m *convert.OutMessage) bool {
	return in != nil && !in.Flat && m.Source >= 0 && m.Source < len(in.Messages) && text.Equal(in.Messages[m.Source].Content, m.Content)
}

// detail returns the train_detail of a message.
func detail(out *convert.Output, i int, m *marked) []byte {
	b, err := json.Marshal(train.Detail(out.Messages[i].Content.String(), m.trained))
	if err != nil {
		return []byte("false") // numbers and truth values always can be written
	}
	return b
}
