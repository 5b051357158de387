package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/prompts"
)

// promptFlags are the flags that say what becomes of system prompts.
func promptFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "prompt", Value: string(prompts.ModeAuto), Usage: "what becomes of system prompts: `MODE` is " + joined(prompts.Modes())},
		&cli.StringFlag{Name: "prompt-from", Usage: "the template in `FILE` is what system prompts are made from"},
		&cli.StringFlag{Name: "prompt-to", Usage: "write system prompts by the template in `FILE`"},
		&cli.StringFlag{Name: "catalog", Usage: "write lists of tools in `FORM`: " + joined(prompts.Forms())},
	}
}

func joined[S ~string](list []S) string {
	words := make([]string, len(list))
	for i, s := range list {
		words[i] = string(s)
	}
	return strings.Join(words, ", ")
}

// promptOptions reads the flags of promptFlags.
func promptOptions(c *cli.Context) (opts prompts.Options, err error) {
	if opts.Mode, err = prompts.ParseMode(c.String("prompt")); err != nil {
		return opts, usagef("--prompt: %s", err)
	}
	if name := c.String("catalog"); c.IsSet("catalog") {
		if opts.Form, err = prompts.ParseForm(name); err != nil {
			return opts, usagef("--catalog: %s", err)
		}
	}
	if opts.From, err = templateOf(c, "prompt-from"); err != nil {
		return opts, err
	}
	opts.To, err = templateOf(c, "prompt-to")
	return opts, err
}

// templateOf reads the template that a flag names, or returns nil without one.
func templateOf(c *cli.Context, flag string) (*prompts.Template, error) {
	if !c.IsSet(flag) {
		return nil, nil
	}
	path := c.String(flag)
	source, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("can't read the template of --%s: %w", flag, err)
	}
	t, err := prompts.ParseTemplate(string(source), prompts.Auto)
	var wrong *prompts.TemplateError
	if errors.As(err, &wrong) {
		return nil, usagef("%s:%d:%d: %s", path, wrong.Line, wrong.Column, wrong.Text)
	}
	return t, err
}
