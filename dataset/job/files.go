package job

import (
	"os"
	"time"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/atomicfile"
)

// timed notes how long the run has taken.
func (r *run) timed() { r.report.Seconds = r.before + time.Since(r.began).Seconds() }

// listFiles puts the inputs in the report and, where the job is done, the outputs.
func (r *run) listFiles(done bool) {
	r.report.Inputs, r.report.Outputs = nil, nil
	for i := range r.inputs {
		r.report.Inputs = append(r.report.Inputs, dataset.File{Name: r.inputs[i].Name, Bytes: r.inputs[i].size()})
	}
	for i := 0; done && i < len(r.tasks); i++ {
		r.report.Outputs = append(r.report.Outputs, r.outputsOf(r.tasks[i].output)...)
	}
}

// outputsOf returns the files of an output: its parts where it is divided, and none for
// standard output.
func (r *run) outputsOf(path string) (list []dataset.File) {
	if path == "" {
		return nil
	}
	if !r.job.divides() {
		return []dataset.File{{Name: path, Bytes: sizeOf(path)}}
	}
	for part := 0; ; part++ {
		name := partName(path, part)
		size := sizeOf(name)
		if size < 0 {
			return list
		}
		list = append(list, dataset.File{Name: name, Bytes: size})
	}
}

// sizeOf returns the size of a file, or -1 where there is none.
func sizeOf(path string) int64 {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return -1
	}
	return info.Size()
}

// ReasonsOf returns the file of the reasons of a job's rejects, or "" for none: next to
// a device there is no place for it.
func ReasonsOf(rejects string) string {
	if _, _, regular := atomicfile.Target(rejects); rejects == "" || !regular {
		return ""
	}
	return rejects + ".reasons.jsonl"
}
