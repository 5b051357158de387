package atomicfile

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/require"
)

// names returns what a directory holds.
func names(t *testing.T, dir string) []string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	list := []string{}
	for _, e := range entries {
		list = append(list, e.Name())
	}
	return list
}

func read(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return string(b)
}

func put(t *testing.T, o *File, s string) {
	t.Helper()
	_, err := o.Write([]byte(s))
	require.NoError(t, err)
}

// What was under the name stays until the file is complete, and for good where it
// is discarded.
func TestCreate(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	require.NoError(t, os.WriteFile(path, []byte("old"), 0o640))
	for _, commit := range []bool{false, true} {
		o, err := Create(path)
		require.NoError(t, err)
		put(t, o, "new")
		require.Equal(t, "old", read(t, path))
		require.True(t, o.Pending())
		if commit {
			require.NoError(t, o.Commit())
		}
		o.Discard()
		require.False(t, o.Pending())
		require.Equal(t, []string{"a"}, names(t, dir))
	}
	require.Equal(t, "new", read(t, path))
	if runtime.GOOS != "windows" {
		info, err := os.Stat(path)
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o640), info.Mode().Perm(), "the mode is that of the file that was replaced")
	}
	var none *File
	none.Discard()
	_, err := Create(filepath.Join(dir, "none", "a"))
	require.ErrorIs(t, err, os.ErrNotExist)
	require.ErrorContains(t, err, "can't write "+filepath.Join(dir, "none", "a"))
}

// A link stays and its target is replaced.
func TestLink(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a"), nil, 0o666))
	if err := os.Symlink("a", filepath.Join(dir, "link")); err != nil {
		t.Skip(err)
	}
	require.NoError(t, WriteFile(filepath.Join(dir, "link"), []byte("x")))
	require.Equal(t, "x", read(t, filepath.Join(dir, "a")))
	require.Equal(t, []string{"a", "link"}, names(t, dir))
}

// A later run continues after what counted, and nothing else is left in the end.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a")
	o, err := Resume(path, Position{})
	require.NoError(t, err)
	put(t, o, "one ")
	o.Mark()
	put(t, o, "two ")
	at := o.Position()
	require.Equal(t, int64(4), at.Length)
	o.Keep()
	require.True(t, o.Kept())
	o.Discard()
	require.Equal(t, []string{".a.part"}, names(t, dir))

	o, err = Resume(path, at)
	require.NoError(t, err)
	require.Equal(t, at, o.Position())
	put(t, o, "three")
	o.Mark()
	at = o.Position()
	require.NoError(t, o.Seal())
	require.NoError(t, o.Seal())
	require.True(t, o.Pending())
	require.NoError(t, o.Commit())
	require.Equal(t, "one three", read(t, path))
	require.Equal(t, []string{"a"}, names(t, dir))
	require.NoError(t, at.Finish()) // it is there already
	require.NoError(t, at.Remove())
	require.Equal(t, []string{"a"}, names(t, dir))
}

// What a killed run left complete gets its name; what it left unfinished goes.
func TestFinish(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b"} {
		o, err := Resume(filepath.Join(dir, name), Position{})
		require.NoError(t, err)
		put(t, o, name)
		o.Mark()
		o.Keep()
		o.Discard()
		if name == "a" {
			require.NoError(t, o.Position().Finish())
		} else {
			require.NoError(t, o.Position().Remove())
		}
	}
	require.Equal(t, []string{"a"}, names(t, dir))
}

// A complete file that was changed or is gone does not count as there.
func TestFinishDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	o, err := Resume(path, Position{})
	require.NoError(t, err)
	put(t, o, "complete")
	o.Mark()
	o.Keep()
	o.Discard()
	at := o.Position()
	require.NoError(t, os.WriteFile(at.Temp, []byte("comPlete"), 0o666))
	require.ErrorContains(t, at.Finish(), ".a.part is not what was written")
	require.NoError(t, at.Remove())
	var damaged *DamagedError
	require.ErrorAs(t, at.Finish(), &damaged)
	require.ErrorContains(t, damaged, "was complete and is no longer there")
}

// A file that could not get its name still waits for it, and goes when it is given up.
func TestNameFault(t *testing.T) {
	dir := t.TempDir()
	broken := errors.New("broken")
	defer func() { NameFault = nil }()
	for _, begin := range []func(string) (*File, error){
		Create, func(path string) (*File, error) { return Resume(path, Position{}) },
	} {
		o, err := begin(filepath.Join(dir, "a"))
		require.NoError(t, err)
		put(t, o, "x")
		NameFault = func(path string) error { require.Equal(t, o.Path(), path); return broken }
		require.ErrorIs(t, o.Commit(), broken)
		require.True(t, o.Pending())
		o.Discard()
		require.Empty(t, names(t, dir))
		require.ErrorIs(t, Remove(o.Path()), broken)
	}
}

// A file is not continued where what counts of it is not what was written.
func TestDamaged(t *testing.T) {
	for what, change := range map[string]func(path string) error{
		"is shorter": func(path string) error { return os.Truncate(path, 3) },
		"is not what was written": func(path string) error {
			return os.WriteFile(path, []byte("One and more"), 0o666)
		},
	} {
		path := filepath.Join(t.TempDir(), "a")
		o, err := Resume(path, Position{})
		require.NoError(t, err)
		put(t, o, "one and more")
		o.Mark()
		o.Keep()
		o.Discard()
		require.NoError(t, change(o.Position().Temp))
		_, err = Resume(path, o.Position())
		var damaged *DamagedError
		require.ErrorAs(t, err, &damaged)
		require.ErrorContains(t, err, what)
	}
}

// Only one run at a time writes a file, until it has its name or is given up.
func TestLocked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a")
	for _, end := range []func(*File) error{
		(*File).Commit, (*File).Seal, func(o *File) error { o.Discard(); return nil },
	} {
		o, err := Resume(path, Position{})
		require.NoError(t, err)
		_, err = Resume(path, Position{})
		var locked *LockedError
		require.ErrorAs(t, err, &locked)
		require.ErrorContains(t, err, "another run is writing it")
		require.NoError(t, end(o))
	}
}

// A device is written as it is, and a full one says so.
func TestDevice(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("no /dev/full")
	}
	for _, begin := range []func() (*File, error){
		func() (*File, error) { return Create("/dev/full") },
		func() (*File, error) { return Resume("/dev/full", Position{}) },
	} {
		o, err := begin()
		require.NoError(t, err)
		require.False(t, o.Temporary())
		_, err = o.Write([]byte("x"))
		require.ErrorContains(t, err, "can't write /dev/full: no space left")
		o.Discard()
	}
}

// A file that could not be written whole does not get its name.
func TestFault(t *testing.T) {
	dir := t.TempDir()
	broken := errors.New("broken")
	Fault = func(*os.File, []byte) (int, error) { return 0, broken }
	defer func() { Fault = nil }()
	require.ErrorIs(t, WriteFile(filepath.Join(dir, "a"), []byte("x")), broken)
	require.Empty(t, names(t, dir))
}

func TestSyncAll(t *testing.T) {
	dir := t.TempDir()
	var files []*File
	for _, name := range []string{"a", "b", "c"} {
		o, err := Create(filepath.Join(dir, name))
		require.NoError(t, err)
		put(t, o, name)
		files = append(files, o)
	}
	require.NoError(t, SyncAll(files))
	for _, o := range files {
		require.NoError(t, o.Rename())
	}
	require.NoError(t, SyncDir(dir))
	require.Equal(t, []string{"a", "b", "c"}, names(t, dir))
}
