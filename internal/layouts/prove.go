package layouts

import (
	"bytes"
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Prove reads a record that Write made of r and outs. It compares all that was to
// stay, byte for byte, and returns what was written, whose transcripts are to be
// compared with outs.
func (r *Record) Prove(written []byte, outs []*convert.Output) (*Record, *ir.Diagnostic) {
	if r.packed != nil {
		written, _ = r.editor.unpack(written)
	}
	if r.natives != nil {
		return r.proveJoined(written, outs)
	}
	if r.unpackedParts > 0 && bytes.Equal(written, r.raw) {
		written = r.doc.B // nothing of it changed
	}
	if to := r.target(); to != nil {
		return r.proveMoved(written, to, outs[0])
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
	w.layout, w.transcripts, w.context = r.layout, append(w.transcripts, r.transcripts...), r.context
	for range r.pieces {
		w.addPiece("")
	}
	if r.plain {
		return r.provePlain(w)
	}
	if d := w.check(); d != nil {
		return readBack("the record that was written is broken: %s", d.Text())
	}
	p := proof{a: r.doc.B, b: w.doc, system: r.system}
	for i := range r.parted {
		part := &r.parted[i]
		if i > 0 && r.parted[i-1].piece == part.piece {
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
		w.system = p.found
		w.context.System = textOf(w.doc, p.found)
	}
	return nil
}

// provePlain is proveInPlace for a record that is plain text.
func (r *Record) provePlain(w *Record) *ir.Diagnostic {
	is := &w.pieces[0]
	is.form, is.text = r.pieces[0].form, ir.Text{B: w.doc.B}
	if is.form == chatPiece && !is.provesChat(&r.parted[0]) {
		return readBack("what is around the messages changed")
	}
	return nil
}

// proof compares a record with what was made of it, in one pass over both. What
// is equal up to a text or a list is at the same place in both, and is read there.
type proof struct {
	a []byte
	b jsonx.Value // which was checked
	// at and k are how far a and b are compared.
	at, k int
	// system is the system prompt in a, which may change, and found the one in b.
	system, found jsonx.Range
}

// same reports whether b continues as a does up to an offset, the system prompt
// apart.
func (p *proof) same(to int) bool {
	if s := p.system; s.End > 0 && p.at <= s.Start && s.End <= to {
		p.system = jsonx.Range{}
		var ok bool
		if p.found, ok = p.string(s); !ok {
			return false
		}
	}
	if to < p.at || len(p.b.B)-p.k < to-p.at || !bytes.Equal(p.a[p.at:to], p.b.B[p.k:p.k+to-p.at]) {
		return false
	}
	p.at, p.k = to, p.k+to-p.at
	return true
}

// string passes the inside of a string that may differ, before which all is the same, and
// returns where it is in b.
func (p *proof) string(a jsonx.Range) (inside jsonx.Range, ok bool) {
	if !p.same(a.Start) {
		return inside, false
	}
	p.k--
	inside = p.value(a.End).Inside()
	p.k--
	return inside, true
}

// value passes the value that b has here, in the place of one that ends at an offset of a.
func (p *proof) value(end int) jsonx.Range {
	n, _ := p.b.X.Find(p.k)
	v := jsonx.Range{Start: p.k}
	v.End, _ = p.b.Skip(n, p.k)
	p.at, p.k = end, v.End
	return v
}

// piece compares a piece and fills w, the same piece of b.
func (p *proof) piece(part *part, w *piece) bool {
	was := part.piece
	w.form, w.key, w.role, w.inString = was.form, was.key, was.role, was.inString
	if was.form == listPiece && !was.inString {
		return p.list(part, w.ownList())
	}
	var ok bool
	if w.at, ok = p.string(was.at); !ok {
		return false
	}
	switch {
	case was.inString:
		w.ownList()
		w.doc.B = jsonx.AppendUnquoted(nil, w.at.Of(p.b.B))
		if !w.index.Scan(w.doc.B) {
			return false
		}
		w.doc.X = &w.index
		inner := proof{a: was.doc.B, b: w.doc}
		return inner.list(part, w.list) && inner.same(len(inner.a)) && inner.k == len(inner.b.B)
	case was.form == chatPiece:
		w.text = textOf(p.b, w.at)
		return w.provesChat(part)
	case was.form == saidPiece && len(part.messages) == 0: // it is left out
		w.form = listPiece
		return w.at.Start == w.at.End
	case was.form == saidPiece && was.also.End > 0:
		w.text = was.text
		return bytes.Equal(w.at.Of(p.b.B), was.at.Of(p.a))
	}
	w.text = textOf(p.b, w.at)
	return true
}

// list reads a list of messages again, and compares what is next to their roles and their
// words.
func (p *proof) list(part *part, is *list) bool {
	was := part.piece.list
	if !p.same(was.where.Start) || p.k == len(p.b.B) || p.b.B[p.k] != p.a[was.where.Start] { // a message may be alone
		return false
	}
	is.doc, is.where = p.b, p.value(was.where.End)
	if is.decode() != nil || is.foreign != "" || len(is.texts) != len(part.messages) || is.hasAlternatives != was.hasAlternatives || len(is.alternatives) != len(was.alternatives) {
		return false
	}
	for i := range part.messages {
		out, m := &part.messages[i], &is.messages[i]
		if out.Source < 0 {
			if m.parts != nil || m.keys != 2+m.flags {
				return false
			}
			continue
		}
		source := out.Source - part.first
		if source < 0 || source >= len(was.texts) {
			return false
		}
		said := &was.texts[source]
		flagged := said.Role == ir.RoleAssistant && (out.Train != nil || was.messages[source].flags > 0) &&
			was.flagEdits(source, out.Train, !text.Equal(said.Content, out.Content)) != nil
		if !was.sameRest(is, source, i, flagged) {
			return false
		}
	}
	return !was.hasAlternatives || was.sameRest(is, len(was.messages)-1, len(is.messages)-1, false)
}

// sameRest reports whether message k of another list has next to its role and its words
// what message i has. flagged means that what says whether it is trained may differ.
func (l *list) sameRest(other *list, i, k int, flagged bool) bool {
	a, b := &l.messages[i], &other.messages[k]
	around := func(x, y jsonx.Range) bool { // but their texts
		return bytes.Equal(l.doc.B[x.Start:a.text.Start], other.doc.B[y.Start:b.text.Start]) && bytes.Equal(l.doc.B[a.text.End:x.End], other.doc.B[b.text.End:y.End])
	}
	oneText := a.hasText && a.texts() == 1 && b.hasText && b.texts() == 1
	if oneText && around(a.object, b.object) || bytes.Equal(a.object.Of(l.doc.B), b.object.Of(other.doc.B)) {
		return true
	}
	same := slices.EqualFunc(l.members(a, flagged), other.members(b, flagged), func(x, y jsonx.Member) bool {
		return bytes.Equal(x.Key.Of(l.doc.B), y.Key.Of(other.doc.B)) &&
			(x.Value == a.value || x.Value.Inside() == a.role || bytes.Equal(x.Value.Of(l.doc.B), y.Value.Of(other.doc.B)))
	})
	switch {
	case !same || a.alternatives != nil || (a.parts == nil) != (b.parts == nil):
		return same && a.alternatives != nil
	case flagged || !oneText:
		return sameParts(l.doc.B, a.parts, other.doc.B, b.parts)
	}
	return around(a.value, b.value)
}

// members returns the members of a message. but means without those that say whether it is
// trained.
func (l *list) members(m *message, but bool) (list []jsonx.Member) {
	for member := range l.doc.Members(m.object.Start) {
		if !but || flagOf(l.doc, member) == nil && !isKey(member.Key.Of(l.doc.B), detailKey) {
			list = append(list, member)
		}
	}
	return list
}

// sameParts compares the parts that are not text.
func sameParts(a []byte, parts []contentPart, b []byte, others []contentPart) bool {
	rest := func(list []contentPart) []contentPart {
		return slices.DeleteFunc(slices.Clone(list), func(p contentPart) bool { return p.isText })
	}
	return slices.EqualFunc(rest(parts), rest(others), func(x, y contentPart) bool {
		return bytes.Equal(x.element.Of(a), y.element.Of(b))
	})
}
