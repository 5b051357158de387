package trainers

import (
	"encoding/json"

	"github.com/toolspeak/toolspeak/ir"
)

// trained says of each message whether it is trained, in the trainer's words.
func (r *row) trained() *ir.Diagnostic {
	some := false
	for i := range r.messages {
		m := &r.messages[i]
		switch {
		case r.shaped:
			r.weight(m)
			some = some || m.role == ir.RoleAssistant && !m.untrained && !m.empty()
		case m.role == ir.RoleAssistant:
			some = some || !m.empty()
		}
	}
	if !some {
		return r.reject(ir.CodeNothingTrained, "nothing of the row is to be trained, and {style} takes no such row")
	}
	return nil
}

// weight writes the weight of a message, which the shape openai has, in the trainer's
// words.
func (r *row) weight(m *message) {
	if loss := m.member("loss"); r.flag.Key == "loss" && loss != nil {
		m.untrained = loss[0] == 'f'
		return
	}
	value := m.member("weight")
	if value == nil {
		return
	}
	m.dropped = append(m.dropped, "weight")
	if m.role != ir.RoleAssistant {
		return // it is never trained
	}
	counts := !isZero(value)
	m.untrained = !counts
	switch {
	case r.flag.Key == "" && !counts:
		r.lose(ir.CodeTrainDropped, "{style} has no place for the weight of a message in the loss").Message = m.source + 1
		m.untrained = false
	case r.flag.Key == "":
	default:
		if v := string(value); counts && v != "true" && v != "1" && v != "1.0" {
			r.lose(ir.CodeTrainDropped, "a message of {style} is trained or is not: another weight is none").Message = m.source + 1
		}
		m.mark(&r.flag, counts)
	}
}

// isZero reports whether a weight means that a message is not trained.
func isZero(value []byte) bool {
	var number float64
	return value[0] == 'f' || json.Unmarshal(value, &number) == nil && number == 0
}

// mark adds the flag to a message.
func (m *message) mark(f *Flag, trained bool) {
	m.added = append(m.added, `, "`+f.Key+`": `...)
	switch {
	case f.Number && trained:
		m.added = append(m.added, '1')
	case f.Number:
		m.added = append(m.added, '0')
	case trained:
		m.added = append(m.added, "true"...)
	default:
		m.added = append(m.added, "false"...)
	}
}
