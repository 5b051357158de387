package job

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sort"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/internal/inputs"
	"github.com/toolspeak/toolspeak/internal/trainers"
)

// Sidecar is a file of settings of the trainer of dataset.Options.For, which goes next to a file
// of rows.
type Sidecar struct {
	Path string
	// Text is what the file says of these rows; where it has other entries, they stay.
	Text []byte
}

// Sidecars returns the settings that Run writes next to a file of rows. There are none
// without dataset.Options.For, and for some trainers.
func Sidecars(e *dataset.Engine, rows string) []Sidecar {
	var list []Sidecar
	o := e.Options()
	length := 0
	if t := o.Tokens; t != nil {
		length = t.Max
	}
	for _, s := range sidecars(&o, rows, length) {
		list = append(list, Sidecar{filepath.Join(filepath.Dir(rows), s.Name), s.Text})
	}
	return list
}

// sidecars returns the settings of rows that have at most so many tokens, 0 for any number.
func sidecars(o *dataset.Options, rows string, length int) []trainers.Sidecar {
	t := trainers.Find(o.For)
	if t == nil || rows == "" {
		return nil
	}
	return t.Sidecars(trainers.Rows{File: filepath.ToSlash(rows), To: o.To, Length: length})
}

// planRows makes the outputs of a trainer's rows what it reads, and refuses others.
func (r *run) planRows() error {
	t := r.trainer
	if t == nil {
		return nil
	}
	for i := range r.tasks {
		f := &r.tasks[i].format
		switch {
		case t.Format != "" && *f == dataset.KeepFormat && (r.tasks[i].output != "" || t.Format == string(dataset.JSONL)):
			*f = dataset.Format(t.Format)
		case *f == dataset.PlainText, t.Format != "" && *f != dataset.KeepFormat && string(*f) != t.Format:
			reads := t.Format
			if reads == "" {
				reads = "jsonl, json or parquet"
			}
			return refuse("Job.Format %s: %s reads %s", *f, t.Title, reads)
		}
	}
	return nil
}

// sidecarTargets returns the files of settings that the run will write. Those that are
// merged with what is there must be such that this can be done.
func (r *run) sidecarTargets() ([]inputs.Target, error) {
	var list []inputs.Target
	for i := range r.tasks {
		path := r.tasks[i].output
		for _, s := range sidecars(&r.options, path, 0) {
			at := filepath.Join(filepath.Dir(path), s.Name)
			if s.Merge == nil {
				list = append(list, inputs.Target{Option: "Output", Path: at, Replace: r.job.Force || r.resumes})
				continue
			}
			if _, err := merged(at, &s); err != nil {
				return nil, refuse("Job.Output %s: %v", path, err)
			}
		}
	}
	return list, nil
}

// writeSidecars writes the settings next to all files of rows.
func (r *run) writeSidecars() error {
	for _, f := range r.report.Outputs {
		length, err := r.rowLength(f.Name)
		if err != nil {
			return err
		}
		for _, s := range sidecars(&r.options, f.Name, length) {
			path := filepath.Join(filepath.Dir(f.Name), s.Name)
			text, err := merged(path, &s)
			if err == nil {
				err = atomicfile.WriteFile(path, text)
			}
			if err != nil {
				return atomicfile.Failed(path, err)
			}
			r.log("settings for %s in %s", r.trainer.Name, path)
		}
	}
	return nil
}

// wholeShare is how many of a hundred rows the settings keep whole.
const wholeShare = 99

// rowLength returns how many tokens the trainer is to be told that rows have: those of
// --max-tokens, or as many as all but the longest rows of a file have. It is 0 where nobody
// counts.
func (r *run) rowLength(path string) (int, error) {
	t := r.options.Tokens
	switch {
	case t == nil:
		return 0, nil
	case t.Max > 0 || len(sidecars(&r.options, path, 1)) == 0:
		return t.Max, nil
	}
	lengths, err := r.rowLengths(path, t)
	if err != nil || len(lengths) == 0 {
		return 0, err
	}
	slices.Sort(lengths)
	const multiple = 64
	at := (len(lengths)*wholeShare + 99) / 100 // of 100 rows the 99th
	whole := lengths[at-1]
	length := (whole + multiple - 1) / multiple * multiple
	beyond := len(lengths) - sort.SearchInts(lengths, length+1)
	r.log("%s: %d of %d rows have at most %d tokens, which the settings permit; %d are longer, the longest with %d", path, len(lengths)-beyond, len(lengths), length, beyond, lengths[len(lengths)-1])
	return length, nil
}

// rowLengths counts the tokens of each row of a file.
func (r *run) rowLengths(path string, t *trainers.Tokens) (lengths []int, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("can't count the tokens of the rows: %w", err)
	}
	defer f.Close()
	var rows io.Reader = f
	if head := make([]byte, 4); r.job.Rows != nil {
		if n, _ := f.ReadAt(head, 0); n == len(head) && r.job.Rows.Sniff(head) {
			info, err := f.Stat()
			if err != nil {
				return nil, fmt.Errorf("can't count the tokens of the rows: %w", err)
			}
			file, err := r.job.Rows.Open(f, info.Size())
			if err != nil {
				return nil, fmt.Errorf("can't count the tokens of the rows of %s: %w", path, err)
			}
			reader := file.Read(0, len(file.Groups()))
			defer reader.Close()
			rows = reader
		}
	}
	for rec, err := range r.engine.Records(r.ctx, path, rows) {
		if err != nil {
			return nil, fmt.Errorf("can't count the tokens of the rows of %s: %w", path, err)
		}
		lengths = append(lengths, trainers.Length(rec.Raw, t.Count))
	}
	return lengths, nil
}

// merged returns what a file of settings is to hold.
func merged(path string, s *trainers.Sidecar) ([]byte, error) {
	if s.Merge == nil {
		return s.Text, nil
	}
	old, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	text, err := s.Merge(old)
	if err != nil {
		return nil, fmt.Errorf("%s can't take another entry: %w", path, err)
	}
	return text, nil
}
