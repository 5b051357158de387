//go:build unix

package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"syscall"
	"time"
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

// result is what a row gave: in a run, or medians.
type result struct {
	seconds float64
	// processor is the time that the program kept cores busy, in seconds. On a
	// machine that does other work it says more than seconds.
	processor float64
	memory    int64 // bytes, the most that was resident
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
	row, floor result
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
	var floors, rows []result
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
func (b *bencher) once(command []string, cores int) (result, error) {
	old, err := filepath.Glob(filepath.Join(b.work, "out*"))
	if err != nil {
		return result{}, err
	}
	for _, path := range old {
		if err := os.RemoveAll(path); err != nil {
			return result{}, err
		}
	}
	c := exec.Command(command[0], command[1:]...)
	c.Env = append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", cores))
	var said bytes.Buffer
	c.Stdout, c.Stderr = &said, &said
	begin := time.Now()
	err = c.Run()
	got := result{seconds: time.Since(begin).Seconds()}
	if err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) || exit.ExitCode() != 1 || b.mostRejected() {
			return result{}, fmt.Errorf("%v: %w\n%s", command, err, said.Bytes())
		}
	}
	if usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		got.memory = int64(usage.Maxrss) << 10
	}
	got.processor = (c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds()
	return got, nil
}

// mostRejected reports whether a run that ended with rejects had too many of them
// to mean anything. Real data has some.
func (b *bencher) mostRejected() bool {
	data, err := os.ReadFile(filepath.Join(b.work, "out.report"))
	var report struct{ Records, Converted int }
	return err != nil || json.Unmarshal(data, &report) != nil || report.Converted*10 < report.Records*9
}

func medians(all []result) result {
	return result{
		seconds:   median(all, func(r result) float64 { return r.seconds }),
		processor: median(all, func(r result) float64 { return r.processor }),
		memory:    median(all, func(r result) int64 { return r.memory }),
	}
}

func median[T cmp.Ordered](all []result, of func(result) T) T {
	values := make([]T, len(all))
	for i, r := range all {
		values[i] = of(r)
	}
	slices.Sort(values)
	return values[len(values)/2]
}
