package job

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/internal/exchange"
	"github.com/toolspeak/toolspeak/internal/inputs"
)

// input is an input of a job, and what is taken of it.
type input struct {
	inputs.Input
	rows  bool   // it is a file of rows
	shard *shard // the part to take, or nil for all
	left  bool   // nothing of it is taken
}

// task is an output with the inputs that go to it.
type task struct {
	inputs   []input
	output   string // "" for standard output
	format   dataset.Format
	compress dataset.Compression
}

// findInputs finds what is to be read.
func (r *run) findInputs() error {
	found, err := inputs.Find(r.job.Inputs, r.job.Stdin, inputs.Pick{Include: r.job.Include, Exclude: r.job.Exclude, Half: exchange.AsksInBatch})
	if err != nil {
		return err
	}
	for _, line := range found.PassedOver() {
		r.log("%s", line)
	}
	r.inputs = make([]input, len(found.Inputs))
	for i := range found.Inputs {
		r.inputs[i].Input = found.Inputs[i]
		if !r.inputs[i].Regular() {
			continue // it is asked when it is read
		}
		if err := r.sniff(&r.inputs[i]); err != nil {
			return err
		}
	}
	if r.job.Shard.Of > 0 {
		return r.takeShard()
	}
	return nil
}

// sniff finds out whether an input is a file of rows.
func (r *run) sniff(in *input) error {
	if r.job.Rows == nil {
		return nil
	}
	head, err := in.Head(r.ctx, []byte("PAR1"))
	in.rows = r.job.Rows.Sniff(head)
	return err
}

// findTasks finds out what goes where: all to one output, or each input to one of its
// own in a directory.
func (r *run) findTasks() error {
	output := r.job.Output
	info, err := os.Stat(output)
	isDir := output != "" && (err == nil && info.IsDir() || strings.HasSuffix(output, "/"))
	fromTree := slices.ContainsFunc(r.inputs, func(in input) bool { return in.Relative != "" })
	switch {
	case !isDir && output != "" && fromTree && namesFile(output):
		if err := r.outside(output); err != nil {
			return err
		}
		return r.oneTask(output) // all of the directory's files in one
	case !isDir && output != "" && fromTree && errors.Is(err, fs.ErrNotExist):
		// A directory in gives a directory out.
	case !isDir && output != "" && fromTree:
		return refuse("Job.Output %s is a file: the files of a directory go to a directory", output)
	case !isDir:
		return r.oneTask(output)
	}
	return r.findFiles()
}

// oneTask has all inputs converted to one output.
func (r *run) oneTask(output string) (err error) {
	t := task{inputs: taken(r.inputs), output: output}
	t.format, t.compress, err = r.formatOf(output)
	r.tasks = []task{t}
	return err
}

// namesFile reports whether the ending of an output is that of a file of records.
func namesFile(output string) bool {
	ending, _ := inputs.Ending(output)
	return formatOfEnding(ending) != dataset.KeepFormat
}

// outside refuses an output in a directory that is an input.
func (r *run) outside(output string) error {
	before := "" // the root of the one before, which output is not in
	for _, in := range r.inputs {
		if root := strings.TrimSuffix(in.Path, in.Relative); in.Relative != "" && root != before {
			if inside(output, root) {
				return refuse("Job.Output %s is in the input %s: the next run would read it, write elsewhere", output, filepath.Clean(root))
			}
			before = root
		}
	}
	return nil
}

// findFiles finds the names of the outputs in a directory.
func (r *run) findFiles() error {
	output := r.job.Output
	if err := r.outside(output); err != nil {
		return err
	}
	from := map[string]string{}
	for _, in := range r.inputs {
		name := in.Relative
		if name == "" {
			if name = filepath.Base(in.Path); in.Path == "" {
				return refuse("Job.Output %s is a directory: standard input has no name to write there", output)
			}
		}
		t := task{inputs: []input{in}, format: r.job.Format, compress: r.job.Compress}
		name = r.rename(name, in.rows)
		if t.compress == dataset.Uncompressed {
			t.compress = dataset.CompressionOf(name)
		}
		t.output = filepath.Join(output, name)
		if other, twice := from[t.output]; twice {
			return refuse("%s and %s would both be written to %s", other, in.Name, t.output)
		}
		from[t.output] = in.Name
		if !in.left {
			r.tasks = append(r.tasks, t)
		}
	}
	return nil
}

// inside reports whether a path is below a directory.
func inside(path, dir string) bool {
	below, err := filepath.Rel(inputs.Resolved(dir), inputs.Resolved(path))
	return err == nil && below != "." && below != ".." && !strings.HasPrefix(below, ".."+string(filepath.Separator))
}

func taken(in []input) []input {
	return slices.DeleteFunc(slices.Clone(in), func(i input) bool { return i.left })
}

