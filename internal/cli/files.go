package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// stdinName is what diagnostics call standard input.
const stdinName = "stdin"

// input is a file to read, or standard input.
type input struct {
	name string
	path string // "" for standard input
}

// inputs returns what to read and makes sure that it is there, so that a
// misspelt name is found before anything is written.
func inputs(args []string) ([]input, error) {
	if len(args) == 0 {
		args = []string{"-"}
	}
	var list []input
	stdin := false
	for _, arg := range args {
		if arg == "-" {
			if stdin {
				return nil, usagef("standard input is named twice")
			}
			stdin = true
			list = append(list, input{name: stdinName})
			continue
		}
		info, err := os.Stat(arg)
		switch {
		case err != nil:
			return nil, fmt.Errorf("can't read the input: %w", err)
		case info.IsDir():
			return nil, fmt.Errorf("%s is a directory: name the files in it", arg)
		}
		list = append(list, input{name: arg, path: arg})
	}
	return list, nil
}

// open opens an input.
func (in input) open(std streams) (io.ReadCloser, error) {
	if in.path == "" {
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

// target is a file that a flag names.
type target struct {
	flag, path string
	replace    bool // it may be overwritten
}

// checkTargets makes sure that no file is written that is read, or written
// twice, or already there.
func checkTargets(targets []target, in []input, std streams) error {
	var before []target
	for _, t := range targets {
		if t.path == "" {
			continue
		}
		info, err := os.Stat(t.path)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("can't write --%s: %w", t.flag, err)
		}
		if err == nil && info.IsDir() {
			return fmt.Errorf("can't write --%s: %s is a directory", t.flag, t.path)
		}
		regular := err == nil && info.Mode().IsRegular()
		for _, i := range in {
			if other := i.info(std); regular && other != nil && os.SameFile(info, other) {
				return usagef("--%s %s is an input: write to another file", t.flag, t.path)
			}
		}
		for _, b := range before {
			if same(t.path, b.path) && (regular || err != nil) {
				return usagef("--%s and --%s name the same file %s", b.flag, t.flag, t.path)
			}
		}
		if regular && !t.replace {
			return usagef("%s is there already: --force overwrites it", t.path)
		}
		before = append(before, t)
	}
	return nil
}

func same(a, b string) bool {
	if x, err := filepath.Abs(a); err == nil {
		a = x
	}
	if y, err := filepath.Abs(b); err == nil {
		b = y
	}
	return a == b
}

// outFile is a file that has its name only when it is complete.
type outFile struct {
	f    *os.File
	path string
	temp string // "" where the target is no regular file and is written itself
}

// create begins a file. What is there under the name stays until commit.
func create(path string) (*outFile, error) {
	o := &outFile{path: path}
	mode := fs.FileMode(0o666)
	if info, err := os.Stat(path); err == nil {
		if !info.Mode().IsRegular() {
			o.f, err = os.OpenFile(path, os.O_WRONLY, 0)
			return o, wrapWrite(path, err)
		}
		mode = info.Mode().Perm()
		if real, err := filepath.EvalSymlinks(path); err == nil {
			o.path = real
		}
	}
	for range 100 {
		o.temp = filepath.Join(filepath.Dir(o.path), fmt.Sprintf(".%s.%08x.tmp", filepath.Base(o.path), rand.Uint32()))
		f, err := os.OpenFile(o.temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		o.f = f
		return o, wrapWrite(path, err)
	}
	return nil, fmt.Errorf("can't write %s: no free name for a temporary file beside it", path)
}

func wrapWrite(path string, err error) error {
	if err == nil {
		return nil
	}
	// The path of the error may be that of a temporary file.
	if cause := (*fs.PathError)(nil); errors.As(err, &cause) {
		err = cause.Err
	}
	return fmt.Errorf("can't write %s: %w", path, err)
}

// Write appends to the file.
func (o *outFile) Write(p []byte) (int, error) {
	n, err := o.f.Write(p)
	return n, wrapWrite(o.path, err)
}

// commit gives the file its name.
func (o *outFile) commit() error {
	if o.temp == "" {
		return wrapWrite(o.path, o.f.Close())
	}
	err := o.f.Sync()
	if closed := o.f.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Rename(o.temp, o.path)
	}
	if err != nil {
		_ = os.Remove(o.temp)
	}
	o.f = nil
	return wrapWrite(o.path, err)
}

// discard forgets a file that was not committed.
func (o *outFile) discard() {
	if o == nil || o.f == nil {
		return
	}
	_ = o.f.Close()
	if o.temp != "" {
		_ = os.Remove(o.temp)
	}
	o.f = nil
}

// writeFile replaces a file.
func writeFile(path string, content []byte) error {
	o, err := create(path)
	if err != nil {
		return err
	}
	defer o.discard()
	if _, err := o.Write(content); err != nil {
		return err
	}
	return o.commit()
}
