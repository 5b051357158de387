package cli

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"sync"
)

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
	info, link, err := follow(path)
	switch {
	case err != nil:
		return path, 0o666, true
	case !info.Mode().IsRegular():
		return path, 0, false
	}
	if link {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
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
	if err == nil && info.Size() > n {
		err = o.f.Truncate(n)
	}
	if err == nil && n > 0 {
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
