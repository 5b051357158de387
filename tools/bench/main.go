//go:build unix

// Command bench measures whole runs of toolspeak and prints a table: on generated
// data sets, one uniform and easy, one as varied as real ones, and on real files
// repeated, if TOOLSPEAK_CORPUS says where those are.
//
//	build/tools/bench                                   # all rows, some hours
//	build/tools/bench -list                             # their names
//	build/tools/bench -rows '^varied-react/auto/xml$' -varied 20 -runs 3
//	build/tools/bench -rows '^llamaindex' -dir /dev/shm/bench -binary ./old
//
// A row's name is INPUT/FROM/TO and what else is special about it: no-verify is
// without read-back, 2-workers on two cores, .parquet the ending of the output.
// Inputs whose names end in -numbered have a number added to every system prompt,
// so that none comes twice.
//
// Read the ratios to the floor, which is a program that splits the same file into
// lines, checks that each is JSON and writes it unchanged. The floor runs in turns
// with each row, since the speed of a machine changes. The first ratio is of
// processor time, user and system, which other work on the machine disturbs least.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"regexp"
	"strconv"
)

func main() {
	if err := start(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func start() error {
	sizes := map[kind]*int64{
		uniformKind: flag.Int64("uniform", 300, "megabytes of uniform records"),
		variedKind:  flag.Int64("varied", 60, "megabytes of varied records"),
		realKind:    flag.Int64("real", 60, "megabytes of each repeated real file"),
	}
	runs := flag.Int("runs", 5, "runs of each row, of which the median counts")
	pattern := flag.String("rows", "", "measure the rows that match this regular expression")
	list := flag.Bool("list", false, "print the rows' names and end")
	binary := flag.String("binary", "", "measure this build of toolspeak, not the code as it is")
	dir := flag.String("dir", "", "keep the inputs in this directory, and use those that are there; what changes a generator must use another")
	flag.Parse()
	switch flag.Arg(0) {
	case "floor":
		return floor(flag.Arg(1), flag.Arg(2))
	case "make":
		size, err := strconv.ParseInt(flag.Arg(3), 10, 64)
		return errors.Join(err, makeInput(flag.Arg(1), flag.Arg(2), size))
	}
	chosen, err := choose(*pattern)
	if err != nil {
		return err
	}
	if *list {
		for _, r := range chosen {
			fmt.Println(r.name)
		}
		return nil
	}
	b := &bencher{dir: *dir, toolspeak: *binary, runs: *runs, inputs: inputs(), sizes: map[kind]int64{}}
	for kind, size := range sizes {
		b.sizes[kind] = *size << 20
	}
	return bench(b, chosen)
}

// choose returns the rows that match a regular expression.
func choose(pattern string) (chosen []row, err error) {
	match, err := regexp.Compile(pattern)
	if err != nil {
		return nil, err
	}
	for _, r := range rows() {
		if match.MatchString(r.name) {
			chosen = append(chosen, r)
		}
	}
	if len(chosen) == 0 {
		return nil, fmt.Errorf("no row matches %q", pattern)
	}
	return chosen, nil
}

// bench measures rows and prints each as soon as it is done.
func bench(b *bencher, chosen []row) (err error) {
	if b.self, err = os.Executable(); err != nil {
		return err
	}
	if b.dir != "" {
		if err := os.MkdirAll(b.dir, 0o777); err != nil {
			return err
		}
	}
	if b.work, err = os.MkdirTemp(b.dir, "toolspeak-bench"); err != nil {
		return err
	}
	defer os.RemoveAll(b.work)
	b.dir = cmp.Or(b.dir, b.work)
	if b.toolspeak == "" {
		if err := b.build(); err != nil {
			return err
		}
	}
	fmt.Printf("%d MB uniform, %d MB varied, %d MB of each real file, medians of %d runs\n\n",
		b.sizes[uniformKind]>>20, b.sizes[variedKind]>>20, b.sizes[realKind]>>20, b.runs)
	fmt.Println("| row | of the floor, processor time | elapsed time | MB/s | MB per processor second | peak MB |\n| --- | ---: | ---: | ---: | ---: | ---: |")
	skipped := 0
	for i := range chosen {
		r := &chosen[i]
		if r.real() && os.Getenv(corpusVariable) == "" {
			skipped++
			continue
		}
		m, err := b.measure(r)
		if err != nil {
			return fmt.Errorf("%s: %w", r.name, err)
		}
		part := float64(m.size) / float64(m.floorSize) // of what the floor read
		megabytes := float64(m.size) / 1e6
		fmt.Printf("| %s | %.3f | %.3f | %.0f | %.0f | %d |\n", r.name, part*m.floor.CPU.Seconds()/m.row.CPU.Seconds(), part*m.floor.Wall.Seconds()/m.row.Wall.Seconds(),
			megabytes/m.row.Wall.Seconds(), megabytes/m.row.CPU.Seconds(), m.row.Memory>>20)
	}
	if skipped > 0 {
		fmt.Printf("\n%d rows of real files are skipped: %s is not set\n", skipped, corpusVariable)
	}
	return nil
}
