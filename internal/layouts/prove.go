package layouts

import (
	"bytes"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// Prove reads a record that Write made of r and outs. It compares all that was to
// stay, byte for byte, and returns what was written, whose transcripts are to be
// compared with outs.
func (r *Record) Prove(written []byte, outs []*convert.Output) (*Record, *ir.Diagnostic) {
	if r.natives != nil {
		return r.proveJoined(written, outs)
	}
	if r.unpackedParts > 0 && bytes.Equal(written, r.raw) {
		written = r.doc.B // nothing of it changed
	}
	if to := r.target(); to != nil {
		return r.proveMoved(written, to, outs[0])
	}
	if r.packed != nil {
		written, _ = unpack(written)
	}
	w := r.editor.newRecord(written)
	if d := r.proveInPlace(w, outs); d != nil {
		w.Release()
		return nil, d
	}
	return w, nil
}

func readBack(format string, args ...any) *ir.Diagnostic {
	return reject(ir.CodeReadBack, format, args...)
}

func (r *Record) proveInPlace(w *Record, outs []*convert.Output) *ir.Diagnostic {
	r.parted = r.parts(r.parted[:0], outs)
	parts := r.parted
	if !r.plain && inPlace(parts) && r.proveParts(w, parts) == nil {
		return nil
	}
	w.forget()
	w.layout, w.transcripts = r.layout, append(w.transcripts, r.transcripts...)
	for range r.pieces {
		w.addPiece("")
	}
	if r.plain {
		return r.provePlain(w, parts)
	}
	if d := w.check(); d != nil {
		return readBack("the record that was written is broken: %s", d.Text())
	}
	return r.proveParts(w, parts)
}

// provePlain is proveParts for a record that is plain text.
func (r *Record) provePlain(w *Record, parts []part) *ir.Diagnostic {
	is := &w.pieces[0]
	is.form, is.text = r.pieces[0].form, ir.Text{B: w.doc.B}
	if is.form == chatPiece && !is.provesChat(&parts[0]) {
		return readBack("what is around the messages changed")
	}
	return nil
}

// inPlace reports whether no part has a message that the record did not have, or one
// whose parts are joined or whose flags may change. What was written is then the record with other insides of
// strings: where the rest is the same byte for byte and the insides are valid, it is JSON
// without its being scanned as a whole.
func inPlace(parts []part) bool {
	for i := range parts {
		p := &parts[i]
		if p.piece.inString || p.piece.form == listPiece && len(p.messages) == 0 {
			return false
		}
		for k := range p.messages {
			source := p.messages[k].Source - p.first
			if source < 0 || p.messages[k].Train != nil {
				return false
			}
			if p.piece.form != listPiece {
				continue
			}
			if source >= len(p.piece.messages) || p.piece.messages[source].parts != nil || p.piece.messages[source].flags > 0 {
				return false
			}
		}
	}
	return true
}

// proveParts compares the record with w, which was checked or in which the parts are in
// place, and fills in what it holds.
func (r *Record) proveParts(w *Record, parts []part) *ir.Diagnostic {
	w.layout, w.transcripts = r.layout, append(w.transcripts[:0], r.transcripts...)
	for range r.pieces {
		w.addPiece("")
	}
	w.context = r.context
	p := proof{a: r.doc.B, b: w.doc, system: r.system}
	for i := range parts {
		part := &parts[i]
		if i > 0 && parts[i-1].piece == part.piece {
			continue // it is the same for both
		}
		if !p.piece(part, &w.pieces[part.number]) {
			return readBack("the record changed outside the texts of its messages")
		}
	}
	if !p.same(len(p.a)) || p.k != len(p.b.B) {
		return readBack("the record changed outside its transcripts")
	}
	if r.system.End > 0 {
		w.system = p.found.at
		w.context.System = p.text(p.found)
	}
	return nil
}

// proof compares a record with what was made of it, in one pass over both. What
// is equal up to a string is at the same place in both, and the string ends where
// JSON says so: the texts of what was made are found without its being read anew.
type proof struct {
	a []byte
	// b was checked if it has an index; else the strings in which it differs are.
	b jsonx.Value
	// at and k are how far a and b are compared.
	at, k int
	// system is the system prompt in a, which may change, and found the one in b.
	system jsonx.Range
	found  hole
}

// hole is the inside of a string that may differ, and whether it spells ASCII by numbers.
type hole struct {
	at      jsonx.Range
	spelled bool
}

// same reports whether b continues as a does up to an offset, the system prompt
// apart.
func (p *proof) same(to int) bool {
	if s := p.system; s.End > 0 && p.at <= s.Start && s.End <= to {
		p.system = jsonx.Range{}
		if !p.same(s.Start) {
			return false
		}
		var ok bool
		if p.found, ok = p.hole(s); !ok {
			return false
		}
	}
	if to < p.at || len(p.b.B)-p.k < to-p.at || !bytes.Equal(p.a[p.at:to], p.b.B[p.k:p.k+to-p.at]) {
		return false
	}
	p.at, p.k = to, p.k+to-p.at
	return true
}

// hole passes the inside of a string that may differ, and returns where it is in
// b. Up to it all is the same. It reports false where b has no string there.
func (p *proof) hole(a jsonx.Range) (found hole, ok bool) {
	var end int
	if p.b.X == nil {
		if end, found.spelled, ok = jsonx.ScanString(p.b.B, p.k-1); !ok {
			return found, false
		}
	} else {
		end, _ = p.b.Skip(p.node(p.k-1), p.k-1)
		found.spelled = p.b.X.SpelledAt(p.k - 1)
	}
	found.at = jsonx.RangeOf(p.k, end-1)
	p.at, p.k = a.End, found.at.End
	return found, true
}

// string is same up to the inside of a string, and hole.
func (p *proof) string(a jsonx.Range) (found hole, ok bool) {
	if !p.same(a.Start) {
		return found, false
	}
	return p.hole(a)
}

// text returns what a hole says.
func (p *proof) text(h hole) ir.Text {
	return ir.Text{B: h.at.Of(p.b.B), Esc: true, Direct: !h.spelled}
}

// node returns the number of the index's node of the value at offset at.
func (p *proof) node(at int) int {
	n, _ := p.b.X.Find(at)
	return n
}

// piece compares a piece and fills w, the same piece of b.
func (p *proof) piece(part *part, w *piece) bool {
	was := part.piece
	w.form, w.key, w.role, w.inString = was.form, was.key, was.role, was.inString
	switch {
	case was.form == listPiece && !was.inString:
		l := listProof{proof: p, was: was.list, part: part, is: w.ownList()}
		return l.compare()
	}
	inside, ok := p.string(was.at)
	if w.at = inside.at; !ok {
		return false
	}
	switch {
	case was.inString:
		return p.listInString(part, w)
	case was.form == textPiece:
		w.text = p.text(inside)
	case was.form == chatPiece:
		w.text = p.text(inside)
		return w.provesChat(part)
	case len(part.messages) == 0: // it is left out
		w.form = listPiece
		return w.at.Start == w.at.End
	case was.also.End > 0:
		w.text = was.text
		return bytes.Equal(w.at.Of(p.b.B), was.at.Of(p.a))
	default:
		w.text = p.text(inside)
	}
	return true
}

// listInString compares a list of messages that a string holds as JSON.
func (p *proof) listInString(part *part, w *piece) bool {
	w.ownList()
	w.doc.B = ir.Escaped(w.at.Of(p.b.B)).AppendPlain(nil)
	if !w.index.Scan(w.doc.B) {
		return false
	}
	w.doc.X = &w.index
	inner := proof{a: part.piece.doc.B, b: w.doc}
	l := listProof{proof: &inner, was: part.piece.list, part: part, is: w.list}
	return l.compare() && inner.same(len(inner.a)) && inner.k == len(inner.b.B)
}
