package inputs

import (
	"bufio"
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
)

// joinBatches makes one input of the files of requests and answers of a batch, so that each answer
// finds its request. They are told by their first lines; the place is that of the first of them.
func (f *Found) joinBatches() {
	first, asks, answers := -1, false, false
	var halves []int
	for i := range f.Inputs {
		is, ok := f.Inputs[i].batchHalf(f.pick.Half)
		if !ok {
			continue
		}
		if halves = append(halves, i); first < 0 {
			first = i
		}
		asks, answers = asks || is, answers || !is
	}
	if !asks || !answers {
		return
	}
	var kept []Input
	for i := range f.Inputs {
		switch in := f.Inputs[i]; {
		case len(halves) > 0 && halves[0] == i && i != first:
			halves = halves[1:]
		case i == first:
			halves = halves[1:]
			for _, k := range halves {
				in.Name += " + " + f.Inputs[k].Name
				in.more = append(in.more, f.Inputs[k].Path)
			}
			kept = append(kept, in)
		default:
			kept = append(kept, in)
		}
	}
	f.Inputs = kept
}

// batchHalf reports whether the first line of a file is a request of a batch; ok is false for what is
// of none.
func (in *Input) batchHalf(of func(line []byte) (asks, ok bool)) (asks, ok bool) {
	const most = 1 << 20
	if ending, packed := Ending(in.Path); packed != "" || ending != ".jsonl" && ending != ".ndjson" && ending != ".json" || !in.Regular() {
		return false, false
	}
	file, err := os.Open(in.Path)
	if err != nil {
		return false, false
	}
	defer file.Close()
	b := bufio.NewReaderSize(io.LimitReader(file, most), 4<<10)
	head, _ := b.Peek(4 << 10)
	if !slices.ContainsFunc([]string{`"custom_id"`, `"key"`, `"question"`, `"result"`, `"ground_truth"`}, func(key string) bool { return bytes.Contains(head, []byte(key)) }) {
		return false, false
	}
	line, _ := b.ReadBytes('\n')
	return of(line)
}

// several opens the files of an input one after the other, each beginning on a line of its own.
func several(paths []string) (io.ReadCloser, error) {
	s := &files{}
	var readers []io.Reader
	for _, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			_ = s.Close() // the other error counts
			return nil, unreadable(err)
		}
		s.list = append(s.list, file)
		readers = append(readers, file, bytes.NewReader([]byte("\n")))
	}
	s.Reader = io.MultiReader(readers...)
	return s, nil
}

type files struct {
	io.Reader
	list []*os.File
}

// Close closes all files.
func (s *files) Close() (err error) {
	for _, file := range s.list {
		if closed := file.Close(); err == nil {
			err = closed
		}
	}
	return err
}

// paths returns all files of an input.
func (in *Input) paths() []string { return append([]string{filepath.Clean(in.Path)}, in.more...) }
