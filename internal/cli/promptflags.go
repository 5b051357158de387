package cli

import (
	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/prompts"
)

// promptOptions reads the flags that say what becomes of system prompts.
func (std streams) promptOptions(c *cli.Context) (opts prompts.Options, err error) {
	if opts.Mode, err = prompts.ParseMode(c.String("prompt")); err != nil {
		return opts, usagef("--prompt: %s", err)
	}
	if name := c.String("tool-list"); c.IsSet("tool-list") {
		if opts.Form, err = prompts.ParseForm(name); err != nil {
			return opts, badValue("tool-list", name, formNames())
		}
	}
	if opts.From, err = std.template(c.String("prompt-from")); err != nil {
		return opts, err
	}
	opts.To, err = std.template(c.String("prompt-to"))
	return opts, err
}
