package cli

import (
	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/convert"
)

// optionalFlag is a flag that may have a value, but only after an equals sign, so
// that a file can follow the flag. Its value is a boolFlag of package flag.
type optionalFlag struct{ *cli.GenericFlag }

// String is what the help shows, with a tab before the usage.
func (f optionalFlag) String() string { return "--" + f.Name + "[=all]\t" + f.Usage }

// strictFlag is --strict and --strict=all.
func strictFlag() cli.Flag {
	return optionalFlag{&cli.GenericFlag{
		Name: "strict", Value: new(strictValue),
		Usage: "reject what suffers a loss or needs a guess; with =all also what needs any repair or has a note",
	}}
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

// isBool reports whether a flag needs no value.
func isBool(flag cli.Flag) bool {
	switch flag.(type) {
	case *cli.BoolFlag, optionalFlag:
		return true
	}
	return false
}
