package cli

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/parquet"
)

// parquetRows are the rows of a Parquet file.
type parquetRows struct {
	*parquet.Rows
	file     *parquet.File
	below    io.Closer
	progress *progress
}

// openParquet opens a Parquet file of that size. Closing the rows closes below.
func openParquet(name string, r io.ReaderAt, size int64, below io.Closer) (*parquetRows, error) {
	file, err := parquet.Open(r, size)
	if err != nil {
		return nil, fmt.Errorf("reading %s: %w", name, err)
	}
	p := &parquetRows{below: below, file: file}
	p.take(0, len(file.RowGroups()))
	return p, nil
}

// take takes the row groups from one to before another.
func (p *parquetRows) take(from, to int) { p.Rows = p.file.Rows(from, to) }

// Next returns the next row, and counts it.
func (p *parquetRows) Next() (dataset.Row, error) {
	before := p.BytesRead()
	row, err := p.Rows.Next()
	if p.progress != nil {
		p.progress.read += p.BytesRead() - before
	}
	return row, err
}

// Close frees what reading holds and closes the file.
func (p *parquetRows) Close() error { return errors.Join(p.Rows.Close(), p.below.Close()) }

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
