package dataset

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/internal/inputs"
	"github.com/toolspeak/toolspeak/internal/trainers"
)

// Sidecar is a file of settings of the trainer of Options.For, which goes next to a file
// of rows.
type Sidecar struct {
	Path string
	// Text is what the file says of these rows; where it has other entries, they stay.
	Text []byte
}

// Sidecars returns the settings that Run writes next to a file of rows. There are none
// without Options.For, and for some trainers.
func (e *Engine) Sidecars(rows string) []Sidecar {
	var list []Sidecar
	for _, s := range e.sidecars(rows) {
		list = append(list, Sidecar{filepath.Join(filepath.Dir(rows), s.Name), s.Text})
	}
	return list
}

func (e *Engine) sidecars(rows string) []trainers.Sidecar {
	if e.trainer == nil || rows == "" {
		return nil
	}
	return e.trainer.Sidecars(trainers.Rows{File: filepath.ToSlash(rows), To: e.opts.To})
}

// planRows makes the outputs of a trainer's rows what it reads, and refuses others.
func (r *run) planRows() error {
	t := r.engine.trainer
	if t == nil {
		return nil
	}
	for i := range r.tasks {
		f := &r.tasks[i].format
		switch {
		case t.Format != "" && *f == KeepFormat && (r.tasks[i].output != "" || t.Format == string(JSONL)):
			*f = Format(t.Format)
		case *f == PlainText, t.Format != "" && *f != KeepFormat && string(*f) != t.Format:
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
		for _, s := range r.engine.sidecars(path) {
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
		for _, s := range r.engine.sidecars(f.Name) {
			path := filepath.Join(filepath.Dir(f.Name), s.Name)
			text, err := merged(path, &s)
			if err == nil {
				err = atomicfile.WriteFile(path, text)
			}
			if err != nil {
				return writing(path, err)
			}
			r.log("settings for %s in %s", r.engine.trainer.Name, path)
		}
	}
	return nil
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
