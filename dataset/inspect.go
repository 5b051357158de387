package dataset

import (
	"errors"
	"io"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// Inspection is what Inspect found in a record. It points into the record.
type Inspection struct {
	// Result holds the style, the layout, the steps and the repairs.
	Result
	// Calls are the calls in order, those of alternatives behind the others.
	Calls []ir.Step
	// Forms counts their arguments by form. An argument that made the record
	// unreadable counts as broken.
	Forms [ir.NumForms]int

	raw    []byte
	record *record
	// several means that the places of diagnostics count in one of several
	// pieces.
	several bool
}

// Inspect reads a record without converting it. Its errors are those of Record
// that no conversion can help; the Inspection then holds what was found before.
func (e *Engine) Inspect(raw []byte) (Inspection, error) {
	found := Inspection{raw: raw}
	if d := check(raw); d != nil {
		return found, d
	}
	if e.isDocument(raw) {
		t, _, err := ir.ParseDocument(jsonx.TrimSpace(raw).Of(raw))
		if err != nil {
			return found, documentFault(err)
		}
		found.take(Document, &convert.Output{Style: styles.Neutral, Read: t})
		return found, nil
	}
	r, c, d := e.decode(raw)
	if d != nil {
		return found, d
	}
	if c != nil {
		return found, e.inspectComposed(&found, c)
	}
	found.record = r
	err := e.inspect(&found, r.layout, &r.conv)
	return found, err
}

// InspectText is Inspect for a transcript that is plain text.
func (e *Engine) InspectText(raw []byte) (Inspection, error) {
	found := Inspection{raw: raw}
	if d := e.checkText(raw); d != nil {
		return found, d
	}
	err := e.inspect(&found, Text, &convert.Conversation{Flat: true, Text: ir.Text{B: raw}})
	return found, err
}

func (e *Engine) inspect(found *Inspection, layout Layout, in *convert.Conversation) error {
	out, err := e.conv.Read(in)
	found.take(layout, out)
	if err == nil {
		return nil
	}
	d := asReject(err)
	if d.Code == ir.CodeBrokenArgs {
		found.Forms[ir.Broken]++
	}
	return d
}

// inspectComposed reads the transcripts of a record one by one.
func (e *Engine) inspectComposed(found *Inspection, c *composed) error {
	all := Result{Layout: c.layout}
	for i, transcript := range c.transcripts {
		in, d := c.conversation(transcript)
		if d != nil {
			return d
		}
		err := e.inspect(found, c.layout, in)
		c.note(&all, i, &convert.Output{Style: found.Style, Read: ir.Transcript{}, Diagnostics: found.Diagnostics})
		for kind, n := range found.Steps {
			all.Steps[kind] += n
		}
		found.Result = Result{}
		if err != nil {
			found.Result = all
			return c.named(i, asReject(err))
		}
	}
	found.Result = all
	found.several = true
	return nil
}

// take takes over what was read.
func (i *Inspection) take(layout Layout, out *convert.Output) {
	i.note(layout, out)
	for _, steps := range append([][]ir.Step{out.Read.Steps}, out.Read.Alternatives...) {
		for _, s := range steps {
			if s.Kind == ir.Call {
				i.Calls = append(i.Calls, s)
				i.Forms[s.Args.Form]++
			}
		}
	}
}

// Spot is the place of a diagnostic in the bytes of its record.
type Spot struct {
	// Offset is in bytes from the record's start, Line and Column count from 1
	// in the record's bytes, the column in code points.
	Offset, Line, Column int
	// Excerpt is a piece of the line that the diagnostic speaks of, decoded,
	// and At the place in it, in code points from 0. Front and Back tell that
	// the line was cut there.
	Excerpt     string
	At          int
	Front, Back bool
}

// Spot finds the place of a diagnostic of this inspection, and the text around
// it. It takes a pass over the record. ok is false where the diagnostic is about
// no one place, or about one that the record spells in several pieces.
func (i *Inspection) Spot(d *ir.Diagnostic) (spot Spot, ok bool) {
	const before, after = 40, 60
	t, start, ok := i.spoken(d)
	if !ok || d.Line == 0 || i.several {
		return Spot{}, false
	}
	near, ok := t.Near(text.Place{Line: d.Line, Column: d.Column}, before, after)
	if !ok {
		return Spot{}, false
	}
	spot = Spot{Offset: start + near.Offset, Excerpt: near.Text, At: near.Column, Front: near.Front, Back: near.Back}
	spot.Line, spot.Column = jsonx.Place(i.raw, spot.Offset)
	return spot, true
}

// spoken returns the text in which the place of a diagnostic counts, and where
// it begins in the record.
func (i *Inspection) spoken(d *ir.Diagnostic) (t ir.Text, start int, ok bool) {
	r := i.record
	switch {
	case d.Message == 0, r == nil && d.Message == 1 && i.Layout == Text:
		return ir.Text{B: i.raw}, 0, true
	case r == nil:
		return t, 0, false
	case r.conv.Flat:
		return r.conv.Text, r.value.Start, d.Message == 1
	case d.Message > len(r.conv.Messages) || r.messages[d.Message-1].texts() != 1 || !r.messages[d.Message-1].hasText:
		return t, 0, false
	}
	return r.conv.Messages[d.Message-1].Content, r.messages[d.Message-1].text.Start, true
}

// InspectFile calls yield with what Inspect finds in each record of an input,
// in order. The places of diagnostics are those in the record: Place moves them
// to the input. The error is nil or a *ir.Diagnostic; what yield returns ends
// the run.
func (e *Engine) InspectFile(name string, r io.Reader, yield func(it *Item, found *Inspection, err error) error) error {
	return scan(name, r, e.opts.Layout, e.maxRecord, &inspection{engine: e, yield: yield})
}

// Place returns where a line and column of the record are in the input.
func (it *Item) Place(line, column int) (int, int) {
	d := ir.Diagnostic{Line: line, Column: column}
	baseLine(&d, it.line, it.column)
	return d.Line, d.Column
}

// inspection visits an input and inspects it.
type inspection struct {
	engine *Engine
	yield  func(*Item, *Inspection, error) error
}

func (v *inspection) begin(*source, container, bool) error { return nil }
func (v *inspection) filler([]byte) error                  { return nil }
func (v *inspection) end() error                           { return nil }

func (v *inspection) item(it *Item) error {
	found := Inspection{raw: it.Raw}
	var err error
	switch {
	case it.fault != nil:
		err = it.fault
	case it.plain:
		found, err = v.engine.InspectText(it.Raw)
	default:
		found, err = v.engine.Inspect(it.Raw)
	}
	var d *ir.Diagnostic
	if errors.As(err, &d) {
		err = d
	}
	return v.yield(it, &found, err)
}
