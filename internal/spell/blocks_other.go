//go:build !amd64

package spell

// blocks reports whether plainBlocks and escapeBlocks can run here.
const blocks = false

// plainBlocks decodes nothing: it is done word by word.
func plainBlocks(_, _ *byte, _ int, _ *[256]byte) (read, written int) { return 0, 0 }

// escapeBlocks escapes nothing: it is done word by word.
func escapeBlocks(_ *byte, _ int, _ *byte, _ int, _ *[256]byte, _ uint64) (read, written int) {
	return 0, 0
}
