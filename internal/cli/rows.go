package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/parquet"
)

// parquetRows are the rows of a Parquet file. Read gives them as JSONL.
type parquetRows struct {
	io.Closer
	file     *parquet.File
	rows     *parquet.Rows
	groups   []parquet.RowGroup // those that are read
	passed   int64              // rows of the first of groups
	progress *progress
	line     []byte // what Read has not passed on yet
}

var _ dataset.Rows = (*parquetRows)(nil)

// openParquet opens a Parquet file of that size. Closing the rows closes below.
func openParquet(name string, r io.ReaderAt, size int64, below io.Closer) (*parquetRows, error) {
	file, err := parquet.Open(r, size)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	p := &parquetRows{Closer: below, file: file}
	p.take(0, len(file.RowGroups()))
	return p, nil
}

// take takes the row groups from one to before another.
func (p *parquetRows) take(from, to int) {
	p.groups, p.rows = p.file.RowGroups()[from:to], p.file.Rows(from, to)
}

// Close frees what reading holds and closes the file.
func (p *parquetRows) Close() error {
	p.rows.Close()
	return p.Closer.Close()
}

// Next returns the next row.
func (p *parquetRows) Next() (dataset.Row, error) {
	row, err := p.rows.Next()
	var one *parquet.RowError
	switch {
	case errors.As(err, &one):
		p.count()
		return dataset.Row{Number: int(one.Row)}, rowDiagnostic(ir.CodeRowUnreadable, one)
	case err != nil:
		return dataset.Row{}, err
	}
	p.count()
	return dataset.Row{Number: int(row.Number), JSON: row.JSON, Source: row}, nil
}

// count tells the progress of a row: its even part of the bytes of its row group.
func (p *parquetRows) count() {
	if p.progress == nil {
		return
	}
	for len(p.groups) > 0 && p.passed == p.groups[0].Rows {
		p.groups, p.passed = p.groups[1:], 0
	}
	if len(p.groups) > 0 {
		g := p.groups[0]
		p.progress.read += g.Bytes*(p.passed+1)/g.Rows - g.Bytes*p.passed/g.Rows
		p.passed++
	}
}

// Read gives the rows as JSONL. A row that is no record ends it.
func (p *parquetRows) Read(b []byte) (int, error) {
	if len(p.line) == 0 {
		row, err := p.Next()
		if err != nil {
			return 0, err
		}
		p.line = append(row.JSON[:len(row.JSON):len(row.JSON)], '\n')
	}
	n := copy(b, p.line)
	p.line = p.line[n:]
	return n, nil
}

// rowDiagnostic says why a row was not read or written. The row is named by the
// record's number.
func rowDiagnostic(code ir.Code, e *parquet.RowError) *ir.Diagnostic {
	where := *e
	where.Row = 0
	return &ir.Diagnostic{Code: code, Severity: ir.Reject, Line: 1, Column: 1, Text: where.Error()}
}

// rowWriter writes records as rows of a Parquet file.
type rowWriter struct {
	schema *parquet.Schema
	w      *parquet.Writer
}

// Encode makes a row of a record. Columns that are as they were in its source keep
// the source's values.
func (w *rowWriter) Encode(source any, record []byte) (any, error) {
	from, _ := source.(*parquet.Row)
	row, err := w.schema.Encode(from, record)
	var one *parquet.RowError
	if errors.As(err, &one) {
		return nil, rowDiagnostic(ir.CodeRowUnfit, one)
	}
	return row, err
}

// Write writes a row.
func (w *rowWriter) Write(row any) error { return w.w.WriteEncoded(row.(*parquet.Encoded)) }

// inferring is a RowWriter that looks at records and writes nothing.
type inferring struct{ *parquet.Inferrer }

// looked is a record with the row that it was made of, if there is one.
type looked struct {
	from   *parquet.Row
	record []byte
}

// Encode keeps the record as it is.
func (inferring) Encode(source any, record []byte) (any, error) {
	from, _ := source.(*parquet.Row)
	return looked{from, record}, nil
}

// Write takes a record into account. One that no schema could hold is not: it will
// be a reject when it is to be written.
func (i inferring) Write(row any) error {
	l, err := row.(looked), error(nil)
	if l.from == nil {
		err = i.Add(l.record)
	} else {
		err = i.AddFrom(l.from, l.record)
	}
	var one *parquet.RowError
	if errors.As(err, &one) {
		return nil
	}
	return err
}

