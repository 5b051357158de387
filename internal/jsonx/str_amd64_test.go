package jsonx

// setBlocks turns reading by blocks on or off, and returns what it was.
func setBlocks(on bool) (was bool) {
	was, blocks = blocks, on
	return was
}
