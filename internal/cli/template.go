package cli

import (
	"fmt"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/jinja"
	"github.com/toolspeak/toolspeak/internal/templates"
)

// fillTemplate puts the chat template of --template into the options.
func (std streams) fillTemplate(c *cli.Context, o *dataset.Options) error {
	path := c.String("template")
	if path == "" {
		for _, name := range []string{"now", "template-var"} {
			if c.IsSet(name) {
				return usagef("--%s has no meaning without --template", name)
			}
		}
		return nil
	}
	t, err := openTemplate(c, path)
	if err != nil {
		return err
	}
	if names := t.MissingTokens(); names != nil && !c.Bool("quiet") {
		fmt.Fprintf(std.err, "%s does not say %s, so the texts have none: put tokenizer_config.json next to it, or give --template-var %s=…\n", path, strings.Join(names, " and "), names[0])
	}
	o.Template = t
	return nil
}

// openTemplate reads a chat template with the flags that say what it sees.
func openTemplate(c *cli.Context, path string) (*templates.Template, error) {
	s, err := templates.Read(path)
	if err != nil {
		return nil, err
	}
	opts := templates.Options{Values: jinja.NewDict(0)}
	if opts.Now, err = timeOf(c.String("now")); err != nil {
		return nil, err
	}
	for _, pair := range c.StringSlice("template-var") {
		name, text, ok := strings.Cut(pair, "=")
		if !ok || name == "" {
			return nil, usagef("--template-var %s: expected NAME=VALUE", pair)
		}
		value, err := jinja.FromJSON([]byte(text))
		if err != nil {
			value = text
		}
		opts.Values.Set(name, value)
	}
	t, err := templates.Open(s, opts)
	if err != nil {
		return nil, fmt.Errorf("can't use %s: %w", path, err)
	}
	return t, nil
}

// timeOf reads the time of --now.
func timeOf(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02 15:04:05", "2006-01-02T15:04", "2006-01-02"} {
		if t, err := time.Parse(layout, s); err == nil {
			return t, nil
		}
	}
	return time.Time{}, usagef("--now %s: expected a time such as 2025-03-04 or 2025-03-04T15:06:07", s)
}
