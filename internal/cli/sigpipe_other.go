//go:build !unix

package cli

// ignoreClosedPipe has nothing to do here.
func ignoreClosedPipe() {}
