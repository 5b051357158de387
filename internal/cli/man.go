package cli

import (
	"fmt"
	"slices"
	"strings"
)

// manName is the command that prints the man page as Markdown, for those who make
// packages: go-md2man makes the page of it. In the program, it would cost each run a tenth
// of its start.
const manName = "__man"

// man prints the man page as Markdown: all commands, and the table of flags once.
func (std streams) man() error {
	return std.print(std.out, std.manual())
}

// manual returns what man prints.
func (std streams) manual() string {
	var b strings.Builder
	b.WriteString("% TOOLSPEAK 1\n\n# NAME\n\ntoolspeak - convert transcripts of LLM agents from one prompt style to another\n\n# SYNOPSIS\n\n**toolspeak** COMMAND [flags] [FILE…]\n\n# COMMANDS\n")
	for _, c := range allCommands() {
		fmt.Fprintf(&b, "\n## toolspeak %s\n\n%s.\n\n", c.Name, manText(strings.ToUpper(c.Usage[:1])+c.Usage[1:]))
		for _, s := range c.Synopsis {
			fmt.Fprintf(&b, "    toolspeak %s\n", s)
		}
		if c.About != "" {
			fmt.Fprintf(&b, "\n%s\n", manText(c.About))
		}
		for _, e := range c.Examples {
			fmt.Fprintf(&b, "\nExample, %s:\n\n    %s\n", manText(e[0]), e.typed())
		}
		if names := optionNames(optionsOf(c.Name)); len(names) > 0 {
			fmt.Fprintf(&b, "\nFlags: --%s.\n", strings.Join(names, ", --"))
		}
	}
	b.WriteString("\n# FLAGS\n")
	for _, g := range groups {
		fmt.Fprintf(&b, "\n## %s\n", g)
		for i := range flagTable() {
			if o := &flagTable()[i]; o.Group == g && o.In != "worker" {
				fmt.Fprintf(&b, "\n**%s**\n:   %s (%s)\n", manText(o.withLetter()), manText(o.says()), strings.Join(strings.Fields(o.In), ", "))
			}
		}
	}
	b.WriteString("\n# EXIT STATUS\n")
	for _, e := range slices.SortedFunc(slices.Values(exitTable), func(a, b exit) int { return a.code - b.code }) {
		fmt.Fprintf(&b, "\n**%d**\n:   %s\n", e.code, e.what)
	}
	b.WriteString("\n# ENVIRONMENT\n\n**NO_COLOR**\n:   no colours, whatever the terminal can show\n")
	return b.String()
}

// withLetter returns the flag as it is spelled, with its letter.
func (o *option) withLetter() string {
	if o.Short == "" {
		return o.spelled()
	}
	return "-" + o.Short + ", " + o.spelled()
}

// manText escapes what Markdown would take for markup.
func manText(words string) string {
	return strings.NewReplacer("<", `\<`, "*", `\*`, "_", `\_`, "[", `\[`).Replace(words)
}
