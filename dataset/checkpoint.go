package dataset

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/internal/firstfew"
)

// checkpoint is what a run has to know to be continued. It is next to the output.
type checkpoint struct {
	Version  string
	Settings map[string]string
	Inputs   []identity `json:",omitempty"`
	place
	// Files are being written, Done are complete and get their names.
	Files, Done []atomicfile.Position
	Report      *Report
	First       firstfew.List

	inputs []byte // Inputs as JSON, once it was saved: there may be many, and they stay
}

// place is how far a run is: the task and the input at hand, what Limit left for the
// input, and the place in it. If all tasks are done, files are left to be renamed.
type place struct {
	Task, Input, Limit int
	Mark               inputMark
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

// prepareResume finds out whether the run can be resumed later, and whether it
// continues an earlier one.
func (r *run) prepareResume() error {
	if why := r.notResumable(); why != "" {
		if r.job.Resume {
			return refuse("can't resume: %s", why)
		}
		return nil
	}
	r.resumable = true
	r.checkpoint = checkpointOf(r.job.Output, r.intoDir())
	now := checkpoint{Version: version(), Settings: r.job.settings(), Inputs: r.identities()}
	r.point = now
	old, err := loadCheckpoint(r.checkpoint)
	switch {
	case r.job.Force && !r.job.Resume:
		if old != nil {
			return old.forget(r.checkpoint)
		}
		return r.forget()
	case err != nil:
		return err
	case old != nil && !r.job.Resume:
		return refuse("an earlier run to %s was not finished: Job.Resume goes on with it, Job.Force begins anew", r.job.Output)
	case old == nil && r.job.Resume && r.isComplete():
		return ErrComplete
	case old == nil:
		return nil
	}
	if err := old.fits(&now); err != nil {
		return err
	}
	r.point, r.resumes = *old, true
	r.report, r.report.first = old.Report, old.First
	return old.finish()
}

// notResumable says why a run can't be resumed, or "".
func (r *run) notResumable() string {
	for i := range r.inputs {
		if !r.inputs[i].Regular() {
			return fmt.Sprintf("%s is no file that could be read again", r.inputs[i].Name)
		}
	}
	if r.job.DryRun {
		return "Job.DryRun writes nothing to go on with"
	}
	if r.job.Output == "" {
		return "the result goes to standard output, name a file with Job.Output"
	}
	for _, path := range append(r.outputs(), r.job.Rejects, r.job.Diagnostics) {
		if _, _, regular := atomicfile.Target(path); path != "" && !regular {
			return path + " is no regular file"
		}
	}
	return ""
}

// outputs returns the files of the result; of each that is divided, the first part.
func (r *run) outputs() []string {
	var paths []string
	for _, t := range r.tasks {
		path := t.output
		if r.job.divides() {
			path = partName(path, 0)
		}
		paths = append(paths, path)
	}
	return paths
}

// isComplete reports whether all files of the result are there, and none is older than
// an input.
func (r *run) isComplete() bool {
	latest := time.Time{}
	for _, in := range r.point.Inputs {
		if in.Modified.After(latest) {
			latest = in.Modified
		}
	}
	paths := r.outputs()
	for _, path := range []string{r.job.Rejects, ReasonsOf(r.job.Rejects)} {
		if path != "" {
			paths = append(paths, path)
		}
	}
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || info.ModTime().Before(latest) {
			return false
		}
	}
	return len(paths) > 0
}

// settings are the options that have to stay the same: those that decide on what is
// written.
func (j *Job) settings() map[string]string {
	s := map[string]string{
		"Job.MaxRecord": fmt.Sprint(j.maxRecord()), "Job.Limit": fmt.Sprint(j.Limit), "Job.Sample": fmt.Sprint(j.Sample), "Job.Seed": fmt.Sprint(j.Seed),
		"Job.OnReject": string(j.OnReject), "Job.Format": string(j.Format), "Job.Compress": string(j.Compress), "Job.Output": j.Output, "Job.Rejects": j.Rejects,
		"Job.Diagnostics": j.Diagnostics, "Job.Report": j.Report, "Job.SplitSize": fmt.Sprint(j.SplitSize), "Job.Shards": fmt.Sprint(j.Shards),
		"Job.Shard": fmt.Sprintf("%d/%d", j.Shard.Number, j.Shard.Of),
	}
	maps.Copy(s, j.Settings)
	return s
}

