package dataset

import (
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/internal/spell"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/train"
)

// Only is a condition for records: those that don't meet it are left out. It is a name below, or
// asks something of the record's other keys: a path in them, one of == != < <= > >= =~ !~, and a
// value, as in "score >= 0.5" or "model =~ ^gpt".
type Only string

// The conditions. A record with several transcripts has to meet them in each.
const (
	// OnlySolved: the last answer says that it solved the task.
	OnlySolved Only = "solved"
	// OnlyAnswered: the last question of the user has an answer.
	OnlyAnswered Only = "answered"
	// OnlyWithCalls: a tool is called.
	OnlyWithCalls Only = "with-calls"
	// OnlyWithoutRepairs: nothing had to be repaired.
	OnlyWithoutRepairs Only = "no-repairs"
)

// Onlys returns the names of the conditions.
func Onlys() []string {
	return []string{string(OnlySolved), string(OnlyAnswered), string(OnlyWithCalls), string(OnlyWithoutRepairs)}
}

// LeftOut is why a record was left out.
type LeftOut string

// The reasons. "" is none.
const (
	NotSolved      LeftOut = "not-solved"
	OutcomeUnknown LeftOut = "outcome-unknown"
	NotAnswered    LeftOut = "not-answered"
	NoCalls        LeftOut = "no-calls"
	Repaired       LeftOut = "repaired"
	TooLong        LeftOut = "too-long"
	NoKey          LeftOut = "no-key"
	NotMet         LeftOut = "not-met"
)

// leavesOut returns why a record whose transcripts were converted is left out, or "".
func (e *Engine) leavesOut(r *layouts.Record, outs []*convert.Output) LeftOut {
	for i := range e.conditions {
		if why := e.conditions[i].lacks(r); why != "" {
			return why
		}
	}
	for _, out := range outs {
		for _, only := range e.opts.Only {
			if why := only.lacks(out); why != "" {
				return why
			}
		}
		if e.opts.MaxChars > 0 && chars(out, e.opts.MaxChars) > e.opts.MaxChars {
			return TooLong
		}
	}
	return ""
}

// lacks returns why a transcript does not meet the condition, or "".
func (o Only) lacks(out *convert.Output) LeftOut {
	switch t := &out.Read; o {
	case OnlySolved:
		if !train.Solved(t) {
			if says(t, func(s *ir.Step) bool { return s.Kind == ir.Answer && s.Outcome != ir.Unknown }) {
				return NotSolved
			}
			return OutcomeUnknown
		}
	case OnlyAnswered:
		for i := len(t.Steps) - 1; i >= 0 && t.Steps[i].Kind != ir.Answer; i-- {
			if i == 0 || t.Steps[i].Kind == ir.User {
				return NotAnswered
			}
		}
		if len(t.Steps) == 0 {
			return NotAnswered
		}
	case OnlyWithCalls:
		if !says(t, func(s *ir.Step) bool { return s.Kind == ir.Call }) {
			return NoCalls
		}
	case OnlyWithoutRepairs:
		if slices.ContainsFunc(out.Diagnostics, func(d ir.Diagnostic) bool { return d.Severity == ir.Repair && d.Code.Class() != ir.PlainReading }) {
			return Repaired
		}
	}
	return ""
}

func says(t *ir.Transcript, is func(*ir.Step) bool) bool {
	return slices.ContainsFunc(t.Steps, func(s ir.Step) bool { return is(&s) })
}

// chars counts the characters of what was written: of the texts of messages, or of the
// words, tools and arguments of steps. Above most it may stop counting.
func chars(out *convert.Output, most int) (n int) {
	add := func(texts ...ir.Text) {
		for _, t := range texts {
			if n <= most {
				n += spell.CodePoints(t.B)
			}
		}
	}
	if out.Flat {
		add(out.Text)
		return n
	}
	for i := range out.Messages {
		add(out.Messages[i].Content)
	}
	if len(out.Messages) > 0 {
		return n
	}
	if t := &out.Lowered; t.System != nil {
		add(t.System.Text)
	}
	for i := range out.Lowered.Steps {
		s := &out.Lowered.Steps[i]
		add(s.Text, s.Args.Raw)
		if s.Kind == ir.Call {
			add(s.Tool)
		}
	}
	return n
}
