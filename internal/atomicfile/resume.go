package atomicfile

import (
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
)

// Position is a file in the making, and how much of it counts: the first Length
// bytes, which have the checksum Sum.
type Position struct {
	Path, Temp string
	Length     int64
	Sum        uint32 `json:",omitempty"`
}

// DamagedError says that a file in the making does not hold what was written to it
// before the run that made it was stopped.
type DamagedError struct{ Temp, Text string }

// Error names the temporary file and says what is wrong.
func (e *DamagedError) Error() string { return fmt.Sprintf("%s %s", e.Temp, e.Text) }

// LockedError says that another run writes a file.
type LockedError struct{ Path string }

// Error names the file.
func (e *LockedError) Error() string {
	return fmt.Sprintf("can't write %s: another run is writing it", e.Path)
}

// Resume begins a file, or continues one after what counts of it, under a temporary
// name that is always the same. The file is locked until it is sealed, committed or
// discarded, or the process ends.
func Resume(path string, at Position) (*File, error) {
	final, mode, regular := Target(path)
	if !regular {
		return Create(path)
	}
	o := &File{path: final, temp: tempOf(final)}
	var err error
	if o.f, err = os.OpenFile(o.temp, os.O_RDWR|os.O_CREATE, mode); err != nil {
		return nil, Failed(path, err)
	}
	if err = o.acquire(); err == nil {
		err = o.rewind(at)
	}
	if err != nil {
		_ = o.f.Close()
		o.unlock()
		return nil, err
	}
	o.Mark()
	return o, nil
}

func tempOf(path string) string {
	return filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".part")
}

// acquire locks the temporary file.
func (o *File) acquire() error {
	lock := flock.New(lockPath(o.temp))
	locked, err := lock.TryLock()
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		o.lock = lock // nobody can tell here
		return nil
	case err != nil:
		return Failed(o.path, err)
	case !locked:
		_ = lock.Close()
		return &LockedError{o.path}
	}
	o.lock = lock
	// It may have got its name between the opening and the locking.
	if there, err := os.Stat(o.temp); err == nil {
		if mine, err := o.f.Stat(); err == nil && os.SameFile(there, mine) {
			return nil
		}
	}
	return &LockedError{o.path}
}

func (o *File) unlock() {
	if o.lock == nil {
		return
	}
	_ = o.lock.Close()
	if path := o.lock.Path(); path != o.temp {
		_ = os.Remove(path) // it holds nothing
	}
	o.lock = nil
}

// rewind makes the file what it was at a position.
func (o *File) rewind(at Position) error {
	if err := at.verify(o.f, o.temp); err != nil {
		return err
	}
	if err := o.f.Truncate(at.Length); err != nil {
		return Failed(o.path, err)
	}
	if _, err := o.f.Seek(at.Length, io.SeekStart); err != nil {
		return Failed(o.path, err)
	}
	o.length, o.sum = at.Length, at.Sum
	return nil
}

// verify makes sure that what counts of a file is what was written.
func (p Position) verify(f *os.File, name string) error {
	sum := crc32.New(castagnoli)
	n, err := io.Copy(sum, io.NewSectionReader(f, 0, p.Length))
	switch {
	case err != nil:
		return fmt.Errorf("can't read %s: %w", name, err)
	case n < p.Length:
		return &DamagedError{name, "is shorter than when its checkpoint was taken"}
	case p.Length > 0 && sum.Sum32() != p.Sum:
		return &DamagedError{name, "is not what was written before its checkpoint was taken"}
	}
	return nil
}

// Mark notes that all that was written so far counts.
func (o *File) Mark() { o.mark = Position{o.path, o.temp, o.length, o.sum} }

// Position returns how much of the file counts: what had been written at the latest
// call of Mark.
func (o *File) Position() Position { return o.mark }

// Keep lets the temporary file outlive the run, so that another can resume it.
func (o *File) Keep() { o.kept = true }

// Kept reports whether the temporary file outlives the run.
func (o *File) Kept() bool { return o.kept }

// Finish gives a file that is complete its name, if a killed run did not. A file that
// has neither name, or is not what was written, is a *DamagedError.
func (p Position) Finish() error {
	name := p.Temp
	f, err := os.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		name = p.Path
		f, err = os.Open(name)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return &DamagedError{p.Path, "was complete and is no longer there"}
	}
	if err != nil {
		return Failed(p.Path, err)
	}
	err = p.verify(f, name)
	if info, failed := f.Stat(); err == nil && failed == nil && info.Size() > p.Length {
		err = &DamagedError{name, "is longer than when it was complete"}
	}
	_ = f.Close() // it was only read
	if err != nil || name == p.Path {
		return err
	}
	return Failed(p.Path, rename(p.Temp, p.Path))
}

// Remove removes what an unfinished run left of a file.
func (p Position) Remove() error {
	err := Remove(p.Temp)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Failed(p.Path, err)
	}
	return nil
}
