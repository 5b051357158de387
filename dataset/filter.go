package dataset

import (
	"bufio"
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"time"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/await"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/ir"
)

// Filter converts inputs line by line, for programs that pipe records through a
// process: each line in gives one line out, in order. It keeps nothing from one line to
// the next, and holds no line back: whenever it has to ask for more input, all that it
// wrote before has been passed on. An input may be compressed with gzip or zstd.
//
// A blank line stays as it is, and is no record. A line that can't be converted gives a
// line
//
//	{"toolspeak_reject":{"code":CODE,"reason":WORDS,"record":LINE}}
//
// in which "record" is a string of the line's bytes. If they are not UTF-8 or are longer
// than MaxRecord, "record_base64" holds them instead. These lines go to rejects or, if
// that is nil, to out among the records.
//
// An error is one of a reader, of the writer of rejects, the context's, an *InputError
// if an input is no JSONL, or a *WriteError. What was converted before it has been
// written, and is in the report.
func (e *Engine) Filter(ctx context.Context, out, rejects io.Writer, in ...NamedReader) (*Report, error) {
	f := e.newFilter(out, rejects)
	for i := range in {
		if err := f.run(ctx, in[i].Name, in[i].Reader); err != nil {
			return f.done(), err
		}
	}
	return f.done(), nil
}

// filter is a run of Filter.
type filter struct {
	engine *Engine
	out    *bufio.Writer
	// aside takes the rejects; it is out where they go among the records.
	aside  *bufio.Writer
	report *Report
	begun  bool   // something was written to out
	joined bool   // the last line that was written to out has its end
	broken error  // why nothing more can be written
	rec    Record // the current line
	since  time.Time
}

func (e *Engine) newFilter(out, rejects io.Writer) *filter {
	f := &filter{engine: e, out: bufio.NewWriterSize(out, writeSize), report: NewReport(), joined: true, since: time.Now()}
	f.aside = f.out
	if rejects != nil {
		f.aside = bufio.NewWriter(rejects)
	}
	return f
}

// done returns the counts.
func (f *filter) done() *Report {
	f.report.Seconds = time.Since(f.since).Seconds()
	return f.report
}

// run filters an input; name is what errors of the reader call it.
func (f *filter) run(ctx context.Context, name string, r io.Reader) error {
	c, how, err := newContent(&opening{name: name, within: true, debug: f.engine.opts.Debug, trip: f.engine.trip}, flushed{contextReader{ctx, r}, f})
	if err != nil {
		return f.failed(err)
	}
	defer c.close()
	s := newSource(name, c.Reader)
	f.rec = Record{File: name, column: 1}
	if s.refuse(how) != nil {
		return f.failed(&InputError{name, "is Parquet: filter reads lines, convert reads Parquet"})
	}
	for first := true; ; {
		l, err := s.nextLine(f.engine.maxRecord)
		switch {
		case errors.Is(err, io.EOF):
			return f.flush()
		case err != nil:
			return f.failed(err)
		}
		if s.offset == 0 && bytes.HasPrefix(l.raw, bom) {
			l.raw = l.raw[len(bom):]
			f.mark()
		}
		if first && len(bytes.TrimSpace(l.raw)) > 0 {
			first = false
			if !isLine(l.raw) {
				return f.failed(&InputError{name, "is a JSON array or a value over several lines: filter takes a record a line, convert reads all of them"})
			}
		}
		f.rec.Offset, f.rec.Raw = s.offset, l.raw
		f.rec.line++
		s.offset += int64(len(l.all))
		if err := f.line(ctx, l); err != nil {
			return err
		}
	}
}

// isLine reports whether the first line of an input may be a record of its own. It is
// none where it is an array of records, or leaves a value open that continues in the
// next line. One that was cut off within a string is a record that was.
func isLine(raw []byte) bool {
	raw = bytes.TrimSpace(raw)
	if raw[0] != '{' && raw[0] != '[' {
		return true
	}
	var n jsonx.Nesting
	end, done := n.Scan(raw)
	if !done {
		return n.InString || bytes.IndexByte([]byte("{[,:"), raw[len(raw)-1]) < 0
	}
	if raw[0] == '{' || end < len(raw) || !jsonx.Valid(raw) {
		return true
	}
	for e := range jsonx.Elements(raw, 0) {
		return raw[e.Start] != '{' || layouts.IsMessage(e.Of(raw))
	}
	return true
}

