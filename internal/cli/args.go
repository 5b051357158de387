package cli

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolspeak/toolspeak/convert"
)

// invocation is a command with its flags and files, as they were typed.
type invocation struct {
	*command
	run   func(*invocation) error
	std   streams
	known []*option
	given map[string][]string // the values of the flags that were given, by name
	files []string
	help  string // how help was asked for: -h or --help, or ""
}

// parse finds the command, its flags and its files, in any order. It refuses flags that it
// does not know, so that none is taken for a file. What follows "--" is a file.
func (std streams) parse(args []string) (*invocation, error) {
	name := args[0]
	if strings.HasPrefix(name, "-") {
		return nil, usagef("unknown flag %s: flags follow the command", name)
	}
	found := commandOf(name)
	if found == nil {
		return nil, unknownName("command", name, commandNames())
	}
	c := &invocation{command: found, run: std.work(name), std: std, known: optionsOf(name), given: map[string][]string{}}
	for args = args[1:]; len(args) > 0; {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			c.files = append(c.files, args...)
			return c, nil
		case arg == "-" || strings.HasPrefix(arg, "-:") || !strings.HasPrefix(arg, "-"):
			c.files = append(c.files, arg)
			continue
		case isHelp(arg):
			c.help = arg
			return c, nil
		}
		name, value, hasValue := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		o := find(c.known, name)
		if o == nil {
			return nil, unknownFlag(c.Name, arg, name, c.known)
		}
		if o.takesNext() && !hasValue {
			if len(args) == 0 {
				return nil, usagef("%s needs a value: --%s", arg, strings.TrimPrefix(o.spelled(), "--"))
			}
			if value, args = args[0], args[1:]; len(value) > 2 && strings.HasPrefix(value, "--") {
				return nil, usagef("%s needs a value before %s: --%s", arg, printable(value), strings.TrimPrefix(o.spelled(), "--"))
			}
		}
		if !o.takesNext() && !hasValue {
			value = "true"
		}
		if err := o.check(value); err != nil {
			return nil, err
		}
		if before := c.given[o.Name]; o.Kind != list && len(before) > 0 && (o.takesNext() || before[0] != value) {
			return nil, usagef("--%s takes one value and is given twice, as %q and %q: leave one of them out", o.Name, printable(before[0]), printable(value))
		}
		c.given[o.Name] = append(c.given[o.Name], value)
	}
	return c, nil
}

func isHelp(arg string) bool { return arg == "--help" || arg == "-help" || arg == "-h" }

// takesNext reports whether the argument after the flag is its value.
func (o *option) takesNext() bool { return o.Kind != toggle && o.Kind != optional }

// check says what is wrong with a value of the flag.
func (o *option) check(value string) (err error) {
	expected := "a number"
	switch o.Kind {
	case number:
		_, err = strconv.ParseInt(value, 0, strconv.IntSize)
	case unsigned:
		_, err = strconv.ParseUint(value, 0, 64)
	case toggle:
		expected = "true or false"
		_, err = strconv.ParseBool(value)
	case optional:
		switch value {
		case "", "true", "false", string(convert.StrictOff), string(convert.StrictLosses), string(convert.StrictAll):
			return nil
		}
		return usagef("--%s=%s: expected --%[1]s or --%[1]s=%[3]s", o.Name, printable(value), o.Arg)
	}
	switch {
	case err != nil:
		return usagef("--%s %q: expected %s", o.Name, value, expected)
	case o.values() != nil && !o.Open && value != "" && !slices.Contains(o.values(), value):
		return badValue(o.Name, value, o.values())
	}
	return nil
}

// IsSet reports whether a flag was given.
func (c *invocation) IsSet(name string) bool { return len(c.given[name]) > 0 }

// StringSlice returns all values of a flag.
func (c *invocation) StringSlice(name string) []string { return c.given[name] }

// String returns the value of a flag or, if it was not given, its preset.
func (c *invocation) String(name string) string {
	if list := c.given[name]; len(list) > 0 {
		return list[0]
	}
	if o := find(c.known, name); o != nil {
		return o.Preset
	}
	return ""
}

// Bool reports whether a flag without a value is on.
func (c *invocation) Bool(name string) bool {
	on, _ := strconv.ParseBool(c.String(name)) // parse has checked it
	return on
}

// Int returns a number, 0 for a flag that was not given.
func (c *invocation) Int(name string) int {
	n, _ := strconv.ParseInt(c.String(name), 0, strconv.IntSize) // parse has checked it
	return int(n)
}

// Uint64 returns a number without a sign, 0 for a flag that was not given.
func (c *invocation) Uint64(name string) uint64 {
	n, _ := strconv.ParseUint(c.String(name), 0, 64) // parse has checked it
	return n
}

// find returns the flag of that name or letter, or nil.
func find(known []*option, name string) *option {
	k := slices.IndexFunc(known, func(o *option) bool { return name != "" && (o.Name == name || o.Short == name || o.Was == name) })
	if k < 0 {
		return nil
	}
	return known[k]
}

// strict returns the value of --strict, which has one only after an equals sign.
func (c *invocation) strict() convert.Strict {
	switch level := c.String("strict"); level {
	case "true":
		return convert.StrictLosses
	case "false", "":
		return convert.StrictOff
	default:
		return convert.Strict(level)
	}
}

// settings returns the flags that a run which is resumed has to have the same, by name.
func (c *invocation) settings() map[string]string {
	values := map[string]string{}
	for _, o := range c.known {
		switch {
		case o.Free:
		case o.Kind == list:
			values["--"+o.Name] = strings.Join(c.given[o.Name], ", ")
		default:
			values["--"+o.Name] = c.String(o.Name)
		}
	}
	return values
}
