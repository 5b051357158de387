package cli

import (
	_ "embed" // the table
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/toolspeak/toolspeak/internal/tables"
)

// command is a command with what its help says: an entry of commands.toml. Its flags are those
// rows of the table of flags that name it.
type command struct {
	Group    string // the heading of help under which it is; that of programs has none
	Name     string
	Usage    string   // what it does, for the list of commands
	Synopsis []string // how it is called
	About    string   // more about it
	Examples []example
	Exits    bool // help lists the exit codes
	Reads    bool // files, or standard input where none is named
}

// example is what a command line is for, and the line. One that does not begin with "toolspeak"
// leaves that out.
type example [2]string

// typed returns the line as it is typed.
func (e example) typed() string {
	if strings.Contains(e[1], "toolspeak ") {
		return e[1]
	}
	return "toolspeak " + e[1]
}

//go:embed commands.toml
var tableFile []byte

// commandTable are the commands and the flags. Sets are commands that share flags.
type commandTable struct {
	Sets    map[string]string
	Command []command
	Flag    []option
	Topic   []topic
}

// known returns the commands and the flags.
var known = sync.OnceValue(func() *commandTable {
	file := tables.Read[commandTable]("commands.toml", tableFile)
	expand := func(in string) string {
		for strings.Contains(in, "@") {
			in = setName.ReplaceAllStringFunc(in, func(name string) string { return file.Sets[name[1:]] })
		}
		return in
	}
	for name, in := range file.Sets {
		file.Sets[name] = expand(in)
	}
	for i := range file.Flag {
		file.Flag[i].In = expand(file.Flag[i].In)
	}
	return &file
})

var setName = regexp.MustCompile(`@\w+`)

// allCommands returns the commands that help lists, in its order.
func allCommands() []command {
	return slices.DeleteFunc(slices.Clone(known().Command), func(c command) bool { return c.Group == "" })
}

// commandOf returns the command of that name, or nil. It knows also the one that help
// does not list, since it is for programs.
func commandOf(name string) *command {
	all := known().Command
	if k := slices.IndexFunc(all, func(c command) bool { return c.Name == name }); k >= 0 {
		return &all[k]
	}
	return nil
}

func commandNames() []string {
	var names []string
	for _, c := range allCommands() {
		names = append(names, c.Name)
	}
	return names
}

// work returns what a command does.
func (std streams) work(name string) func(*invocation) error {
	return map[string]func(*invocation) error{
		"inspect": std.inspect, "check": std.check, "show": std.showRecords, "masks": std.masks, "view": std.view, "diff": std.diff, "detect": std.detect, "tools": std.tools,
		"convert": std.convert, "filter": std.filter, "merge": std.merge, "prompt": std.prompt,
		"styles": std.styles, "explain": std.explain, "completion": std.completion, "worker": std.serve,
		"version": func(*invocation) error { return std.printVersion() },
	}[name]
}
