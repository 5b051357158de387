package layouts

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// TestPackedFaults: a string that only begins like a list, and a record that is no JSON or
// too deep, are rejects as they were without lists in strings.
func TestPackedFaults(t *testing.T) {
	e, err := NewEditor(Options{})
	require.NoError(t, err)
	for record, code := range map[string]ir.Code{
		`{"messages": "["}`:                                                        ir.CodeWrongType,
		`{"messages": "[ "}`:                                                       ir.CodeWrongType,
		`{"conversations": "\n[\t"}`:                                               ir.CodeWrongType,
		`{"messages": "[{\"role\": "`:                                              ir.CodeNotJSON,
		`{"messages": ` + strings.Repeat(`{"a":`, 2000):                            ir.CodeTooDeep,
		`{"messages": "[]", "a": ` + strings.Repeat(`[`, 1001):                     ir.CodeTooDeep,
		`{"messages": "[` + strings.Repeat(`{\"a\":`, 2000) + `", "x": "` + "\xff": ir.CodeInvalidUTF8,
	} {
		_, d := e.Open([]byte(record))
		require.NotNil(t, d)
		require.Equal(t, code, d.Code, "%.60s", record)
	}
}
