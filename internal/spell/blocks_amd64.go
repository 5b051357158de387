package spell

import "golang.org/x/sys/cpu"

// blocks reports whether the functions for blocks can run here.
var blocks = cpu.X86.HasAVX2 && cpu.X86.HasPOPCNT

// plainBlocks decodes n bytes of the inside of a JSON string from src to dst, where there
// is room for as many, 32 at a time. It stops where less than that are left, and at an
// escape that escapes has no character for.
//
//go:noescape
func plainBlocks(dst, src *byte, n int, escapes *[256]byte) (read, written int)

// escapeBlocks writes n bytes from src as the inside of a JSON string to dst, 32 at a time.
// It stops where less than that are left, where dst may have no room for what they
// become, and at a control character that escapes has no letter for, a byte that a lone
// surrogate may begin with, or one that has the highest bit in common with those of odd.
//
//go:noescape
func escapeBlocks(dst *byte, room int, src *byte, n int, escapes *[256]byte, odd uint64) (read, written int)

// continuing counts those of n bytes that continue a character, 32 at a time: there are
// as many.
//
//go:noescape
func continuing(b *byte, n int) (count int)

// newlineBlocks finds the first escape of a line feed in n bytes of the inside of a JSON
// string, 32 at a time, or with numbers one that may be that, being spelled by a number. If
// it found none, a unit begins at at, after which less than lineBlock bytes are left.
//
//go:noescape
func newlineBlocks(p *byte, n int, numbers bool) (at int, found bool)
