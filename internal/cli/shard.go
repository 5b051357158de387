package cli

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/toolspeak/toolspeak/dataset"
)

// shard is the part of an input that a run takes: bytes of a JSONL file, row
// groups of a Parquet file that have so many bytes, or a range of records.
type shard struct {
	begin, end int64
	groups     *[2]int
	records    [2]int
}

// parseShard reads I/N.
func parseShard(s string) (i, n int, err error) {
	if k, err := fmt.Sscanf(s, "%d/%d", &i, &n); k != 2 || err != nil || s != fmt.Sprintf("%d/%d", i, n) || i < 1 || i > n {
		return 0, 0, usagef("--shard %q: expected I/N, the I-th of N parts, such as 1/4", s)
	}
	return i, n, nil
}

// takeShard marks part i of n of the inputs. They count as one sequence of
// bytes: a line belongs to the part that its first byte lies in, and a file that
// can't be cut to the one that it begins in. A single such file is cut by the
// number of its records, and read to the end once more for it.
func (run *conversion) takeShard(in []input, i, n int) error {
	sizes, total := make([]int64, len(in)), int64(0)
	for k, one := range in {
		info, err := os.Stat(one.path)
		if one.path == "" || err == nil && !info.Mode().IsRegular() {
			return usagef("--shard takes parts of files: %s is none", one.name)
		}
		if err != nil {
			return fmt.Errorf("can't read the input: %w", err)
		}
		sizes[k] = info.Size()
		total += sizes[k]
	}
	cut := func(i int) int64 { return total/int64(n)*int64(i) + total%int64(n)*int64(i)/int64(n) }
	at := int64(0)
	for k := range in {
		s, whole, err := run.shardOf(in[k], sizes[k], cut(i-1)-at, cut(i)-at)
		if err != nil {
			return err
		}
		if s == nil && len(in) == 1 && n > 1 {
			return run.takeRecords(&in[0], i, n)
		}
		in[k].shard = s
		in[k].left = !whole && (s == nil || s.begin >= s.end)
		at += sizes[k]
	}
	return nil
}

// shardOf returns which part of a file lies between two offsets, or nil for a
// file that can't be cut; whole tells whether that one begins there.
func (run *conversion) shardOf(in input, size, from, to int64) (s *shard, whole bool, err error) {
	if in.parquet {
		s, err = run.groupsOf(in, size, from, to)
		return s, false, err
	}
	f, err := os.Open(in.path)
	if err != nil {
		return nil, false, fmt.Errorf("can't read the input: %w", err)
	}
	defer f.Close()
	begin, end, ok, err := dataset.LinePart(in.name, f, size, run.layout, min(max(from, 0), size), min(max(to, 0), size))
	if err != nil {
		return nil, false, err
	}
	if !ok {
		return nil, from <= 0 && 0 < to, nil
	}
	return &shard{begin: begin, end: end}, false, nil
}

// groupsOf returns which row groups of a Parquet file lie between two offsets. A
// group belongs where its middle lies, if the groups share the file evenly.
func (run *conversion) groupsOf(in input, size, from, to int64) (*shard, error) {
	rows, err := in.rows(run.std)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	all := int64(0)
	for _, g := range rows.file.RowGroups() {
		all += g.Bytes
	}
	s, at := &shard{groups: &[2]int{}}, int64(0)
	for i, g := range rows.file.RowGroups() {
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

// takeRecords marks part i of n of the records of a file.
func (run *conversion) takeRecords(in *input, i, n int) error {
	if !run.quiet {
		fmt.Fprintf(run.std.err, "%s can't be cut without reading it: it is read to the end to count its records\n", printable(in.name))
	}
	f, err := in.open(run.std)
	if err != nil {
		return err
	}
	defer f.Close()
	plain, err := in.plain(f)
	if err != nil {
		return err
	}
	defer plain.Close()
	count, err := run.engine.Count(in.name, plain, run.opts.MaxRecord)
	if err != nil {
		return err
	}
	numbers, some := dataset.RecordRange(count, i, n)
	in.shard, in.left = &shard{records: numbers}, !some
	return nil
}

// section returns the reader of an opened input's part, and sets the options.
func (s *shard) section(f io.Reader, o *dataset.FileOptions) io.Reader {
	switch {
	case s == nil:
		return f
	case s.records[1] > 0:
		o.Records = s.records
		return f
	}
	o.Part = &dataset.Part{Offset: s.begin}
	return io.NewSectionReader(f.(io.ReaderAt), s.begin, s.end-s.begin)
}

// shortList names the first few of many paths.
func shortList(paths []string) string {
	const most = 5
	more := ""
	if len(paths) > most {
		more = fmt.Sprintf(" and %d more", len(paths)-most)
		paths = paths[:most]
	}
	return strings.Join(paths, ", ") + more
}
