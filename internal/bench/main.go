//go:build unix

// Command bench measures toolspeak on a generated data set and prints a table.
// All rows come from one run on one machine: read the ratios to the floor, which
// is a program that splits the file into lines, checks that each is JSON and
// writes it unchanged. The floor runs in turns with each row, since the speed of
// a machine changes.
//
//	go run ./internal/bench -size 300 -runs 5
package main

import (
	"bufio"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"github.com/tidwall/gjson"
)

func main() {
	size := flag.Int64("size", 300, "megabytes of the data set")
	runs := flag.Int("runs", 5, "runs of each row, of which the median counts")
	flag.Parse()
	var err error
	switch flag.Arg(0) {
	case "floor":
		err = floor(flag.Arg(1), flag.Arg(2))
	case "generate":
		err = generate(flag.Arg(1), *size<<20)
	case "small":
		err = generateSmall(flag.Arg(1))
	default:
		err = bench(*size<<20, *runs)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// floor is what toolspeak is compared with.
func floor(in, out string) error {
	r, err := os.Open(in)
	if err != nil {
		return err
	}
	defer r.Close()
	w, err := os.Create(out)
	if err != nil {
		return err
	}
	lines := bufio.NewReaderSize(r, 1<<20)
	dst := bufio.NewWriterSize(w, 1<<20)
	for {
		line, err := lines.ReadSlice('\n')
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		if !gjson.ValidBytes(line) {
			return errors.New("a line is no JSON")
		}
		if _, err := dst.Write(line); err != nil {
			return err
		}
	}
	return errors.Join(dst.Flush(), w.Close())
}

// row is one line of the table: a command and how much it reads.
type row struct {
	name    string
	command []string
	// cores limits the program to so many.
	cores int
	// small is set where the input is the directory of small files.
	small bool
}

// result is what a row gave: in a run, or medians.
type result struct {
	seconds float64
	// processor is the time that the program kept a core busy, in seconds. On a
	// machine that does other work it says more than seconds.
	processor float64
	memory    int64 // bytes, the most that was resident
}

func bench(size int64, runs int) error {
	dir, err := os.MkdirTemp("", "toolspeak-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := &bencher{dir: dir, runs: runs}
	if err := b.prepare(size); err != nil {
		return err
	}
	info, err := os.Stat(b.path("in.jsonl"))
	if err != nil {
		return err
	}
	fmt.Printf("%d MB, %d records, medians of %d runs\n\n", info.Size()>>20, b.records, runs)
	fmt.Println("| | MB/s | records/s | peak MB | of the floor | the same by processor time |\n| --- | ---: | ---: | ---: | ---: | ---: |")
	rows := b.rows()
	for _, r := range rows {
		pair, err := b.measure(rows[floorRow], r)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		base, got := pair[0], pair[1]
		size, records := info.Size(), b.records
		if r.small {
			size, records = b.smallSize, b.smallRecords
		}
		part := float64(size) / float64(info.Size()) // of what the floor read
		fmt.Printf("| %s | %.0f | %.0f | %d | %.2f | %.2f |\n", r.name, float64(size)/got.seconds/1e6, float64(records)/got.seconds, got.memory>>20,
			part*base.seconds/got.seconds, part*base.processor/got.processor)
	}
	return nil
}

type bencher struct {
	dir, toolspeak, self string
	runs, records        int
	smallSize            int64 // of the small files
	smallRecords         int
}

func (b *bencher) path(name string) string { return filepath.Join(b.dir, name) }

// prepare builds the command and makes the inputs.
func (b *bencher) prepare(size int64) error {
	var err error
	if b.self, err = os.Executable(); err != nil {
		return err
	}
	b.toolspeak = b.path("toolspeak")
	if out, err := exec.Command("go", "build", "-o", b.toolspeak, "github.com/toolspeak/toolspeak").CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	// A program that is started counts the memory of the one that starts it as its own.
	if err := b.run([]string{b.self, "-size", fmt.Sprint(size >> 20), "generate", b.path("in.jsonl")}); err != nil {
		return err
	}
	if b.records, err = countLines(b.path("in.jsonl")); err != nil {
		return err
	}
	for _, to := range []string{"xml", "tao", "tool-input", "tool-json"} {
		if err := b.run(b.convert("react", to, "in.jsonl", to+".jsonl")); err != nil {
			return err
		}
	}
	for _, ending := range endings {
		if err := b.run(b.convert("react", "react", "in.jsonl", "in"+ending)); err != nil {
			return err
		}
	}
	return b.prepareSmall()
}

const (
	smallFiles = 1000
	smallFile  = 20 << 10 // bytes
)

// prepareSmall makes a directory of many small files.
func (b *bencher) prepareSmall() error {
	if err := b.run([]string{b.self, "small", b.path("small")}); err != nil {
		return err
	}
	for i := range smallFiles {
		path := smallPath(b.path("small"), i)
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		records, err := countLines(path)
		if err != nil {
			return err
		}
		b.smallSize, b.smallRecords = b.smallSize+info.Size(), b.smallRecords+records
	}
	return nil
}

func smallPath(dir string, i int) string { return filepath.Join(dir, fmt.Sprintf("%04d.jsonl", i)) }

func generateSmall(dir string) error {
	if err := os.Mkdir(dir, 0o777); err != nil {
		return err
	}
	for i := range smallFiles {
		if err := generate(smallPath(dir, i), smallFile); err != nil {
			return err
		}
	}
	return nil
}

// endings are the containers that are measured beside plain JSONL.
var endings = []string{".jsonl.gz", ".jsonl.zst", ".parquet"}

func countLines(path string) (int, error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	n := 0
	for s := bufio.NewReaderSize(f, 64<<10); ; {
		_, err := s.ReadSlice('\n')
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err == nil {
			n++
		} else if !errors.Is(err, bufio.ErrBufferFull) {
			return 0, err
		}
	}
}

func (b *bencher) convert(from, to, in, out string, flags ...string) []string {
	return append([]string{b.toolspeak, "convert", "--from", from, "--to", to, "--force", "-o", b.path(out), b.path(in)}, flags...)
}

// floorRow is the index of the floor in the rows.
const floorRow = 1

func (b *bencher) rows() []row {
	one := func(name string, command []string) row {
		return row{name: name, command: append(command, "--workers", "1"), cores: 1}
	}
	rows := []row{
		{name: "cat", command: []string{"sh", "-c", "cat '" + b.path("in.jsonl") + "' > '" + b.path("out.jsonl") + "'"}, cores: 1},
		{name: "floor: split, gjson.ValidBytes, write", command: []string{b.self, "floor", b.path("in.jsonl"), b.path("out.jsonl")}, cores: 1},
		one("react → xml, no read-back", b.convert("react", "xml", "in.jsonl", "out.jsonl", "--no-verify")),
		one("react → xml", b.convert("react", "xml", "in.jsonl", "out.jsonl")),
	}
	styles := []string{"react", "tool-input", "tool-json", "tao", "xml"}
	for _, from := range styles {
		in := from + ".jsonl"
		if from == "react" {
			in = "in.jsonl"
		}
		for _, to := range styles {
			if from != "react" || to != "xml" {
				rows = append(rows, one(from+" → "+to, b.convert(from, to, in, "out.jsonl")))
			}
		}
	}
	for _, ending := range endings {
		rows = append(rows, one("react → xml, "+ending, b.convert("react", "xml", "in"+ending, "out"+ending)))
	}
	small := one(fmt.Sprintf("react → xml, %d files of %d KB", smallFiles, smallFile>>10), b.convert("react", "xml", "small", "outsmall"))
	small.small = true
	two := func(name string, command []string) row {
		return row{name: name + ", 2 workers", command: append(command, "--workers", "2"), cores: 2}
	}
	return append(rows,
		one("react → xml, .jsonl to .parquet", b.convert("react", "xml", "in.jsonl", "out.parquet")),
		one("react → xml, .parquet to .jsonl", b.convert("react", "xml", "in.parquet", "out.jsonl")),
		small,
		two("react → xml", b.convert("react", "xml", "in.jsonl", "out.jsonl")),
		two("react → xml, no read-back", b.convert("react", "xml", "in.jsonl", "out.jsonl", "--no-verify")),
		two("react → xml, .parquet", b.convert("react", "xml", "in.parquet", "out.parquet")))
}

func (b *bencher) run(command []string) error {
	out, err := exec.Command(command[0], command[1:]...).CombinedOutput()
	if err != nil {
		return fmt.Errorf("%v: %w\n%s", command, err, out)
	}
	return nil
}

// measure runs rows some times, in turns, and takes medians.
func (b *bencher) measure(rows ...row) ([]result, error) {
	runs := make([][]result, len(rows))
	for range b.runs {
		for i, r := range rows {
			got, err := b.once(r)
			if err != nil {
				return nil, err
			}
			runs[i] = append(runs[i], got)
		}
	}
	medians := make([]result, len(rows))
	for i, all := range runs {
		medians[i] = result{
			seconds:   median(all, func(r result) float64 { return r.seconds }),
			processor: median(all, func(r result) float64 { return r.processor }),
			memory:    median(all, func(r result) int64 { return r.memory }),
		}
	}
	return medians, nil
}

func median[T cmp.Ordered](all []result, of func(result) T) T {
	values := make([]T, len(all))
	for i, r := range all {
		values[i] = of(r)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// once runs a row, with nothing in the place of its output: to free that would
// take its time.
func (b *bencher) once(r row) (result, error) {
	old, err := filepath.Glob(b.path("out*"))
	if err != nil {
		return result{}, err
	}
	for _, path := range old {
		if err := os.RemoveAll(path); err != nil {
			return result{}, err
		}
	}
	command := exec.Command(r.command[0], r.command[1:]...)
	command.Env = append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", r.cores))
	begin := time.Now()
	if out, err := command.CombinedOutput(); err != nil {
		return result{}, fmt.Errorf("%w\n%s", err, out)
	}
	got := result{seconds: time.Since(begin).Seconds()}
	if usage, ok := command.ProcessState.SysUsage().(*syscall.Rusage); ok {
		got.memory = int64(usage.Maxrss) << 10
	}
	got.processor = (command.ProcessState.UserTime() + command.ProcessState.SystemTime()).Seconds()
	return got, nil
}
