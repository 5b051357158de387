package inputs

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
)

// Target is a file that an option names.
type Target struct {
	Option, Path string
	Replace      bool // it may be overwritten
	// Begins are the beginnings of files that may be overwritten, where not all may: those
	// that were written for the same option before.
	Begins []string
}

// Report returns the target of counts, and Diagnostics that of a list of diagnostics. They
// overwrite what such a target was before, and nothing else.
func Report(path string) Target {
	return Target{Option: "Report", Path: path, Replace: true, Begins: []string{`{"records":`, `{"version":`, `{"equal":`}}
}

// Diagnostics is described with Report.
func Diagnostics(path string) Target {
	return Target{Option: "Diagnostics", Path: path, Replace: true, Begins: []string{`{"file":`}}
}

// isAnother reports whether a file is none that may be overwritten. An empty one may.
func (t *Target) isAnother() bool {
	if t.Begins == nil {
		return false
	}
	f, err := os.Open(t.Path)
	if err != nil {
		return false // it is told where it is written
	}
	defer f.Close()
	head := make([]byte, 64)
	n, _ := io.ReadFull(f, head)
	return n > 0 && !slices.ContainsFunc(t.Begins, func(start string) bool { return strings.HasPrefix(string(head[:n]), start) })
}

// CheckTargets makes sure that no file is written that is read, or written twice, or
// already there.
func CheckTargets(targets []Target, in []Input) error {
	before := map[string]Target{}
	read, dirs := known(in), resolver{}
	for _, t := range targets {
		if t.Path == "" {
			continue
		}
		info, link, err := follow(t.Path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("can't write Job.%s: %w", t.Option, err)
		}
		if err == nil && info.IsDir() {
			return fmt.Errorf("can't write Job.%s: %s is a directory", t.Option, t.Path)
		}
		regular := err == nil && info.Mode().IsRegular()
		if regular && read.has(info) {
			return Refuse("Job.%s %s is an input: write to another file", t.Option, t.Path)
		}
		path := dirs.resolved(t.Path, link)
		if b, twice := before[path]; twice && (regular || err != nil) {
			return Refuse("Job.%s and Job.%s name the same file %s", b.Option, t.Option, t.Path)
		}
		switch {
		case regular && t.isAnother():
			return Refuse("%s already exists and is no file of Job.%s: write to another file", t.Path, t.Option)
		case t.Replace:
		case regular:
			return Refuse("%s already exists: Job.Force overwrites it", t.Path)
		case link && err != nil:
			return Refuse("%s is a link to a file that does not exist: Job.Force replaces the link", t.Path)
		}
		before[path] = t
	}
	return nil
}

// fileSet holds files by what a file shares with itself under another name: there
// may be many, and to compare each with each takes long.
type fileSet map[fileKey][]fs.FileInfo

type fileKey struct {
	size     int64
	modified time.Time
}

func keyOf(info fs.FileInfo) fileKey { return fileKey{info.Size(), info.ModTime().UTC()} }

func known(in []Input) fileSet {
	list := fileSet{}
	for i := range in {
		if info := in[i].Info(); info != nil {
			list[keyOf(info)] = append(list[keyOf(info)], info)
		}
		for _, path := range in[i].more {
			if info, err := os.Stat(path); err == nil {
				list[keyOf(info)] = append(list[keyOf(info)], info)
			}
		}
	}
	return list
}

func (f fileSet) has(info fs.FileInfo) bool {
	return slices.ContainsFunc(f[keyOf(info)], func(other fs.FileInfo) bool { return os.SameFile(info, other) })
}

// follow returns what a path leads to, and whether it is a link.
func follow(path string) (info fs.FileInfo, link bool, err error) {
	info, err = os.Lstat(path)
	if link = err == nil && info.Mode()&fs.ModeSymlink != 0; link {
		info, err = os.Stat(path)
	}
	return info, link, err
}

// resolver knows directories without links. Thousands of files may be in one.
type resolver map[string]string

// resolved is the function Resolved, of a path of which it is known whether it is a
// link itself.
func (r resolver) resolved(path string, link bool) string {
	abs, err := filepath.Abs(path)
	if err != nil || link || runtime.GOOS == "windows" { // where a file has several spellings
		return Resolved(path)
	}
	dir := filepath.Dir(abs)
	if _, known := r[dir]; !known {
		r[dir] = Resolved(dir)
	}
	return filepath.Join(r[dir], filepath.Base(abs))
}

// Resolved returns a path without links, as far as it exists.
func Resolved(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if dir := filepath.Dir(path); dir != path {
		return filepath.Join(Resolved(dir), filepath.Base(path))
	}
	return path
}
