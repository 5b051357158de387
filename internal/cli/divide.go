package cli

import (
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
)

// division says into which parts each output is cut: of at most so many bytes, or
// so many of about even size. The zero value leaves outputs whole.
type division struct {
	size  int64
	parts int
}

func (d division) set() bool { return d.size > 0 || d.parts > 0 }

// takeDivision reads --split-size and --shards.
func (run *conversion) takeDivision(c *cli.Context) (err error) {
	if c.IsSet("split-size") {
		if run.divide.size, err = parseSize("split-size", c.String("split-size")); err != nil {
			return err
		}
	}
	run.divide.parts = c.Int("shards")
	flag := "shards"
	if c.IsSet("split-size") {
		flag = "split-size"
	}
	switch {
	case !c.IsSet("split-size") && !c.IsSet("shards"):
		return nil
	case c.IsSet("shards") && run.divide.parts < 1:
		return usagef("--shards %d: expected 1 or more", run.divide.parts)
	case c.IsSet("shards") && c.IsSet("split-size"):
		return usagef("--shards and --split-size are two ways to cut the output: give one of them")
	case run.output == "":
		return usagef("--%s cuts files: name one with --output", flag)
	case flag == "shards" && (c.IsSet("limit") || c.IsSet("shard")):
		return usagef("--shards cuts the whole inputs evenly: leave out --limit and --shard, or use --split-size")
	}
	if info, err := os.Stat(run.output); err == nil && !info.Mode().IsRegular() && !info.IsDir() {
		return usagef("--%s cuts files: --output %s is none", flag, run.output)
	}
	return nil
}

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
	pattern := regexp.MustCompile(`^(\.?)` + regexp.QuoteMeta(stem) + `-(\d{5,9})` + regexp.QuoteMeta(ending) + `(\.part)?$`)
	entries, err := os.ReadDir(filepath.Dir(path))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	found = map[string]int{}
	for _, e := range entries {
		m := pattern.FindStringSubmatch(e.Name())
		if m == nil || (m[1] == "") != (m[3] == "") {
			continue
		}
		n, _ := strconv.Atoi(m[2]) // it is of few digits
		found[filepath.Join(filepath.Dir(path), e.Name())] = n - 1
	}
	return found, err
}

// partTargets returns the files that the parts of an output may overwrite, and the
// first part.
func partTargets(path string, replace bool) ([]target, error) {
	found, err := partsOf(path)
	if err != nil {
		return nil, fmt.Errorf("can't write --output: %w", err)
	}
	list := []target{{"output", partName(path, 0), replace}}
	for name := range found {
		if !strings.HasPrefix(filepath.Base(name), ".") && name != list[0].path {
			list = append(list, target{"output", name, replace})
		}
	}
	slices.SortFunc(list, func(a, b target) int { return strings.Compare(a.path, b.path) })
	return list, nil
}

// removeParts removes the parts of an earlier run behind the first n.
func removeParts(path string, n int) error {
	found, err := partsOf(path)
	for name, part := range found {
		if part < n {
			continue
		}
		if removed := os.Remove(name); err == nil {
			err = removed
		}
	}
	if err != nil {
		return fmt.Errorf("can't remove the parts of an earlier run: %w", err)
	}
	return nil
}

// destination is where the result of a job goes: one file after the other, where it
// is divided.
type destination struct {
	run   *conversion
	job   job
	part  int // the one at hand, counted from 0
	files []*atomicfile.File
}

// begin opens the first file, or goes on with that of the part at hand.
func (d *destination) begin() (io.Writer, error) {
	run := d.run
	switch {
	case run.dry:
		return io.Discard, nil
	case d.job.output == "":
		return run.std.out, nil
	case run.intoDir():
		if err := os.MkdirAll(filepath.Dir(d.job.output), 0o777); err != nil {
			return nil, writing(d.job.output, err)
		}
	}
	for ; d.part < run.point.Mark.Output.Part; d.part++ {
		if _, err := d.open(); err != nil {
			return nil, err
		}
		if err := d.seal(); err != nil {
			return nil, err
		}
	}
	return d.open()
}

func (d *destination) open() (io.Writer, error) {
	path := d.job.output
	if d.run.divide.set() {
		path = partName(path, d.part)
	}
	f, err := d.run.create(path)
	if err != nil {
		return nil, err
	}
	d.files = append(d.files, f)
	return f, nil
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

// missing tells whether there have to be more parts than there are.
func (d *destination) missing() bool { return d.part+1 < d.run.divide.parts }

// stretch is where the records of an input lie among those of its job: it begins
// behind so many bytes, and has so many. Of Parquet the rows share the bytes evenly.
type stretch struct{ begin, size, rows int64 }

// stretches measures the inputs of a job, for parts of even size. What is compressed
// is read to its end.
func (run *conversion) stretches(in []input) (list []stretch, total int64, err error) {
	for i := range in {
		s := stretch{begin: total}
		if in[i].path == "" {
			return nil, 0, usagef("--shards cuts files by their size: %s has none, use --split-size", in[i].name)
		}
		if in[i].parquet {
			rows, err := in[i].rows(run.std)
			if err != nil {
				return nil, 0, err
			}
			for _, g := range rows.file.RowGroups() {
				s.rows += g.Rows
			}
			s.size = max(in[i].size(run.std), 0)
			_ = rows.Close() // it was only read
		} else if s.size, err = run.plainSize(&in[i]); err != nil {
			return nil, 0, err
		}
		total += s.size
		list = append(list, s)
	}
	return list, total, nil
}

// plainSize returns how long the content of a file is.
func (run *conversion) plainSize(in *input) (int64, error) {
	f, err := in.open(run.std)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	plain, packed, err := dataset.Decompress(in.name, interruptible{run.sink.ctx, f})
	if err != nil {
		return 0, err
	}
	defer plain.Close()
	if info := in.info(run.std); packed == dataset.Uncompressed && info != nil && info.Mode().IsRegular() {
		return info.Size(), nil
	}
	if !run.quiet {
		fmt.Fprintf(run.std.err, "%s is compressed: it is read to the end to learn its size\n", printable(in.name))
	}
	n, err := io.Copy(io.Discard, plain)
	if err != nil {
		return 0, fmt.Errorf("reading %s: %w", in.name, err)
	}
	return n, nil
}

// partOf returns the function that tells the part of a record of an input: parts
// are of even size in the inputs' bytes.
func (s stretch) partOf(parts int, total int64) func(*dataset.Item) int {
	return func(it *dataset.Item) int {
		at := uint64(max(it.Offset, 0))
		if s.rows > 0 {
			high, low := bits.Mul64(uint64(it.Number-1), uint64(s.size))
			at, _ = bits.Div64(high, low, uint64(s.rows))
		}
		high, low := bits.Mul64(uint64(s.begin)+at, uint64(parts))
		if high >= uint64(total) { // also where the input has grown
			return parts - 1
		}
		part, _ := bits.Div64(high, low, uint64(total))
		return int(min(part, uint64(parts-1)))
	}
}
