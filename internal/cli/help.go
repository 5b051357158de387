package cli

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"
)

// welcome says in a few lines how to begin.
func (std streams) welcome(w io.Writer) {
	fmt.Fprint(w, `toolspeak converts transcripts of LLM agents from one prompt style to another.

  toolspeak check data.jsonl                           see what is in it
  toolspeak convert --to xml data.jsonl -o out.jsonl   convert it
  toolspeak help                                       all commands

`)
}

// helpFor prints help about a command, or about all.
func (std streams) helpFor(asked []string) error {
	if len(asked) == 0 {
		return std.print(std.out, commandList(widthOf(std.out)))
	}
	for _, t := range known().Topic {
		if t.Name == asked[0] {
			return std.print(std.out, t.help(widthOf(std.out)))
		}
	}
	c := commandOf(asked[0])
	if c == nil {
		return unknownName("command", asked[0], slices.Compact(slices.Sorted(slices.Values(append(commandNames(), topicNames()...)))))
	}
	return std.print(std.out, c.help(true, widthOf(std.out)))
}

// commandList lists the commands.
func commandList(width int) string {
	p := &page{width: width}
	p.paragraph("toolspeak converts transcripts of LLM agents from one prompt style to another.")
	p.line("  toolspeak COMMAND [flags] [FILE…]")
	heading := ""
	for _, c := range allCommands() {
		if c.Group != heading {
			heading = c.Group
			p.heading(heading)
		}
		p.row(c.Name, c.Usage, 12)
	}
	p.heading("More")
	for _, t := range known().Topic {
		p.row("toolspeak help "+t.Name, t.Usage, 24)
	}
	p.row("toolspeak COMMAND -h", "the usual flags of a command; --help shows all", 24)
	p.exitCodes()
	return p.b.String()
}

// help returns the help of a command: the short one has the usual flags only.
func (c *command) help(long bool, width int) string {
	p := &page{width: width}
	p.paragraph("toolspeak " + c.Name + ": " + c.Usage)
	for _, s := range c.Synopsis {
		p.line("  toolspeak " + s)
	}
	if len(c.Examples) > 0 {
		p.heading("Examples")
		for _, e := range c.Examples {
			for _, l := range wrap(e[0], p.width-4) {
				p.line("  # " + l)
			}
			p.line("  " + e.typed())
		}
	}
	if long && c.About != "" {
		p.line("")
		p.paragraph(c.About)
		p.trim()
	}
	options := optionsOf(c.Name)
	for _, g := range groups {
		p.flags(g, slices.DeleteFunc(slices.Clone(options), func(o *option) bool { return o.Group != g || !long && !o.Common }))
	}
	if long && c.Exits {
		p.exitCodes()
	}
	if hidden := slices.ContainsFunc(options, func(o *option) bool { return !o.Common }); !long && hidden {
		p.line("")
		p.line("toolspeak " + c.Name + " --help shows all flags.")
	}
	return p.b.String()
}

// flagColumn is where the words about a flag begin.
const flagColumn = 28

func (p *page) flags(g string, list []*option) {
	if len(list) == 0 {
		return
	}
	p.heading(g)
	for _, o := range list {
		letter := "    "
		if o.Short != "" {
			letter = "-" + o.Short + ", "
		}
		p.row(letter+o.spelled(), o.says(), flagColumn-2)
	}
}

// exitCodes lists the exit codes.
func (p *page) exitCodes() {
	p.heading("Exit codes")
	for _, e := range slices.SortedFunc(slices.Values(exitTable), func(a, b exit) int { return a.code - b.code }) {
		p.row(fmt.Sprint(e.code), e.what, 5)
	}
}

// page is text for a terminal of some width.
type page struct {
	b     strings.Builder
	width int
}

func (p *page) line(s string) { p.b.WriteString(s + "\n") }

func (p *page) heading(s string) { p.line("\n" + s + ":") }

// paragraph writes words over as many lines as they need, and an empty one.
func (p *page) paragraph(words string) {
	for _, l := range wrap(words, p.width) {
		p.line(l)
	}
	p.line("")
}

// trim takes the empty line at the end away.
func (p *page) trim() {
	s := strings.TrimSuffix(p.b.String(), "\n")
	p.b.Reset()
	p.b.WriteString(s)
}

// row writes a term, and words about it in a column of their own.
func (p *page) row(term, words string, column int) {
	lines := wrap(words, p.width-2-column)
	if columns(term) >= column {
		p.line("  " + term)
		term = ""
	}
	for _, l := range lines {
		p.line("  " + fill(term, column) + l)
		term = ""
	}
}

// wrap breaks words into lines of at most that width, where a word fits.
func wrap(words string, width int) []string {
	var lines []string
	line := ""
	for _, w := range strings.Fields(words) {
		if line != "" && columns(line)+1+columns(w) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += w
	}
	return append(lines, line)
}

// The widths of pages: that of the terminal within bounds, and one for files.
const (
	minWidth, maxWidth = 40, 120
	fileWidth          = 80
)

// widthOf returns how wide a page may be that is written to w.
func widthOf(w io.Writer) int {
	if f, isFile := w.(*os.File); isFile {
		if width, _, err := term.GetSize(int(f.Fd())); err == nil && width > 0 {
			return min(max(width-1, minWidth), maxWidth)
		}
	}
	return fileWidth
}
