package page_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/page"
)

// TestTOML reads each page again from what it prints.
func TestTOML(t *testing.T) {
	for _, p := range page.All() {
		again, err := page.Parse(p.TOML(), nil)
		require.NoError(t, err, "%s", p.TOML())
		require.Equal(t, p, again)
	}
}

// TestLimits says what formats of each kind can't hold.
func TestLimits(t *testing.T) {
	for name, want := range map[string][]string{
		"kimi-k2":         nil,
		"mistral":         nil,
		"hermes":          {"ids"},
		"qwen3-coder":     {"types without a tool list", "its markers in a text", "ids"},
		"deepseek-v32":    {"its markers in a text", "ids"},
		"minicpm5":        {"types without a tool list", "ids"},
		"pythonic":        {"words next to a call", "names that Python has not", "ids"},
		"harmony":         {"several calls in a message", "ids"},
		"smolagents-code": {"calls that are no program", "several calls in a message", "its markers in a text", "ids"},
	} {
		require.Equal(t, want, page.ByName(name).Limits(), name)
	}
}
