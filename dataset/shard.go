package dataset

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"slices"
)

// shard is the part of an input that a run takes: bytes of a JSONL file, groups of a
// file of rows that have so many bytes, or a range of records.
type shard struct {
	begin, end int64
	groups     *[2]int
	from, to   int
	offset     bool // the bytes are a part of a JSONL file
}

// linePart says that an input is a part of a JSONL file, of whole lines, and at
// which offset it begins.
type linePart struct {
	offset int64
	// head reads the file from its beginning, or is nil.
	head io.Reader
}

// takeShard marks the part of the inputs that is to be taken. They count as one
// sequence of bytes: a line belongs to the part that its first byte is in, and a file
// that can't be cut to the one that it begins in. A single such file is cut by the
// number of its records, and read to the end once more for it.
func (r *run) takeShard() error {
	s := r.job.Shard
	if s.Number < 1 || s.Number > s.Of {
		return refuse("Job.Shard %d/%d: expected I/N, the I-th of N parts, such as 1/4", s.Number, s.Of)
	}
	sizes, total := make([]int64, len(r.inputs)), int64(0)
	for k := range r.inputs {
		in := &r.inputs[k]
		if !in.Regular() {
			return refuse("Job.Shard takes parts of files: %s is not a file", in.Name)
		}
		sizes[k] = in.Info().Size()
		total += sizes[k]
	}
	n := int64(s.Of)
	cut := func(i int) int64 { return total/n*int64(i) + total%n*int64(i)/n }
	at := int64(0)
	for k := range r.inputs {
		in := &r.inputs[k]
		part, whole, err := r.shardOf(in, sizes[k], cut(s.Number-1)-at, cut(s.Number)-at)
		if err != nil {
			return err
		}
		if part == nil && len(r.inputs) == 1 && s.Of > 1 {
			return r.takeRecords(in)
		}
		in.shard = part
		in.left = !whole && (part == nil || part.begin >= part.end)
		at += sizes[k]
	}
	return nil
}

// shardOf returns which part of a file is between two offsets, or nil for a file that
// can't be cut; whole reports whether that one begins there.
func (r *run) shardOf(in *input, size, from, to int64) (s *shard, whole bool, err error) {
	if in.rows {
		s, err = r.groupsOf(in, size, from, to)
		return s, false, err
	}
	f, _, err := in.ReaderAt(r.ctx)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	begin, end, ok, err := partOfLines(r.ctx, opening{name: in.Name, layout: r.engine.opts.Layout, maxRecord: MaxRecord, allRequests: r.engine.opts.AllRequests}, f, size, min(max(from, 0), size), min(max(to, 0), size))
	if err != nil {
		return nil, false, err
	}
	if !ok {
		return nil, from <= 0 && 0 < to, nil
	}
	return &shard{begin: begin, end: end, offset: true}, false, nil
}

// partOfLines returns where the lines that begin in the bytes from from to before to
// of a file of size bytes are, if it is plain JSONL: ok is false where it is compressed
// or another container. It reads the beginning of the file and around both places.
func partOfLines(ctx context.Context, o opening, r io.ReaderAt, size int64, from, to int64) (begin, end int64, ok bool, err error) {
	f, err := open(ctx, o, io.NewSectionReader(r, 0, size))
	if err != nil {
		return 0, 0, false, err
	}
	defer f.close()
	if s, isBytes := f.(*guardedFinder); !isBytes || s.s.kind != lines || s.s.content.packed || s.s.content.lines != nil || !o.allRequests && isLogOfRequests(s) {
		return 0, 0, false, nil
	}
	if begin, err = lineStart(o.name, r, size, from); err == nil {
		end, err = lineStart(o.name, r, size, to)
	}
	return begin, end, true, err
}

// lineStart returns where the first line from offset at on begins.
func lineStart(name string, r io.ReaderAt, size, at int64) (int64, error) {
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
			return 0, (&source{name: name}).wrap(errors.Join(err, io.ErrUnexpectedEOF))
		}
		at += int64(n)
	}
	return size, nil
}

