package layouts

import (
	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Segments is a plain transcript in pieces, each with a label that says whether it is
// trained, under "segments": what axolotl's input_output reads. Joined the pieces are the
// transcript.
const Segments Layout = "segments"

type segments struct{}

func (segments) about() *about { return &segmentsAbout }

var segmentsAbout = about{
	name: Segments,
	keys: []string{"segments"}, makes: convert.TextShape, trains: TrainsSpans, cuts: true,
}

func (segments) shows(r *Record) bool {
	return r.showsItem(r.value("segments"), func(o *object) bool { return o.has("label") && o.has("text") })
}

func (l segments) find(r *Record, asked bool) *ir.Diagnostic {
	if !r.is('{') {
		return r.noRecord()
	}
	if d := r.once("segments"); d != nil {
		return d
	}
	if d := r.readContext(asked); d != nil {
		return d
	}
	list := r.value("segments")
	if r.kind("segments") != '[' {
		return r.lacksKey("segments")
	}
	p := r.addPiece("segments")
	p.form, p.at, p.inSegments = textPiece, list, true
	p.text = ir.Text{B: make([]byte, 0, list.End-list.Start)}
	r.transcripts = append(r.transcripts, onlyPiece)
	for e := range r.doc.Elements(list.Start) {
		if d := r.addSegment(p, e); d != nil {
			return d
		}
	}
	return nil
}

// addSegment adds a segment to the text of a piece.
func (r *Record) addSegment(p *piece, e jsonx.Range) *ir.Diagnostic {
	if r.doc.B[e.Start] != '{' {
		return r.rejectAt(e.Start, ir.CodeWrongType, "the segment is %s: expected an object", kindOf(r.doc.B, e))
	}
	var label, words jsonx.Range
	for m := range r.doc.Members(e.Start) {
		at := &label
		switch key := m.Key.Of(r.doc.B); {
		case isKey(key, "label"):
		case isKey(key, "text"):
			at = &words
		default:
			return r.rejectAt(m.Key.Start-1, ir.CodeWrongType, "the segment has a key %.40q: expected label and text", key)
		}
		if at.End > 0 {
			return r.rejectAt(m.Key.Start-1, ir.CodeDuplicateKey, "the key %q comes twice in the segment", m.Key.Of(r.doc.B))
		}
		*at = m.Value
	}
	switch {
	case label.End == 0 || r.doc.B[label.Start] != 't' && r.doc.B[label.Start] != 'f':
		return r.rejectAt(e.Start, ir.CodeWrongType, `the segment has no true or false under "label"`)
	case words.End == 0 || r.doc.B[words.Start] != '"':
		return r.rejectAt(e.Start, ir.CodeWrongType, `the segment has no string under "text"`)
	}
	start := p.text.Len()
	p.text.B = jsonx.AppendUnquoted(p.text.B, words.Inside().Of(r.doc.B))
	if p.text.Len() > start {
		p.labels = append(p.labels, ir.Weight{Start: start, End: p.text.Len(), Train: label.Of(r.doc.B)})
	}
	return nil
}

func (l segments) put(w *mover, out *convert.Output) *ir.Diagnostic {
	if out.Lowered.HasAlternatives {
		return reject(ir.CodeLayoutTooNarrow, "a plain transcript has no room for alternatives")
	}
	return w.object(l, out.System, func() {
		w.key("segments")
		w.raw("[")
		at := 0
		for _, s := range out.Trained {
			w.segment(false, out.Text.Slice(at, s.Start))
			w.segment(true, out.Text.Slice(s.Start, s.End))
			at = s.End
		}
		w.segment(false, text.From(out.Text, at))
		w.raw("]")
	})
}

// segment writes a segment, if it is not empty.
func (w *mover) segment(label bool, words ir.Text) {
	if words.Empty() {
		return
	}
	w.comma()
	if label {
		w.raw(`{"label": true, "text": `)
	} else {
		w.raw(`{"label": false, "text": `)
	}
	w.text(words)
	w.raw("}")
}

// provesSegments compares the labels of what was written with what is trained.
func (w *Record) provesSegments(out *convert.Output) bool {
	trained := out.Trained
	for _, is := range w.pieces[0].labels {
		if is.Train[0] == 'f' {
			continue
		}
		if len(trained) == 0 || !text.Equal(w.pieces[0].text.Slice(is.Start, is.End), out.Text.Slice(trained[0].Start, trained[0].End)) {
			return false
		}
		trained = trained[1:]
	}
	return len(trained) == 0
}

// Label is a text with its label.
type Label struct {
	Text  ir.Text
	Label bool
}

// LabelsOf returns the segments of a record, and whether it is one of the layout Segments.
func LabelsOf(raw []byte) ([]Label, bool) {
	r, d := (&Editor{asked: segments{}}).Open(raw)
	if d != nil {
		return nil, false
	}
	defer r.Release()
	if len(r.pieces) == 0 { // it was opened as what else it shows
		return nil, false
	}
	p := &r.pieces[0]
	list := make([]Label, len(p.labels))
	for i, w := range p.labels {
		list[i] = Label{p.text.Slice(w.Start, w.End), w.Train[0] == 't'}
	}
	return list, true
}
