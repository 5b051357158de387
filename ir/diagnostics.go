package ir

// MaxDiagnostics is how many diagnostics of a record are kept.
const MaxDiagnostics = 100

// Diagnostics are those of one record, in order: the first MaxDiagnostics and the
// first of each code. All others are only counted: for each code of them one
// diagnostic at the end says how many they are (it is Counted). So a record has a few
// hundred at most, whatever is in it.
type Diagnostics []Diagnostic

// Add appends a diagnostic or, where there is no room for it, counts it.
func (l *Diagnostics) Add(d Diagnostic) {
	if !d.Counted() && l.Keeps(d.Code) {
		*l = append(*l, d)
		return
	}
	l.count(d.Code, d.Outcome, d.Number())
}

// AddAll adds the diagnostics of another list.
func (l *Diagnostics) AddAll(list []Diagnostic) {
	if len(*l)+len(list) <= MaxDiagnostics {
		*l = append(*l, list...)
		return
	}
	for _, d := range list {
		l.Add(d)
	}
}

// Keeps reports whether Add would keep a diagnostic of the code: if not, its place
// need not be found, and Count does.
func (l Diagnostics) Keeps(code Code) bool {
	if len(l) < MaxDiagnostics {
		return true
	}
	// What is only counted is at the end, and asked for most.
	for i := len(l) - 1; i >= 0; i-- {
		if l[i].Code == code {
			return false
		}
	}
	return true
}

// Count counts n diagnostics of the code that are not kept.
func (l *Diagnostics) Count(code Code, n int) { l.count(code, Unknown, n) }

// count is Count for diagnostics of that outcome: failures are counted apart.
func (l *Diagnostics) count(code Code, outcome Outcome, n int) {
	for i := len(*l) - 1; i >= 0; i-- {
		if d := &(*l)[i]; d.Code == code && d.Counted() && d.Outcome == outcome {
			d.Count += n
			return
		}
	}
	*l = append(*l, Diagnostic{Code: code, Severity: code.severity(), spoken: asNumber, Fields: Fields{Count: n, Outcome: outcome}})
}
