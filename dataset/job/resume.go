package job

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"slices"
	"time"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
)

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
	now := checkpoint{Version: r.report.Version, Settings: r.job.settings(), Inputs: r.identities()}
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
		return refuse("an earlier run to %s was not finished: Job.Resume continues it, Job.Force begins anew", r.job.Output)
	case old == nil && r.job.Resume && r.isComplete():
		return ErrComplete
	case old == nil:
		return nil
	}
	if err := old.fits(&now); err != nil {
		return err
	}
	r.point, r.named, r.resumes = *old, old.Done, true
	r.report = old.Restore()
	r.before = r.report.Seconds
	return old.finish()
}

// notResumable says why a run can't be resumed, or "".
func (r *run) notResumable() string {
	for i := range r.inputs {
		if !r.inputs[i].Regular() {
			return fmt.Sprintf("%s is not a file that can be read again", r.inputs[i].Name)
		}
	}
	if r.job.DryRun {
		return "Job.DryRun writes nothing to continue with"
	}
	if r.job.Output == "" {
		return "the result goes to standard output, name a file with Job.Output"
	}
	for _, path := range append(r.outputs(), r.job.Rejects, r.job.Diagnostics) {
		if _, _, regular := atomicfile.Target(path); path != "" && !regular {
			return path + " is not a regular file"
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
	for _, path := range []string{r.job.Rejects, ReasonsOf(r.job.Rejects), r.job.Diagnostics, r.job.Report} {
		if path != "" {
			paths = append(paths, path)
		}
	}
	for _, path := range paths {
		if info, err := os.Stat(path); err != nil || info.Mode().IsRegular() && info.ModTime().Before(latest) {
			return false
		}
	}
	return len(paths) > 0
}

// settings are the options that have to stay the same: those that decide on what is
// written.
func (j *Job) settings() map[string]string {
	s := map[string]string{
		"Job.MaxRecord": fmt.Sprint(cmp.Or(j.MaxRecord, dataset.MaxRecord)), "Job.Limit": fmt.Sprint(j.Limit), "Job.Sample": fmt.Sprint(j.Sample), "Job.Seed": fmt.Sprint(j.Seed),
		"Job.OnReject": string(j.OnReject), "Job.Format": string(j.Format), "Job.Compress": string(j.Compress), "Job.Output": j.Output, "Job.Rejects": j.Rejects,
		"Job.Diagnostics": j.Diagnostics, "Job.SplitSize": fmt.Sprint(j.SplitSize), "Job.Shards": fmt.Sprint(j.Shards),
		"Job.Shard": fmt.Sprintf("%d/%d", j.Shard.Number, j.Shard.Of),
	}
	maps.Copy(s, j.Settings)
	return s
}

func (r *run) identities() []identity {
	var list []identity
	for i := range r.inputs {
		info := r.inputs[i].Info()
		list = append(list, identity{r.inputs[i].Path, info.Size(), info.ModTime().UTC()})
	}
	return list
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
			return refuse("can't resume: the input %s is gone, or no longer in its place%s", k.Inputs[i].Path, anew)
		case k.Inputs[i].Size != now.Inputs[i].Size || !k.Inputs[i].Modified.Equal(now.Inputs[i].Modified):
			return refuse("can't resume: the input %s has changed%s", k.Inputs[i].Path, anew)
		}
	}
	return nil
}
