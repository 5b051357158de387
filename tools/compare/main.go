// Compare runs two builds of the command over the same inputs, in all directions
// and with all kinds of flags, and reports every case in which they differ. It is
// what a change that must keep the bytes is checked with:
//
//	build/tools/compare -old OLD -new NEW -corpus DIR
//
// Each file of real data is read as it is, and once more as what a layout
// describes: the records of all files in a folder, with the transcripts that are
// found in notebooks, tables and recorded sessions. In addition there are the
// files of testdata and generated transcripts of every style. What a case gives
// is compared in parts: output, rejects, reasons, report, diagnostics, exit and,
// where -only asks for it, stderr. A difference that is meant can be taken out
// with -rename, -ignore-severity, -ignore-text and -ignore-fields, its cases left out with -skip, or
// its part with -only.
//
// The exit code is 0 where nothing differs, 1 where something does and 2 where
// the comparison itself failed.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/toolspeak/toolspeak/tools/run"
)

// styleNames are the styles that are converted to.
const styleNames = "react,tool-input,tool-json,tao,xml,langchain,crewai,langchain-json,react-paper,toolbench,hermes,langchain-xml,cherry,ir"

// fewStyles are those that flags are tried with: one for each way to write calls.
var fewStyles = []string{"xml", "react", "hermes"}

// flagSets are tried one by one. FROM stands for the style that an input is in.
var flagSets = []string{
	"--no-verify", "--strict", "--repair all", "--repair none", "--from FROM", "--workers 2",
	"--observations tool", "--observations user", "--observations inline",
	"--prompt keep", "--prompt replace", "--prompt append", "--prompt drop",
	"--out-layout text", "--out-layout messages", "--out-layout sharegpt", "--out-layout prompt-completion",
	"--invented drop", "--xml-entities decode", "--assume-outcome false", "--tool-list openai", "--keep-original",
}

type config struct {
	old, new, corpus, testdata string

	styles, only []string
	run, skip    *regexp.Regexp
	limit        int
	size         int64
	full         bool
	jobs, show   int
	meant        meant
	dir          string // for inputs and results
}

func main() {
	differ, err := compare()
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(2)
	case differ:
		os.Exit(1)
	}
}

func compare() (differ bool, err error) {
	c, err := parseFlags()
	if err != nil {
		return false, err
	}
	if c.dir, err = os.MkdirTemp("", "toolspeak-compare"); err != nil {
		return false, err
	}
	defer os.RemoveAll(c.dir)
	inputs, err := c.inputs()
	if err != nil {
		return false, err
	}
	cases := c.cases(inputs)
	if len(cases) == 0 {
		return false, errors.New("no case: is -run too narrow?")
	}
	t, err := c.runAll(cases)
	if err != nil {
		return false, err
	}
	return t.write(os.Stdout, c), nil
}

func parseFlags() (*config, error) {
	c := &config{}
	flag.StringVar(&c.old, "old", "", "the build that is right")
	flag.StringVar(&c.new, "new", "", "the build that is compared with it")
	flag.StringVar(&c.corpus, "corpus", os.Getenv("TOOLSPEAK_CORPUS"), "directory of real data")
	flag.StringVar(&c.testdata, "testdata", "testdata", "the project's own files")
	names := flag.String("styles", styleNames, "styles to convert to")
	only := flag.String("only", strings.Join(parts[:len(parts)-1], ","), "parts of a case that are compared; also stderr")
	run := flag.String("run", "", "only cases whose name (`input flags`) matches")
	skip := flag.String("skip", "^$", "no cases whose name matches; --strict, where a severity is meant to change")
	flag.BoolVar(&c.full, "full", false, "all directions and flags for files of the corpus as they are, and neither -limit nor -max-size")
	flag.IntVar(&c.limit, "limit", 400, "records taken of an input")
	flag.Int64Var(&c.size, "max-size", 256<<10, "bytes taken of a file, and four times as many of a folder")
	flag.IntVar(&c.jobs, "jobs", 2, "cases at the same time")
	flag.IntVar(&c.show, "show", 12, "kinds of differences shown of each part")
	rename := flag.String("rename", "", "old=new,...: codes and keys that have another name in the report, the reasons and the diagnostics of the new build")
	flag.BoolVar(&c.meant.severity, "ignore-severity", false, "don't compare severities")
	flag.BoolVar(&c.meant.fields, "ignore-fields", false, "don't compare where diagnostics end, and their fields")
	flag.BoolVar(&c.meant.text, "ignore-text", false, "don't compare the wording of diagnostics and reasons")
	flag.Parse()
	c.styles, c.only = strings.Split(*names, ","), strings.Split(*only, ",")
	for _, p := range c.only {
		if !slices.Contains(parts, p) {
			return nil, fmt.Errorf("-only: %q is none of %s", p, strings.Join(parts, ", "))
		}
	}
	if c.full {
		c.limit, c.size = 0, 1<<40
	}
	for _, path := range []*string{&c.old, &c.new} {
		abs, err := filepath.Abs(*path)
		if err != nil {
			return nil, err
		}
		if info, err := os.Stat(abs); err != nil || info.IsDir() {
			return nil, fmt.Errorf("-old and -new must be builds of the command: %q is none", *path)
		}
		*path = abs
	}
	var err error
	if c.meant.renames, err = parseRenames(*rename); err != nil {
		return nil, err
	}
	if c.run, err = regexp.Compile(*run); err != nil {
		return nil, err
	}
	c.skip, err = regexp.Compile(*skip)
	return c, err
}

