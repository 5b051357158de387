//go:build !amd64

package jsonx

// blocks reports whether stringBlocks can run here.
const blocks = false

const blockSize = 64

// stringBlocks reads no block: the string continues where it did.
func stringBlocks(*byte, int) (end, state int) { return 0, 0 }
