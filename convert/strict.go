package convert

import (
	"fmt"

	"github.com/toolspeak/toolspeak/ir"
)

// Strict says which diagnostics make a record a reject.
type Strict uint8

// The levels of strictness.
const (
	// StrictOff refuses none.
	StrictOff Strict = iota
	// StrictLosses refuses losses, and repairs that are a guess.
	StrictLosses
	// StrictAll refuses any repair, loss or note.
	StrictAll
)

var strictNames = [...]string{"off", "losses", "all"}

// String returns the level's name: off, losses or all.
func (s Strict) String() string {
	if int(s) >= len(strictNames) {
		return fmt.Sprintf("Strict(%d)", uint8(s))
	}
	return strictNames[s]
}

// ParseStrict returns the level of that name; "" is StrictOff.
func ParseStrict(name string) (Strict, error) {
	if name == "" {
		return StrictOff, nil
	}
	for i, n := range strictNames {
		if n == name {
			return Strict(i), nil
		}
	}
	return StrictOff, &OptionError{Option: "strict", Value: name, Allowed: strictNames[:]}
}

// Refuses reports whether a diagnostic makes its record a reject.
func (s Strict) Refuses(d *ir.Diagnostic) bool {
	switch s {
	case StrictLosses:
		return d.Severity == ir.Loss || d.Severity == ir.Repair && d.Code.Class() == ir.Guess
	case StrictAll:
		return true
	}
	return false
}

// Refused returns the reject that the first of the diagnostics makes which is
// refused, or nil.
func (s Strict) Refused(diags []ir.Diagnostic) *ir.Diagnostic {
	for i := range diags {
		if s.Refuses(&diags[i]) {
			return refusal(&diags[i])
		}
	}
	return nil
}
