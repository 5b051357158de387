package cli

import (
	_ "embed"
	"maps"
	"slices"
	"strings"
)

var (
	//go:embed completion/toolspeak.bash
	bashCompletion string
	//go:embed completion/toolspeak.zsh
	zshCompletion string
	//go:embed completion/toolspeak.fish
	fishCompletion string
	//go:embed completion/toolspeak.ps1
	powershellCompletion string
)

// completions are scripts that ask the command completeName.
var completions = map[string]string{"bash": bashCompletion, "zsh": zshCompletion, "fish": fishCompletion, "powershell": powershellCompletion}

// completeName is the command that shells call: it is given the words of the command
// line up to the one that is to be completed, which may be empty.
const completeName = "__complete"

func shells() []string { return slices.Sorted(maps.Keys(completions)) }

func (std streams) completion(c *invocation) error {
	if len(c.files) != 1 || completions[c.files[0]] == "" {
		return usagef("completion takes the name of a shell: %s", orList(shells()))
	}
	return std.print(std.out, completions[c.files[0]])
}

// complete prints what the last of the words may become, a line each. It prints
// nothing where that is a file.
func (std streams) complete(words []string) error {
	var out strings.Builder
	for _, w := range std.completed(words) {
		out.WriteString(w + "\n")
	}
	return std.print(std.out, out.String())
}

func (std streams) completed(words []string) []string {
	words = slices.DeleteFunc(slices.Clone(words), func(w string) bool { return w == "=" }) // as bash parts --flag=value
	if len(words) == 0 {
		words = []string{""}
	}
	last := words[len(words)-1]
	if last == `""` { // what some versions of PowerShell make of an empty word
		last = ""
	}
	before := words[:len(words)-1]
	if len(before) == 0 {
		return starting(append(commandNames(), "help"), last)
	}
	switch before[0] {
	case "help":
		return starting(append(commandNames(), topicNames()...), last)
	case "explain":
		return starting(codeNames(), last)
	case "completion":
		return starting(shells(), last)
	}
	known := optionsOf(before[0])
	if o := find(known, strings.TrimLeft(before[len(before)-1], "-")); o != nil && strings.HasPrefix(before[len(before)-1], "-") && o.Kind != toggle && o.Kind != optional {
		return o.completed(last)
	}
	if !strings.HasPrefix(last, "-") {
		return nil
	}
	if name, value, ok := strings.Cut(last, "="); ok {
		o := find(known, strings.TrimLeft(name, "-"))
		if o == nil {
			return nil
		}
		var out []string
		for _, v := range o.completed(value) {
			out = append(out, name+"="+v)
		}
		return out
	}
	var names []string
	for _, name := range optionNames(known) {
		names = append(names, "--"+name)
	}
	return starting(append(names, "--help"), last)
}

// completed returns the values of a flag that begin so.
func (o *option) completed(prefix string) []string {
	if o.values() == nil {
		return nil
	}
	return starting(o.values(), prefix)
}

func starting(words []string, prefix string) []string {
	return slices.DeleteFunc(slices.Clone(words), func(w string) bool { return !strings.HasPrefix(w, prefix) })
}
