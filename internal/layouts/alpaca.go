package layouts

import (
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// Alpaca is a transcript in the keys of the Alpaca data set and of the trainers
// that extended it: "system", "history", "instruction", "input" and "output".
const Alpaca Layout = "alpaca"

type alpaca struct{}

func (alpaca) about() *about { return &alpacaAbout }

var alpacaAbout = about{
	name: Alpaca,
}

func (alpaca) shows(r *Record) bool { return r.hasPieces("instruction", "output") }

func (alpaca) find(r *Record, asked bool) *ir.Diagnostic {
	if d := r.begin(asked, "instruction", "output"); d != nil || r.foreign != "" {
		return d
	}
	if system := r.value("system"); r.kind("system") == '"' && system.End-system.Start > len(`""`) {
		if d := r.addSaid("system", system, ir.RoleSystem); d != nil {
			return d
		}
	}
	if d := r.addHistory(r.value("history")); d != nil {
		return d
	}
	if d := r.addSaid("instruction", r.value("instruction"), ir.RoleUser); d != nil {
		return d
	}
	if input := r.value("input"); r.kind("input") == '"' && input.End-input.Start > len(`""`) {
		r.joined(input)
	}
	if d := r.addSaid("output", r.value("output"), ir.RoleAssistant); d != nil {
		return d
	}
	for _, key := range []string{"system", "input", "history"} {
		if at := r.value(key); at.End > 0 && isBlank(at.Of(r.doc.B)) {
			r.blank = append(r.blank, at)
		}
	}
	all := make(transcript, len(r.pieces))
	for i := range all {
		all[i] = i
	}
	r.transcripts = append(r.transcripts, all)
	return nil
}

// addHistory adds the pairs of messages under "history".
func (r *Record) addHistory(at jsonx.Range) *ir.Diagnostic {
	if at.End == 0 || r.doc.B[at.Start] != '[' {
		return nil
	}
	for turn := range r.doc.Elements(at.Start) {
		if r.doc.B[turn.Start] != '[' {
			return r.rejectAt(turn.Start, ir.CodeWrongType, "a turn of \"history\" is %s: expected a list of two strings", kindOf(r.doc.B, turn))
		}
		n := 0
		for said := range r.doc.Elements(turn.Start) {
			if d := r.addSaid("history", said, [...]ir.Role{ir.RoleUser, ir.RoleAssistant}[n%2]); d != nil {
				return d
			}
			n++
		}
		if n != 2 {
			return r.rejectAt(turn.Start, ir.CodeWrongType, "a turn of \"history\" has %d strings: expected two", n)
		}
	}
	return nil
}

// isBlank reports whether a value is null, an empty string or an empty list.
func isBlank(value []byte) bool {
	switch value[0] {
	case 'n':
		return true
	case '"', '[':
		return jsonx.SkipSpace(value, 1) == len(value)-1
	}
	return false
}
