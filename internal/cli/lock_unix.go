//go:build unix

package cli

import (
	"os"
	"syscall"
)

// lock tells whether no other run writes a file. The lock ends with the process.
func lock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// syncDir makes sure that the names in a directory last.
func syncDir(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	defer d.Close()
	return d.Sync()
}
