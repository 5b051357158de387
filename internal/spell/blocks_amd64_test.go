package spell

// setBlocks turns blocks on or off, and returns what it was.
func setBlocks(on bool) (was bool) {
	was, blocks = blocks, on
	return was
}
