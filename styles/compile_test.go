package styles

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/styles/pages"
)

// TestPages reads each page again from what it prints.
func TestPages(t *testing.T) {
	files, err := pages.Files.ReadDir(".")
	require.NoError(t, err)
	require.Len(t, files, len(order))
	for _, s := range all {
		again, err := page.Parse(s.TOML(), nil)
		require.NoError(t, err, s.Name)
		require.Equal(t, s.Page, again)
	}
}
