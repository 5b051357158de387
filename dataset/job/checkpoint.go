package job

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
)

// checkpoint is what a run has to know to be continued. It is next to the output.
type checkpoint struct {
	Version  string
	Settings map[string]string
	Inputs   []identity `json:",omitempty"`
	place
	// Files are being written, Done are complete and have their names or get them. Divided
	// are outputs that then lose the parts that an earlier run had more.
	Files, Done []atomicfile.Position
	Divided     []dividedOutput `json:",omitempty"`
	dataset.Snapshot

	inputs []byte // Inputs as JSON, once it was saved: there may be many, and they stay
}

// place is how far a run is: the task and the current input, what Limit left for the
// input, and the place in it. If all tasks are done, files are left to be renamed.
type place struct {
	Task, Input, Limit int
	Mark               dataset.Mark
}

// dividedOutput is an output that was cut into so many parts.
type dividedOutput struct {
	Output string
	Parts  int
}

// identity reports whether an input is still the same.
type identity struct {
	Path     string
	Size     int64
	Modified time.Time
}

// checkpointEvery is how long a run works at least between two checkpoints.
func (r *run) checkpointEvery() time.Duration {
	if r.job.Checkpoint != 0 {
		return r.job.Checkpoint
	}
	return 5 * time.Second
}

// checkpointOf returns where the checkpoint of a run is: next to its first output, or
// in the directory of its outputs.
func checkpointOf(output string, dir bool) string {
	if dir {
		return filepath.Join(output, ".toolspeak.checkpoint")
	}
	return filepath.Join(filepath.Dir(output), "."+filepath.Base(output)+".checkpoint")
}

// loadCheckpoint returns the checkpoint of an unfinished run, or nil.
func loadCheckpoint(path string) (*checkpoint, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("can't read the checkpoint %s: %w", path, err)
	}
	var k checkpoint
	rest, ok := bytes.CutPrefix(b, sumOf(b[min(len(b), len(sumOf(nil))):]))
	if !ok || json.Unmarshal(append([]byte{'{'}, rest...), &k) != nil || k.Report == nil {
		return nil, fmt.Errorf("can't resume: the checkpoint %s is not what was written: restore it, or begin anew with Job.Force and without Job.Resume", path)
	}
	return &k, nil
}

// sumOf returns what a checkpoint begins with: the checksum of the rest of it.
func sumOf(rest []byte) []byte {
	return fmt.Appendf(nil, `{"Sum":"%08x",`, crc32.Checksum(rest, crc32.MakeTable(crc32.Castagnoli)))
}

// finish does what a killed run has left to do to the complete files: they get their
// names, those that have them are still what was written, and the parts that an earlier
// run had more go.
func (k *checkpoint) finish() error {
	for _, p := range k.Done {
		if err := p.Finish(); err != nil {
			return notResumed(err)
		}
	}
	for _, d := range k.Divided {
		if err := removeParts(d.Output, d.Parts); err != nil {
			return err
		}
	}
	return nil
}

// notResumed says what to do where a file is no longer what a checkpoint says of it.
func notResumed(err error) error {
	if _, ok := errors.AsType[*atomicfile.DamagedError](err); ok {
		return fmt.Errorf("can't resume: %w; Job.Force without Job.Resume begins anew", err)
	}
	return err
}

// forget removes what an unfinished run left.
func (k *checkpoint) forget(path string) error {
	for _, p := range append(k.Files, k.Done...) {
		if err := p.Remove(); err != nil {
			return err
		}
	}
	return atomicfile.Failed(path, atomicfile.Remove(path))
}

// position returns how much of a file counts.
func (k *checkpoint) position(path string) atomicfile.Position {
	for _, p := range k.Files {
		if p.Path == path {
			return p
		}
	}
	return atomicfile.Position{}
}

// mark notes that the run can be continued from a place, once a checkpoint is saved.
func (r *run) mark(at place) error {
	r.point.place = at
	if !r.resumable {
		return nil
	}
	if err := r.flush(); err != nil {
		return err
	}
	for _, f := range r.files {
		if f != r.current { // it may have to wait for what is being compressed
			f.Mark()
		}
	}
	r.timed()
	r.point.Snapshot = r.report.Snapshot()
	return nil
}

// saveInTime saves a checkpoint, if it is time for one.
func (r *run) saveInTime() error {
	if time.Since(r.saved) < r.checkpointEvery() {
		return nil
	}
	return r.commit(r.waiting)
}

