// Command wasm is the converter of the npm package as WebAssembly: make npm builds it.
// It answers the requests of docs/reference/protocol.md as calls of a function.
package main
