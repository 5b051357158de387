package cli

import (
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/prompts"
)

// promptFlags are the flags that say what becomes of system prompts.
func promptFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "prompt", Value: string(prompts.ModeAuto), Usage: "what becomes of system prompts: `MODE` is auto, keep, replace, append or drop"},
		&cli.StringFlag{Name: "prompt-from", Usage: "the template in `FILE` is what system prompts are made from"},
		&cli.StringFlag{Name: "prompt-to", Usage: "write system prompts by the template in `FILE`"},
		&cli.StringFlag{Name: "catalog", Usage: "write lists of tools in `FORM`: " + strings.Join(formNames(), ", ")},
	}
}

// promptOptions reads the flags of promptFlags.
func (std streams) promptOptions(c *cli.Context) (opts prompts.Options, err error) {
	if opts.Mode, err = prompts.ParseMode(c.String("prompt")); err != nil {
		return opts, usagef("--prompt: %s", err)
	}
	if name := c.String("catalog"); c.IsSet("catalog") {
		if opts.Form, err = prompts.ParseForm(name); err != nil {
			return opts, usagef("--catalog: %v%s", err, suggest(name, formNames()))
		}
	}
	if opts.From, err = std.template(c.String("prompt-from")); err != nil {
		return opts, err
	}
	opts.To, err = std.template(c.String("prompt-to"))
	return opts, err
}
