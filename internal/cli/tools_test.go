package cli

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/prompts"
	"github.com/toolspeak/toolspeak/styles"
)

// offer gives a toolbox a record with these definitions.
func offer(t *testing.T, b *toolbox, definitions string) {
	t.Helper()
	c, err := prompts.New().ParseDefinitions([]byte(definitions))
	require.NoError(t, err)
	b.record(&dataset.Record{File: "f", Number: 1}, dataset.Offer{ToolList: &c}, nil)
}

func listed(b *toolbox) (lines []string) {
	for _, d := range b.list {
		lines = append(lines, string(d.line()))
	}
	return lines
}

// White space between tokens does not make another definition, all else does.
func TestToolboxTells(t *testing.T) {
	b := newToolbox()
	offer(t, b, `[{"name": "f", "parameters": {"a": [1, 2]}}, {"name": "f", "parameters": {"a":[1,2]}}]`)
	offer(t, b, "[{\"name\": \"f\", \"parameters\": {\"a\":\n[1, 2]}}]")
	offer(t, b, `[{"name": "f", "description": "D", "parameters": {"a": [1, 2]}}]`)
	offer(t, b, `[{"name": "g", "parameters": {"a": "1  2"}}]`)
	offer(t, b, `[{"name": "g", "parameters": {"a": "1 2"}, "strict": true}]`)
	offer(t, b, "{\"name\": \"g\"}\n{\"name\": \"h\", \"parameters\": {\n\"a\": 1.0}}")
	assert.Equal(t, []string{
		`{"type": "function", "function": {"name": "f", "description": "", "parameters": {"a": [1, 2]}}, "records": 2}` + "\n",
		`{"type": "function", "function": {"name": "f", "description": "D", "parameters": {"a": [1, 2]}}, "records": 1}` + "\n",
		`{"type": "function", "function": {"name": "g", "description": "", "parameters": {"a": "1  2"}}, "records": 1}` + "\n",
		`{"type": "function", "function": {"name": "g", "description": "", "parameters": {"a": "1 2"}, "strict": true}, "records": 1}` + "\n",
		`{"type": "function", "function": {"name": "g"}, "records": 1}` + "\n",
		`{"type": "function", "function": {"name": "h", "description": "", "parameters": { "a": 1.0}}, "records": 1}` + "\n",
	}, listed(b))
	// The tool f has two descriptions but one schema.
	assert.Equal(t, []string{`warning: the tool "g" has 3 schemas, in 1, 1, 1 records`}, warnings(b.byName()))
}

// What does not fit is counted, and the list says that it is not complete.
func TestToolboxBound(t *testing.T) {
	b := newToolbox()
	offer(t, b, `[{"name": "f"}]`)
	b.most = b.held
	offer(t, b, `[{"name": "f"}, {"name": "g"}]`)
	offer(t, b, `[{"name": "g"}]`)
	assert.Len(t, b.list, 1)
	assert.Equal(t, 2, b.list[0].records)
	assert.ErrorContains(t, b.err(), "further ones, met 2 times, are not listed")
	assert.Equal(t, 3, exitCode(b.err()))
}

// The names of tools come from the input.
func TestToolboxIsHarmless(t *testing.T) {
	b := newToolbox()
	offer(t, b, `[{"name": "\u001b[2J\u202e"}, {"name": "\u001b[2J\u202e", "parameters": {}}]`)
	for _, line := range b.lines(sheet{}) {
		assert.NotContains(t, line, "\x1b")
		assert.NotContains(t, line, "\u202e")
	}
}

// TestToolsOfCorpus lists the tools of a real data set, writes them into a
// prompt of each style and takes it apart again.
func TestToolsOfCorpus(t *testing.T) {
	root := os.Getenv("TOOLSPEAK_CORPUS")
	if root == "" {
		t.Skip("TOOLSPEAK_CORPUS is not set: the real transcripts are not here")
	}
	var stdout, stderr bytes.Buffer
	code := Run([]string{"toolspeak", "tools", filepath.Join(root, "llamaindex-react", "finetuning_events_10q.jsonl")}, nil, &stdout, &stderr)
	require.Equal(t, 0, code, stderr.String())
	lines := strings.Split(strings.TrimSpace(stdout.String()), "\n")
	require.Len(t, lines, 3)
	for _, line := range lines {
		require.True(t, strings.HasSuffix(line, `, "records": 184}`), line)
	}
	assert.Contains(t, stderr.String(), "184 records: 184 with tools; 3 tools, 3 definitions\n")
	for _, style := range promptStyles(styles.All()) {
		var prompt, parts bytes.Buffer
		code := Run([]string{"toolspeak", "prompt", "--to", style, "--tools", "-"}, bytes.NewReader(stdout.Bytes()), &prompt, &stderr)
		require.Equal(t, 0, code, stderr.String())
		code = Run([]string{"toolspeak", "prompt", "--read", "-"}, &prompt, &parts, &stderr)
		require.Equal(t, 0, code, stderr.String())
		var got struct {
			Style string
			Tools []json.RawMessage
		}
		require.NoError(t, json.Unmarshal(parts.Bytes(), &got))
		assert.Equal(t, style, got.Style)
		require.Len(t, got.Tools, 3)
		for i, tool := range got.Tools {
			assert.Equal(t, strings.TrimSuffix(lines[i], `, "records": 184}`)+"}", string(tool))
		}
	}
}
