package dataset_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
)

// TestAddedThoughtsWeigh: an answer that is not trained stays so with a fixed sentence in front
// of it, and one that is trained is trained without it.
func TestAddedThoughtsWeigh(t *testing.T) {
	const record = `{"messages": [{"role": "user", "content": "q"}, {"role": "assistant", "content": "a", "weight": 0}, ` +
		`{"role": "user", "content": "r"}, {"role": "assistant", "content": "b"}]}`
	e, err := dataset.New(dataset.Options{For: "axolotl", Options: convert.Options{From: "openai", To: "react"}})
	require.NoError(t, err)
	row, _, err := e.Record([]byte(record))
	require.NoError(t, err)
	require.Contains(t, string(row), `"content": "Thought: I can answer without using any more tools.\nAnswer: a", "train": false}`)
	require.Contains(t, string(row), `\nAnswer: b", "train_detail": [{"begin_offset": 0, "end_offset": 51, "train": false}, `)
}