// commit gives complete files their names. That they are complete is saved first, so
// that a killed run can be continued with it.
func (r *run) commit(done []*atomicfile.File) error {
	if err := atomicfile.SyncAll(done); err != nil {
		return err
	}
	if r.resumable {
		if err := r.save(done); err != nil {
			return err
		}
	}
	dirs := map[string]bool{}
	for _, f := range done {
		// The diagnostics of a run that can't be resumed are written in the end.
		if !f.Pending() || f == r.diagnostics && !r.resumable {
			continue
		}
		if err := f.Rename(); err != nil {
			return err
		}
		if f.Temporary() {
			r.named = append(r.named, f.Position())
			dirs[filepath.Dir(f.Path())] = true
		}
	}
	for dir := range dirs {
		if err := atomicfile.SyncDir(dir); err != nil {
			return err
		}
	}
	r.waiting = nil
	r.files = slices.DeleteFunc(r.files, func(f *atomicfile.File) bool { return !f.Pending() })
	for _, d := range r.divided {
		if err := removeParts(d.task.output, len(d.files)); err != nil {
			return err
		}
	}
	r.divided = nil
	return nil
}

// save saves a checkpoint of the place that was marked last. done are complete.
func (r *run) save(done []*atomicfile.File) error {
	if r.drain != nil {
		if err := r.drain(); err != nil {
			return err
		}
	}
	r.point.Files, r.point.Done, r.point.Divided = nil, slices.Clone(r.named), nil
	for _, d := range r.divided {
		r.point.Divided = append(r.point.Divided, dividedOutput{d.task.output, len(d.files)})
	}
	for _, f := range r.files {
		if !f.Pending() {
			continue
		}
		if slices.Contains(done, f) {
			r.point.Done = append(r.point.Done, f.Position())
			continue
		}
		if err := f.Sync(); err != nil {
			return err
		}
		r.point.Files = append(r.point.Files, f.Position())
	}
	if err := r.point.save(r.checkpoint); err != nil {
		return err
	}
	r.saved, r.resumes = time.Now(), true
	return nil
}

// save writes the checkpoint, whole or not at all.
func (k *checkpoint) save(path string) error {
	var err error
	if k.inputs == nil {
		if k.inputs, err = json.Marshal(k.Inputs); err != nil {
			return fmt.Errorf("can't write %s: %w", path, err)
		}
	}
	rest := *k
	rest.Inputs = nil
	b, err := json.Marshal(&rest)
	if err != nil {
		return fmt.Errorf("can't write %s: %w", path, err)
	}
	content := slices.Concat([]byte(`"Inputs":`), k.inputs, []byte{','}, b[1:])
	return atomicfile.WriteFile(path, append(sumOf(content), content...))
}

// unfinished decides whether what was written is kept to be resumed, and says in the
// error how to continue.
func (r *run) unfinished(err error) error {
	if err == nil {
		return nil
	}
	ended := r.ctx.Err() != nil && errors.Is(err, r.ctx.Err())
	final := !ended && isFinal(err)
	if r.resumable && !final && (ended || r.resumes) && (r.commit(r.waiting) == nil || r.resumes) {
		for _, f := range r.files {
			f.Keep()
		}
		if ended {
			return &interrupted{"the same command with Job.Resume continues", r.ctx.Err()}
		}
		return continued(err)
	}
	if r.resumable {
		err = joinWrite(err, r.forget())
	}
	if final {
		for _, f := range r.waiting { // they are complete, as those before them
			err = joinWrite(err, f.Commit())
		}
	}
	if ended {
		return &interrupted{"nothing is kept, the same command begins anew", r.ctx.Err()}
	}
	return err
}

// continued says in an error how the run can be continued.
func continued(err error) error {
	return fmt.Errorf("%w; when that is fixed, the same command with Job.Resume continues", err)
}

// isFinal reports whether the same run would end with the same error.
func isFinal(err error) bool {
	var rejected *dataset.RejectError
	var wrong *dataset.InputError
	var refused *dataset.RefusedError
	return errors.As(err, &rejected) || errors.As(err, &wrong) || errors.As(err, &refused)
}

// forget removes the checkpoint of a run that is not to be resumed.
func (r *run) forget() error {
	if err := atomicfile.Remove(r.checkpoint); err != nil && !errors.Is(err, os.ErrNotExist) {
		return atomicfile.Failed(r.checkpoint, err)
	}
	return nil
}

// writeJSON replaces a file by a JSON object.
func writeJSON(path string, value any) error {
	object, err := json.Marshal(value)
	if err != nil {
		return fmt.Errorf("can't write %s: %w", path, err)
	}
	return atomicfile.WriteFile(path, append(object, '\n'))
}

// bufferedFile returns a writer to a file, or nil for none.
func bufferedFile(f *atomicfile.File) *bufio.Writer {
	if f == nil {
		return nil
	}
	return bufio.NewWriter(f)
}
