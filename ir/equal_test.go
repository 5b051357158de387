package ir

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDiff compares documents: arguments by their tokens, strings in them by
// what they say, all else character by character.
func TestDiff(t *testing.T) {
	call := func(args string) string { return `{"kind": "call", "tool": "f", "args": ` + args + `}` }
	for name, c := range map[string]struct {
		a, b string
		want bool
	}{
		"the same":           {call(`{"x": 1}`), call(`{"x": 1}`), true},
		"spacing":            {call(`{"x": [1, 2]}`), call(`{"x":[1,2]}`), true},
		"an escape":          {call(`{"x": "\u0041"}`), call(`{"x": "A"}`), true},
		"a number's digits":  {call(`{"x": 1.0}`), call(`{"x": 1}`), false},
		"the order of keys":  {call(`{"x": 1, "y": 2}`), call(`{"y": 2, "x": 1}`), false},
		"a key twice":        {call(`{"x": 1, "x": 1}`), call(`{"x": 1}`), false},
		"a space in a text":  {`{"kind": "answer", "text": "a b"}`, `{"kind": "answer", "text": "a  b"}`, false},
		"a text's spelling":  {`{"kind": "answer", "text": "\u0041"}`, `{"kind": "answer", "text": "A"}`, true},
		"an outcome":         {`{"kind": "answer", "text": "A", "success": true}`, `{"kind": "answer", "text": "A"}`, false},
		"one step more":      {`{"kind": "answer", "text": "A"}`, `{"kind": "answer", "text": "A"}, {"kind": "user", "text": "?"}`, false},
		"a text for a JSON ": {call(`"1"`), `{"kind": "call", "tool": "f", "input": "1"}`, false},
	} {
		var read [2]Transcript
		for i, steps := range []string{c.a, c.b} {
			var err error
			read[i], _, err = ParseDocument([]byte(`{"toolspeak": 1, "steps": [` + steps + `]}`))
			require.NoError(t, err, name)
		}
		assert.Equal(t, c.want, Diff(&read[0], &read[1]) == "", name)
		assert.Equal(t, c.want, Diff(&read[1], &read[0]) == "", name)
	}
}
