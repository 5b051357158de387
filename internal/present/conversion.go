package present

import (
	"errors"
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// Conversion is a record next to what it was converted to.
type Conversion struct {
	Source *Record `json:"source"`
	// Target is nil where the record was rejected: Source.Reject says why.
	Target *Record `json:"target"`
	// Pairs has, for each transcript, which messages of the target were made of which
	// of the source.
	Pairs [][]Pair `json:"pairs"`
	// Written is the record in the target's style, byte for byte.
	Written string `json:"written,omitempty"`
}

// Pair is some messages of the source and what became of them, as indices.
type Pair struct {
	Source []int `json:"source"`
	Target []int `json:"target"`
	// Same reports whether the texts are the same.
	Same bool `json:"same"`
}

// Converter converts records to show what becomes of them.
type Converter struct {
	engine, reader, target *dataset.Engine
}

// NewConverter returns a converter with these options, or the error of dataset.New.
func NewConverter(opts dataset.Options) (*Converter, error) {
	c := &Converter{}
	var err error
	if c.engine, err = dataset.New(opts); err != nil {
		return nil, err
	}
	c.reader = c.engine
	// What was written is known to be in the target's style.
	written := dataset.Options{Layout: opts.OutLayout, Fields: opts.Fields, Options: convert.Options{From: opts.To, To: opts.To, Styles: opts.Styles}}
	if opts.Layout != "" && opts.OutLayout == "" {
		written.Layout = opts.Layout
	}
	if opts.OutLayout != "" {
		written.Fields = nil
	}
	c.target, err = dataset.New(written)
	return c, err
}

// trace says how a transcript was converted.
type trace struct {
	// sources has, for each message that was written, the index of the message of the
	// source that it was made of, or -1 for a new one.
	sources []int
	// diagnostics are those of the transcript: their places count in its messages.
	diagnostics ir.Diagnostics
}

func traceOf(out *convert.Output) trace {
	t := trace{diagnostics: slices.Clone(out.Diagnostics)}
	for i := range out.Messages {
		t.sources = append(t.sources, out.Messages[i].Source)
	}
	return t
}

// Convert converts a record.
func (c *Converter) Convert(rec *dataset.Record) *Conversion {
	found, err := c.reader.InspectRecord(rec)
	out := &Conversion{Source: &Record{
		File: rec.File, Number: rec.Number, Offset: rec.Offset, Size: len(rec.Raw), Style: found.Style, Layout: found.Layout.String(),
	}}
	var traces []trace
	written, res, converted := c.engine.TraceRecord(rec, func(o *convert.Output) { traces = append(traces, traceOf(o)) })
	for i := range found.Transcripts {
		diags := found.Transcripts[i].Diagnostics
		if i < len(traces) {
			diags = traces[i].diagnostics
		}
		if d := (*ir.Diagnostic)(nil); errors.As(converted, &d) && d.Message > 0 && i == len(traces)-1 {
			diags = append(diags[:len(diags):len(diags)], *d)
		}
		out.Source.Transcripts = append(out.Source.Transcripts, transcriptOf(&found.Transcripts[i], diags))
	}
	for i := range res.Diagnostics {
		if d := &res.Diagnostics[i]; d.Message == 0 {
			out.Source.Notes = append(out.Source.Notes, noteOf(d))
		}
	}
	if err == nil {
		err = converted
	}
	if err != nil {
		out.Source.reject(err)
		return out
	}
	out.Written = string(written)
	moved := *rec
	moved.Raw = written
	out.Target = Read(c.target, &moved)
	for i := range out.Source.Transcripts {
		if i < len(out.Target.Transcripts) && i < len(traces) {
			out.Pairs = append(out.Pairs, pairsOf(&out.Source.Transcripts[i], &out.Target.Transcripts[i], traces[i].sources))
		}
	}
	return out
}

// pairsOf puts messages of the target next to those of the source. A message of the
// source that has no successor was merged into the one before; a new one belongs to the
// one before it.
func pairsOf(source, target *Transcript, sources []int) []Pair {
	from := make([]int, len(target.Messages))
	for i := range from {
		switch {
		case i < len(sources) && sources[i] >= 0 && sources[i] < len(source.Messages):
			from[i] = sources[i]
		case len(sources) == 0 && i < len(source.Messages):
			from[i] = i // no texts, or one
		case i > 0:
			from[i] = from[i-1]
		}
	}
	var pairs []Pair
	next := 0
	for s := range source.Messages {
		p := Pair{Source: []int{s}, Target: []int{}}
		for next < len(from) && from[next] <= s {
			p.Target = append(p.Target, next)
			next++
		}
		if last := len(pairs) - 1; len(p.Target) == 0 && last >= 0 {
			pairs[last].Source = append(pairs[last].Source, s)
			continue
		}
		pairs = append(pairs, p)
	}
	for ; next < len(from); next++ {
		pairs = append(pairs, Pair{Source: []int{}, Target: []int{next}})
	}
	for i := range pairs {
		p := &pairs[i]
		p.Same = len(p.Source) == 1 && len(p.Target) == 1 && sameMessage(&source.Messages[p.Source[0]], &target.Messages[p.Target[0]])
	}
	return pairs
}

func sameMessage(a, b *Message) bool { return a.Role == b.Role && a.Text() == b.Text() }
