package cli

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/internal/clip"
	"github.com/toolspeak/toolspeak/ir"
)

// findings takes down diagnostics in some format.
type findings interface {
	begin(w io.Writer) error
	add(w io.Writer, rec *dataset.Record, f *dataset.Found) error
	end(w io.Writer, s sheet, o *overview) error
}

var checkFormats = map[string]func() findings{
	"text":  func() findings { return new(textFindings) },
	"jsonl": func() findings { return jsonFindings{} },
	"sarif": func() findings { return newSarif() },
}

// checker is a run of the command check.
type checker struct {
	w    *bufio.Writer
	out  findings
	over *overview
	// codes counts diagnostics.
	codes map[string]int
}

func (std streams) check(c *invocation) error {
	out := checkFormats[c.String("format")]()
	engine, list, report, err := std.counts(c)
	if err != nil {
		return err
	}
	k := &checker{w: bufio.NewWriter(std.findingsTo(c)), out: out, over: newOverview(), codes: map[string]int{}}
	if err := out.begin(k.w); err != nil {
		return err
	}
	none, err := apartNone(walk(std, c, engine, list, engine.Inspect, k.record))
	_, text := out.(*textFindings)
	if nothing := k.over.records == 0; !text || !nothing {
		if ended := out.end(k.w, sheetOf(std.out, c.String("color")), k.over); err == nil {
			err = ended
		}
	}
	if flushed := k.w.Flush(); err == nil {
		err = atomicfile.Failed("standard output", flushed)
	}
	if !text && !c.Bool("quiet") {
		fmt.Fprintln(std.err, strings.Join(k.over.lines(), "\n"))
	}
	if err == nil {
		err = std.writeReport(report, k.over.report(k.codes))
	}
	if err == nil && k.over.unreadable > 0 {
		err = &rejectedError{clip.Counted(k.over.unreadable, "record") + " can't be read"}
	}
	return orNone(err, none)
}

// maxSpots is for how many diagnostics of a record the place is sought: each
// costs a pass over the record.
const maxSpots = 20

func (k *checker) record(rec *dataset.Record, found *dataset.Inspection, err error) error {
	k.over.add(found, err)
	diags := append(found.Diagnostics[:len(found.Diagnostics):len(found.Diagnostics)], found.Refusals()...)
	if d, ok := errors.AsType[*ir.Diagnostic](err); ok {
		diags = append(diags[:len(diags):len(diags)], *d)
	}
	for i := range diags {
		in := found
		if i >= maxSpots {
			in = nil
		}
		f := rec.Found(&diags[i], in)
		k.codes[string(f.Diagnostic.Code)] += f.Diagnostic.Number()
		if err := k.out.add(k.w, rec, &f); err != nil {
			return atomicfile.Failed("standard output", err)
		}
	}
	return nil
}
