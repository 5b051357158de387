package cli

import (
	"strings"

	"github.com/urfave/cli/v2"
)

// arrange puts a command's flags before its files, because the library takes
// all that follows the first file for files. It refuses flags that it does not
// know, so that none is taken for a file either. What follows "--" is a file.
func arrange(app *cli.App, args []string) ([]string, error) {
	name := args[1]
	switch {
	case isHelp(name) || name == "--version" || name == "-v":
		return args[:2], nil
	case name == "help":
		return helpArgs(app, args)
	case strings.HasPrefix(name, "-"):
		return nil, usagef("unknown flag %s: flags follow the command", name)
	}
	command := app.Command(name)
	if command == nil {
		names := commandNames(app)
		return nil, usagef("unknown command %q: known are %s%s", name, strings.Join(names, ", "), suggest(name, names))
	}
	flags, files, err := part(command, args[2:])
	if err != nil {
		return nil, err
	}
	out := append([]string{args[0], name}, flags...)
	return append(append(out, "--"), files...), nil
}

// helpArgs turns "help COMMAND" into "COMMAND --help".
func helpArgs(app *cli.App, args []string) ([]string, error) {
	if len(args) == 2 {
		return []string{args[0], "--help"}, nil
	}
	if app.Command(args[2]) == nil {
		names := commandNames(app)
		return nil, usagef("no help for %q: the commands are %s%s", args[2], strings.Join(names, ", "), suggest(args[2], names))
	}
	return []string{args[0], args[2], "--help"}, nil
}

func isHelp(arg string) bool { return arg == "--help" || arg == "-help" || arg == "-h" }

// part parts a command's arguments into flags, with their values, and files.
func part(command *cli.Command, args []string) (flags, files []string, err error) {
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			return flags, append(files, args[i+1:]...), nil
		case arg == "-" || !strings.HasPrefix(arg, "-"):
			files = append(files, arg)
			continue
		case isHelp(arg):
			return []string{"--help"}, nil, nil
		}
		name, _, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		flag, names := find(command, name)
		if flag == nil {
			return nil, nil, usagef("unknown flag %s%s", arg, suggestFlag(name, names))
		}
		flags = append(flags, arg)
		if hasValue || isBool(flag) {
			continue
		}
		if i++; i == len(args) {
			return nil, nil, usagef("%s needs a value", arg)
		}
		flags = append(flags, args[i])
	}
	return flags, files, nil
}

// find returns the command's flag of that name, and all names.
func find(command *cli.Command, name string) (found cli.Flag, names []string) {
	for _, flag := range command.Flags {
		for _, n := range flag.Names() {
			if n == name {
				found = flag
			}
			names = append(names, n)
		}
	}
	return found, names
}

func suggestFlag(name string, names []string) string {
	hint := suggest(name, names)
	return strings.Replace(hint, "mean ", "mean --", 1)
}
