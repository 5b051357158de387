//go:build !amd64

package spell

// setBlocks does nothing: there are no blocks.
func setBlocks(bool) (was bool) { return false }
