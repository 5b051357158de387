// Package pages holds the pages of the built-in styles, one file for each.
package pages

import "embed"

// Files are the pages. Their order is that of package styles.
//
//go:embed *.toml
var Files embed.FS
