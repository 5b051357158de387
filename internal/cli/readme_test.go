package cli

import (
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestReadmeHasTheFlags compares the README's table with the flags of convert.
func TestReadmeHasTheFlags(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	for _, flag := range (streams{}).convertCommand().Flags {
		name := "--" + flag.Names()[0]
		switch name {
		case "--to":
			name = "convert --to STYLE"
		case "--output":
			name = "-o"
		}
		assert.Contains(t, string(readme), "`"+name, "the README does not have %s", name)
	}
}
