package job

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/internal/inputs"
)

// endings takes the endings off a name: that of a compression, and one before it.
func endings(path string) (stem, ending string) {
	stem = path
	if dataset.CompressionOf(stem) != dataset.Uncompressed {
		stem = strings.TrimSuffix(stem, filepath.Ext(stem))
	}
	if ext := filepath.Ext(stem); ext != filepath.Base(stem) {
		stem = strings.TrimSuffix(stem, ext)
	}
	return stem, path[len(stem):]
}

// partName returns the name of a part, counted from 0, of an output.
func partName(path string, part int) string {
	stem, ending := endings(path)
	return fmt.Sprintf("%s-%05d%s", stem, part+1, ending)
}

// partsOf returns the parts of an output that are there, with their numbers from 0,
// and what killed runs may have left of parts.
func partsOf(path string) (found map[string]int, err error) {
	stem, ending := endings(filepath.Base(path))
	entries, err := os.ReadDir(filepath.Dir(path))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	found = map[string]int{}
	for _, e := range entries {
		if n, ok := partNumber(e.Name(), stem, ending); ok {
			found[filepath.Join(filepath.Dir(path), e.Name())] = n - 1
		}
	}
	return found, err
}

// partNumber returns the number, from 1, of the part that has the name, and reports
// whether it is one. What a killed run left has a dot before its name and .part after it.
func partNumber(name, stem, ending string) (n int, ok bool) {
	const fewest, most = 5, 9 // digits
	rest, begins := strings.CutPrefix(name, stem+"-")
	if !begins {
		if rest, ok = strings.CutSuffix(name, ".part"); !ok {
			return 0, false
		}
		rest, begins = strings.CutPrefix(rest, "."+stem+"-")
	}
	rest, ends := strings.CutSuffix(rest, ending)
	if !begins || !ends || strings.Trim(rest, "0123456789") != "" || len(rest) < fewest || len(rest) > most {
		return 0, false
	}
	n, _ = strconv.Atoi(rest) // it is of few digits
	return n, true
}

// partTargets returns the files that the parts of an output may overwrite, and the
// first part.
func partTargets(path string, replace bool) ([]inputs.Target, error) {
	found, err := partsOf(path)
	if err != nil {
		return nil, fmt.Errorf("can't write Job.Output: %w", err)
	}
	list := []inputs.Target{{Option: "Output", Path: partName(path, 0), Replace: replace}}
	for name := range found {
		if !strings.HasPrefix(filepath.Base(name), ".") && name != list[0].Path {
			list = append(list, inputs.Target{Option: "Output", Path: name, Replace: replace})
		}
	}
	slices.SortFunc(list, func(a, b inputs.Target) int { return strings.Compare(a.Path, b.Path) })
	return list, nil
}

// removeParts removes the parts of an earlier run after the first n.
func removeParts(path string, n int) error {
	found, err := partsOf(path)
	for name, part := range found {
		if part < n {
			continue
		}
		if removed := atomicfile.Remove(name); err == nil {
			err = removed
		}
	}
	if err != nil {
		return fmt.Errorf("can't remove the parts of an earlier run: %w", err)
	}
	return nil
}

// destination is where the result of a task goes: one file after the other, where it
// is divided.
type destination struct {
	run   *run
	task  task
	part  int // the current one, counted from 0
	files []*atomicfile.File
}

// resultFile is a file of the result. A cut says that what was written counts.
type resultFile struct{ *atomicfile.File }

// Cut notes that the run can be continued from here.
func (f resultFile) Cut() error {
	f.Mark()
	return nil
}

// begin opens the first file, or continues that of the current part.
func (d *destination) begin() (io.Writer, error) {
	r := d.run
	switch {
	case r.job.DryRun:
		return io.Discard, nil
	case d.task.output == "":
		return r.job.Stdout, nil
	}
	for ; d.part < r.point.Mark.Output.Part; d.part++ {
		f, err := d.open()
		if err != nil {
			return nil, err
		}
		f.Mark()
		if err := d.seal(); err != nil {
			return nil, err
		}
	}
	return d.open()
}

func (d *destination) open() (resultFile, error) {
	path := d.task.output
	if d.run.job.divides() {
		path = partName(path, d.part)
	}
	f, err := d.run.create(path)
	if err != nil {
		return resultFile{}, err
	}
	d.files = append(d.files, f)
	d.run.current = f
	return resultFile{f}, nil
}

// next opens the file of the next part. The one before is complete.
func (d *destination) next() (io.Writer, error) {
	d.part++
	if len(d.files) == 0 {
		return io.Discard, nil
	}
	if err := d.seal(); err != nil {
		return nil, err
	}
	return d.open()
}

// seal closes the file that was opened last, unless it is the first: its lock keeps
// other runs away.
func (d *destination) seal() error {
	if len(d.files) == 1 {
		return nil
	}
	return d.files[len(d.files)-1].Seal()
}

// missing reports whether there have to be more parts than there are.
func (d *destination) missing() bool { return d.part+1 < d.run.job.Shards }

// byteRange is where the records of an input are among those of its task: it begins
// after so many bytes, and has so many. Of a file of rows the rows share the bytes
// evenly.
type byteRange struct{ begin, size, rows int64 }

// evenParts returns, for each input of a task, the function that tells the part of a
// record: parts are of even size in the inputs' bytes. What is compressed is read to
// its end to learn its size.
func (r *run) evenParts(in []input) (func(i int) func(*dataset.Record) int, error) {
	ranges, total := make([]byteRange, len(in)), int64(0)
	for i := range in {
		b := byteRange{begin: total}
		if !in[i].Regular() {
			return nil, refuse("Job.Shards cuts files by their size: %s has none, use Job.SplitSize", in[i].Name)
		}
		if in[i].rows {
			rows, err := r.openRows(&in[i])
			if err != nil {
				return nil, err
			}
			for _, g := range rows.Groups() {
				b.rows += g.Rows
			}
			b.size = max(in[i].size(), 0)
			_ = rows.Close() // it was only read
		} else {
			var err error
			if b.size, err = r.plainSize(&in[i]); err != nil {
				return nil, err
			}
		}
		total += b.size
		ranges[i] = b
	}
	return func(i int) func(*dataset.Record) int { return ranges[i].partOf(r.job.Shards, total) }, nil
}

// plainSize returns how long the content of a file is.
func (r *run) plainSize(in *input) (int64, error) {
	f, err := in.Open(r.ctx)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	head := bufio.NewReader(f)
	if magic, _ := head.Peek(4); !dataset.Packed(magic) { // an error comes again when it is read
		return in.Info().Size(), nil
	}
	r.log("%s is compressed: it is read to the end to learn its size", in.Name)
	var n counter
	err = dataset.Unpack(r.ctx, &n, in.Name, head)
	return int64(n), err
}

// counter counts what is written to it.
type counter int64

// Write counts.
func (c *counter) Write(p []byte) (int, error) {
	*c += counter(len(p))
	return len(p), nil
}

func (b byteRange) partOf(parts int, total int64) func(*dataset.Record) int {
	return func(rec *dataset.Record) int {
		at := uint64(max(rec.Offset, 0))
		if b.rows > 0 {
			high, low := bits.Mul64(uint64(rec.Number-1), uint64(b.size))
			at, _ = bits.Div64(high, low, uint64(b.rows))
		}
		high, low := bits.Mul64(uint64(b.begin)+at, uint64(parts))
		if high >= uint64(total) { // also where the input has grown
			return parts - 1
		}
		part, _ := bits.Div64(high, low, uint64(total))
		return int(min(part, uint64(parts-1)))
	}
}
