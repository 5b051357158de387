package dataset

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// source is an input that knows its place.
type source struct {
	name   string
	r      *bufio.Reader
	offset int64
	// line and column count from 1; column is that of the next byte.
	line, column int
	buf          []byte // for lines longer than the reader's buffer
	rows         bool   // it is Rows
}

// newSource returns a source that reads r. Release it when nothing is read any more.
func newSource(name string, r io.Reader) *source {
	s := &source{name: name, line: 1, column: 1}
	if p, ok := r.(*plainContent); ok {
		s.r = p.buffer.Swap(nil)
	}
	if s.r == nil {
		s.r = takeReader(r)
	}
	return s
}

// release ends the reading. What was read is not valid any more.
func (s *source) release() {
	giveReader(s.r)
	s.r = nil
}

// is says in words what a source of kind c is.
func (s *source) is(c container) string {
	if s.rows {
		return "a table of rows"
	}
	return containerNames[c]
}

// wrap names the input in an error.
func (s *source) wrap(err error) error {
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	return fmt.Errorf("reading %s: %w", s.name, err)
}

// passed moves the place behind b.
func (s *source) passed(b []byte) {
	s.offset += int64(len(b))
	if n := bytes.Count(b, []byte{'\n'}); n > 0 {
		s.line += n
		s.column = 1
		b = b[bytes.LastIndexByte(b, '\n')+1:]
	}
	s.column += jsonx.CodePoints(b)
}

// passedLine moves the place behind a line.
func (s *source) passedLine(raw, eol []byte) {
	if len(eol) == 0 {
		s.passed(raw)
		return
	}
	s.offset += int64(len(raw) + len(eol))
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

// take moves on behind the first n bytes of a chunk.
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

// nextLine reads a line. eol is its end: a line feed, maybe behind a carriage
// return, or nothing. Of a line longer than limit, raw is the beginning and
// rest reads what follows. Both stay valid until the next call. At the end of
// the input the error is io.EOF. The place moves on when the line is passed.
func (s *source) nextLine(limit int) (raw, eol []byte, rest io.Reader, err error) {
	raw, err = s.r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		s.buf = append(s.buf[:0], raw...)
		for errors.Is(err, bufio.ErrBufferFull) && len(s.buf) <= limit {
			raw, err = s.r.ReadSlice('\n')
			s.buf = append(s.buf, raw...)
		}
		raw = s.buf
	}
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		return raw, nil, &lineRest{s: s}, nil
	case errors.Is(err, io.EOF) && len(raw) == 0:
		return nil, nil, nil, io.EOF
	case err != nil && !errors.Is(err, io.EOF):
		return nil, nil, nil, s.wrap(err)
	}
	raw, eol = cutEOL(raw)
	if len(raw) > limit {
		return raw, eol, bytes.NewReader(nil), nil
	}
	return raw, eol, nil, nil
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
