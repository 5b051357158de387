package present

import (
	"bytes"
	"encoding/json"
	"slices"
	"sort"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/diag"
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

// Pair is some messages of the source and what became of them, as indices; Own is the
// prompt in a key of its own.
type Pair struct {
	Source []int `json:"source"`
	Target []int `json:"target"`
	// Same reports whether the texts are the same.
	Same bool `json:"same"`
}

// Converter converts records to show what becomes of them.
type Converter struct {
	engine, reader, target *dataset.Engine
	moved                  *dataset.Engine // reads what left the place that the user named
}

// NewConverter returns a converter with these options, or the error of dataset.New.
func NewConverter(opts dataset.Options) (*Converter, error) {
	c := &Converter{}
	var err error
	if c.engine, err = dataset.New(opts); err != nil {
		return nil, err
	}
	c.reader = c.engine
	// The result is known to be in the target's style.
	written := dataset.Options{Layout: opts.OutLayout, Fields: opts.Fields, Options: convert.Options{From: opts.To, To: opts.To, Styles: opts.Styles, StopText: opts.StopText}}
	if opts.Layout != "" && opts.OutLayout == "" {
		written.Layout = opts.Layout
	}
	if opts.OutLayout != "" {
		written.Fields = nil
	}
	if c.target, err = dataset.New(written); err != nil {
		return nil, err
	}
	written.Fields = nil
	c.moved, err = dataset.New(written)
	return c, err
}

// trace says how a transcript was converted.
type trace struct {
	// sources has, for each message that was written, the index of the message of the
	// source that it was made of, or -1 for a new one.
	sources []int
	// diagnostics are those of the transcript: their places count in its messages.
	diagnostics []ir.Diagnostic
}

func traceOf(out *convert.Output) trace {
	t := trace{diagnostics: slices.Clone(out.Diagnostics)}
	for i := range out.Messages {
		t.sources = append(t.sources, out.Messages[i].Source)
	}
	if len(out.Messages) > 0 {
		return t
	}
	if out.Lowered.System != nil && len(out.Sources) > 0 { // it is none of them
		t.sources = append(t.sources, 0)
		if out.Read.System == nil {
			t.sources[0] = -1
		}
	}
	t.sources = append(t.sources, out.Sources...)
	return t
}

// untraced returns the diagnostics about messages that no transcript has: those of writing
// the record, such as that of a tool that the target's API can't name.
func untraced(all []ir.Diagnostic, traces []trace) (out []ir.Diagnostic) {
	known := func(d *ir.Diagnostic) bool {
		return slices.ContainsFunc(traces, func(t trace) bool {
			return slices.ContainsFunc(t.diagnostics, func(o ir.Diagnostic) bool {
				return o.Code == d.Code && strings.HasSuffix(d.Text(), o.Text()) // of several transcripts, the record names its own
			})
		})
	}
	for i := range all {
		if d := &all[i]; len(traces) > 0 && d.Message > 0 && !known(d) {
			out = append(out, *d)
		}
	}
	return out
}

// Convert converts a record.
func (c *Converter) Convert(rec *dataset.Record) *Conversion {
	out, err := c.convert(rec)
	if err != nil {
		out = &Conversion{Source: failed(rec, err)}
	}
	return out
}

// convert is Convert. Its error is a fault of ours.
func (c *Converter) convert(rec *dataset.Record) (out *Conversion, fault error) {
	defer diag.Guard(&fault, true)
	found, err := c.reader.Inspect(rec)
	out = &Conversion{Source: newRecord(rec, &found)}
	var traces []trace
	written, res, converted := c.engine.TraceRecord(rec, func(o *convert.Output) { traces = append(traces, traceOf(o)) })
	ofWriting := untraced(res.Diagnostics, traces)
	for i := range found.Transcripts {
		diags := found.Transcripts[i].Diagnostics
		if i < len(traces) {
			diags = traces[i].diagnostics
		}
		if len(found.Transcripts) == 1 {
			diags = append(diags, ofWriting...)
		}
		if i == max(0, len(traces)-1) {
			diags = withReject(diags, converted)
		}
		out.Source.Transcripts = append(out.Source.Transcripts, transcriptOf(&found.Transcripts[i], diags))
	}
	out.Source.about(res.Diagnostics)
	if len(found.Transcripts) != 1 {
		out.Source.Notes = append(out.Source.Notes, notesOf(ofWriting)...)
	}
	if err == nil {
		err = converted
	}
	if err != nil {
		out.Source.reject(rec, err)
		return out, nil
	}
	out.Written = string(written)
	moved := *rec
	moved.Raw = written
	moved.Plain = rec.Plain && !(bytes.HasPrefix(written, []byte("{")) && json.Valid(written)) // a text became a record
	if out.Target = Read(c.target, &moved); out.Target.Reject != nil {
		out.Target = Read(c.moved, &moved)
	}
	out.keptPrompt(written)
	for i := range out.Source.Transcripts {
		if i < len(out.Target.Transcripts) && i < len(traces) {
			out.Pairs = append(out.Pairs, pairsOf(&out.Source.Transcripts[i], &out.Target.Transcripts[i], traces[i].sources))
		}
	}
	return out, nil
}

// keptPrompt finds a prompt in a key of its own that a shape has no word for: it is
// written all the same.
func (c *Conversion) keptPrompt(written []byte) {
	for i := range c.Target.Transcripts {
		t := &c.Target.Transcripts[i]
		if i >= len(c.Source.Transcripts) || c.Source.Transcripts[i].Own == nil || t.Own != nil {
			continue
		}
		if len(t.Messages) > 0 && t.Messages[0].Role == ir.RoleSystem.String() {
			continue // it became a message
		}
		for _, path := range []string{"system", "record.system"} { // the latter in the neutral document
			if kept := gjson.GetBytes(written, path); kept.Type == gjson.String {
				t.Own = &Message{Role: ir.RoleSystem.String(), Runs: []Run{{Text: kept.Str}}}
				break
			}
		}
	}
}

// pairsOf puts messages of the target next to those of the source. A message of the
// source that has no successor was merged into the one before; a new one belongs to the
// one before it. sources are, for the messages that were written, the indices of those
// that they were made of.
func pairsOf(source, target *Transcript, sources []int) []Pair {
	var pairs []Pair
	plain, versions := withoutAlternatives(source.Messages), withoutAlternatives(target.Messages)
	if source.Own != nil || target.Own != nil {
		pairs = append(pairs, Pair{Source: own(source), Target: own(target)})
	}
	begin := 0 // of the target's messages: a prompt of the source's own may have become the first
	if source.Own != nil && target.Own == nil && beginsWithPrompt(target.Messages) && !beginsWithPrompt(source.Messages) {
		pairs[0].Target, begin = []int{0}, 1
	}
	pairs = append(pairs, inOrder(source.Messages[:plain], begin, madeOf(source.Messages[:plain], target.Messages[:versions], begin, sources))...)
	for i := range max(len(source.Messages)-plain, len(target.Messages)-versions) {
		p := Pair{Source: []int{}, Target: []int{}}
		if plain+i < len(source.Messages) {
			p.Source = append(p.Source, plain+i)
		}
		if versions+i < len(target.Messages) {
			p.Target = append(p.Target, versions+i)
		}
		pairs = append(pairs, p)
	}
	for i := range pairs {
		p := &pairs[i]
		p.Same = len(p.Source) == 1 && len(p.Target) == 1 && sameMessage(source.Message(p.Source[0]), target.Message(p.Target[0]))
	}
	return pairs
}

func beginsWithPrompt(list []Message) bool {
	return len(list) > 0 && list[0].Role == ir.RoleSystem.String()
}

func own(t *Transcript) []int {
	if t.Own == nil {
		return []int{}
	}
	return []int{Own}
}

// withoutAlternatives returns how many messages come before the alternatives.
func withoutAlternatives(list []Message) int {
	return sort.Search(len(list), func(i int) bool { return list[i].Alternative > 0 })
}

// madeOf returns for each message of the target the index of the one that it was made of.
// sources do not count so many messages at the beginning.
func madeOf(source, target []Message, begin int, sources []int) []int {
	byNumber := map[int]int{}
	for i := range source {
		byNumber[source[i].Number-1] = i
	}
	from := make([]int, len(target))
	for i := range from {
		written := target[i].Number - 1 - begin
		at, known := 0, false
		if written >= 0 && written < len(sources) {
			at, known = byNumber[sources[written]]
		} else if len(sources) == 0 {
			at, known = min(i, len(source)-1), i < len(source) // no texts, or one
		}
		switch {
		case known:
			from[i] = at
		case i > 0:
			from[i] = from[i-1]
		}
	}
	return from
}

// inOrder makes pairs of the source's messages and those of the target, for which from
// says what they were made of, but for those before next.
func inOrder(source []Message, next int, from []int) []Pair {
	var pairs []Pair
	for s := range source {
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
	return pairs
}

func sameMessage(a, b *Message) bool { return a.Role == b.Role && a.Text() == b.Text() }
