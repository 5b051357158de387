package dataset

import (
	"iter"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Inspection is what Inspect found in a record. It points into the record.
type Inspection struct {
	// Result holds the style, the layout, the steps and the repairs.
	Result
	// Transcripts are those of the record, as far as they were read.
	Transcripts []Reading
	// Forms counts the arguments of calls by form. An argument that made the record
	// unreadable counts as broken.
	Forms [ir.NumForms]int

	raw    []byte
	record *layouts.Record
}

// Reading is one transcript of a record as it was read.
type Reading struct {
	// Style is the style that it was read in, or convert.Plain.
	Style string
	// Conversation has its texts. It is nil where the layout says itself who did what.
	Conversation *ir.Conversation
	// Own is the system prompt that the record has in a key next to a Conversation, or
	// nil; System is the one among its messages, and any that a shape has.
	Own *ir.System
	ir.Transcript
	// Diagnostics are the repairs; their places count in the Conversation's messages.
	Diagnostics []ir.Diagnostic

	out *convert.Output
}

// find returns a diagnostic of a record with its place and the text around it.
func (e *Engine) find(rec *Record, d *ir.Diagnostic) Found {
	found, err := e.spotted(rec, d)
	if err != nil {
		found = rec.Found(d, nil) // what failed on the record does again
	}
	if found.Spot == nil && d.Severity == ir.Reject {
		found.Spot = rec.beginning()
	}
	return found
}

// spotted opens the record again, and looks for the text that a diagnostic speaks of.
func (e *Engine) spotted(rec *Record, d *ir.Diagnostic) (found Found, err error) {
	defer diag.Guard(&err, e.opts.Debug)
	in := &Inspection{raw: rec.Raw}
	if rec.Fault == nil && rec.rest == nil {
		in.record, _ = e.openRecord(rec)
	}
	return rec.Found(d, in), nil
}

// beginning returns the record's first line, for a reject without a place: what it is
// about may be seen there.
func (r *Record) beginning() *Spot {
	const most = 100
	near, ok := text.Around(ir.Text{B: r.Raw}, text.Place{Line: 1, Column: 1}, 0, most)
	if !ok {
		return nil
	}
	return r.inFile(Spot{Line: 1, Column: 1, Excerpt: near.Text, At: -1, Until: -1, Back: near.Back})
}

// inspect reads the transcripts of a record one by one. The record is not released:
// the Inspection points into it.
func (e *Engine) inspect(raw []byte, r *layouts.Record, d *ir.Diagnostic) (Inspection, error) {
	found := Inspection{raw: raw, record: r}
	if d != nil {
		return found, d
	}
	found.Layout = Layout(r.Layout())
	for i := range r.Len() {
		out, conv, err := e.readTranscript(r, i)
		found.Layout = Layout(r.Layout())
		if out != nil {
			found.take(i, out, conv)
		}
		if err == nil {
			continue
		}
		d := asReject(err)
		if d.Code == ir.CodeBrokenArgs {
			found.Forms[ir.Broken]++
		}
		return found, r.Named(i, d)
	}
	return found, nil
}

// readTranscript reads transcript i of a record.
func (e *Engine) readTranscript(r *layouts.Record, i int) (*convert.Output, *ir.Conversation, error) {
	t, d := r.Transcript(i)
	switch {
	case d != nil:
		return nil, nil, d
	case t.Steps != nil:
		out, err := e.conv.ReadTranscript(stepsOf(t))
		return out, nil, err
	}
	out, err := e.conv.ReadConversation(t.Conversation)
	if err != nil {
		return out, t.Conversation, err
	}
	if out.Style == convert.Plain && i == 0 && r.ReadAsShape() {
		out.Release()
		return e.readTranscript(r, i)
	}
	if d := holdsNone(r, out); d != nil {
		return out, t.Conversation, d
	}
	return out, t.Conversation, nil
}

// take takes over what was read of a transcript.
func (i *Inspection) take(transcript int, out *convert.Output, conv *ir.Conversation) {
	i.add(i.record, transcript, out)
	var own *ir.System
	if conv != nil && conv.HasSystem {
		own = &ir.System{Text: conv.System, Style: out.OwnStyle()}
	}
	r := Reading{Style: out.Style, Conversation: conv, Own: own, Transcript: out.Read, Diagnostics: out.Diagnostics, out: out}
	i.Transcripts = append(i.Transcripts, r)
	for call := range r.calls() {
		i.Forms[call.Args.Form]++
	}
}

// Calls yields the calls of all transcripts in order, those of a transcript's
// alternatives after its others.
func (i *Inspection) Calls() iter.Seq[*ir.Step] {
	return func(yield func(*ir.Step) bool) {
		for t := range i.Transcripts {
			for call := range i.Transcripts[t].calls() {
				if !yield(call) {
					return
				}
			}
		}
	}
}

// calls yields the calls of a transcript.
func (r *Reading) calls() iter.Seq[*ir.Step] {
	return func(yield func(*ir.Step) bool) {
		for _, steps := range append([][]ir.Step{r.Steps}, r.Alternatives...) {
			for k := range steps {
				if s := &steps[k]; s.Kind == ir.Call && !yield(s) {
					return
				}
			}
		}
	}
}

// OtherKeys yields the keys of the record that are not of its transcripts, such as an id,
// a source or a reward, in order, with their values as JSON.
func (i *Inspection) OtherKeys() iter.Seq2[string, []byte] {
	if i.record == nil {
		return func(func(string, []byte) bool) {}
	}
	return i.record.Others()
}

// Refusals returns what those who take the record's shape would refuse of it: a server, a
// validator, a trainer. A record of texts has none.
func (i *Inspection) Refusals() []ir.Diagnostic {
	var found []ir.Diagnostic
	for n := range i.Transcripts {
		if t := &i.Transcripts[n]; t.Shape != "" {
			found = diag.Append(found, layouts.Refusals(&t.Transcript)...)
		}
	}
	return found
}

// Release gives the memory of an Inspection back, so that the next one takes it. It need
// not be called; after it nothing that points into the record may be used.
func (i *Inspection) Release() {
	for t := range i.Transcripts {
		if out := i.Transcripts[t].out; out != nil {
			out.Release()
		}
	}
	if i.record != nil {
		i.record.Release()
	}
	*i = Inspection{}
}

// Spot is the place of a diagnostic in the bytes of its record.
type Spot struct {
	// Offset is in bytes from the record's start, Line and Column count from 1
	// in the record's bytes, the column in code points.
	Offset, Line, Column int
	// End, EndLine and EndColumn are where it ends. Where that is not known, End is
	// Offset and the others are 0.
	End, EndLine, EndColumn int
	// Excerpt is a piece of the line that the diagnostic speaks of, decoded,
	// and At the place in it, in code points from 0. Until is where it ends in the
	// excerpt, or At. Both are -1 where the place is not known but by the line. Front
	// and Back tell that the line was cut there.
	Excerpt     string
	At, Until   int
	Front, Back bool
}

// Spot finds the place of a diagnostic of this inspection, and the text around
// it. It takes a pass over the record. ok is false where the diagnostic is about
// no one place, or about one that the record spells in several pieces.
func (i *Inspection) Spot(d *ir.Diagnostic) (spot Spot, ok bool) {
	const before, after = 40, 60
	if i.record == nil && d.Message != 0 || d.Pos.Line == 0 {
		return Spot{}, false
	}
	t, ok := ir.Text{B: i.raw}, true
	place := func(offset int) int { return offset }
	if d.Message > 0 {
		t, place, ok = i.record.Said(d.Message)
	}
	if !ok {
		return Spot{}, false
	}
	near, ok := text.Around(t, text.Place(d.Pos), before, after)
	if !ok {
		return Spot{}, false
	}
	spot = Spot{Offset: place(near.Offset), Excerpt: near.Text, At: near.Column, Until: near.Column, Front: near.Front, Back: near.Back}
	spot.Line, spot.Column = jsonx.Place(i.raw, spot.Offset)
	spot.End = spot.Offset
	if d.End.Line > 0 {
		i.ends(&spot, d, t, place)
	}
	return spot, true
}

// ends finds where a spot ends in t, whose offsets place turns into those of the record.
func (i *Inspection) ends(spot *Spot, d *ir.Diagnostic, t ir.Text, place func(int) int) {
	near, ok := text.Around(t, text.Place(d.End), 0, 0)
	if !ok {
		return
	}
	spot.End = place(near.Offset)
	spot.EndLine, spot.EndColumn = jsonx.Place(i.raw, spot.End)
	spot.Until = utf8.RuneCountInString(spot.Excerpt)
	if d.End.Line == d.Pos.Line {
		spot.Until = min(spot.Until, spot.At+d.End.Column-d.Pos.Column)
	}
}
