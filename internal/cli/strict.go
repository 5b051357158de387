package cli

import (
	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/convert"
)

// optionalFlag is a flag that may have a value, but only after an equals sign, so
// that a file can follow the flag. Its value is a boolFlag of package flag.
type optionalFlag struct{ *cli.GenericFlag }

// strictFlag is --strict and --strict=all.
func strictFlag(o *option) cli.Flag {
	return optionalFlag{&cli.GenericFlag{Name: o.name, Value: new(strictValue)}}
}

// strictOf returns the value of strictFlag.
func strictOf(c *cli.Context) convert.Strict { return c.Generic("strict").(*strictValue).level }

// strictValue is the value of --strict, which package flag sets like that of a
// boolean flag.
type strictValue struct{ level convert.Strict }

// IsBoolFlag lets package flag take the flag without a value.
func (v *strictValue) IsBoolFlag() bool { return true }

// Get returns the value's name: it is what a checkpoint holds.
func (v *strictValue) Get() any { return v.level.String() }

// String returns the value's name.
func (v *strictValue) String() string { return v.level.String() }

// Set takes what follows the equals sign; a flag without one is "true".
func (v *strictValue) Set(s string) (err error) {
	switch s {
	case "true":
		s = convert.StrictLosses.String()
	case "false", "":
		s = convert.StrictOff.String()
	}
	v.level, err = convert.ParseStrict(s)
	return err
}
