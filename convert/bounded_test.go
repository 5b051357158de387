package convert

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/ir"
)

// TestDiagnosticsAreBounded converts messages that give more diagnostics than are
// kept: all are counted, and few are held.
func TestDiagnosticsAreBounded(t *testing.T) {
	const calls, parameters = 300, 400
	var required strings.Builder
	for i := range parameters {
		fmt.Fprintf(&required, `, "p%d"`, i)
	}
	tools := `[{"name": "f", "parameters": {"type": "object", "properties": {}, "required": [` + required.String()[2:] + `]}}]`
	for name, c := range map[string]struct {
		message, tools string
		code           ir.Code
		want           int
	}{
		"missing parameters": {"Action: f\nAction Input: {}\n", tools, ir.CodeArgsSchema, calls * parameters},
		"unknown tools":      {"Action: g\nAction Input: {}\n", tools, ir.CodeUnknownTool, calls},
		"repairs":            {"Action: f\nAction Input: {'a': 1}\n", "", ir.CodePythonArgs, calls},
		"other spellings":    {"ACTION: f\nACTION INPUT: {}\n", "", ir.CodeMarkerSpelling, 2 * calls},
		"notes":              {"Action: f\nAction Input: {\"a\": \"</arguments>\"}\n", "", ir.CodeArgsEscaped, calls},
	} {
		converter, err := New(Options{From: "react", To: "xml"})
		require.NoError(t, err)
		in := &ir.Conversation{Messages: []ir.Message{
			{Role: ir.RoleUser, Content: ir.Plain("?")}, {Role: ir.RoleAssistant, Content: ir.Plain(strings.Repeat(c.message, calls))},
		}}
		if c.tools != "" {
			in.Tools = []byte(c.tools)
		}
		out, err := converter.Convert(in)
		require.NoError(t, err, name)
		require.Less(t, len(out.Diagnostics), diag.Most+10, name)
		counted := 0
		for i := range out.Diagnostics {
			if d := &out.Diagnostics[i]; d.Code == c.code {
				counted += d.Number()
			}
		}
		require.Equal(t, c.want, counted, name)
	}
}
