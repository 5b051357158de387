package dataset

import (
	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/diag"
)

// TraceRecord is ConvertRecord for those who show what it did: visit is called with each
// transcript that was converted, in order, up to the one that could not be. It must not
// keep what it is given.
func (e *Engine) TraceRecord(rec *Record, visit func(*convert.Output)) (out []byte, res Result, err error) {
	defer diag.Guard(&err, e.opts.Debug)
	if rec.Fault != nil {
		return nil, Result{}, rec.Fault
	}
	r, d := e.openRecord(rec)
	if d != nil {
		return nil, Result{}, d
	}
	return e.convert(r, rec.Raw, visit)
}
