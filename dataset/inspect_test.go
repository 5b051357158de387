package dataset_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// TestInspectSpots shows that a place leads to the bytes that the diagnostic
// speaks of: in each input they are marked with "@" in front.
func TestInspectSpots(t *testing.T) {
	e, err := dataset.New(dataset.Options{Options: convert.Options{From: "react", To: "ir"}})
	require.NoError(t, err)
	for name, c := range map[string]struct {
		in      string
		code    ir.Code
		excerpt string
	}{
		"chat":         {`{"messages": [{"role": "user", "content": "\u00e4"}, {"role": "assistant", "content": "Action: f\nAction Input: @{'a': 1}"}]}`, ir.CodePythonArgs, "Action Input: {'a': 1}"},
		"escaped":      {`{"messages": [{"role": "assistant", "content": "Action: f\nAction Input: @{'\u00e4': 1}"}]}`, ir.CodePythonArgs, "Action Input: {'ä': 1}"},
		"part":         {`{"messages": [{"role": "assistant", "content": [{"type": "text", "text": "Action: f\nAction Input: @{'a': 1}"}]}]}`, ir.CodePythonArgs, "Action Input: {'a': 1}"},
		"text":         {`{"text": "Question: ?\nAction: f\nAction Input: @{'a': 1}"}`, ir.CodePythonArgs, "Action Input: {'a': 1}"},
		"plain":        {"Question: ä\nAction: f\nAction Input: @{'a': 1}", ir.CodePythonArgs, "Action Input: {'a': 1}"},
		"not JSON":     {`{"messages": @tru}`, ir.CodeNotJSON, `{"messages": tru}`},
		"long":         {`{"text": "Action: f\nAction Input: @{'a': '` + strings.Repeat("x", 200) + `'}"}`, ir.CodePythonArgs, "Action Input: {'a': '" + strings.Repeat("x", 53)},
		"several text": {`{"messages": [{"role": "assistant", "content": [{"type": "text", "text": "Action: f"}, {"type": "text", "text": "Action Input: {'a': 1}"}]}]}`, ir.CodePythonArgs, ""},
	} {
		t.Run(name, func(t *testing.T) {
			want := strings.IndexByte(c.in, '@')
			in := strings.Replace(c.in, "@", "", 1)
			d := inspected(t, e, in, func(found *dataset.Inspection, d *ir.Diagnostic) {
				spot, ok := found.Spot(d)
				require.Equal(t, want >= 0, ok)
				require.Equal(t, c.excerpt, spot.Excerpt)
				if ok {
					require.Equal(t, want, spot.Offset)
				}
			})
			require.Equal(t, c.code, d.Code)
		})
	}
}

// inspected calls then with what Inspect finds and its first diagnostic.
func inspected(t *testing.T, e *dataset.Engine, in string, then func(*dataset.Inspection, *ir.Diagnostic)) *ir.Diagnostic {
	t.Helper()
	found, err := e.Inspect(&dataset.Record{Raw: []byte(in), Plain: in[0] != '{'})
	var d *ir.Diagnostic
	if !errors.As(err, &d) {
		require.NotEmpty(t, found.Diagnostics)
		d = &found.Diagnostics[0]
	}
	then(&found, d)
	return d
}

func TestInspectCounts(t *testing.T) {
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "ir"}})
	require.NoError(t, err)
	for name, c := range map[string]struct {
		in     string
		style  string
		layout dataset.Layout
		tools  string
		forms  [ir.NumForms]int
	}{
		"json and python": {`{"text": "Question: ?\nAction: f\nAction Input: {}\nObservation: 1\nAction: g\nAction Input: {'a': 1}\nObservation: 2\nAnswer: b"}`, "react", dataset.LayoutText, "f g", [ir.NumForms]int{1, 1, 0, 0}},
		"text":            {`{"messages": [{"role": "assistant", "content": "Tool: f\nTool Input: six"}]}`, "tool-input", dataset.LayoutMessages, "f", [ir.NumForms]int{0, 0, 1, 0}},
		"document":        {`{"toolspeak": 1, "steps": [{"kind": "call", "tool": "f", "args": {}}]}`, "ir", dataset.LayoutNeutral, "f", [ir.NumForms]int{1, 0, 0, 0}},
		"plain chat":      {`{"conversations": [{"from": "human", "value": "Hi"}]}`, "plain", dataset.LayoutShareGPT, "", [ir.NumForms]int{}},
	} {
		t.Run(name, func(t *testing.T) {
			found, err := e.Inspect(&dataset.Record{Raw: []byte(c.in)})
			require.NoError(t, err)
			var tools []string
			for call := range found.Calls() {
				tools = append(tools, call.Tool.String())
			}
			require.Equal(t, c.tools, strings.Join(tools, " "))
			require.Equal(t, c.style, found.Style)
			require.Equal(t, c.layout, found.Layout)
			require.Equal(t, c.forms, found.Forms)
		})
	}
}
