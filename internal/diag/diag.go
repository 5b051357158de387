// Package diag has what toolspeak's own packages do with diagnostics: lists of them that
// stay short whatever is in a record, and diagnostics with other words or another place.
package diag

import (
	"slices"

	"github.com/toolspeak/toolspeak/ir"
)

// Most is how many diagnostics of a record are kept.
const Most = 100

// Append appends diagnostics to those of a record: the first Most and the first of each
// code are kept. All others are only counted: for each code of them one diagnostic at the
// end says how many they are (it is Counted). So a record has a few hundred at most,
// whatever is in it.
func Append(list []ir.Diagnostic, more ...ir.Diagnostic) []ir.Diagnostic {
	if len(list)+len(more) <= Most {
		return append(list, more...)
	}
	for i := range more {
		if d := &more[i]; !d.Counted && Keeps(list, d.Code) {
			list = append(list, *d)
		} else {
			list = count(list, d.Code, d.Outcome, d.Number())
		}
	}
	return list
}

// Keeps reports whether Append would keep a diagnostic of the code: if not, its place need
// not be found, and Count does.
func Keeps(list []ir.Diagnostic, code ir.Code) bool {
	if len(list) < Most {
		return true
	}
	// The counted ones are at the end, and asked for most.
	for i := len(list) - 1; i >= 0; i-- {
		if list[i].Code == code {
			return false
		}
	}
	return true
}

// Count counts n diagnostics of the code that are not kept.
func Count(list []ir.Diagnostic, code ir.Code, n int) []ir.Diagnostic {
	return count(list, code, ir.Unknown, n)
}

// count is Count for diagnostics of that outcome: failures are counted apart.
func count(list []ir.Diagnostic, code ir.Code, outcome ir.Outcome, n int) []ir.Diagnostic {
	for i := len(list) - 1; i >= 0; i-- {
		if d := &list[i]; d.Code == code && d.Counted && d.Outcome == outcome {
			d.Count += n
			return list
		}
	}
	d := ir.Report(code, "")
	d.Counted, d.Count, d.Outcome = true, n, outcome
	return append(list, d)
}

// Within returns a diagnostic with words before its own.
func Within(d *ir.Diagnostic, before string) ir.Diagnostic {
	if d.Counted {
		return *d
	}
	is := ir.Reportf(d.Code, "%s%s", before, d.Text())
	is.Severity, is.Message, is.Pos, is.End, is.Fields = d.Severity, d.Message, d.Pos, d.End, d.Fields
	return is
}

// Move moves the places of a diagnostic, which count from the start of a text, to those of
// a text that holds the first from the given line and column on.
func Move(d *ir.Diagnostic, line, column int) {
	d.Pos, d.End = Moved(d.Pos, line, column), Moved(d.End, line, column)
}

// Moved is Move for one place. No place stays none.
func Moved(p ir.Place, line, column int) ir.Place {
	if p.Line == 1 {
		p.Column += column - 1
	}
	if p.Line > 0 {
		p.Line += line - 1
	}
	return p
}

// severities are in the order in which they are told.
var severities = []ir.Severity{ir.Reject, ir.Loss, ir.Repair, ir.Note}

// BySeverity compares severities for an order in which rejects come first.
func BySeverity(a, b ir.Severity) int {
	return slices.Index(severities, a) - slices.Index(severities, b)
}
