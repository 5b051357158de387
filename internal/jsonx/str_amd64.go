package jsonx

import "golang.org/x/sys/cpu"

// blocks reports whether stringBlocks can run here.
var blocks = cpu.X86.HasAVX2

// blockSize is what stringBlocks reads at a time, in bytes.
const blockSize = 64

// stringBlocks reads the rest of a string whose inside continues at p, 64 bytes at
// a time. n is how many bytes there are. Where state is 1 the string ended and end
// is the offset after its quote; where it is 0 it continues at offset end, with
// less than a block left, which may begin amid a character; where it is -1 it is
// wrong. Three bytes before p are looked at.
//
//go:noescape
func stringBlocks(p *byte, n int) (end, state int)
