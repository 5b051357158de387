// Package atomicfile writes files that get their names when they are complete and
// on the disk. Until then what is under a name stays, whatever becomes of the run.
//
// A File of Create is forgotten with its run. One of Resume has a fixed temporary
// name and a lock: a later run may continue it from a Position.
package atomicfile

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"

	"github.com/gofrs/flock"
)

// File is a file in the making. It is for one goroutine.
type File struct {
	f      *os.File
	path   string
	temp   string // "" where the target is not a regular file and is written itself
	lock   *flock.Flock
	length int64  // bytes that were written,
	sum    uint32 // and their checksum
	mark   Position
	kept   bool // the temporary file outlives the run
	sealed bool // it is complete and closed, and waits for its name
	synced bool // all that was written is on the disk
}

// Create begins a file. What is there under the name stays until Commit. A device
// is written as it is.
func Create(path string) (*File, error) {
	final, mode, regular := Target(path)
	if !regular {
		f, err := os.OpenFile(path, os.O_WRONLY, 0)
		if err != nil {
			return nil, Failed(path, err)
		}
		return &File{f: f, path: final}, nil
	}
	for range 100 {
		temp := filepath.Join(filepath.Dir(final), fmt.Sprintf(".%s.%08x.tmp", filepath.Base(final), rand.Uint32()))
		f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, Failed(path, err)
		}
		return &File{f: f, path: final, temp: temp}, nil
	}
	return nil, fmt.Errorf("can't write %s: no free name for a temporary file next to it", path)
}

// Target returns the path that is written in the end, with links followed, and
// with which mode. regular is false where something is there that is no regular
// file, such as a device.
func Target(path string) (final string, mode fs.FileMode, regular bool) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return path, 0o666, true
	case !info.Mode().IsRegular():
		return path, 0, false
	}
	if link, err := os.Lstat(path); err == nil && link.Mode()&fs.ModeSymlink != 0 {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
	}
	return path, info.Mode().Perm(), true
}

// Failed words an error about a file that was to be written, if there is one. The path of the
// error may be that of a temporary file.
func Failed(path string, err error) error {
	if err == nil {
		return nil
	}
	if cause, ok := errors.AsType[*fs.PathError](err); ok {
		err = cause.Err
	}
	return fmt.Errorf("can't write %s: %w", path, err)
}

// Path returns the path that the file gets in the end.
func (o *File) Path() string { return o.path }

// Temporary reports whether the file has another name until it is complete.
func (o *File) Temporary() bool { return o.temp != "" }

// Pending reports whether there is something to be committed or discarded.
func (o *File) Pending() bool { return o.f != nil || o.sealed }

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Write appends to the file.
func (o *File) Write(p []byte) (int, error) {
	n, err := write(o.f, p)
	o.synced = false
	o.length += int64(n)
	if o.lock != nil {
		o.sum = crc32.Update(o.sum, castagnoli, p[:n])
	}
	return n, Failed(o.path, err)
}

// Fault stands in for os.File.Write where it is not nil. Tests set it before any
// file is written, to see what becomes of a run on a full disk.
var Fault func(f *os.File, p []byte) (int, error)

func write(f *os.File, p []byte) (int, error) {
	if Fault != nil {
		return Fault(f, p)
	}
	return f.Write(p)
}

// NameFault stands before each change of a name, with the path that is to be there or
// to be removed, where it is not nil. Tests set it before any file is written, to see
// what a run leaves that ends between two of them.
var NameFault func(path string) error

func rename(from, to string) error {
	if NameFault != nil {
		if err := NameFault(to); err != nil {
			return err
		}
	}
	return os.Rename(from, to)
}

// Remove removes a file that is no longer needed.
func Remove(path string) error {
	if NameFault != nil {
		if err := NameFault(path); err != nil {
			return err
		}
	}
	return os.Remove(path)
}

// Sync waits until what was written is on the disk.
func (o *File) Sync() error {
	if o.f == nil || o.synced || o.temp == "" {
		return nil
	}
	err := o.f.Sync()
	o.synced = err == nil
	return Failed(o.path, err)
}

// SyncAll is Sync for many files. The disk needs little more time for several at
// once than for one.
func SyncAll(files []*File) error {
	const atOnce = 16
	errs := make([]error, len(files))
	var group sync.WaitGroup
	slots := make(chan struct{}, atOnce)
	for i, o := range files {
		slots <- struct{}{}
		group.Go(func() {
			errs[i] = o.Sync()
			<-slots
		})
	}
	group.Wait()
	return errors.Join(errs...)
}

// Seal closes a file that is complete, so that many can wait for their names.
func (o *File) Seal() error {
	if o.temp == "" || o.sealed {
		return nil
	}
	err := o.Sync()
	if closed := o.f.Close(); err == nil {
		err = Failed(o.path, closed)
	}
	o.f, o.sealed = nil, true
	o.unlock()
	return err
}

// Commit gives the file its name.
func (o *File) Commit() error {
	err := o.Rename()
	if err == nil && o.temp != "" {
		err = SyncDir(filepath.Dir(o.path))
	}
	return err
}

// Rename is Commit without waiting for the directory: SyncDir does. Where it fails the
// file still waits for its name, and Discard gives it up.
func (o *File) Rename() error {
	if o.temp == "" {
		err := o.f.Close()
		o.f = nil
		return Failed(o.path, err)
	}
	if err := o.Seal(); err != nil {
		return err
	}
	if err := rename(o.temp, o.path); err != nil {
		return Failed(o.path, err)
	}
	o.sealed = false
	return nil
}

// SyncDir makes sure that the names in a directory last.
func SyncDir(dir string) error { return Failed(dir, syncDir(dir)) }

// Discard forgets a file that was not committed, if there is one. One that is kept
// stays under its temporary name.
func (o *File) Discard() {
	if o == nil || !o.Pending() {
		return
	}
	if o.f != nil {
		_ = o.f.Close()
	}
	if o.temp != "" && !o.kept {
		_ = os.Remove(o.temp)
	}
	o.unlock()
	o.f, o.sealed = nil, false
}

// WriteFile replaces a file. What a killed run leaves of it is overwritten by the
// next.
func WriteFile(path string, content []byte) error {
	o, err := Resume(path, Position{})
	if err != nil {
		return err
	}
	defer o.Discard()
	if _, err := o.Write(content); err != nil {
		return err
	}
	return o.Commit()
}
