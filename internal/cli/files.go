package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// stdinName is what diagnostics call standard input.
const stdinName = "stdin"

// input is a file to read, or standard input.
type input struct {
	name     string
	path     string // "" for standard input
	relative string // its path in the directory that was named, if one was
	shard    *shard // the part to take, or nil for all
	left     bool   // nothing of it is taken

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
	return []input{{name: path, path: path}}, nil, nil
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
	read := known(in, std)
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
		if regular && read.has(info) {
			return usagef("--%s %s is an input: write to another file", t.flag, t.path)
		}
		path := resolved(t.path)
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

// outFile is a file that has its name only when it is complete.
type outFile struct {
	f    *os.File
	path string
	temp string // "" where the target is no regular file and is written itself
	n    int64  // bytes that were written
	kept bool   // the temporary file outlives the run, to be resumed
	done bool   // it is complete and closed, and waits for its name
	safe bool   // all that was written is on the disk
}

// pending tells whether there is something to be committed.
func (o *outFile) pending() bool { return o.f != nil || o.done }

// sync waits until what was written is on the disk.
func (o *outFile) sync() error {
	if o.f == nil || o.safe || o.temp == "" {
		return nil
	}
	err := o.f.Sync()
	o.safe = err == nil
	return wrapWrite(o.path, err)
}

// syncAll is sync for many files. The disk needs little more time for several at
// once than for one.
func syncAll(files []*outFile) error {
	const atOnce = 16
	errs := make([]error, len(files))
	var group sync.WaitGroup
	slots := make(chan struct{}, atOnce)
	for i, o := range files {
		slots <- struct{}{}
		group.Go(func() {
			errs[i] = o.sync()
			<-slots
		})
	}
	group.Wait()
	return errors.Join(errs...)
}

// seal closes a file that is complete, so that many can wait for their names.
func (o *outFile) seal() error {
	if o.temp == "" {
		return nil // it has its name
	}
	err := o.sync()
	if closed := o.f.Close(); err == nil {
		err = wrapWrite(o.path, closed)
	}
	o.f, o.done = nil, true
	return err
}

// osWrite is os.File.Write but in tests, which let it fail.
var osWrite = (*os.File).Write

// finalPath returns the path that is written in the end, and with which mode; ok
// is false where it is no regular file.
func finalPath(path string) (final string, mode fs.FileMode, ok bool) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return path, 0o666, true
	case !info.Mode().IsRegular():
		return path, 0, false
	}
	if real, err := filepath.EvalSymlinks(path); err == nil {
		path = real
	}
	return path, info.Mode().Perm(), true
}

// create begins a file. What is there under the name stays until commit.
func create(path string) (*outFile, error) {
	final, mode, ok := finalPath(path)
	o := &outFile{path: final}
	if !ok {
		var err error
		o.f, err = os.OpenFile(path, os.O_WRONLY, 0)
		return o, wrapWrite(path, err)
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

// partOf returns the temporary file of a path in runs that can be resumed.
func partOf(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".part")
}

// reopen begins a file, or goes on with one, behind the first n bytes.
func reopen(path string, n int64) (*outFile, error) {
	final, mode, ok := finalPath(path)
	if !ok {
		return create(path)
	}
	o := &outFile{path: final, temp: partOf(final), n: n}
	var err error
	if o.f, err = os.OpenFile(o.temp, os.O_WRONLY|os.O_CREATE, mode); err != nil {
		return nil, wrapWrite(path, err)
	}
	if !lock(o.f) {
		_ = o.f.Close()
		return nil, fmt.Errorf("can't write %s: another run is writing it", path)
	}
	info, err := o.f.Stat()
	if err == nil && info.Size() < n {
		_ = o.f.Close()
		return nil, fmt.Errorf("can't resume: %s is shorter than when its checkpoint was taken; --force without --resume begins anew", o.temp)
	}
	if err == nil {
		err = o.f.Truncate(n)
	}
	if err == nil {
		_, err = o.f.Seek(n, io.SeekStart)
	}
	if err != nil {
		_ = o.f.Close()
	}
	return o, wrapWrite(path, err)
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
	n, err := osWrite(o.f, p)
	o.safe = false
	o.n += int64(n)
	return n, wrapWrite(o.path, err)
}

// commit gives the file its name.
func (o *outFile) commit() error {
	err := o.rename()
	if err == nil && o.temp != "" {
		err = wrapWrite(o.path, syncDir(filepath.Dir(o.path)))
	}
	return err
}

// rename is commit without waiting for the directory.
func (o *outFile) rename() error {
	if o.temp == "" {
		err := o.f.Close()
		o.f = nil
		return wrapWrite(o.path, err)
	}
	var err error
	if !o.done {
		err = o.seal()
	}
	if err == nil {
		err = os.Rename(o.temp, o.path)
	}
	if err != nil && !o.kept {
		_ = os.Remove(o.temp)
	}
	o.done = false
	return wrapWrite(o.path, err)
}

// discard forgets a file that was not committed.
func (o *outFile) discard() {
	if o == nil || !o.pending() {
		return
	}
	if o.f != nil {
		_ = o.f.Close()
	}
	if o.temp != "" && !o.kept {
		_ = os.Remove(o.temp)
	}
	o.f, o.done = nil, false
}

// writeFile replaces a file. What a killed run leaves of it is overwritten by the
// next.
func writeFile(path string, content []byte) error {
	o, err := reopen(path, 0)
	if err != nil {
		return err
	}
	defer o.discard()
	if _, err := o.Write(content); err != nil {
		return err
	}
	return o.commit()
}
