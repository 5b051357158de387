//go:build !js

package trainers

import (
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/text"
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
			some = r.spans(m) && !m.empty() || some
		}
	}
	if !some {
		return r.nothing()
	}
	if r.Flagged {
		r.flagOne()
	}
	if r.FlaggedAll {
		for i := range r.messages {
			if m := &r.messages[i]; m.added == nil {
				m.mark(&r.Flag, m.role == ir.RoleAssistant)
			}
		}
	}
	return nil
}

// flagOne gives the row a flag that says nothing, if it has none.
func (r *row) flagOne() {
	first := -1
	for i := range r.messages {
		switch m := &r.messages[i]; {
		case m.role != ir.RoleAssistant:
		case m.added != nil || m.member(r.Flag.Key) != nil:
			return
		case first < 0:
			first = i
		}
	}
	m := &r.messages[first]
	m.added = append(m.added, `, "`+r.Flag.Key+`": null`...)
}

func (r *row) nothing() *ir.Diagnostic {
	return r.reject(ir.CodeNothingTrained, "nothing of the row is to be trained, and {style} takes no such row")
}

// weight writes the weight of a message, which the shape openai has, in the trainer's
// words.
func (r *row) weight(m *message) {
	if loss := m.member("loss"); r.Flag.Key == "loss" && loss != nil {
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
	case r.perMessage():
	case r.Flag.Key == "" && !counts:
		r.lose(ir.CodeTrainDropped, "{style} has no place for the weight of a message in the loss").Message = m.source + 1
		m.untrained = false
	case r.Flag.Key == "":
	default:
		if v := string(value); counts && v != "true" && v != "1" && v != "1.0" {
			r.lose(ir.CodeTrainDropped, "a message of {style} is trained or is not: another weight is none").Message = m.source + 1
		}
		m.mark(&r.Flag, counts)
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

// spans says of a text of the model what of it is trained, and reports whether anything
// is.
func (r *row) spans(m *message) bool {
	content := r.out.Messages[m.source].Content
	first, _ := slices.BinarySearchFunc(r.out.Trained, m.source, func(s ir.Span, message int) int { return s.Message - message })
	trained := r.out.Trained[first:]
	if end := slices.IndexFunc(trained, func(s ir.Span) bool { return s.Message != m.source }); end >= 0 {
		trained = trained[:end:end]
	}
	at, all := 0, true // whether what is not trained is white space
	for _, s := range append(trained, ir.Span{Start: content.Len()}) {
		all = all && content.Slice(at, s.Start).Trim().Empty()
		at = s.End
	}
	say := func(words string) {
		r.lose(ir.CodeTrainDropped, words).Message = m.source + 1
	}
	switch {
	case all:
		return true
	case len(trained) == 0 && r.perMessage():
		m.untrained = true
		return false
	case len(trained) == 0 && r.Flag.Key != "":
		m.mark(&r.Flag, false)
		return false
	case len(trained) == 0:
		say("{style} can't leave a message of the model out of the loss: it is trained")
	case r.Flag.Detail == "":
		say("{style} can't train a part of a message of the model: all of it is trained")
	default:
		m.detail(&r.Flag, content, trained)
	}
	return true
}

// detail says which characters of a message are trained. A trainer that counts wants the
// last one of each part. White space after a part belongs to it: a token of which a
// character is not trained is not, and many tokens end in a line feed.
func (m *message) detail(f *Flag, content ir.Text, trained []ir.Span) {
	at, chars := 0, 0
	part := func(end int, train bool) {
		n := utf8.RuneCount(content.Slice(at, end).B)
		if at = end; n == 0 {
			return
		}
		m.added = fmt.Appendf(jsonx.AppendComma(m.added), `{"begin_offset": %d, "end_offset": %d, "train": %t}`, chars, chars+n-1, train)
		chars += n
	}
	m.added = append(m.added, `, "`+f.Detail+`": [`...)
	for i, s := range trained {
		next := content.Len()
		if i+1 < len(trained) {
			next = trained[i+1].Start
		}
		part(s.Start, false)
		part(text.SkipSpace(content, s.End, next), true)
	}
	part(content.Len(), false)
	m.added = append(m.added, ']')
}
