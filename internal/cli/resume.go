package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/internal/atomicfile"
)

// prepareResume finds out whether the run can be resumed later, and whether it
// goes on with an earlier one.
func (run *conversion) prepareResume(c *cli.Context) error {
	why := run.notResumable()
	if why != "" {
		if c.Bool("resume") {
			return usagef("can't resume: %s", why)
		}
		return nil
	}
	run.keeps = true
	run.checkpoint = checkpointOf(run.output, run.intoDir())
	now := checkpoint{Version: version(), Options: optionsOf(c)}
	var err error
	if now.Inputs, err = identities(run.inputs); err != nil {
		return err
	}
	old, err := loadCheckpoint(run.checkpoint)
	switch {
	case c.Bool("force") && !c.Bool("resume"):
		if old != nil {
			err = old.forget(run.checkpoint)
		} else {
			err = run.forget()
		}
		run.point = now
		return err
	case err != nil:
		return err
	case old != nil && !c.Bool("resume"):
		return usagef("an earlier run to %s was not finished: --resume goes on with it, --force begins anew", run.output)
	case old != nil:
		if err := old.fits(&now); err != nil {
			return err
		}
		run.point, run.resumes = *old, true
		run.sink.report, run.sink.notes = old.Report, old.Notes.restored()
		return old.finish()
	}
	run.point = now
	return nil
}

// notResumable says why a run can't be resumed, or "".
func (run *conversion) notResumable() string {
	for _, in := range run.inputs {
		if info := in.info(run.std); in.path == "" || info == nil || !info.Mode().IsRegular() {
			return fmt.Sprintf("%s is no file that could be read again", in.name)
		}
	}
	if run.dry {
		return "--dry-run writes nothing to go on with"
	}
	if run.output == "" {
		return "the result goes to standard output, name a file with --output"
	}
	paths := []string{run.rejects, run.diagnostics}
	for _, j := range run.jobs {
		path := j.output
		if run.divide.set() {
			path = partName(path, 0)
		}
		paths = append(paths, path)
	}
	for _, path := range paths {
		if _, _, regular := atomicfile.Target(path); path != "" && !regular {
			return path + " is no regular file"
		}
	}
	return ""
}

// save saves a checkpoint, if it is time for one.
func (run *conversion) save(drain func() error) error {
	if time.Since(run.saved) < checkpointEvery {
		return nil
	}
	if err := drain(); err != nil {
		return err
	}
	return run.finish(run.waiting, run.point.Job)
}

// saveAt saves a checkpoint with the given files being written.
func (run *conversion) saveAt(files []*atomicfile.File) error {
	run.point.Files = nil
	for _, o := range files {
		if !o.Pending() {
			continue
		}
		if err := o.Sync(); err != nil {
			return err
		}
		o.Mark()
		run.point.Files = append(run.point.Files, o.Position())
	}
	run.point.Report, run.point.Notes = run.sink.report, run.sink.notes.saved()
	if err := run.point.save(run.checkpoint); err != nil {
		return err
	}
	run.saved, run.resumes = time.Now(), true
	return nil
}

// finish gives complete files their names. That they are complete is saved
// first, so that a killed run can go on with it. job is the next one.
func (run *conversion) finish(done []*atomicfile.File, job int) error {
	run.point.Job = job
	if err := atomicfile.SyncAll(done); err != nil {
		return err
	}
	if run.keeps {
		run.point.Done = nil
		for _, o := range done {
			if !o.Pending() {
				continue
			}
			run.point.Done = append(run.point.Done, o.Position())
		}
		if err := run.sink.flush(); err != nil {
			return err
		}
		if err := run.saveAt(slices.DeleteFunc(slices.Clone(run.files), func(o *atomicfile.File) bool { return slices.Contains(done, o) })); err != nil {
			return err
		}
	}
	dirs := map[string]bool{}
	for _, o := range done {
		// The diagnostics of a run that can't be resumed are told in the end.
		if !o.Pending() || o == run.all && !run.keeps {
			continue
		}
		if err := o.Rename(); err != nil {
			return err
		}
		if o.Temporary() {
			dirs[filepath.Dir(o.Path())] = true
		}
	}
	for dir := range dirs {
		if err := atomicfile.SyncDir(dir); err != nil {
			return err
		}
	}
	run.waiting = nil
	run.files = slices.DeleteFunc(run.files, func(o *atomicfile.File) bool { return !o.Pending() })
	for _, d := range run.cut {
		if err := removeParts(d.job.output, len(d.files)); err != nil {
			return err
		}
	}
	run.cut = nil
	return nil
}

// unfinished decides whether what was written is kept to be resumed, and says in
// the error how to go on.
func (run *conversion) unfinished(err error) error {
	if err == nil {
		return nil
	}
	if isA[*rejectedError](err) || exitCode(err) == 2 || !run.keeps || !run.resumes {
		if run.keeps {
			err = errors.Join(err, run.forget())
		}
		if isA[*rejectedError](err) || exitCode(err) == 2 {
			for _, o := range run.waiting { // they are complete, as those before them
				err = errors.Join(err, o.Commit())
			}
		}
		if errors.Is(err, errInterrupted) {
			return fmt.Errorf("%w: nothing is kept, the same command begins anew", errInterrupted)
		}
		return err
	}
	for _, o := range run.files {
		o.Keep()
	}
	if errors.Is(err, errInterrupted) {
		return fmt.Errorf("%w: the same command with --resume goes on", errInterrupted)
	}
	return fmt.Errorf("%w; when that is mended, the same command with --resume goes on", err)
}

// forget removes the checkpoint of a run that is not to be resumed.
func (run *conversion) forget() error {
	if err := os.Remove(run.checkpoint); err != nil && !errors.Is(err, os.ErrNotExist) {
		return writing(run.checkpoint, err)
	}
	return nil
}
