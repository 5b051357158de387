package dataset

import (
	"bytes"
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// prove decodes what was written anew and tells whether it holds, beside the
// texts that were meant to change, the bytes of the source and nothing else. It
// returns what it decoded.
func (r *record) prove(written []byte, out *convert.Output) (*record, *ir.Diagnostic) {
	w := newRecord(written)
	if d := w.check(); d != nil {
		return nil, readBack("the record that was written is broken: %s", d.Text)
	}
	if d := w.decode(jsonx.TrimSpace(written), r.layout); d != nil {
		return nil, readBack("the record that was written can't be read: %s", d.Text)
	}
	switch {
	case w.conv.Flat != r.conv.Flat || w.conv.Foreign != "":
		return nil, readBack("the record that was written has another layout")
	case r.conv.Flat && !r.sameAround(w, r.value, w.value):
		return nil, readBack("the record changed outside its transcript")
	case !r.conv.Flat && !r.sameMessages(w, out):
		return nil, readBack("the record changed outside the texts of its messages")
	}
	return w, nil
}

func readBack(format string, args ...any) *ir.Diagnostic {
	return reject(ir.CodeReadBack, format, args...)
}

// sameAround tells whether all but the spans is the same, and but the records'
// own system prompts, which the converter compares.
func (r *record) sameAround(w *record, a, b jsonx.Range) bool {
	return r.samePiece(w, jsonx.RangeOf(0, a.Start), jsonx.RangeOf(0, b.Start)) && r.samePiece(w, jsonx.RangeOf(a.End, len(r.raw)), jsonx.RangeOf(b.End, len(w.raw)))
}

func (r *record) samePiece(w *record, a, b jsonx.Range) bool {
	inA, inB := a.Holds(r.system), b.Holds(w.system)
	if inA != inB {
		return false
	}
	if !inA {
		return bytes.Equal(a.Of(r.raw), b.Of(w.raw))
	}
	return bytes.Equal(r.raw[a.Start:r.system.Start], w.raw[b.Start:w.system.Start]) && bytes.Equal(r.raw[r.system.End:a.End], w.raw[w.system.End:b.End])
}

// sameMessages compares what stands around, between and inside the messages.
func (r *record) sameMessages(w *record, out *convert.Output) bool {
	sources := make([]int, 0, len(out.Messages)+1)
	for _, m := range out.Messages {
		sources = append(sources, m.Source)
	}
	if r.conv.HasAlternatives {
		sources = append(sources, len(r.messages)-1)
	}
	if len(w.messages) != len(sources) || w.conv.HasAlternatives != r.conv.HasAlternatives {
		return false
	}
	switch inner := r.inner(); {
	case len(r.messages) == 0 && len(w.messages) == 0:
		return r.samePiece(w, jsonx.RangeOf(0, len(r.raw)), jsonx.RangeOf(0, len(w.raw)))
	case len(w.messages) == 0:
		at := w.value.Start + inner.Start - r.value.Start
		return r.sameAround(w, inner, jsonx.RangeOf(at, at))
	}
	for i, source := range sources {
		switch m := &w.messages[i]; {
		case source < 0:
			if m.keys != 2 {
				return false
			}
		case !r.sameMessage(&r.messages[source], w, m):
			return false
		case i > 0 && source > 0 && !bytes.Equal(r.gap(source), w.gap(i)):
			return false
		}
	}
	return r.sameAround(w, r.inner(), w.inner())
}

// inner returns the span from the first message to the last.
func (r *record) inner() jsonx.Range {
	if len(r.messages) == 0 {
		return jsonx.RangeOf(r.value.Start+1, r.value.End-1)
	}
	return jsonx.RangeOf(r.messages[0].object.Start, r.messages[len(r.messages)-1].object.End)
}

// sameMessage compares two messages outside the role's word and the text.
func (r *record) sameMessage(a *message, w *record, b *message) bool {
	if a.texts() != b.texts() || a.hasText != b.hasText {
		// Text parts were joined, or one was added: what they were is gone,
		// the other parts have to be there.
		return r.sameOutside(a, []jsonx.Range{a.role, a.value}, w, b, []jsonx.Range{b.role, b.value}) && r.sameParts(a, w, b)
	}
	return r.sameOutside(a, a.texted(), w, b, b.texted())
}

// texted returns the spans of a message that may change.
func (m *message) texted() []jsonx.Range {
	cuts := make([]jsonx.Range, 1, 8)
	cuts[0] = m.role
	switch {
	case m.alternatives != nil:
		return append(cuts, m.alternatives...)
	case m.parts == nil:
		return append(cuts, m.text)
	}
	for _, p := range m.parts {
		if p.isText {
			cuts = append(cuts, p.text)
		}
	}
	return cuts
}

// sameOutside compares two messages outside the spans that are cut out.
func (r *record) sameOutside(a *message, cutsA []jsonx.Range, w *record, b *message, cutsB []jsonx.Range) bool {
	if len(cutsA) != len(cutsB) {
		return false
	}
	byStart := func(x, y jsonx.Range) int { return x.Start - y.Start }
	slices.SortFunc(cutsA, byStart)
	slices.SortFunc(cutsB, byStart)
	i, k := a.object.Start, b.object.Start
	for n := range cutsA {
		if !bytes.Equal(r.raw[i:cutsA[n].Start], w.raw[k:cutsB[n].Start]) {
			return false
		}
		i, k = cutsA[n].End, cutsB[n].End
	}
	return bytes.Equal(r.raw[i:a.object.End], w.raw[k:b.object.End])
}

// sameParts compares the parts that are no text.
func (r *record) sameParts(a *message, w *record, b *message) bool {
	other := func(raw []byte, m *message) (parts [][]byte) {
		for _, p := range m.parts {
			if !p.isText {
				parts = append(parts, p.element.Of(raw))
			}
		}
		return parts
	}
	return slices.EqualFunc(other(r.raw, a), other(w.raw, b), bytes.Equal)
}
