//go:build !amd64

package spell

// blocks reports whether the functions for blocks can run here.
const blocks = false

// plainBlocks decodes nothing: it is done word by word.
func plainBlocks(_, _ *byte, _ int, _ *[256]byte) (read, written int) { return 0, 0 }

// escapeBlocks escapes nothing: it is done word by word.
func escapeBlocks(_ *byte, _ int, _ *byte, _ int, _ *[256]byte, _ uint64) (read, written int) {
	return 0, 0
}

// continuing counts nothing: it is done word by word.
func continuing(_ *byte, _ int) (count int) { return 0 }

// newlineBlocks finds nothing: it is done escape by escape.
func newlineBlocks(_ *byte, _ int, _ bool) (at int, found bool) { return 0, false }
