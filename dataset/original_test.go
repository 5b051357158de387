package dataset_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

func TestKeepOriginal(t *testing.T) {
	e, err := dataset.New(dataset.Options{KeepOriginal: true, Options: convert.Options{To: "xml"}})
	require.NoError(t, err)
	for in, want := range map[string]string{
		`{"messages": [ {"role": "assistant", "content": "Thought: a\nAnswer: \u0062"} ], "n": 1.0 } `: `{"messages": [ {"role": "assistant", "content": "a\n\n<answer>\n\u0062\n</answer>"} ], "n": 1.0 ,"original_messages":[ {"role": "assistant", "content": "Thought: a\nAnswer: \u0062"} ]} `,
		`{"text": "Question: x"}`: `{"text": "Question: x","original_text":"Question: x"}`,
		`{"prompt": "x", "n": 1, "completion": "Thought: a\nAnswer: b"}`: `{"prompt": "x", "n": 1, "completion": "a\n\n<answer>\nb\n</answer>","original_prompt":"x","original_completion":"Thought: a\nAnswer: b"}`,
	} {
		out, _, err := e.Record([]byte(in))
		require.NoError(t, err)
		require.Equal(t, want, string(out))
	}
	field, err := dataset.New(dataset.Options{KeepOriginal: true, Fields: []string{"lôg.<x>"}, Options: convert.Options{To: "xml"}})
	require.NoError(t, err)
	out, _, err := field.Record([]byte(`{"l\u00f4g": {"<x>": "Thought: a\nAnswer: b"}}`))
	require.NoError(t, err)
	require.Equal(t, `{"l\u00f4g": {"<x>": "Assistant: a\n\n<answer>\nb\n</answer>"},"original_l\u00f4g":{"<x>": "Thought: a\nAnswer: b"}}`, string(out))
	for in, code := range map[string]ir.Code{
		`[{"role": "user", "content": "x"}]`:            ir.CodeLayoutTooNarrow,
		`{"messages": [], "original_messages": "mine"}`: ir.CodeDuplicateKey,
	} {
		_, _, err := e.Record([]byte(in))
		var d *ir.Diagnostic
		require.ErrorAs(t, err, &d)
		require.Equal(t, code, d.Code)
	}
}