// rename gives the name of an input the endings of what is made of it.
func (r *run) rename(name string, rows bool) string {
	ending, packed := inputs.Ending(name)
	stem := name[:len(name)-len(packed)]
	if inputs.Unfolds(ending) {
		stem, packed = strings.TrimSuffix(stem, filepath.Ext(stem))+".jsonl", ""
		ending = ".jsonl"
	}
	if f := r.job.Format; f != dataset.KeepFormat && formatOfEnding(ending) != f {
		stem, rows = strings.TrimSuffix(stem, filepath.Ext(stem))+"."+string(f), f == dataset.Parquet
	}
	c := r.job.Compress
	switch {
	case rows:
		return stem
	case c == dataset.Uncompressed && !written(dataset.CompressionOf(name)):
		return stem
	case c == dataset.Uncompressed || dataset.CompressionOf(name) == c:
		return stem + packed
	}
	return stem + map[dataset.Compression]string{dataset.Gzip: ".gz", dataset.Zstd: ".zst"}[c]
}

// written reports whether files are written with a compression.
func written(c dataset.Compression) bool { return c != dataset.Bzip2 && c != dataset.Xz }

// formatOfEnding returns the format that an ending stands for, or KeepFormat.
func formatOfEnding(ending string) dataset.Format {
	switch ending {
	case ".jsonl", ".ndjson":
		return dataset.JSONL
	case ".json":
		return dataset.JSON
	case ".txt":
		return dataset.PlainText
	case ".parquet":
		return dataset.Parquet
	}
	return dataset.KeepFormat
}

// formatOf returns the format and the compression of an output: those that were asked
// for, else what its name says.
func (r *run) formatOf(output string) (f dataset.Format, c dataset.Compression, err error) {
	ending, packed := inputs.Ending(output)
	_, _, regular := atomicfile.Target(output)
	f, c = r.job.Format, r.job.Compress
	if c == dataset.Uncompressed {
		c = dataset.CompressionOf(output)
	}
	named := formatOfEnding(ending)
	switch {
	case output == "" || !regular:
		return f, c, nil
	case !written(c):
		return f, c, refuse("Job.Output %s: %s is read and not written: expected .gz or .zst", output, c)
	case named == dataset.Parquet && packed != "":
		return f, c, refuse("Job.Output %s: Parquet compresses its columns itself: leave %s out, Job.Compress chooses the codec", output, filepath.Ext(output))
	case f != dataset.KeepFormat:
	case named == dataset.KeepFormat && ending != "":
		return f, c, refuse("Job.Output %s: can't write %s: expected .jsonl, .json, .txt or .parquet, or Job.Format", output, ending)
	default:
		f = named
	}
	return f, c, nil
}

// emptied returns an error where an input is standard output, too: a shell that sends
// the output there empties it before anything is read.
func (r *run) emptied() error {
	out, ok := r.job.Stdout.(*os.File)
	if !ok || r.job.Output != "" || r.job.DryRun {
		return nil
	}
	info, err := out.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	for i := range r.inputs {
		if in, err := os.Stat(r.inputs[i].Name); err == nil && os.SameFile(info, in) {
			return refuse("%s is input and output: the shell has emptied it before anything was read; write to another file, or name one with Job.Output", r.inputs[i].Name)
		}
	}
	return nil
}

// checkTargets makes sure that nothing is overwritten that was not to be.
func (r *run) checkTargets() error {
	if r.resumes && r.point.Task == len(r.tasks) {
		return nil // they are only renamed
	}
	j := r.job
	if err := r.emptied(); err != nil {
		return err
	}
	var targets []inputs.Target
	for i, t := range r.tasks {
		if j.DryRun {
			break
		}
		replace := j.Force || r.resumes && i < r.point.Task
		if !j.divides() {
			targets = append(targets, inputs.Target{Option: "Output", Path: t.output, Replace: replace})
			continue
		}
		parts, err := partTargets(t.output, replace)
		if err != nil {
			return err
		}
		targets = append(targets, parts...)
	}
	if !j.DryRun && !j.divides() {
		settings, err := r.sidecarTargets()
		if err != nil {
			return err
		}
		targets = append(targets, settings...)
	}
	targets = append(targets, inputs.Target{Option: "Rejects", Path: j.Rejects, Replace: j.Force},
		inputs.Report(j.Report), inputs.Diagnostics(j.Diagnostics),
		inputs.Target{Option: "Rejects", Path: ReasonsOf(j.Rejects), Replace: j.Force})
	return inputs.CheckTargets(targets, r.inputList())
}

func (r *run) inputList() []inputs.Input {
	list := make([]inputs.Input, len(r.inputs))
	for i := range r.inputs {
		list[i] = r.inputs[i].Input
	}
	return list
}

// measure tells the progress how much is to be read, if that is known.
func (r *run) measure() {
	if r.job.Progress == nil {
		return
	}
	total := int64(0)
	for i := range r.inputs {
		size := r.inputs[i].size()
		if size < 0 {
			return
		}
		total += size
	}
	r.job.Progress.Total.Store(total)
}

// size returns how many bytes of an input's file are read, or -1 where that is not
// known.
func (in *input) size() int64 {
	info := in.Info()
	switch {
	case in.left:
		return 0
	case info == nil || !info.Mode().IsRegular():
		return -1
	case in.shard != nil && in.shard.to == 0:
		return in.shard.end - in.shard.begin
	}
	return info.Size()
}
