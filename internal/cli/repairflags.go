package cli

import (
	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/convert"
)

// repairFlags are those that say which repairs are made.
func repairFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "repair", Value: "safe", Usage: "`CLASS` of repairs: safe; all, with guesses; or none, which rejects what needs one"},
		&cli.StringFlag{Name: "invented", Value: "keep", Usage: "`WHAT` becomes of a result that the model invented: keep, drop or reject"},
		&cli.StringFlag{Name: "xml-entities", Value: "keep", Usage: "`WHAT` becomes of &lt; and its like in xml: keep or decode"},
	}
}

// fillRepairs puts the values of repairFlags into the options.
func fillRepairs(c *cli.Context, o *convert.Options) {
	o.Repair, o.Invented = convert.Repair(c.String("repair")), convert.Invented(c.String("invented"))
	o.XMLEntities = convert.XMLEntities(c.String("xml-entities"))
}
