//go:build !amd64

package jsonscan

// blocks tells that stringBlocks can run here.
const blocks = false

const blockSize = 0

func stringBlocks(*byte, int) (end, state int) { panic("not for this processor") }
