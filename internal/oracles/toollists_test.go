package oracles

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// TestToolLists promises that the tool lists of real records are such that the packages take
// them: in each shape, whatever the source, and in records that are of that shape already.
// A list that is a string stays one, and that is said.
func TestToolLists(t *testing.T) {
	root := os.Getenv("TOOLSPEAK_CORPUS")
	if root == "" {
		t.Skip("TOOLSPEAK_CORPUS is not set: the real transcripts are not here")
	}
	o := start(t)
	least := map[string]int{"openai": 270, "responses": 270, "anthropic": 270, "gemini": 270}
	for _, shape := range []string{"openai", "responses", "anthropic", "gemini"} {
		lists := toolLists(t, root, shape)
		refused, said := 0, 0
		for list, told := range lists {
			record := []byte(`{"messages": [], "input": [], "contents": [], "tools": ` + list + "}")
			v := o.judge(shape, record)
			switch {
			case v.Fault == "":
			case told:
				said++
			default:
				refused++
				t.Errorf("%s: %s\n%.600s", shape, v.Fault, list)
			}
		}
		t.Logf("%s: %d tool lists: %d taken, %d said to stay strings, %d refused", shape, len(lists), len(lists)-refused-said, said, refused)
		require.GreaterOrEqual(t, len(lists), least[shape], "%s: too few lists", shape)
	}
}

// toolLists returns the tool lists that the records of a corpus have in a shape, and whether
// it was said of one that it is a string.
func toolLists(t *testing.T, root, shape string) map[string]bool {
	t.Helper()
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: shape}})
	require.NoError(t, err)
	lists := map[string]bool{}
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || slices.Contains([]string{".md", ".parquet", ".eval"}, filepath.Ext(path)) {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		for rec, err := range e.Records(t.Context(), path, f) {
			if err != nil {
				break // the file is none of records
			}
			out, res, err := e.ConvertRecord(rec)
			if list := gjson.GetBytes(out, "tools"); err == nil && list.Exists() {
				lists[list.Raw] = slices.ContainsFunc(res.Diagnostics, func(d ir.Diagnostic) bool { return d.Code == ir.CodeToolsInString })
			}
		}
		return nil
	}))
	return lists
}

// oddTools are definitions of tools as programs of all kinds write them.
const oddTools = `{"name": "f", "parameters": SCHEMA}
{"name": "f", "description": null, "parameters": null, "strict": null}
{"name": "f", "description": ["a", "b"], "parameters": SCHEMA, "strict": "true"}
{"type": "function", "name": "f", "parameters": SCHEMA}
{"type": "function", "function": {"name": "f", "parameters": SCHEMA, "strict": true, "returns": {"type": "string"}}}
{"type": "function", "function": {"name": "f"}, "id": 7}
{"function": {"name": "f", "parameters": {}}, "cache_control": {"type": "ephemeral"}}
{"type": "function", "function": {"description": "x"}}
{"type": "function", "function": "f"}
{"name": "f", "inputSchema": SCHEMA}
{"type": "custom", "name": "f", "input_schema": SCHEMA}
{"toolSpec": {"name": "f", "inputSchema": {"json": SCHEMA}}}
{"name": "f", "parameters": {"type": "dict", "properties": {"q": {"type": "str, optional"}}}}
{"name": "f", "parameters": [{"name": "q", "type": "str", "required": true}]}
{"name": "f", "parameters": true}
{"name": "f", "parameters": {"q": "string"}}
{"name": "f", "parameters": {"anyOf": [SCHEMA, SCHEMA]}}
{"name": "f", "parameters": {"type": ["object", "null"], "properties": null}}
{"name": "f", "title": "T", "annotations": {}, "outputSchema": {}}
{"name": "", "parameters": SCHEMA}
{"name": "1 é.b", "parameters": SCHEMA}
{"name": 7, "parameters": SCHEMA}
{"type": "bash_20250124", "name": "bash"}
{"type": "web_search"}
{"type": "mcp", "server_label": "x", "server_url": "https://x"}
{"type": "custom", "custom": {"name": "x", "format": {"type": "text"}}}
{"googleSearch": {}}
{"functionDeclarations": []}
{"function_declarations": [{"name": "f", "parameters": {"type": "OBJECT", "properties": {"q": {"type": "STRING"}}}}], "code_execution": {}}
{"functionDeclarations": [{"name": "f", "parametersJsonSchema": SCHEMA, "response": {"type": "STRING"}}]}
"{\"name\": \"f\"}"
"not a tool"
null
5
[]
{}`

// oddRecords have a place for a tool list, in shapes and as texts.
var oddRecords = []string{
	`{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}], "tools": LIST}`,
	`{"input": [{"role": "user", "content": "?"}, {"type": "function_call", "call_id": "a", "name": "f", "arguments": "{}"}], "tools": LIST}`,
	`{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "f", "input": {}}]}], "tools": LIST}`,
	`{"contents": [{"role": "user", "parts": [{"text": "?"}]}, {"role": "model", "parts": [{"functionCall": {"name": "f", "args": {}}}]}], "tools": LIST}`,
	`{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "Thought: x\nAction: f\nAction Input: {}"}], "tools": LIST}`,
}

// TestOddToolLists promises of tools that no API takes that the packages take what becomes of
// them, or that it is said.
func TestOddToolLists(t *testing.T) {
	o := start(t)
	schema := `{"type": "object", "properties": {"q": {"type": "string"}}}`
	judged := 0
	for odd := range strings.SplitSeq(strings.ReplaceAll(oddTools, "SCHEMA", schema), "\n") {
		for _, list := range []string{"[" + odd + "]", `[{"name": "g", "parameters": ` + schema + "}, " + odd + "]"} {
			for _, record := range oddRecords {
				for _, shape := range []string{"openai", "responses", "anthropic", "gemini"} {
					o.judgeTools(t, shape, strings.Replace(record, "LIST", list, 1))
					judged++
				}
			}
		}
	}
	t.Logf("%d tool lists judged", judged)
}

// judgeTools converts a record to a shape and lets its package judge the tool list.
func (o *oracle) judgeTools(t *testing.T, shape, record string) {
	t.Helper()
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: shape}})
	require.NoError(t, err)
	out, res, err := e.Record([]byte(record))
	require.NoError(t, err, record)
	list := gjson.GetBytes(out, "tools")
	if !list.Exists() {
		list.Raw = "[]"
	}
	said := slices.ContainsFunc(res.Diagnostics, func(d ir.Diagnostic) bool { return strings.HasPrefix(string(d.Code), "tool") })
	v := o.judge(shape, []byte(`{"messages": [], "input": [], "contents": [], "tools": `+list.Raw+"}"))
	if v.Fault != "" && !said {
		t.Errorf("%s: %s\n%s\n%s", shape, v.Fault, record, out)
	}
	if list.Raw == "[]" && !said && !strings.Contains(record, "[null]") && !strings.Contains(record, `"tools": [{"functionDeclarations": []}]`) {
		t.Errorf("%s: the tools are gone: %s", shape, record)
	}
}
