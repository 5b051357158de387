package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"
)

// stdinName is what diagnostics call standard input.
const stdinName = "stdin"

// input is a file to read, or standard input.
type input struct {
	name     string
	path     string      // "" for standard input
	relative string      // its path in the directory that was named, if one was
	shard    *shard      // the part to take, or nil for all
	left     bool        // nothing of it is taken
	found    fs.FileInfo // its file when it was found; nil where it was not asked

	sniffed, parquet bool      // whether it is known what it is, and whether it is Parquet
	stdin            io.Reader // what is to be read of standard input, once it was looked at
	spooled          *spooled  // standard input, where it is read more than once
}

// inputs returns what to read and makes sure that it is there, so that a
// misspelt name is found before anything is written, and the files of
// directories that are skipped.
func inputs(args []string) (list []input, skipped []string, err error) {
	if len(args) == 0 {
		args = []string{"-"}
	}
	stdin := false
	for _, arg := range args {
		if arg == "-" {
			if stdin {
				return nil, nil, usagef("standard input is named twice")
			}
			stdin = true
			list = append(list, input{name: stdinName})
			continue
		}
		paths, err := glob(arg)
		if err != nil {
			return nil, nil, err
		}
		for _, path := range paths {
			found, left, err := filesOf(path)
			if err != nil {
				return nil, nil, err
			}
			list, skipped = append(list, found...), append(skipped, left...)
		}
	}
	return list, skipped, nil
}

// filesOf returns a file, or the files of a directory.
func filesOf(path string) (list []input, skipped []string, err error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, nil, fmt.Errorf("can't read the input: %w", err)
	}
	if info.IsDir() {
		return tree(path)
	}
	return []input{{name: path, path: path, found: info}}, nil, nil
}

// open opens an input.
func (in input) open(std streams) (io.ReadCloser, error) {
	switch {
	case in.spooled != nil:
		return io.NopCloser(io.NewSectionReader(in.spooled, 0, in.spooled.size)), nil
	case in.stdin != nil:
		return io.NopCloser(in.stdin), nil
	case in.path == "":
		return io.NopCloser(std.in), nil
	}
	f, err := os.Open(in.path)
	if err != nil {
		return nil, fmt.Errorf("can't read the input: %w", err)
	}
	return f, nil
}

// info returns what is known of an input's file, or nil.
func (in input) info(std streams) fs.FileInfo {
	if in.found != nil {
		return in.found
	}
	if in.path != "" {
		info, _ := os.Stat(in.path)
		return info
	}
	if f, ok := std.in.(*os.File); ok {
		if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
			return info
		}
	}
	return nil
}

// size returns how many bytes of an input's file are read, or -1 where that is not
// known.
func (in input) size(std streams) int64 {
	info := in.info(std)
	switch {
	case in.left:
		return 0
	case info == nil:
		return -1
	case in.shard != nil && in.shard.records[1] == 0:
		return in.shard.end - in.shard.begin
	}
	return info.Size()
}

// target is a file that a flag names.
type target struct {
	flag, path string
	replace    bool // it may be overwritten
}

// checkTargets makes sure that no file is written that is read, or written
// twice, or already there.
func checkTargets(targets []target, in []input, std streams) error {
	before := map[string]target{}
	read, dirs := known(in, std), resolver{}
	for _, t := range targets {
		if t.path == "" {
			continue
		}
		info, link, err := follow(t.path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("can't write --%s: %w", t.flag, err)
		}
		if err == nil && info.IsDir() {
			return fmt.Errorf("can't write --%s: %s is a directory", t.flag, t.path)
		}
		regular := err == nil && info.Mode().IsRegular()
		if regular && read.has(info) {
			return usagef("--%s %s is an input: write to another file", t.flag, t.path)
		}
		path := dirs.resolved(t.path, link)
		if b, twice := before[path]; twice && (regular || err != nil) {
			return usagef("--%s and --%s name the same file %s", b.flag, t.flag, t.path)
		}
		if regular && !t.replace {
			return usagef("%s is there already: --force overwrites it", t.path)
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

func known(in []input, std streams) fileSet {
	list := fileSet{}
	for _, i := range in {
		if info := i.info(std); info != nil {
			list[keyOf(info)] = append(list[keyOf(info)], info)
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

// resolver knows directories without links. Thousands of files may lie in one.
type resolver map[string]string

// resolved is the function resolved, of a path of which it is known whether it is
// a link itself.
func (r resolver) resolved(path string, link bool) string {
	abs, err := filepath.Abs(path)
	if err != nil || link || runtime.GOOS == "windows" { // where a file has several spellings
		return resolved(path)
	}
	dir := filepath.Dir(abs)
	if _, known := r[dir]; !known {
		r[dir] = resolved(dir)
	}
	return filepath.Join(r[dir], filepath.Base(abs))
}

// resolved returns a path without links, as far as it exists.
func resolved(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		path = abs
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	if dir := filepath.Dir(path); dir != path {
		return filepath.Join(resolved(dir), filepath.Base(path))
	}
	return path
}
