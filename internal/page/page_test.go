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

// TestTools says what a list of tools needs, and what is assumed of it.
func TestTools(t *testing.T) {
	const start = "name = \"mine\"\ncall = \"<c>{name} {args}</c>\"\n"
	p, err := page.Parse([]byte(start+`tools = { each = "<t>{tool}</t>", open = "Tools:" }`), nil)
	require.NoError(t, err)
	require.Equal(t, page.Tools{Each: "<t>{tool}</t>", Open: "Tools:", Form: page.Wrapped, Place: page.End}, p.Tools)
	for list, want := range map[string]string{
		`{ open = "<tools>" }`:                `line 3: tools.each "" shows no tool: expected {tool} or {name}`,
		`{ each = "{tool}", form = "yaml" }`:  `line 3: tools.form is "yaml": expected one of openai, json, dict, typescript, python, elements, dialect`,
		`{ each = "{tool}", place = "there"}`: `line 3: tools.place is "there": expected one of end, start, turn, user`,
	} {
		_, err := page.Parse([]byte(start+"tools = "+list), nil)
		require.EqualError(t, err, want)
	}
}