// sniff finds out whether an input is Parquet. Of standard input it takes as many
// bytes as it needs, and keeps them for the reader of open.
func (in *input) sniff(std streams) error {
	if in.sniffed {
		return nil
	}
	in.sniffed = true
	if in.path == "" {
		return in.sniffStdin(std)
	}
	f, err := os.Open(in.path)
	if err != nil {
		return fmt.Errorf("can't read the input: %w", err)
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return err
	}
	var head [4]byte
	n, _ := f.ReadAt(head[:], 0) // an error comes again when it is read
	in.parquet = parquet.Sniff(head[:n])
	return nil
}

// sniffStdin reads no further than it looks like Parquet: who writes the input may
// wait for an answer to its first bytes.
func (in *input) sniffStdin(std streams) error {
	var head [4]byte
	n := 0
	for n < len(head) && bytes.HasPrefix([]byte("PAR1"), head[:n]) {
		k, err := std.in.Read(head[n : n+1])
		n += k
		if err != nil {
			break // it comes again when it is read
		}
	}
	in.parquet = parquet.Sniff(head[:n])
	in.stdin = io.MultiReader(bytes.NewReader(head[:n]), std.in)
	return nil
}

// spooled is standard input as a temporary file.
type spooled struct {
	*os.File
	size int64
}

// spool copies standard input to a temporary file, so that it can be read in any
// order and more than once.
func spool(r io.Reader) (*spooled, error) {
	f, err := os.CreateTemp("", "toolspeak-*")
	if err != nil {
		return nil, fmt.Errorf("can't make a temporary file for standard input: %w", err)
	}
	s := &spooled{File: f}
	// Where a file that is open can lose its name, a killed program leaves nothing.
	_ = os.Remove(f.Name())
	if s.size, err = io.Copy(f, r); err != nil {
		_ = s.Close()
		return nil, fmt.Errorf("can't copy standard input to a temporary file in %s: %w", os.TempDir(), err)
	}
	return s, nil
}

// Close removes the file.
func (s *spooled) Close() error {
	err := s.File.Close()
	if removed := os.Remove(s.Name()); removed != nil && !errors.Is(removed, os.ErrNotExist) && err == nil {
		err = removed
	}
	return err
}

// rows opens an input that is Parquet.
func (in *input) rows(std streams) (*parquetRows, error) {
	switch {
	case in.spooled != nil:
		return openParquet(in.name, in.spooled, in.spooled.size, io.NopCloser(nil))
	case in.path == "":
		s, err := spool(in.stdin)
		if err != nil {
			return nil, err
		}
		return openParquet(in.name, s, s.size, s)
	}
	f, err := os.Open(in.path)
	if err != nil {
		return nil, fmt.Errorf("can't read the input: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, errors.Join(fmt.Errorf("can't read the input: %w", err), f.Close())
	}
	rows, err := openParquet(in.name, f, info.Size(), f)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return rows, nil
}

// records opens an input: its rows if it is Parquet, else its plain content.
func (in *input) records(std streams) (io.ReadCloser, error) {
	if err := in.sniff(std); err != nil {
		return nil, err
	}
	if in.parquet {
		return in.rows(std)
	}
	f, err := in.open(std)
	if err != nil {
		return nil, err
	}
	plain, err := in.plain(f)
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return &closers{plain, f}, nil
}

// plain returns the plain content of what open gave.
func (in *input) plain(r io.Reader) (io.ReadCloser, error) {
	plain, packed, err := dataset.Decompress(in.name, r)
	if err != nil || packed == dataset.Uncompressed {
		return plain, err
	}
	b := bufio.NewReaderSize(plain, 16)
	if head, _ := b.Peek(4); parquet.Sniff(head) { // an error comes again when it is read
		return nil, errors.Join(fmt.Errorf("reading %s: it is a Parquet file that was compressed as a whole, which can't be read in parts: unpack it first", in.name), plain.Close())
	}
	return &peeked{b, plain}, nil
}

// peeked is a reader whose first bytes were looked at.
type peeked struct {
	*bufio.Reader
	io.Closer
}

// closers closes what is below a reader too.
type closers struct {
	io.ReadCloser
	below io.Closer
}

// Close closes both.
func (c *closers) Close() error { return errors.Join(c.ReadCloser.Close(), c.below.Close()) }
