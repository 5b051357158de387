//go:build unix

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/tidwall/gjson"
)

// patience is how long a run may take.
const patience = 5 * time.Minute

// result is what a run gave, and what it cost.
type result struct {
	stdout, stderr []byte
	code           int
	wall           time.Duration
	// cpu is the time that the program kept cores busy. On a machine that does other work it
	// says more than wall.
	cpu time.Duration
	// memory is the most that was resident, in bytes.
	memory int64
}

// run runs a program to its end, in a directory that it makes anew. It is an error if the
// program does not start or is killed, also for lack of patience.
func (b *bencher) run(cores int, command ...string) (*result, error) {
	dir := filepath.Join(b.work, "run")
	if err := errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o755)); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c := exec.CommandContext(ctx, command[0], command[1:]...)
	c.Dir, c.Env = dir, append(os.Environ(), fmt.Sprintf("GOMAXPROCS=%d", cores))
	var stdout, stderr bytes.Buffer
	c.Stdout, c.Stderr = &stdout, &stderr
	begin := time.Now()
	err := c.Run()
	if c.ProcessState == nil || c.ProcessState.ExitCode() < 0 {
		return nil, fmt.Errorf("%s: %w", strings.Join(command, " "), err)
	}
	r := &result{stdout: stdout.Bytes(), stderr: stderr.Bytes(), wall: time.Since(begin)}
	r.code, r.cpu = c.ProcessState.ExitCode(), c.ProcessState.UserTime()+c.ProcessState.SystemTime()
	if usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		r.memory = int64(usage.Maxrss) << 10
	}
	return r, nil
}

// bench measures rows and prints each as soon as it is done.
func (b *bencher) bench(rows []*row) error {
	fmt.Printf("%d MB of each input, medians of %d runs\n\n", b.size>>20, b.runs)
	fmt.Println("| row | of the floor, processor time | elapsed time | MB/s | MB per processor second | peak MB |\n| --- | ---: | ---: | ---: | ---: | ---: |")
	for _, r := range rows {
		in, err := r.make()
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		size, err := sizeOf(in)
		if err != nil {
			return err
		}
		var floors, runs []*result
		for range b.runs {
			base, err := b.run(1, b.self, "floor", in)
			if err != nil {
				return err
			}
			got, err := b.run(r.workers, slices.Concat([]string{b.binary, "convert", "--quiet", "--rejects", "rejects", "-o", "out" + r.outEnding(in), in}, r.flags)...)
			if err != nil {
				return err
			}
			if got.code > 1 {
				return fmt.Errorf("%s: exit code %d: %s", r.name, got.code, got.stderr)
			}
			floors, runs = append(floors, base), append(runs, got)
		}
		cpu, wall := median(runs, func(r *result) float64 { return r.cpu.Seconds() }), median(runs, func(r *result) float64 { return r.wall.Seconds() })
		megabytes := float64(size) / 1e6
		fmt.Printf("| %s | %.3f | %.3f | %.0f | %.0f | %.0f |\n", r.name, median(floors, func(r *result) float64 { return r.cpu.Seconds() })/cpu,
			median(floors, func(r *result) float64 { return r.wall.Seconds() })/wall, megabytes/wall, megabytes/cpu, median(runs, func(r *result) float64 { return float64(r.memory >> 20) }))
	}
	return nil
}

// outEnding returns the ending of the output: a directory gives a directory.
func (r *row) outEnding(in string) string {
	if info, err := os.Stat(in); err == nil && info.IsDir() {
		return ""
	}
	return r.ending
}

func median[T cmp.Ordered](all []*result, of func(*result) T) T {
	values := make([]T, len(all))
	for i, r := range all {
		values[i] = of(r)
	}
	slices.Sort(values)
	return values[len(values)/2]
}

// floor is what toolspeak is compared with: it splits files into lines, asks of each whether
// it is JSON, and writes it unchanged.
func floor(paths []string, w io.Writer) error {
	dst := bufio.NewWriterSize(w, 1<<20)
	for _, root := range paths {
		err := filepath.Walk(root, func(path string, info os.FileInfo, err error) error {
			if err != nil || info.IsDir() {
				return err
			}
			f, err := os.Open(path)
			if err != nil {
				return err
			}
			defer f.Close()
			src := bufio.NewReaderSize(f, 1<<20)
			for err == nil {
				var line []byte
				line, err = src.ReadBytes('\n')
				_ = gjson.ValidBytes(line) // what is none costs the same
				if _, err := dst.Write(line); err != nil {
					return err
				}
			}
			if errors.Is(err, io.EOF) {
				err = nil
			}
			return err
		})
		if err != nil {
			return err
		}
	}
	return dst.Flush()
}
