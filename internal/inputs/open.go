package inputs

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// Input is a file to read, or standard input.
type Input struct {
	Name     string // what diagnostics call it
	Path     string // "" for standard input
	Relative string // its path in the directory that was named, if one was

	more    []string // further files that are read after it, as one input
	stdin   io.Reader
	info    fs.FileInfo // its file when it was found; nil where it was not asked
	stream  *stream     // what is to be read of it, where that can be read once only
	spooled *spooled    // a copy of the stream, where it is read more than once
}

// Info returns what is known of an input's file, or nil.
func (in *Input) Info() fs.FileInfo {
	switch {
	case in.info != nil:
	case in.Path != "":
		in.info, _ = os.Stat(in.Path)
	default:
		if f, ok := in.stdin.(*os.File); ok {
			if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
				return info
			}
		}
	}
	return in.info
}

// Regular reports whether the input is a file that can be read again.
func (in *Input) Regular() bool {
	info := in.Info()
	return in.Path != "" && in.more == nil && info != nil && info.Mode().IsRegular()
}

// Open begins to read an input. Of one that is not a regular file, such as a pipe, Read
// returns when the context ends.
func (in *Input) Open(ctx context.Context) (io.ReadCloser, error) {
	if in.spooled != nil {
		return io.NopCloser(in.spooled.reader()), nil
	}
	if in.Regular() {
		f, err := os.Open(in.Path)
		if err != nil {
			return nil, unreadable(err)
		}
		return f, nil
	}
	if in.more != nil {
		return several(in.paths())
	}
	if in.stream == nil {
		s, err := openStream(ctx, in)
		if err != nil {
			return nil, err
		}
		in.stream = s
	}
	return in.stream, nil
}

// Head returns the first bytes of an input as long as they may be those that are
// wanted. Of a stream it reads no further: who writes it may wait for an answer to
// its first bytes.
func (in *Input) Head(ctx context.Context, wanted []byte) ([]byte, error) {
	r, err := in.Open(ctx)
	if err != nil {
		return nil, err
	}
	if s, ok := r.(*stream); ok {
		return s.peek(wanted), nil
	}
	defer r.Close()
	head := make([]byte, len(wanted))
	n, _ := io.ReadFull(r, head) // an error comes again when it is read
	return head[:n], nil
}

// ReaderAt opens an input for reading in any order, and returns its size. A stream is
// copied to a temporary file first.
func (in *Input) ReaderAt(ctx context.Context) (r ReaderAtCloser, size int64, err error) {
	if !in.Regular() {
		if err := in.Spool(ctx); err != nil {
			return nil, 0, err
		}
		return nopCloserAt{in.spooled}, in.spooled.size, nil
	}
	f, err := os.Open(in.Path)
	if err != nil {
		return nil, 0, unreadable(err)
	}
	info, err := f.Stat()
	if err != nil {
		return nil, 0, errors.Join(unreadable(err), f.Close())
	}
	return f, info.Size(), nil
}

// ReaderAtCloser is what ReaderAt returns.
type ReaderAtCloser interface {
	io.ReaderAt
	io.Closer
}

type nopCloserAt struct{ io.ReaderAt }

// Close does nothing: the copy is read again.
func (nopCloserAt) Close() error { return nil }

// Spool copies a stream to a temporary file, so that it can be read more than once.
// Release removes it.
func (in *Input) Spool(ctx context.Context) error {
	if in.Regular() || in.spooled != nil {
		return nil
	}
	r, err := in.Open(ctx)
	if err != nil {
		return err
	}
	in.spooled, err = spool(in.Name, r)
	return err
}

// Release frees what reading an input holds.
func (in *Input) Release() {
	if in.stream != nil {
		_ = in.stream.Close()
	}
	if in.spooled != nil {
		_ = in.spooled.close()
	}
}

// stream is an input that can be read once.
type stream struct {
	r    io.ReadCloser
	head []byte // what was looked at
}

func openStream(ctx context.Context, in *Input) (*stream, error) {
	if in.Path == "" {
		if info := in.Info(); info != nil { // it never waits
			return &stream{r: io.NopCloser(in.stdin)}, nil
		}
		return &stream{r: Interruptible(ctx, io.NopCloser(in.stdin))}, nil
	}
	// To open a pipe waits for its writer.
	type opened struct {
		f   *os.File
		err error
	}
	done := make(chan opened, 1)
	go func() {
		f, err := os.Open(in.Path)
		done <- opened{f, err}
	}()
	select {
	case o := <-done:
		if o.err != nil {
			return nil, unreadable(o.err)
		}
		return &stream{r: Interruptible(ctx, o.f)}, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// Read reads on.
func (s *stream) Read(p []byte) (int, error) {
	if len(s.head) > 0 {
		n := copy(p, s.head)
		s.head = s.head[n:]
		return n, nil
	}
	return s.r.Read(p)
}

// Close ends the reading.
func (s *stream) Close() error { return s.r.Close() }

func (s *stream) peek(wanted []byte) []byte {
	var b [1]byte
	for len(s.head) < len(wanted) && bytes.HasPrefix(wanted, s.head) {
		n, err := s.r.Read(b[:])
		s.head = append(s.head, b[:n]...)
		if err != nil {
			break // it comes again when it is read
		}
	}
	return s.head
}

// spooled is a stream as a temporary file.
type spooled struct {
	*os.File
	size int64
}

func spool(name string, r io.Reader) (*spooled, error) {
	return spoolWith(name, func(w io.Writer) error {
		_, err := io.Copy(w, r)
		return err
	})
}

// Temporary returns what write writes as a temporary file, which Close removes.
func Temporary(name string, write func(w io.Writer) error) (r ReaderAtCloser, size int64, err error) {
	s, err := spoolWith(name, write)
	if err != nil {
		return nil, 0, err
	}
	return temporary{s}, s.size, nil
}

type temporary struct{ *spooled }

// Close removes the file.
func (t temporary) Close() error { return t.spooled.close() }

func spoolWith(name string, write func(w io.Writer) error) (*spooled, error) {
	f, err := os.CreateTemp("", "toolspeak-*")
	if err != nil {
		return nil, fmt.Errorf("can't make a temporary file for %s: %w", nameOf(name), err)
	}
	s := &spooled{File: f}
	// Where a file that is open can lose its name, a killed program leaves nothing.
	_ = os.Remove(f.Name())
	b := bufio.NewWriterSize(f, 1<<18)
	if err = write(b); err == nil {
		err = b.Flush()
	}
	if err == nil {
		s.size, err = f.Seek(0, io.SeekCurrent)
	}
	if err != nil {
		_ = s.close()
		return nil, fmt.Errorf("can't copy %s to a temporary file in %s: %w", nameOf(name), os.TempDir(), err)
	}
	return s, nil
}

func nameOf(name string) string {
	if name == StdinName {
		return "standard input"
	}
	return name
}

func (s *spooled) reader() io.Reader { return io.NewSectionReader(s.File, 0, s.size) }

func (s *spooled) close() error {
	err := s.File.Close()
	if removed := os.Remove(s.Name()); removed != nil && !errors.Is(removed, fs.ErrNotExist) && err == nil {
		err = removed
	}
	return err
}
