package cli

import (
	"slices"
	"strings"
)

// command is a command with what its help says. Its flags are those rows of the
// table of flags that name it.
type command struct {
	name     string
	usage    string   // what it does, for the list of commands
	synopsis []string // how it is called
	about    string   // more about it
	examples []example
	exits    bool // help lists the exit codes
	reads    bool // files, or standard input where none is named
	run      func(*invocation) error
}

// example is a command line with what it is for. One that does not begin with
// "toolspeak" leaves that out.
type example struct{ what, line string }

// typed returns the line as it is typed.
func (e example) typed() string {
	if strings.Contains(e.line, "toolspeak ") {
		return e.line
	}
	return "toolspeak " + e.line
}

// commandGroup is some commands under a heading.
type commandGroup struct {
	heading  string
	commands []command
}

// commands returns all commands, in the order of help.
func (std streams) commands() []commandGroup {
	return []commandGroup{
		{"Look", []command{std.inspectCommand(), std.checkCommand(), std.showCommand(), std.masksCommand(), std.viewCommand(), std.diffCommand(), std.detectCommand(), std.toolsCommand()}},
		{"Convert", []command{std.convertCommand(), std.filterCommand(), std.mergeCommand(), std.promptCommand()}},
		{"Ask", []command{std.stylesCommand(), std.explainCommand(), std.completionCommand(), std.versionCommand()}},
	}
}

// allCommands returns the commands without their headings.
func (std streams) allCommands() []command {
	var out []command
	for _, g := range std.commands() {
		out = append(out, g.commands...)
	}
	return out
}

// command returns the command of that name, or nil. It knows also the one that help
// does not list, since it is for programs.
func (std streams) command(name string) *command {
	all := append(std.allCommands(), std.workerCommand())
	if k := slices.IndexFunc(all, func(c command) bool { return c.name == name }); k >= 0 {
		return &all[k]
	}
	return nil
}

func (std streams) commandNames() []string {
	var names []string
	for _, c := range std.allCommands() {
		names = append(names, c.name)
	}
	return names
}
