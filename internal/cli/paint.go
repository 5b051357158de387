package cli

import (
	"io"
	"os"

	"golang.org/x/term"

	"github.com/toolspeak/toolspeak/ir"
)

// painter colours words for a terminal, or leaves them as they are.
type painter bool

// The codes of ECMA-48 that are used.
const (
	bold    = "1"
	faint   = "2"
	red     = "31;1"
	yellow  = "33"
	magenta = "35"
	regular = "0"
)

func (p painter) in(code, words string) string {
	if !p || words == "" {
		return words
	}
	return "\x1b[" + code + "m" + words + "\x1b[" + regular + "m"
}

// codeOf is the colour of a severity, on a terminal as on the pages (web/base.css).
func codeOf(s ir.Severity) string {
	switch s {
	case ir.Reject:
		return red
	case ir.Loss:
		return magenta
	case ir.Repair:
		return yellow
	}
	return faint
}

// severity colours words by a severity.
func (p painter) severity(s ir.Severity, words string) string { return p.in(codeOf(s), words) }

// painterFor returns the painter of what is written to w: when is auto, always or
// never, and auto asks the terminal and the environment.
func painterFor(w io.Writer, when string) painter {
	if when == "always" || when == "never" {
		return when == "always"
	}
	if _, no := os.LookupEnv("NO_COLOR"); no {
		return false
	}
	force := os.Getenv("CLICOLOR_FORCE")
	return painter(force != "" && force != "0" || isTerminal(w) && os.Getenv("TERM") != "dumb")
}

// isTerminal reports whether a reader or a writer is a terminal.
func isTerminal(w any) bool {
	f, isFile := w.(*os.File)
	return isFile && term.IsTerminal(int(f.Fd()))
}
