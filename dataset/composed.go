package dataset

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// convertComposed converts all transcripts of a record, or none.
func (e *Engine) convertComposed(c *composed) ([]byte, Result, error) {
	res := Result{Layout: c.layout}
	outs := make([]*convert.Output, len(c.transcripts))
	var losses []ir.Diagnostic
	edits := make([]*edit, len(c.pieces))
	for i, transcript := range c.transcripts {
		conv, d := c.conversation(transcript)
		if d != nil {
			return nil, res, d
		}
		out, err := e.conv.Convert(conv)
		outs[i] = out
		c.note(&res, i, out)
		if err != nil {
			return nil, res, c.named(i, asReject(err))
		}
		if e.neutral() || e.moves(c.layout) {
			continue
		}
		lost, d := c.write(transcript, out, edits)
		losses = append(losses, lost...)
		if d != nil {
			return nil, res, c.named(i, d)
		}
	}
	if e.neutral() {
		return e.composedDocument(c, outs, &res)
	}
	if e.moves(c.layout) {
		from, d := c.source()
		if d != nil {
			return nil, res, d
		}
		return e.relayout(from, outs[0], &res)
	}
	written := c.splice(edits, outs[0].System)
	return e.finish(written, &res, losses, func() error { return e.proveComposed(c, written, outs) })
}

// note adds what was found in a transcript to the record's result.
func (c *composed) note(res *Result, transcript int, out *convert.Output) {
	var one Result
	one.note(c.layout, out)
	if transcript == 0 || res.Style == convert.Plain {
		res.Style = one.Style
	}
	for kind, n := range one.Steps {
		res.Steps[kind] += n
	}
	for i := range one.Diagnostics {
		res.Diagnostics = append(res.Diagnostics, *c.named(transcript, &one.Diagnostics[i]))
	}
}

// named says in a diagnostic which of several transcripts it is about.
func (c *composed) named(transcript int, d *ir.Diagnostic) *ir.Diagnostic {
	if len(c.transcripts) < 2 {
		return d
	}
	pieces := c.transcripts[transcript]
	named := *d
	named.Text = fmt.Sprintf("in %q: %s", c.pieces[pieces[len(pieces)-1]].key, d.Text)
	return &named
}

// noRoom refuses what a layout with one place for each message can't hold.
func (c *composed) noRoom(p *piece, format string, args ...any) *ir.Diagnostic {
	return reject(ir.CodeLayoutTooNarrow, "%q of the layout %s has no room: %s", p.key, c.layout, fmt.Sprintf(format, args...))
}

// write notes what the pieces of a transcript become. A piece that two
// transcripts share has to become the same in both.
func (c *composed) write(transcript []int, out *convert.Output, edits []*edit) ([]ir.Diagnostic, *ir.Diagnostic) {
	var losses []ir.Diagnostic
	for n, part := range c.parts(transcript, out) {
		p := &c.pieces[transcript[n]]
		made, lost, d := c.writePiece(p, part)
		if d != nil {
			return nil, d
		}
		losses = append(losses, lost...)
		for _, e := range made {
			at := &edits[transcript[n]]
			if *at != nil && !bytes.Equal((*at).words, e.words) {
				return nil, c.noRoom(p, "it would have to become two texts")
			}
			*at = &edit{e.Range, e.words}
		}
	}
	return losses, nil
}

// parts deals the messages of the result out to the pieces: a new message goes
// to the piece of the one before it.
func (c *composed) parts(transcript []int, out *convert.Output) []*convert.Output {
	parts := make([]*convert.Output, len(transcript))
	for n := range parts {
		parts[n] = &convert.Output{Flat: out.Flat, Text: out.Text}
	}
	last := parts[len(parts)-1]
	last.Alternatives, last.Lowered.HasAlternatives = out.Alternatives, out.Lowered.HasAlternatives
	n, first := 0, 0
	for _, m := range out.Messages {
		for m.Source >= 0 && m.Source >= first+c.pieces[transcript[n]].messages() && n+1 < len(transcript) {
			first += c.pieces[transcript[n]].messages()
			n++
		}
		if m.Source >= 0 {
			m.Source -= first
		}
		parts[n].Messages = append(parts[n].Messages, m)
	}
	return parts
}

// writePiece returns the edits that make a piece what it is to be.
func (c *composed) writePiece(p *piece, out *convert.Output) ([]edit, []ir.Diagnostic, *ir.Diagnostic) {
	if p.list == nil {
		return c.writeWords(p, out)
	}
	written, losses, d := p.list.write(out)
	switch {
	case d != nil:
		return nil, nil, d
	case bytes.Equal(written, p.list.raw):
		return []edit{{p.value, p.value.Of(c.raw)}}, losses, nil
	case p.inString:
		was := ir.Escaped(p.value.Of(c.raw))
		return []edit{{p.value, text.Respell(was, string(written), was.IsASCII()).B}}, losses, nil
	}
	return []edit{{p.value, written}}, losses, nil
}

