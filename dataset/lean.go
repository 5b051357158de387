package dataset

import (
	"bytes"

	"github.com/toolspeak/toolspeak/convert"
)

// lean converts a record of which all is canonical text, in one go. ok is false
// where that can't be done, or did not prove right: then the long way says what
// becomes of the record.
func (e *Engine) lean(r *record) (written []byte, res Result, ok bool) {
	for i := range r.messages {
		if m := &r.messages[i]; m.parts != nil || m.alternatives != nil {
			return nil, res, false
		}
	}
	l := e.conv.ConvertLean(&r.conv)
	if l == nil {
		return nil, res, false
	}
	defer l.Release()
	written = r.writeLean(l)
	if !e.opts.NoVerify && !e.proveLean(r, l, written) {
		outputs.give(written, r.raw)
		return nil, res, false
	}
	return written, Result{Style: l.Style, Layout: r.layout, Steps: l.Steps, Diagnostics: l.Diagnostics}, true
}

// writeLean returns the record with the texts of its messages made anew.
func (r *record) writeLean(l *convert.Lean) []byte {
	const frames = 128 // more than those of a message take
	dst := outputs.take(len(r.raw) + frames*len(r.messages))
	at := 0
	for i := range r.messages {
		if l.Same(i) {
			continue
		}
		m := &r.messages[i]
		dst = append(dst, r.raw[at:m.text.start]...)
		dst = l.AppendMessage(dst, i)
		at = m.text.end
	}
	return append(dst, r.raw[at:]...)
}

// proveLean reads back what was written: beside the texts of the messages all
// bytes have to be those of the source.
func (e *Engine) proveLean(r *record, l *convert.Lean, written []byte) bool {
	w := newRecord(written)
	defer w.release()
	if w.check() != nil || w.decode(trimSpace(written), r.layout) != nil || len(w.messages) != len(r.messages) {
		return false
	}
	a, b := 0, 0
	for i := range w.messages {
		was, is := &r.messages[i], &w.messages[i]
		if is.parts != nil || is.alternatives != nil || !bytes.Equal(r.raw[a:was.text.start], written[b:is.text.start]) {
			return false
		}
		a, b = was.text.end, is.text.end
	}
	return bytes.Equal(r.raw[a:], written[b:]) && e.conv.VerifyLean(&w.conv, l)
}
