package dataset

import "github.com/toolspeak/toolspeak/convert"

// TraceRecord is ConvertRecord for those who show what it did: visit is called with each
// transcript that was converted, in order, up to the one that could not be. It must not
// keep what it is given.
func (e *Engine) TraceRecord(rec *Record, visit func(*convert.Output)) ([]byte, Result, error) {
	if rec.Fault != nil {
		return nil, Result{}, rec.Fault
	}
	r, d := e.openRecord(rec)
	if d != nil {
		return nil, Result{}, d
	}
	return e.convert(r, rec.Raw, visit)
}