// version returns the version of the module that the program was built from.
func version() string {
	const module = "github.com/toolspeak/toolspeak"
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, m := range append(info.Deps, &info.Main) {
		if m.Path == module {
			return m.Version
		}
	}
	return ""
}

func (r *run) identities() []identity {
	var list []identity
	for i := range r.inputs {
		info := r.inputs[i].Info()
		list = append(list, identity{r.inputs[i].Path, info.Size(), info.ModTime().UTC()})
	}
	return list
}

// loadCheckpoint returns the checkpoint of an unfinished run, or nil.
func loadCheckpoint(path string) (*checkpoint, error) {
	b, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	var k checkpoint
	if err == nil {
		err = json.Unmarshal(b, &k)
	}
	if err == nil && k.Report == nil {
		err = errors.New("it has no report")
	}
	if err != nil {
		return nil, fmt.Errorf("can't read the checkpoint %s: %w", path, err)
	}
	return &k, nil
}

// fits reports whether a run may continue from a checkpoint.
func (k *checkpoint) fits(now *checkpoint) error {
	const anew = "; Job.Force without Job.Resume begins anew"
	if k.Version != now.Version {
		return refuse("can't resume: toolspeak %s began, this is %s%s", k.Version, now.Version, anew)
	}
	for _, name := range slices.Sorted(maps.Keys(now.Settings)) {
		if was, is := k.Settings[name], now.Settings[name]; was != is {
			return refuse("can't resume: %s was %q and is %q%s", name, was, is, anew)
		}
	}
	for i := range max(len(k.Inputs), len(now.Inputs)) {
		switch {
		case i >= len(k.Inputs):
			return refuse("can't resume: the input %s is new%s", now.Inputs[i].Path, anew)
		case i >= len(now.Inputs) || k.Inputs[i].Path != now.Inputs[i].Path:
			return refuse("can't resume: the input %s is not there or not in its place any more%s", k.Inputs[i].Path, anew)
		case k.Inputs[i].Size != now.Inputs[i].Size || !k.Inputs[i].Modified.Equal(now.Inputs[i].Modified):
			return refuse("can't resume: the input %s has changed%s", k.Inputs[i].Path, anew)
		}
	}
	return nil
}

// finish gives the complete files their names, so far as a killed run did not.
func (k *checkpoint) finish() error {
	for _, p := range k.Done {
		if err := p.Finish(); err != nil {
			return err
		}
	}
	return nil
}

// forget removes what an unfinished run left.
func (k *checkpoint) forget(path string) error {
	for _, p := range append(k.Files, k.Done...) {
		if err := p.Remove(); err != nil {
			return err
		}
	}
	return writing(path, os.Remove(path))
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
	r.point.Report, r.point.First = r.report.clone(), r.report.first
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
	r.point.Files, r.point.Done = nil, nil
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
	return atomicfile.WriteFile(path, slices.Concat([]byte(`{"Inputs":`), k.inputs, []byte{','}, b[1:]))
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
			return &interrupted{"the same command with Job.Resume goes on", r.ctx.Err()}
		}
		return fmt.Errorf("%w; when that is fixed, the same command with Job.Resume goes on", err)
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

// isFinal reports whether the same run would end with the same error.
func isFinal(err error) bool {
	var rejected *RejectError
	var wrong *InputError
	var refused *RefusedError
	return errors.As(err, &rejected) || errors.As(err, &wrong) || errors.As(err, &refused)
}

// forget removes the checkpoint of a run that is not to be resumed.
func (r *run) forget() error {
	if err := os.Remove(r.checkpoint); err != nil && !errors.Is(err, os.ErrNotExist) {
		return writing(r.checkpoint, err)
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
