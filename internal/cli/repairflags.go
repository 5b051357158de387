package cli

import (
	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/convert"
)

// fillRepairs puts the flags that say which repairs are made into the options.
func fillRepairs(c *cli.Context, o *convert.Options) {
	o.Repair, o.Invented = convert.Repair(c.String("repair")), convert.Invented(c.String("invented"))
	o.Plain = convert.Unmarked(c.String("plain"))
	o.XMLEntities = convert.XMLEntities(c.String("xml-entities"))
}
