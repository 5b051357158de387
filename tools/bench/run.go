//go:build unix

package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"github.com/toolspeak/toolspeak/tools/run"
)

// bencher runs rows.
type bencher struct {
	// dir holds the inputs, work all else.
	dir, work       string
	toolspeak, self string
	runs            int
	// sizes of the inputs, in bytes.
	sizes  map[kind]int64
	inputs map[string]*input
}

// build builds the command that is measured.
func (b *bencher) build() error {
	b.toolspeak = filepath.Join(b.work, "toolspeak")
	if out, err := exec.Command("go", "build", "-o", b.toolspeak, "github.com/toolspeak/toolspeak").CombinedOutput(); err != nil {
		return fmt.Errorf("go build: %w\n%s", err, out)
	}
	return nil
}

// input returns the path of an input, which it makes if it is not there.
func (b *bencher) input(name string) (string, error) {
	in := b.inputs[name]
	path := filepath.Join(b.dir, fmt.Sprintf("%s-%dMB", name, b.sizes[in.kind]>>20))
	if !in.small {
		path += cmp.Or(in.ending, ".jsonl")
	}
	if _, err := os.Stat(path); err == nil {
		return path, nil
	}
	// A complete file alone gets the name: another run may use it.
	partial := filepath.Join(b.work, filepath.Base(path))
	command := []string{b.self, "make", name, partial, fmt.Sprint(b.sizes[in.kind])}
	if in.write == nil && !in.small {
		of, err := b.input(in.of)
		if err != nil {
			return "", err
		}
		command = []string{b.toolspeak, "convert", "--from", in.style, "--to", in.to, "-o", partial, of}
	}
	if out, err := exec.Command(command[0], command[1:]...).CombinedOutput(); err != nil {
		return "", fmt.Errorf("%v: %w\n%s", command, err, out)
	}
	return path, os.Rename(partial, path)
}

// measured is what one line of the table says.
type measured struct {
	row, floor run.Result // medians
	// size is what the row read, uncompressed, and floorSize what the floor did.
	size, floorSize int64
}

// measure runs a row and the floor of its input some times, in turns, since the
// speed of a machine changes.
func (b *bencher) measure(r *row) (m measured, err error) {
	in, err := b.input(r.input)
	if err != nil {
		return m, err
	}
	plain, err := b.input(b.inputs[r.input].plain())
	if err != nil {
		return m, err
	}
	if m.floorSize, err = sizeOf(plain); err != nil {
		return m, err
	}
	if m.size = m.floorSize; b.inputs[r.input].small {
		if m.size, err = sizeOf(in); err != nil {
			return m, err
		}
	}
	out := filepath.Join(b.work, "out")
	floor := []string{b.self, "floor", plain, out}
	command := floor
	if !r.floor {
		report := out + ".report"
		if !b.inputs[r.input].small {
			out += r.ending
		}
		command = append([]string{b.toolspeak, "convert", "-o", out, "--rejects", filepath.Join(b.work, "out.rejects"), "--report", report, in}, r.flags...)
	}
	var floors, rows []*run.Result
	for range b.runs {
		base, err := b.once(floor, 1)
		if err != nil {
			return m, err
		}
		got, err := b.once(command, r.workers)
		if err != nil {
			return m, err
		}
		floors, rows = append(floors, base), append(rows, got)
	}
	m.floor, m.row = medians(floors), medians(rows)
	return m, nil
}

// once runs a command on some cores, with nothing in the place of its output: to
// free that would take its time.
func (b *bencher) once(command []string, cores int) (*run.Result, error) {
	old, err := filepath.Glob(filepath.Join(b.work, "out*"))
	if err != nil {
		return nil, err
	}
	for _, path := range old {
		if err := os.RemoveAll(path); err != nil {
			return nil, err
		}
	}
	got, err := run.Command("", []string{fmt.Sprintf("GOMAXPROCS=%d", cores)}, command...)
	if err != nil {
		return nil, err
	}
	if got.Code > 1 || got.Code < 0 || got.Code == 1 && b.mostRejected() {
		return nil, fmt.Errorf("%v: exit code %d\n%s%s", command, got.Code, got.Stdout, got.Stderr)
	}
	return got, nil
}

// mostRejected reports whether a run that ended with rejects had too many of them
// to mean anything. Real data has some.
func (b *bencher) mostRejected() bool {
	data, err := os.ReadFile(filepath.Join(b.work, "out.report"))
	var report struct{ Records, Converted int }
	return err != nil || json.Unmarshal(data, &report) != nil || report.Converted*10 < report.Records*9
}

func medians(all []*run.Result) run.Result {
	return run.Result{
		Wall:   median(all, func(r *run.Result) time.Duration { return r.Wall }),
		CPU:    median(all, func(r *run.Result) time.Duration { return r.CPU }),
		Memory: median(all, func(r *run.Result) int64 { return r.Memory }),
	}
}

func median[T cmp.Ordered](all []*run.Result, of func(*run.Result) T) T {
	values := make([]T, len(all))
	for i, r := range all {
		values[i] = of(r)
	}
	slices.Sort(values)
	return values[len(values)/2]
}
