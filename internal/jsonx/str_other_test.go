//go:build !amd64

package jsonx

func setBlocks(bool) bool { return false }
