//go:build !js

package trainers

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/layouts"
)

// TestTable: what the entries of the table name exists, and the settings of each are written.
func TestTable(t *testing.T) {
	for _, one := range table() {
		require.True(t, one.Holds == "" || holds[one.Holds] != nil, "%s: holds", one.Name)
		require.Equal(t, one.Settings != "", one.Text != "", "%s: settings and their text go together", one.Name)
		for _, shape := range one.Shapes {
			require.True(t, layouts.IsShape(shape), "%s: %s", one.Name, shape)
		}
		text, err := one.settings(Rows{File: "d/rows.parquet", To: one.To, Length: 512})
		require.NoError(t, err, one.Name)
		require.Equal(t, one.Text != "", text != "", one.Name)
		require.NotContains(t, text, "{{", one.Name)
	}
}