// groupsOf returns which groups of a file of rows are between two offsets. A group
// belongs where its middle is, if the groups share the file evenly.
func (r *run) groupsOf(in *input, size, from, to int64) (*shard, error) {
	rows, err := r.openRows(in)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	groups, all := rows.Groups(), int64(0)
	for _, g := range groups {
		all += g.Bytes
	}
	s, at := &shard{groups: &[2]int{}}, int64(0)
	for i, g := range groups {
		middle := int64((float64(at) + float64(g.Bytes)/2) / float64(max(all, 1)) * float64(size))
		at += g.Bytes
		switch {
		case middle < from:
			s.groups[0], s.begin = i+1, at
			s.groups[1], s.end = i+1, at
		case middle < to:
			s.groups[1], s.end = i+1, at
		}
	}
	return s, nil
}

// takeRecords marks the part of the records of a file that is to be taken.
func (r *run) takeRecords(in *input) error {
	r.log("%s can't be cut without reading it: it is read to the end to count its records", in.Name)
	f, err := in.Open(r.ctx)
	if err != nil {
		return err
	}
	defer f.Close()
	count := 0
	o := r.engine.opens(opening{name: in.Name, maxRecord: r.job.maxRecord()})
	for _, err := range readRecords(r.ctx, o, f, r.engine) {
		if err != nil && !isReject(err) {
			return err
		}
		count++
	}
	from, to := r.job.Shard.of(count)
	in.shard, in.left = &shard{from: from, to: to}, from >= to
	if r.job.Shard.Number == r.job.Shard.Of {
		in.shard.to = math.MaxInt // blank lines at the end belong to the last part
	}
	return nil
}

// of returns the part of so many records: those after from and up to to.
func (s Shard) of(records int) (from, to int) {
	cut := func(i int) int { return int(int64(records) * int64(i) / int64(s.Of)) }
	return cut(s.Number - 1), cut(s.Number)
}

// section returns the reader of an opened input's part, and sets the options.
func (s *shard) section(f io.Reader, o *pipelineOptions) io.Reader {
	switch {
	case s == nil:
		return f
	case s.to > 0:
		o.from, o.to = s.from, s.to
		return f
	}
	o.part = &linePart{offset: s.begin, head: headOf(f, s.end)}
	if at, ok := f.(io.ReaderAt); ok {
		return io.NewSectionReader(at, s.begin, s.end-s.begin)
	}
	return f
}

// joint ends the last line of a part where more follows it in the parts after this
// one, as the whole would.
func (r *run) joint(out *output) error {
	if r.job.Shard.Of == 0 || out.Kind != lines || !out.Written || out.Last == '\n' {
		return nil
	}
	last := 0
	for i := range r.inputs {
		if !r.inputs[i].left {
			last = i
		}
	}
	more, err := r.holdSomething(r.inputs[last+1:])
	if err != nil || !more {
		return err
	}
	return out.write([]byte{'\n'})
}

// followsOthers reports whether something is in the parts before this one.
func (r *run) followsOthers() (bool, error) {
	first := slices.IndexFunc(r.inputs, func(in input) bool { return !in.left })
	if r.job.Shard.Of == 0 || first < 0 {
		return false, nil
	}
	return r.holdSomething(r.inputs[:first])
}

// holdSomething reports whether one of the inputs is not empty.
func (r *run) holdSomething(in []input) (bool, error) {
	for i := range in {
		if in[i].rows {
			return true, nil
		}
		f, err := in[i].Open(r.ctx)
		if err != nil {
			return false, err
		}
		found, err := open(r.ctx, r.engine.opens(opening{name: in[i].Name, maxRecord: MaxRecord}), f)
		kind := empty
		if err == nil {
			kind = found.about().kind
			found.close()
		}
		_ = f.Close() // it was only read
		if err != nil || kind != empty {
			return true, err
		}
	}
	return false, nil
}
