package oracles

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
)

// refused are those examples of shapes that the packages do not take, though
// data has the like.
var refused = map[string]bool{
	"anthropic/system-inside.txtar":    true, // arguments are a string
	"anthropic/words-after-call.txtar": true, // thinking without a signature
	"gemini/snake-case.txtar":          true, // taken, but given back in camel case
	"openai/flat-call.txtar":           true,
	"openai/id-reused.txtar":           true, // arguments are an object
	"responses/null-padding.txtar":     true,
}

// TestJudges checks that the judges judge: they take the examples of shapes as
// their authors do.
func TestJudges(t *testing.T) {
	o := start(t)
	judged := 0
	for _, shape := range []string{"openai", "responses", "anthropic", "gemini", "atif"} {
		files, err := filepath.Glob("../../layouts/testdata/shapes/" + shape + "/*.txtar")
		require.NoError(t, err)
		for _, file := range files {
			a, err := txtar.ParseFile(file)
			require.NoError(t, err)
			v := o.judge(shape, a.Files[0].Data)
			name := shape + "/" + filepath.Base(file)
			require.Equal(t, refused[name], v.Fault != "", "%s: %s", name, v.Fault)
			judged++
		}
	}
	require.Equal(t, 26, judged)
}
