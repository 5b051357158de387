//go:build !(js && wasm)

// Command wasm is the converter for a browser: make web builds it.
package main

func main() {}
