//go:build unix

package cli

import (
	"os/signal"
	"syscall"
)

// ignoreClosedPipe makes an error of a write to a closed pipe, which would kill the
// program.
func ignoreClosedPipe() { signal.Ignore(syscall.SIGPIPE) }