// failed returns why reading ended. Where that was for want of a writer, the
// reader is not to blame.
func (f *filter) failed(err error) error {
	if f.broken != nil {
		return f.broken
	}
	if flushed := f.flush(); flushed != nil {
		return flushed
	}
	return err
}

// mark writes the byte order mark of an input, if nothing is before it.
func (f *filter) mark() {
	if !f.begun {
		_, _ = f.out.Write(bom)
	}
}

// flushed passes on what a filter wrote before it reads on.
type flushed struct {
	r io.Reader
	f *filter
}

// Read flushes, then reads.
func (r flushed) Read(p []byte) (int, error) {
	if err := r.f.flush(); err != nil {
		return 0, err
	}
	return r.r.Read(p)
}

func (f *filter) flush() error {
	if err := f.out.Flush(); err != nil {
		f.broken = &WriteError{err}
	} else if err := f.aside.Flush(); err != nil {
		f.broken = err
	}
	return f.broken
}

// line filters one line. bufio.Writer keeps its first error, which the next flush
// returns.
func (f *filter) line(ctx context.Context, l line) error {
	switch {
	case l.rest != nil:
		f.rec.Number++
		d := reject(ir.CodeRecordTooLarge, "the record is longer than %d bytes", f.engine.maxRecord)
		return f.reject(d, nil, l.raw, l.rest, []byte{'\n'})
	case jsonx.SkipSpace(l.raw, 0) == len(l.raw):
		f.write(l.raw, l.eol)
		return nil
	}
	f.rec.Number++
	raw := l.raw
	converted, res, err := []byte(nil), Result{}, error(nil)
	if convert := func() { converted, res, err = f.engine.Record(raw) }; len(raw) < await.Large {
		convert()
	} else {
		raw = bytes.Clone(raw)
		if stopped := await.Do(ctx, convert); stopped != nil {
			return f.failed(stopped)
		}
	}
	if err == nil && bytes.IndexByte(converted, '\n') >= 0 {
		err = reject(ir.CodeInternal, "a fault of toolspeak, please report it with the record: the result has more than one line")
	}
	if isWrongOption(err) {
		return f.failed(err)
	}
	if err != nil {
		return f.reject(asReject(err), &res, l.raw, nil, l.eol)
	}
	if f.report.Add(&res); res.LeftOut != "" {
		f.write(nil, l.eol) // each line gives one
		return nil
	}
	for i := range res.Diagnostics {
		f.report.note(&f.rec, &res.Diagnostics[i], f.engine)
	}
	f.write(converted, l.eol)
	return nil
}

// write writes a line. The line before it may have been the last of its input
// and without an end.
func (f *filter) write(line, eol []byte) {
	if !f.joined {
		_ = f.out.WriteByte('\n')
	}
	_, _ = f.out.Write(line)
	_, _ = f.out.Write(eol)
	f.begun, f.joined = true, len(eol) > 0
}

// reject writes the line of a reject.
func (f *filter) reject(d *ir.Diagnostic, res *Result, raw []byte, rest io.Reader, eol []byte) error {
	f.report.AddReject(d, res)
	f.report.note(&f.rec, d, f.engine)
	if f.aside != f.out {
		return writeReject(f.aside, d, raw, rest, []byte{'\n'})
	}
	f.write(nil, nil)
	f.joined = len(eol) > 0
	return writeReject(f.out, d, raw, rest, eol)
}

// writeReject writes a reject without ever holding more of it than raw. An
// error is that of rest.
func writeReject(w *bufio.Writer, d *ir.Diagnostic, raw []byte, rest io.Reader, eol []byte) error {
	_, _ = fmt.Fprintf(w, `{"toolspeak_reject":{"code":%s,"reason":%s`, jsonx.Quoted(string(d.Code)), jsonx.Quoted(d.Text()))
	var err error
	if rest == nil && utf8.Valid(raw) {
		_, _ = fmt.Fprintf(w, `,"record":%s`, jsonx.Quoted(string(raw)))
	} else {
		_, _ = w.WriteString(`,"record_base64":"`)
		encoder := base64.NewEncoder(base64.StdEncoding, w)
		_, _ = encoder.Write(raw)
		if rest != nil {
			_, err = io.Copy(encoder, rest)
		}
		_ = encoder.Close()
		_ = w.WriteByte('"')
	}
	_, _ = w.WriteString("}}")
	_, _ = w.Write(eol)
	return err
}
