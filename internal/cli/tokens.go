package cli

import (
	"strconv"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/tokens"
	"github.com/toolspeak/toolspeak/internal/trainers"
)

// counterOf returns what counts tokens by the flags, or nil.
func counterOf(c *invocation) (tokens.Counter, error) {
	file, chars := c.String("tokenizer"), c.String("chars-per-token")
	switch {
	case file != "" && chars != "":
		return nil, usagef("--tokenizer counts tokens and --chars-per-token estimates them: leave one of them out")
	case file != "":
		return tokens.Open(file)
	case chars == "":
		return nil, nil
	}
	n, err := strconv.ParseFloat(chars, 64)
	if err != nil {
		return nil, usagef("--chars-per-token %s: expected a number such as 3.5", chars)
	}
	counter, err := tokens.PerChars(n)
	if err != nil {
		return nil, usagef("--chars-per-token: %v", err)
	}
	return counter, nil
}

// fillTokens puts the length of rows into the options.
func fillTokens(c *invocation, o *dataset.Options) error {
	counter, err := counterOf(c)
	most := c.Int("max-tokens")
	switch {
	case err != nil:
		return err
	case counter == nil && c.IsSet("max-tokens"):
		return usagef("--max-tokens needs a way to count: --tokenizer FILE, or --chars-per-token 3.5")
	case c.IsSet("max-tokens") && most < 1:
		return usagef("--max-tokens %d: expected 1 or more", most)
	case c.IsSet("longer") && most == 0:
		return usagef("--longer has no meaning without --max-tokens")
	case counter == nil:
		return nil
	case c.String("for") == "":
		return usagef("tokens are counted for rows of a trainer: --for is missing")
	}
	o.Tokens = &trainers.Tokens{Count: counter.Count, Max: most, Longer: c.String("longer")}
	return nil
}
