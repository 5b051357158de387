package grammar

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/styles"
)

// TestRoleLines tries each role line of plain transcripts as a marker: no style file
// may have one.
func TestRoleLines(t *testing.T) {
	const file = "name = \"a\"\nanchor = \"line\"\nthought = \"% {text}\"\ncall = \"Do: {name}\\nWith: {args}\"\nargs = \"any\"\nresult = \"Saw: {text}\"\nanswer = \"End: {text}\"\n"
	for _, role := range roleLines {
		_, err := styles.Parse([]byte(strings.ReplaceAll(file, "%", role.Text)), "f.toml")
		require.ErrorContains(t, err, "begins a turn", role.Text)
	}
	_, err := styles.Parse([]byte(strings.ReplaceAll(file, "%", "Thinking:")), "f.toml")
	require.NoError(t, err)
}

// TestOf takes built-in styles from the list, and derives others anew.
func TestOf(t *testing.T) {
	for i, s := range styles.All() {
		require.Same(t, All()[i], Of(s))
		own, err := styles.Parse(s.TOML(), "f.toml")
		require.NoError(t, err)
		require.NotSame(t, Of(s), Of(own))
		require.Equal(t, Of(s).Lexicon(), Of(own).Lexicon())
	}
	_, err := With(styles.All()[0])
	var taken *styles.TakenError
	require.ErrorAs(t, err, &taken)
}
