// Package web has the pages that show transcripts in a browser: the viewer, which a
// server of package view feeds, and the playground, which also runs alone, with the
// converter as WebAssembly (make web).
package web

import (
	"embed"
	"path"
)

//go:embed *.html *.css *.js
var files embed.FS

// File returns a file of the pages.
func File(name string) (content []byte, ok bool) {
	if name != path.Base(name) {
		return nil, false
	}
	content, err := files.ReadFile(name)
	return content, err == nil
}
