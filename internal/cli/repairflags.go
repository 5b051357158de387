package cli

import (
	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/convert"
)

// repairFlags are those that say which repairs are made.
func repairFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "repair", Value: "safe", Usage: "`CLASS` of repairs: safe; all, with guesses; or none, which rejects what needs one"},
	}
}

// fillRepairs puts the values of repairFlags into the options.
func fillRepairs(c *cli.Context, o *convert.Options) { o.Repair = c.String("repair") }
