package styles

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/styles/pages"
)

// TestPages reads each page again from what it prints, and makes the page again from the
// style.
func TestPages(t *testing.T) {
	files, err := pages.Files.ReadDir(".")
	require.NoError(t, err)
	require.Len(t, files, len(order))
	for _, s := range all {
		again, err := page.Parse(s.page.TOML(), nil)
		require.NoError(t, err, s.Name)
		require.Equal(t, s.page, again)
		made := s.pageOf()
		made.Alone, again.Alone = nil, nil // cherry reads what it does not write
		require.Equal(t, again, made)
	}
}