// job is one case: an input and the flags for it.
type job struct {
	input *input
	args  []string
}

func (j *job) name() string { return j.input.name + " " + strings.Join(j.args, " ") }

// cases lists what is run: each input in every direction, and each set of flags
// with a few styles. Most inputs try every other set with one of these, and a file
// of the corpus as it is goes in one direction only; with -full, the latter tries
// every set with one style, and all others have all.
func (c *config) cases(inputs []*input) []*job {
	var out []*job
	add := func(in *input, to, flags string) {
		args := append([]string{"--to", to}, in.args...)
		if c.limit > 0 {
			args = append(args, "--limit", strconv.Itoa(c.limit))
		}
		args = append(args, strings.Fields(strings.ReplaceAll(flags, "FROM", in.from))...)
		if j := (&job{in, args}); c.run.MatchString(j.name()) && !c.skip.MatchString(j.name()) && slices.Contains(c.styles, to) {
			out = append(out, j)
		}
	}
	for n, in := range inputs {
		if in.depth == thin && !c.full {
			add(in, fewStyles[n%len(fewStyles)], "")
			continue
		}
		for _, to := range strings.Split(styleNames, ",") {
			add(in, to, "")
		}
		every := 1 // one of so many styles is taken
		switch {
		case c.full && in.depth == thin:
			every = len(fewStyles)
		case !c.full && in.depth == turn:
			every = 2 * len(fewStyles)
		}
		for i, flags := range flagSets {
			for k, to := range fewStyles {
				if (n+i+k)%every == 0 {
					add(in, to, flags)
				}
			}
		}
	}
	return out
}

// runAll runs both builds in each case and collects the differences.
func (c *config) runAll(cases []*job) (*tally, error) {
	start := time.Now()
	t := newTally(len(cases))
	queue := make(chan int)
	found := make([][]difference, len(cases))
	var all sync.WaitGroup
	var mu sync.Mutex
	var failed error
	for worker := range c.jobs {
		all.Go(func() {
			dir := filepath.Join(c.dir, "job"+strconv.Itoa(worker))
			for i := range queue {
				was, err := c.convert(c.old, cases[i], dir)
				now, err2 := c.convert(c.new, cases[i], dir)
				d := c.differences(was, now)
				mu.Lock()
				failed = errors.Join(failed, err, err2)
				found[i] = d
				t.add(was, now)
				mu.Unlock()
			}
		})
	}
	for i := range cases {
		mu.Lock()
		stop := failed != nil
		mu.Unlock()
		if stop {
			break
		}
		queue <- i
	}
	close(queue)
	all.Wait()
	for i, ds := range found {
		for _, d := range ds {
			t.found(cases[i], d)
		}
	}
	t.took = time.Since(start)
	return t, failed
}

// outcome is what a build gave in a case.
type outcome struct {
	parts map[string][]byte
	code  int
	cpu   time.Duration
}

// convert runs a build in dir, which is the same for both builds, since file
// names are found in what they write.
func (c *config) convert(build string, j *job, dir string) (*outcome, error) {
	if err := errors.Join(os.RemoveAll(dir), os.Mkdir(dir, 0o755)); err != nil {
		return nil, err
	}
	args := append([]string{"convert", "--report", "report", "--diagnostics", "diagnostics", "--rejects", "rejects"}, j.args...)
	if !slices.Contains(j.args, "--workers") {
		args = append(args, "--workers", "1")
	}
	if !slices.Contains(c.only, "stderr") {
		args = append(args, "--quiet")
	}
	// Half of a short run is collecting garbage.
	r, err := run.Command(dir, []string{"GOGC=400"}, append(append([]string{build}, args...), j.input.path)...)
	if err != nil {
		return nil, err
	}
	o := &outcome{code: r.Code, cpu: r.CPU}
	o.parts = map[string][]byte{"output": r.Stdout, "stderr": r.Stderr, "exit": []byte(strconv.Itoa(o.code))}
	for part, file := range map[string]string{"rejects": "rejects", "reasons": "rejects.reasons.jsonl", "report": "report", "diagnostics": "diagnostics"} {
		data, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, err
		}
		o.parts[part] = data
	}
	return o, nil
}
