package job

import (
	"io"
	"math"
	"slices"

	"github.com/toolspeak/toolspeak/dataset"
)

// shard is the part of an input that a run takes: bytes of a JSONL file, groups of a
// file of rows that have so many bytes, or a range of records.
type shard struct {
	begin, end int64
	groups     *[2]int
	from, to   int
	offset     bool // the bytes are a part of a JSONL file
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
	begin, end, ok, err := r.engine.Lines(r.ctx, in.Name, f, size, from, to)
	if err != nil {
		return nil, false, err
	}
	if !ok {
		return nil, from <= 0 && 0 < to, nil
	}
	return &shard{begin: begin, end: end, offset: true}, false, nil
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
	count, err := r.engine.Count(r.ctx, in.Name, f, r.job.RunOptions)
	if err != nil {
		return err
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

// section returns the reader of an opened input's part, and says what is taken of it.
func (s *shard) section(f io.Reader, o *dataset.Source) io.Reader {
	switch {
	case s == nil:
		return f
	case s.to > 0:
		o.From, o.To = s.from, s.to
		return f
	}
	o.Lines = &dataset.LinePart{Offset: s.begin, Head: headOf(f, s.end)}
	if at, ok := f.(io.ReaderAt); ok {
		return io.NewSectionReader(at, s.begin, s.end-s.begin)
	}
	return f
}

// joint ends the last line of a part where more follows it in the parts after this
// one, as the whole would.
func (r *run) joint(w *dataset.Writer) error {
	if r.job.Shard.Of == 0 || !w.OpenLine() {
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
	return w.EndLine()
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
		empty, err := r.engine.Empty(r.ctx, in[i].Name, f)
		_ = f.Close() // it was only read
		if err != nil || !empty {
			return true, err
		}
	}
	return false, nil
}

// headOf returns a reader of the whole file that a part of it comes from, or nil.
func headOf(f io.Reader, size int64) io.Reader {
	if at, ok := f.(io.ReaderAt); ok {
		return io.NewSectionReader(at, 0, size)
	}
	return nil
}
