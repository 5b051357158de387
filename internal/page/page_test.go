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
