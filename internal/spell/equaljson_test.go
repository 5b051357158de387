package spell

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// TestSpells: an escaped text and a plain one that are the same are found to be so at
// once, and no others.
func TestSpells(t *testing.T) {
	for _, row := range []struct {
		escaped, plain string
		same           bool
	}{
		{``, "", true}, {`a`, "a", true}, {`{\"a\": \"b\\n\"}`, `{"a": "b\n"}`, true}, {`a\nb\t\/`, "a\nb\t/", true}, {`中\"`, `中"`, true},
		{`a`, "", false}, {``, "a", false}, {`\n`, "", false}, {`\n`, "n", false}, {`a\n`, "a", false}, {`a\nb`, "a\nc", false}, {`\\`, `\\`, false},
	} {
		require.Equal(t, row.same, spells([]byte(row.escaped), []byte(row.plain)), row.escaped)
		require.Equal(t, row.same, EqualText(Text{B: []byte(row.escaped), Esc: true}, Text{B: []byte(row.plain)}), row.escaped)
		require.Equal(t, row.same, EqualText(Text{B: []byte(row.plain)}, Text{B: []byte(row.escaped), Esc: true}), row.escaped)
	}
	require.False(t, spells([]byte(`\u0041`), []byte("A")), "left to who decodes")
	require.True(t, EqualText(Text{B: []byte(`\u0041`), Esc: true}, Text{B: []byte("A")}))
}
