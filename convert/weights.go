package convert

import (
	"bytes"
	"slices"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// weighed gives the steps that were read of a conversation the weights in the loss that
// its record says, and returns what steps can't say of them. A step has one weight, that
// of the place where it begins.
func weighed(t *ir.Transcript, in *ir.Conversation, weights []ir.Weight) (diags []ir.Diagnostic) {
	at := messageWeights{message: -1}
	for i := range t.Steps {
		it := &t.Steps[i]
		message := it.Pos.Message
		if in.Flat {
			message = 0
		}
		if message != at.message {
			at = weightsOf(weights, message)
		}
		is, partly := at.weight(it.Pos.Offset, endOfStep(t.Steps, i, in))
		if is != nil {
			change(it).Train = is
		}
		if partly && it.Role == ir.RoleAssistant {
			d := ir.Report(ir.CodeTrainDropped, "the record trains a part of the {kind}, and a step is trained whole or not at all")
			d.Message, d.Kind = message+1, it.Kind
			diags = append(diags, d)
		}
	}
	return diags
}

// messageWeights are the weights of one message: those of the whole of it, and those of
// its parts, of which there may be many.
type messageWeights struct {
	message      int
	whole, parts []ir.Weight
	sorted       bool // the parts are one after the other
}

func weightsOf(weights []ir.Weight, message int) messageWeights {
	first, _ := slices.BinarySearchFunc(weights, message, func(w ir.Weight, n int) int { return w.Message - n })
	past, _ := slices.BinarySearchFunc(weights, message+1, func(w ir.Weight, n int) int { return w.Message - n })
	m := messageWeights{message: message, parts: weights[first:past], sorted: true}
	for len(m.parts) > 0 && m.parts[0].End == 0 {
		m.parts = m.parts[1:]
		m.whole = weights[first:][:len(m.whole)+1]
	}
	for i := range m.parts {
		m.sorted = m.sorted && m.parts[i].End > m.parts[i].Start && (i == 0 || m.parts[i-1].End <= m.parts[i].Start)
	}
	return m
}

// near returns the parts that a step may have something of.
func (m *messageWeights) near(start, end int) []ir.Weight {
	if !m.sorted {
		return m.parts
	}
	from, _ := slices.BinarySearchFunc(m.parts, start+1, func(w ir.Weight, n int) int { return w.End - n })
	to, _ := slices.BinarySearchFunc(m.parts, max(end, start+1), func(w ir.Weight, n int) int { return w.Start - n })
	return m.parts[from:max(from, to)]
}

// weight returns the weight of a step from one offset of the message up to another, or
// nil. partly means that the weights say more: what is masked within a step masks it, and
// what begins before the trained part of a step (a marker) does not, unless it is the
// greater part.
func (m *messageWeights) weight(start, end int) (is []byte, partly bool) {
	if n := len(m.whole); n > 0 {
		is = m.whole[n-1].Train
	}
	var trained []byte
	late := 0 // how much of the step is trained after its beginning
	for _, w := range m.near(start, end) {
		switch {
		case w.End == 0 || w.Start <= start && start < w.End:
			is = w.Train
		case w.Start <= start || w.Start >= end:
		case jsonx.FalseOrZero(w.Train) && !jsonx.FalseOrZero(is):
			if w.End < end {
				return w.Train, true
			}
		case !jsonx.FalseOrZero(w.Train) && jsonx.FalseOrZero(is):
			late += min(w.End, end) - w.Start
			trained, partly = w.Train, true
		}
	}
	if partly && 2*late > end-start {
		is = trained
	}
	return is, partly
}

// endOfStep returns where the step after step i begins, or where its text ends.
func endOfStep(steps []ir.Step, i int, in *ir.Conversation) int {
	if i+1 < len(steps) && (in.Flat || steps[i+1].Pos.Message == steps[i].Pos.Message) {
		return steps[i+1].Pos.Offset
	}
	switch at := steps[i].Pos.Message; {
	case in.Flat:
		return in.Text.Len()
	case at < len(in.Messages):
		return in.Messages[at].Content.Len()
	}
	return steps[i].Pos.Offset
}

// withoutCR returns the weights of a conversation whose lines ended in CR LF for the one
// in which they don't.
func withoutCR(weights []ir.Weight, was, is *ir.Conversation) []ir.Weight {
	weights = slices.Clone(weights)
	for i := range weights {
		w := &weights[i]
		a, b := was.Text, is.Text
		if !was.Flat && w.Message < len(was.Messages) {
			a, b = was.Messages[w.Message].Content, is.Messages[w.Message].Content
		}
		if a.Len() == b.Len() {
			continue
		}
		w.Start, w.End = w.Start-crBefore(a, w.Start), w.End-crBefore(a, w.End)
	}
	return weights
}

// crBefore counts the line feeds before an offset, each of which has a CR before it.
func crBefore(t ir.Text, offset int) int { return bytes.Count(t.B[:offset], []byte("\n")) }
