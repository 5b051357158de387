//go:build !amd64

package jsonscan

func setBlocks(bool) bool { return false }
