package dataset

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/toolspeak/toolspeak/internal/spell"
)

// source is an input that knows its place.
type source struct {
	name   string
	r      *bufio.Reader
	offset int64
	// line and column count from 1; column is that of the next byte.
	line, column int
	buf          []byte // for lines longer than the reader's buffer
}

// newSource returns a source that reads r.
func newSource(name string, r *bufio.Reader) *source {
	return &source{name: name, r: r, line: 1, column: 1}
}

// wrap names the input in an error.
func (s *source) wrap(err error) error {
	if _, named := errors.AsType[*InputError](err); err == nil || named || errors.Is(err, io.EOF) {
		return err // it names the input itself
	}
	return fmt.Errorf("reading %s: %w", s.name, err)
}

// passed moves the place after b.
func (s *source) passed(b []byte) {
	s.offset += int64(len(b))
	if n := bytes.Count(b, []byte{'\n'}); n > 0 {
		s.line += n
		s.column = 1
		b = b[bytes.LastIndexByte(b, '\n')+1:]
	}
	s.column += spell.CodePoints(b)
}

// passedLine moves the place after a line.
func (s *source) passedLine(line []byte) {
	if !bytes.HasSuffix(line, []byte{'\n'}) {
		s.passed(line)
		return
	}
	s.offset += int64(len(line))
	s.line++
	s.column = 1
}

// chunk returns what is buffered, at least one byte, without moving on. At the
// end of the input it returns nothing.
func (s *source) chunk() ([]byte, error) {
	if s.r.Buffered() == 0 {
		if _, err := s.r.Peek(1); err != nil {
			if errors.Is(err, io.EOF) {
				return nil, nil
			}
			return nil, s.wrap(err)
		}
	}
	return s.r.Peek(s.r.Buffered())
}

// take moves on after the first n bytes of a chunk.
func (s *source) take(chunk []byte, n int) {
	s.passed(chunk[:n])
	_, _ = s.r.Discard(n) // they are buffered: it can't fail
}

// Read makes the rest of the input a reader.
func (s *source) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	s.passed(p[:n])
	return n, s.wrap(err)
}

// line is a line of an input, which is valid until the next is read.
type line struct {
	raw []byte // without its end
	eol []byte // a line feed, maybe after a carriage return, or nothing
	all []byte // both
	// rest, where it is not nil, reads what follows raw: the line is longer than the
	// limit.
	rest io.Reader
}

// nextLine reads a line. At the end of the input the error is io.EOF. The place
// moves on when the line is passed.
func (s *source) nextLine(limit int) (line, error) {
	b, err := s.r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		s.buf = append(s.buf[:0], b...)
		for errors.Is(err, bufio.ErrBufferFull) && len(s.buf) <= limit {
			b, err = s.r.ReadSlice('\n')
			s.buf = append(s.buf, b...)
		}
		b = s.buf
	}
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return line{raw: b, all: b, rest: &lineRest{s: s}}, nil
	case errors.Is(err, io.EOF) && len(b) == 0:
		return line{}, io.EOF
	case err != nil && !errors.Is(err, io.EOF):
		return line{}, s.wrap(err)
	}
	l := line{all: b}
	l.raw, l.eol = cutEOL(b)
	if len(l.raw) > limit {
		l.rest = bytes.NewReader(nil)
	}
	return l, nil
}

// cutEOL parts a line from its end.
func cutEOL(line []byte) (raw, eol []byte) {
	n := len(line)
	if n > 0 && line[n-1] == '\n' {
		if n--; n > 0 && line[n-1] == '\r' {
			n--
		}
	}
	return line[:n:n], line[n:]
}

// lineRest reads on to the end of a line, without its line feed.
type lineRest struct {
	s    *source
	done bool
}

// Read reads on, at most to the end of the line.
func (l *lineRest) Read(p []byte) (int, error) {
	if l.done {
		return 0, io.EOF
	}
	chunk, err := l.s.chunk()
	if err != nil {
		return 0, err
	}
	if len(chunk) == 0 {
		l.done = true
		return 0, io.EOF
	}
	if k := bytes.IndexByte(chunk, '\n'); k >= 0 {
		if k < len(p) {
			l.done = true
			n := copy(p, chunk[:k])
			l.s.take(chunk, k+1)
			return n, nil
		}
		chunk = chunk[:k]
	}
	n := copy(p, chunk)
	l.s.take(chunk, n)
	return n, nil
}

// readAll reads r up to limit bytes and one more chunk at most; rest reads what
// follows, or is nil.
func readAll(r io.Reader, buf []byte, limit int) (raw []byte, rest io.Reader, err error) {
	for {
		if len(buf) == cap(buf) {
			buf = append(buf, 0)[:len(buf)]
		}
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		switch {
		case errors.Is(err, io.EOF):
			if len(buf) > limit {
				return buf, bytes.NewReader(nil), nil
			}
			return buf, nil, nil
		case err != nil:
			return nil, nil, err
		case len(buf) > limit:
			return buf, r, nil
		}
	}
}
