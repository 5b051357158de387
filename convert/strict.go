package convert

import (
	"fmt"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/ir"
)

// Strict says which diagnostics make a record a reject.
type Strict string

// The levels of strictness. "" is StrictOff.
const (
	// StrictOff refuses none.
	StrictOff Strict = "off"
	// StrictLosses refuses losses, and repairs that are a guess or a doubt.
	StrictLosses Strict = "losses"
	// StrictAll refuses any repair, loss or note.
	StrictAll Strict = "all"
)

// refuses reports whether a diagnostic makes its record a reject.
func (s Strict) refuses(d *ir.Diagnostic) bool {
	switch s {
	case StrictLosses:
		class := d.Code.Class()
		return d.Severity == ir.Loss || d.Severity == ir.Repair && (class == ir.Guess || class == ir.Doubt)
	case StrictAll:
		return true
	}
	return false
}

// Refused returns the reject that the first of the diagnostics makes which is
// refused, or nil.
func (s Strict) Refused(diags []ir.Diagnostic) *ir.Diagnostic {
	for i := range diags {
		if s.refuses(&diags[i]) {
			return refusal(&diags[i])
		}
	}
	return nil
}

// refusal makes a reject of a diagnostic that the options refuse.
func refusal(refused *ir.Diagnostic) *ir.Diagnostic {
	d := diag.Within(refused, fmt.Sprintf("%s %s: ", refused.Severity, refused.Code))
	d.Code, d.Severity = ir.CodeStrict, ir.Reject
	return &d
}
