// Package docs holds the page about diagnostics, for the commands that explain
// a code.
package docs

import (
	_ "embed" // for diagnostics
	"strings"
)

//go:embed diagnostics.md
var diagnostics string

// Code is what the page says about the code of a diagnostic, in Markdown.
type Code struct {
	Code string
	// Kind is its section: repair, loss or reject.
	Kind string
	// Means says what it means, Advice what to do.
	Means, Advice string
}

// Codes returns what the page says about each code, in its order.
func Codes() []Code {
	kinds := map[string]string{"## Repairs": "repair", "## Losses": "loss", "## Rejects": "reject"}
	var list []Code
	kind := ""
	for line := range strings.Lines(diagnostics) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "## ") {
			kind = kinds[line]
			continue
		}
		// An example may be missing, and may hold a bar.
		cells := strings.Split(strings.ReplaceAll(strings.Trim(line, "| "), " | | ", " |  | "), " | ")
		if kind == "" || !strings.HasPrefix(line, "| `") || len(cells) < 4 {
			continue
		}
		list = append(list, Code{strings.Trim(cells[0], "`"), kind, cells[1], cells[len(cells)-1]})
	}
	return list
}