func (c *composed) writeWords(p *piece, out *convert.Output) ([]edit, []ir.Diagnostic, *ir.Diagnostic) {
	was := c.said(p)
	switch {
	case len(out.Messages) == 0 && p.role == ir.RoleSystem: // a prompt that is left out
		return []edit{{p.value, nil}}, nil, nil
	case len(out.Messages) != 1:
		return nil, nil, c.noRoom(p, "one message became %d", len(out.Messages))
	case out.Messages[0].Role != p.role:
		return nil, nil, c.noRoom(p, "the message of the %s became one of the %s", p.role, out.Messages[0].Role)
	case ir.EqualText(was, out.Messages[0].Content):
		return []edit{{p.value, p.value.Of(c.raw)}}, nil, nil
	case p.also.End > 0:
		return nil, nil, c.noRoom(p, "the text of two keys changed")
	}
	return []edit{{p.value, escaped(out.Messages[0].Content, was)}}, nil, nil
}

// splice writes the record with the edits.
func (c *composed) splice(edits []*edit, system *ir.Text) []byte {
	list := systemEdit(nil, c.raw, c.around.system, system)
	for _, e := range edits {
		if e != nil {
			list = append(list, *e)
		}
	}
	return splice(make([]byte, 0, len(c.raw)+len(c.raw)/8), c.raw, jsonx.RangeOf(0, len(c.raw)), list)
}

// proveComposed takes apart what was written, compares all bytes that were not
// to change, and reads each transcript back.
func (e *Engine) proveComposed(c *composed, written []byte, outs []*convert.Output) error {
	if d := check(written); d != nil {
		return readBack("the record that was written is broken: %s", d.Text)
	}
	again := &Engine{opts: e.opts, styles: e.styles}
	again.opts.Layout = c.layout
	w, d := again.compose(written)
	switch {
	case d != nil:
		return readBack("the record that was written can't be read: %s", d.Text)
	case w == nil || len(w.transcripts) != len(c.transcripts) || !c.sameOutside(w):
		return readBack("the record changed outside its transcripts")
	}
	for i, transcript := range w.transcripts {
		conv, d := w.conversation(transcript)
		if d != nil {
			return d
		}
		for n, part := range c.parts(c.transcripts[i], outs[i]) {
			p := &c.pieces[c.transcripts[i][n]]
			if p.list == nil {
				continue
			}
			if _, d := p.list.prove(w.pieces[transcript[n]].list.raw, part); d != nil {
				return c.named(i, d)
			}
		}
		if err := e.conv.Verify(conv, outs[i]); err != nil {
			return c.named(i, asReject(err))
		}
	}
	return nil
}

// sameOutside compares what stands outside the pieces and the record's own
// system prompt.
func (c *composed) sameOutside(w *composed) bool {
	a, b := c.cuts(), w.cuts()
	if len(a) != len(b) {
		return false
	}
	i, k := 0, 0
	for n := range a {
		if !bytes.Equal(c.raw[i:a[n].Start], w.raw[k:b[n].Start]) {
			return false
		}
		i, k = a[n].End, b[n].End
	}
	return bytes.Equal(c.raw[i:], w.raw[k:])
}

func (c *composed) cuts() []jsonx.Range {
	var out []jsonx.Range
	if c.around.system.End > 0 {
		out = append(out, c.around.system)
	}
	if c.noSystem.End > 0 {
		out = append(out, c.noSystem)
	}
	for _, p := range c.pieces {
		out = append(out, p.value)
	}
	slices.SortFunc(out, func(x, y jsonx.Range) int { return x.Start - y.Start })
	return out
}

// composedDocument returns the neutral document of a record with one
// transcript: its keys are gone, all others stand under "record".
func (e *Engine) composedDocument(c *composed, outs []*convert.Output, res *Result) ([]byte, Result, error) {
	if len(outs) != 1 {
		return nil, *res, reject(ir.CodeLayoutTooNarrow, "a neutral document holds one transcript, and the record has %d", len(outs))
	}
	keys, ok := c.otherKeys()
	if !ok {
		return nil, *res, reject(ir.CodeLayoutTooNarrow, "the transcript lies deeper in the record: a neutral document has no place for what is around it")
	}
	var losses []ir.Diagnostic
	for i := range c.pieces {
		if list := c.pieces[i].list; list != nil {
			_, lost := list.document(outs[0])
			losses = append(losses, lost...)
		}
	}
	doc := appendDocument(outs[0], keys, c.raw)
	return e.finish(doc, res, losses, func() error { return orNil(proveDocument(doc, keys, outs[0])) })
}

// otherKeys returns the record's keys but those of its pieces as an object on
// one line, or nil where there are none. ok is false where a piece is not a
// value of the record itself.
func (c *composed) otherKeys() (keys []byte, ok bool) {
	s := jsonx.TrimSpace(c.raw)
	for m := range jsonx.Members(c.raw, s.Start) {
		if c.holds(m.Value) {
			for _, p := range c.pieces {
				// A piece that is no value of the record itself has things around it.
				inside := m.Value.Start <= p.value.Start && p.value.End <= m.Value.End && c.layout == Fields && p.list != nil
				if inside && p.value != m.Value && p.value != m.Value.Inside() {
					return nil, false
				}
			}
			continue
		}
		if keys == nil {
			keys = []byte{'{'}
		} else {
			keys = append(keys, ", "...)
		}
		keys = append(keys, c.raw[m.Key.Start-1:m.Value.End]...)
	}
	if keys == nil {
		return nil, true
	}
	return oneLine(append(keys, '}')), true
}
