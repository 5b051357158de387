package cli

import (
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// measure measures text for a terminal. Codes of colours take no room, and widths are the
// same everywhere, whatever the locale says.
var measure = displaywidth.Options{ControlSequences: true}

// columns returns how many columns of a terminal a text takes.
func columns(s string) int { return measure.String(s) }

// shortened cuts a text that takes more columns than that.
func shortened(s string, width int) string { return measure.TruncateString(s, width, "…") }

// fill adds blanks to a text up to a width.
func fill(s string, width int) string {
	return s + strings.Repeat(" ", max(0, width-columns(s)))
}

// wrapText breaks a line into lines of a width: at spaces, which are left out there, after
// hyphens, and within words that are longer.
func wrapText(s string, width int) (lines []string) {
	width = max(1, width)
	var line, space, word string
	taken, long := 0, 0 // the columns of line and of word
	addSpace := func() { line, taken, space = line+space, taken+len(space), "" }
	addWord := func() {
		if word != "" {
			addSpace()
			line, taken, word, long = line+word, taken+long, "", 0
		}
	}
	for g := measure.StringGraphemes(s); g.Next(); {
		part := g.Value()
		switch {
		case part == " ":
			addWord()
			space += part
			continue
		case long+g.Width() > width:
			addWord()
		}
		word, long = word+part, long+g.Width()
		if taken+len(space)+long > width {
			lines = append(lines, line)
			line, taken, space = "", 0, ""
		}
		if part == "-" {
			addWord()
		}
	}
	addWord()
	if taken+len(space) <= width {
		addSpace()
	}
	return append(lines, line)
}
