package dataset

import (
	"bytes"
	"errors"
	"io"
	"math"

	"github.com/toolspeak/toolspeak/layouts"
)

// LinePart tells where the lines that begin in the bytes from from to before to
// of a file of size bytes lie, if it is plain JSONL: ok is false where it is
// compressed or another container. It reads the beginning of the file and around
// both places.
func LinePart(name string, r io.ReaderAt, size int64, layout layouts.Layout, from, to int64) (begin, end int64, ok bool, err error) {
	plain, c, err := Decompress(name, io.NewSectionReader(r, 0, size))
	if err != nil {
		return 0, 0, false, err
	}
	defer plain.Close()
	if c != Uncompressed {
		return 0, 0, false, nil
	}
	s := newSource(name, plain)
	defer s.release()
	if _, err = s.skipBOM(); err != nil {
		return 0, 0, false, err
	}
	if found, err := s.sniff(layout, MaxRecord); err != nil || found != lines {
		return 0, 0, false, err
	}
	if begin, err = lineStart(s, r, size, from); err == nil {
		end, err = lineStart(s, r, size, to)
	}
	return begin, end, true, err
}

// lineStart returns where the first line at or behind at begins.
func lineStart(s *source, r io.ReaderAt, size, at int64) (int64, error) {
	if at <= 0 {
		return 0, nil
	}
	buf := make([]byte, 64<<10)
	for at--; at < size; {
		n, err := r.ReadAt(buf[:min(int64(len(buf)), size-at)], at)
		if k := bytes.IndexByte(buf[:n], '\n'); k >= 0 {
			return at + int64(k) + 1, nil
		}
		if err != nil && !errors.Is(err, io.EOF) || n == 0 {
			return 0, s.wrap(errors.Join(err, io.ErrUnexpectedEOF))
		}
		at += int64(n)
	}
	return size, nil
}

// Count reads an input and counts its records.
func (e *Engine) Count(name string, r io.Reader, maxRecord int) (int, error) {
	var c counter
	err := scan(name, r, e.opts.Layout, maxRecord, &c)
	return c.items, err
}

// RecordRange returns the numbers for FileOptions.Records of part i of n, i from
// 1, of so many records, and whether there are any.
func RecordRange(records, i, n int) (numbers [2]int, any bool) {
	cut := func(i int) int { return int(int64(records) * int64(i) / int64(n)) }
	numbers = [2]int{cut(i - 1), cut(i)}
	any = numbers[0] < numbers[1]
	if i == n {
		numbers[1] = math.MaxInt
	}
	return numbers, any
}

// counter visits an input and counts its records.
type counter struct{ items int }

func (*counter) begin(*source, container, bool) error { return nil }
func (*counter) filler([]byte) error                  { return nil }
func (*counter) end() error                           { return nil }

func (c *counter) item(*Item) error {
	c.items++
	return nil
}
