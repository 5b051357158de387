package cli

import (
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/constrain"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/train"
)

// groupScreen is the heading of help of flags that change what is printed.
const groupScreen = "What is printed"

// groups are the headings of help under which flags are listed, in its order. A flag belongs to the
// first one that fits.
var groups = []string{"Input", "Output", "What can't be converted", "What is converted, and how", "Training data", "System prompts and tools", "Large runs", groupScreen}

// The kinds of a flag's value; "" is a text.
const (
	list     = "list" // text; the flag may be repeated
	number   = "number"
	unsigned = "unsigned"
	toggle   = "toggle"   // no value
	optional = "optional" // a value only after an equals sign: --strict=all
)

// option is a row of the table of flags.
type option struct {
	Group string
	In    string // the commands that have it, separated by spaces
	// Name is that of --name, and Short the letter of -x, if there is one.
	Name, Short string
	Was         string // the name that it had before, which is still read
	Kind        string
	Arg         string // what help calls the value, in capitals
	Words       string // what help says, which may name the value; {values} lists the values
	Preset      string // the value of a flag that is not given
	Shown       string // what help says of it where it is no value
	// Values lists what can be given, where it is a choice, and Choice names a list of choices:
	// all else is refused, unless the choice is open, as that of styles is to style files.
	// Completion offers them.
	Values []string
	Choice string
	Open   bool
	// Common flags are shown by -h.
	Common bool
	// Free flags change nothing of what is written: a run may be resumed with others.
	Free bool
}

// choices are the values of flags that other packages know.
var choices = map[string]func() []string{
	"sources": sourceNames, "targets": targetNames, "prompt-styles": promptStyleNames, "layouts": layouts.Names, "out-layouts": layouts.Targets,
	"trainers": dataset.Trainers, "policies": train.Policies, "onlys": dataset.Onlys, "notations": constrain.Formats, "forms": formNames,
}

// values returns what can be given, or nil.
func (o *option) values() []string {
	if choice := choices[o.Choice]; choice != nil {
		return choice()
	}
	return o.Values
}

// flagTable returns all flags of all commands.
func flagTable() []option { return known().Flag }

// spelled returns the flag as help spells it: --to STYLE.
func (o *option) spelled() string {
	switch {
	case o.Arg == "":
		return "--" + o.Name
	case o.Kind == optional:
		return "--" + o.Name + "[=" + o.Arg + "]"
	}
	return "--" + o.Name + " " + o.Arg
}

// says returns what help says about the flag.
func (o *option) says() string {
	var more []string
	if o.Kind == list {
		more = append(more, "may be repeated")
	}
	if preset := o.Preset + o.Shown; preset != "" {
		more = append(more, "default: "+preset)
	}
	words := o.Words
	if o.values() != nil {
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
	for i := range flagTable() {
		if o := &flagTable()[i]; slices.Contains(strings.Fields(o.In), command) {
			out = append(out, o)
		}
	}
	return out
}

// sourceNames are the values of --from.
func sourceNames() []string { return append([]string{convert.Auto}, readNames()...) }

// targetNames are the values of --to: what is read, but for shapes that are not written.
func targetNames() []string {
	return slices.DeleteFunc(readNames(), func(name string) bool { return layouts.IsShape(name) && layouts.TargetOf(name) == nil })
}

// readNames are styles, shapes of native tool calls, and formats of models.
func readNames() []string {
	names := styleNames()
	for _, shape := range layouts.ShapeNames() {
		if !slices.Contains(names, shape) {
			names = append(names, shape)
		}
	}
	return append(names, layouts.FormatNames()...)
}
