package cli

import (
	"os"
	"runtime"
)

// ballast makes the garbage collector run as if so much more memory were in use,
// unless the user has tuned it, until release is called. It is never written to, so
// that it takes addresses and no memory. A run over records keeps one or two megabytes and
// would be collected hundreds of times in a large file; with a percentage the peak
// would be a multiple also of what a large record takes.
func ballast() (release func()) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return func() {}
	}
	const size = 16 << 20
	b := make([]byte, size)
	return func() { runtime.KeepAlive(b) }
}
