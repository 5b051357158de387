package cli

import (
	"errors"

	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/convert"
)

// optionalFlag is a flag that may have a value, but only after an equals sign, so
// that a file can follow the flag. Its value is a boolFlag of package flag.
type optionalFlag struct{ *cli.GenericFlag }

// strictFlag is --strict and --strict=all.
func strictFlag(o *option) cli.Flag {
	return optionalFlag{&cli.GenericFlag{Name: o.name, Value: &strictValue{convert.StrictOff}}}
}

// strictOf returns the value of strictFlag.
func strictOf(c *cli.Context) convert.Strict { return c.Generic("strict").(*strictValue).level }

// strictValue is the value of --strict, which package flag sets like that of a
// boolean flag.
type strictValue struct{ level convert.Strict }

// IsBoolFlag lets package flag take the flag without a value.
func (v *strictValue) IsBoolFlag() bool { return true }

// Get returns the value's name: it is what a checkpoint holds.
func (v *strictValue) Get() any { return string(v.level) }

// String returns the value's name.
func (v *strictValue) String() string { return string(v.level) }

// Set takes what follows the equals sign; a flag without one is "true".
func (v *strictValue) Set(s string) error {
	switch level := convert.Strict(s); level {
	case convert.StrictOff, convert.StrictLosses, convert.StrictAll:
		v.level = level
	case "true":
		v.level = convert.StrictLosses
	case "false", "":
		v.level = convert.StrictOff
	default:
		return errors.New("no level of strictness") // explainFlag says it in other words
	}
	return nil
}
