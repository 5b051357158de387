package worker

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// conversion is what is done to each record of a batch. Its error is a reject.
type conversion func(*dataset.Engine, []byte) ([]byte, dataset.Result, error)

var conversions = map[byte]conversion{
	opConvert: (*dataset.Engine).Record,
	opText:    text,
	opDetect:  detect,
	opCheck:   check,
}

// text converts a plain transcript.
func text(e *dataset.Engine, raw []byte) ([]byte, dataset.Result, error) {
	return e.ConvertRecord(&dataset.Record{Raw: raw, Plain: true})
}

// detect answers with the layout, the style and what speaks for each style.
func detect(e *dataset.Engine, raw []byte) ([]byte, dataset.Result, error) {
	found, err := e.Detect(&dataset.Record{Raw: raw})
	if err != nil {
		return nil, dataset.Result{}, err
	}
	answer := struct {
		Layout   string         `json:"layout"`
		Style    string         `json:"style"`
		Foreign  string         `json:"foreign,omitempty"`
		Evidence map[string]int `json:"evidence"`
	}{Layout: found.Layout.String(), Style: convert.Plain, Foreign: found.Foreign, Evidence: map[string]int{}}
	switch {
	case found.Steps:
		answer.Style = answer.Layout
	case found.Foreign != "":
		answer.Style = ""
	case len(found.Candidates) > 0:
		answer.Style = found.Candidates[0].Style
	}
	for _, c := range found.Candidates {
		answer.Evidence[c.Style] = c.Evidence
	}
	out, err := json.Marshal(answer)
	return out, dataset.Result{}, err
}

// check reads a record and converts nothing: its answer is in the diagnostics.
func check(e *dataset.Engine, raw []byte) ([]byte, dataset.Result, error) {
	found, err := e.Inspect(&dataset.Record{Raw: raw})
	return nil, found.Result, err
}

// batch is one request's records and what becomes of them.
type batch struct {
	config  Config
	records [][]byte
	convert conversion
	outs    []outcome
}

type outcome struct {
	raw      []byte
	result   dataset.Result
	rejected *ir.Diagnostic
	blank    bool
}

// run converts the records.
func (b *batch) run() {
	b.outs = make([]outcome, len(b.records))
	const run = 8 // records that a worker takes at a time
	var next atomic.Int64
	work := func() {
		for {
			start := int(next.Add(run)) - run
			if start >= len(b.records) {
				return
			}
			for i := start; i < min(start+run, len(b.records)); i++ {
				b.outs[i] = b.record(b.records[i])
			}
		}
	}
	var group sync.WaitGroup
	for range min(b.config.Workers, (len(b.records)+run-1)/run) - 1 {
		group.Go(work)
	}
	work()
	group.Wait()
}

// record converts one record. A blank one stays as it is, as in filter.
func (b *batch) record(raw []byte) (o outcome) {
	switch {
	case len(bytes.TrimSpace(raw)) == 0:
		return outcome{raw: raw, blank: true}
	case len(raw) > dataset.MaxRecord:
		d := ir.Reportf(ir.CodeRecordTooLarge, "the record is longer than %d bytes", dataset.MaxRecord)
		return outcome{rejected: &d}
	}
	var err error
	if o.raw, o.result, err = b.convert(b.config.Engine, raw); err != nil {
		o.raw = nil
		if !errors.As(err, &o.rejected) {
			d := ir.Report(ir.CodeInternal, err.Error())
			o.rejected = &d
		}
	}
	return o
}

// append appends the answer: counts, a status for each record, the records, their
// diagnostics, and the styles that they were read in.
func (b *batch) append(dst []byte) []byte {
	report := dataset.NewReport()
	for i := range b.outs {
		switch o := &b.outs[i]; {
		case o.rejected != nil:
			report.AddReject(o.rejected, &o.result)
		case !o.blank:
			report.Add(&o.result)
		}
	}
	counts, err := json.Marshal(report)
	if err != nil {
		counts = []byte("{}")
	}
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(b.outs)))
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(counts)))
	dst = append(dst, counts...)
	for i := range b.outs {
		status := byte(0)
		if b.outs[i].rejected != nil {
			status = 1
		}
		dst = append(dst, status)
	}
	dst = appendColumn(dst, len(b.outs), func(dst []byte, i int) []byte { return append(dst, b.outs[i].raw...) })
	dst = appendColumn(dst, len(b.outs), b.appendDiagnostics)
	return appendColumn(dst, len(b.outs), func(dst []byte, i int) []byte { return append(dst, b.outs[i].result.Style...) })
}

// appendDiagnostics appends those of record i as a JSON array, or nothing.
func (b *batch) appendDiagnostics(dst []byte, i int) []byte {
	o := &b.outs[i]
	var list []ir.Diagnostic
	if b.config.Diagnostics {
		list = o.result.Diagnostics
	}
	if o.rejected != nil {
		list = append(list[:len(list):len(list)], *o.rejected)
	}
	if len(list) == 0 {
		return dst
	}
	out, err := json.Marshal(list)
	if err != nil { // a diagnostic is always JSON
		return dst
	}
	return append(dst, out...)
}

// appendColumn appends n values as a column: n+1 offsets from 0, then the bytes.
func appendColumn(dst []byte, n int, value func(dst []byte, i int) []byte) []byte {
	head := len(dst)
	dst = append(dst, make([]byte, 8*(n+1))...)
	start := len(dst)
	for i := range n {
		dst = value(dst, i)
		binary.LittleEndian.PutUint64(dst[head+8*(i+1):], uint64(len(dst)-start))
	}
	return dst
}
