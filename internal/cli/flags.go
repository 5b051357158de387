package cli

import (
	"slices"
	"strings"
)

// flagGroup is a heading of help, under which flags are listed.
type flagGroup string

// The groups, in the order of help. A flag belongs to the first one that fits.
const (
	groupInput   flagGroup = "Input"
	groupOutput  flagGroup = "Output"
	groupErrors  flagGroup = "What can't be converted"
	groupConvert flagGroup = "What is converted, and how"
	groupTrain   flagGroup = "Training data"
	groupPrompts flagGroup = "System prompts and tools"
	groupRuns    flagGroup = "Large runs"
	groupScreen  flagGroup = "What is printed"
)

var groups = []flagGroup{groupInput, groupOutput, groupErrors, groupConvert, groupTrain, groupPrompts, groupRuns, groupScreen}

// kind is what a flag's value is.
type kind uint8

const (
	text kind = iota
	list      // text; the flag may be repeated
	number
	unsigned
	toggle   // no value
	optional // a value only after an equals sign: --strict=all
)

// option is a row of the table of flags: all that parsing, help, completion and the
// documents know of a flag.
type option struct {
	group flagGroup
	in    string // the commands that have it, separated by spaces
	// name is that of --name, and short the letter of -x, if there is one.
	name, short string
	was         string // the name that it had before, which is still read
	kind        kind
	arg         string // what help calls the value, in capitals
	words       string // what help says, which may name the value; {values} lists the values
	preset      string // the value of a flag that is not given
	shown       string // what help says of it where it is no value
	// values lists what can be given, where it is a choice: all else is refused, unless
	// the choice is open, as that of styles is to style files. Completion offers them.
	values func() []string
	open   bool
	// common flags are shown by -h.
	common bool
	// free flags change nothing of what is written: a run may be resumed with others.
	free bool
}

// spelled returns the flag as help spells it: --to STYLE.
func (o *option) spelled() string {
	switch {
	case o.arg == "":
		return "--" + o.name
	case o.kind == optional:
		return "--" + o.name + "[=" + o.arg + "]"
	}
	return "--" + o.name + " " + o.arg
}

// says returns what help says about the flag.
func (o *option) says() string {
	var more []string
	if o.kind == list {
		more = append(more, "may be repeated")
	}
	if preset := o.preset + o.shown; preset != "" {
		more = append(more, "default: "+preset)
	}
	words := o.words
	if o.values != nil {
		words = strings.ReplaceAll(words, "{values}", orList(o.values()))
	}
	if len(more) == 0 {
		return words
	}
	return words + " (" + strings.Join(more, "; ") + ")"
}

// orList lists words: a, b or c.
func orList(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	last := len(words) - 1
	return strings.Join(words[:last], ", ") + " or " + words[last]
}

// optionsOf returns the rows of a command's flags, in the order of the table.
func optionsOf(command string) []*option {
	var out []*option
	for i := range flagTable {
		if slices.Contains(strings.Fields(flagTable[i].in), command) {
			out = append(out, &flagTable[i])
		}
	}
	return out
}

// fixed returns a choice of values that never changes.
func fixed(values ...string) func() []string {
	return func() []string { return values }
}
