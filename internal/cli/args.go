package cli

import (
	"slices"
	"strings"
)

// parse finds the command, and puts its flags before its files, because the library
// takes all that follows the first file for files. It refuses flags that it does not
// know, so that none is taken for a file either. What follows "--" is a file. Where
// help was asked for, that is the only flag.
func (std streams) parse(args []string) (c *command, flags, files []string, err error) {
	name := args[0]
	if strings.HasPrefix(name, "-") {
		return nil, nil, nil, usagef("unknown flag %s: flags follow the command", name)
	}
	if c = std.command(name); c == nil {
		names := std.commandNames()
		return nil, nil, nil, unknownName("command", name, names)
	}
	flags, files, err = part(name, args[1:])
	return c, flags, files, err
}

func isHelp(arg string) bool { return arg == "--help" || arg == "-help" || arg == "-h" }

// part parts a command's arguments into flags, with their values, and files.
func part(command string, args []string) (flags, files []string, err error) {
	known := optionsOf(command)
	for i := 0; i < len(args); i++ {
		arg := args[i]
		switch {
		case arg == "--":
			return flags, append(files, args[i+1:]...), nil
		case arg == "-" || strings.HasPrefix(arg, "-:") || !strings.HasPrefix(arg, "-"):
			files = append(files, arg)
			continue
		case isHelp(arg):
			return []string{arg}, nil, nil
		}
		name, value, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		o := find(known, name)
		if o == nil {
			return nil, nil, unknownFlag(command, arg, name, known)
		}
		if name == o.was {
			arg = strings.Replace(arg, o.was, o.name, 1)
		}
		flags = append(flags, arg)
		if o.kind == toggle || o.kind == optional {
			continue
		}
		if !hasValue {
			if i++; i == len(args) {
				return nil, nil, usagef("%s needs a value: --%s", arg, strings.TrimPrefix(o.spelled(), "--"))
			}
			if value = args[i]; len(value) > 2 && strings.HasPrefix(value, "--") {
				return nil, nil, usagef("%s needs a value before %s: --%s", arg, printable(value), strings.TrimPrefix(o.spelled(), "--"))
			}
			flags = append(flags, value)
		}
		if o.values != nil && !o.open && value != "" && !slices.Contains(o.values(), value) {
			return nil, nil, badValue(o.name, value, o.values())
		}
	}
	return flags, files, nil
}

// find returns the flag of that name or letter, or nil.
func find(known []*option, name string) *option {
	k := slices.IndexFunc(known, func(o *option) bool { return name != "" && (o.name == name || o.short == name || o.was == name) })
	if k < 0 {
		return nil
	}
	return known[k]
}
