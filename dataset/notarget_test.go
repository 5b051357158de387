package dataset

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/styles"
)

// Options without a target, and those of a shape for a converter of texts, say what to do.
func TestNoTarget(t *testing.T) {
	e, err := New(Options{})
	require.NoError(t, err)
	for _, raw := range []string{`{"messages": [{"role": "user", "content": "q"}]}`, `{"contents": [{"role": "user", "parts": [{"text": "q"}]}]}`, `{"text": "Question: q"}`} {
		for name, convertOne := range map[string]func() error{
			"Record": func() error { _, _, err := e.Record([]byte(raw)); return err },
			"Copy":   func() error { _, err := e.Copy(t.Context(), io.Discard, strings.NewReader(raw)); return err },
			"Filter": func() error {
				_, err := e.Filter(t.Context(), io.Discard, nil, NamedReader{Name: "in", Reader: strings.NewReader(raw)})
				return err
			},
		} {
			err := convertOne()
			var wrong *convert.OptionError
			require.ErrorAs(t, err, &wrong, name)
			assert.Equal(t, "to", wrong.Option)
			assert.Subset(t, wrong.Allowed, []string{"react", "openai", "ir"})
		}
		_, err = e.Inspect(&Record{Raw: []byte(raw)})
		require.NoError(t, err)
	}
	for _, opts := range []convert.Options{{To: "openai"}, {To: "xml", From: "anthropic"}} {
		_, err = convert.New(opts)
		var unknown *styles.UnknownError
		require.ErrorAs(t, err, &unknown)
		assert.ErrorContains(t, err, "package dataset")
	}
}
