//go:build !windows

package atomicfile

import (
	"errors"
	"os"
)

// lockPath returns the path of the file whose lock stands for that of a temporary
// file.
func lockPath(temp string) string { return temp }

// syncDir makes sure that the names in a directory last.
func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}
