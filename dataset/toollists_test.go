package dataset

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
)

func toolListsOf(t *testing.T) *toolLists {
	t.Helper()
	e, err := New(Options{Options: convert.Options{To: "ir"}})
	require.NoError(t, err)
	return newToolLists(e, prompts.New())
}

// The names in the tests below are f where the first place is read, g and h
// where a later one is.
func TestToolListsOf(t *testing.T) {
	const list = `Tools:\n\n[{\"name\": \"%s\", \"description\": \"D\"}]`
	inMessage := func(name string) string {
		return `{"role": "system", "content": "` + fmt.Sprintf(list, name) + `"}`
	}
	key := func(name string) string { return `"tools": [{"name": "` + name + `"}]` }
	system := func(name string) string { return `"system": "` + fmt.Sprintf(list, name) + `"` }
	for name, c := range map[string]struct{ in, want string }{
		"system message":      {`{` + key("h") + `, ` + system("g") + `, "messages": [` + inMessage("f") + `]}`, "f"},
		"bare list":           {`[` + inMessage("f") + `]`, "f"},
		"second message":      {`[{"role": "system", "content": "Hi."}, ` + inMessage("f") + `, ` + inMessage("g") + `]`, "f"},
		"parts":               {`[{"role": "system", "content": [{"type": "text", "text": "` + fmt.Sprintf(list, "f") + `"}]}]`, "f"},
		"sharegpt":            {`{"conversations": [{"from": "system", "value": "` + fmt.Sprintf(list, "f") + `"}]}`, "f"},
		"own system":          {`{` + key("g") + `, ` + system("f") + `, "messages": [{"role": "system", "content": "Hi."}]}`, "f"},
		"tools key":           {`{"messages": [], "system": "Hi.", ` + key("f") + `}`, "f"},
		"tools in a string":   {`{"messages": [], "tools": "[{\"name\": \"f\"}]"}`, "f"},
		"no tools":            {`{"messages": [], "tools": []}`, ""},
		"null":                {`{"messages": [], "tools": null, "system": null}`, ""},
		"user's words":        {`[{"role": "user", "content": "` + fmt.Sprintf(list, "f") + `"}]`, ""},
		"openai":              {`[` + inMessage("f") + `, {"role": "assistant", "tool_calls": [{"name": "f", "arguments": "{}"}]}]`, "f"},
		"openai, by key":      {`{"messages": [{"role": "assistant", "tool_calls": [{"name": "f", "arguments": "{}"}]}], ` + key("f") + `}`, "f"},
		"broken turns":        {`[` + inMessage("f") + `, {"role": "assistant", "content": "Action: f\nAction Input: {"}]`, "f"},
		"text":                {`{"text": "System: ` + fmt.Sprintf(list, "f") + `\nUser: ?"}`, "f"},
		"text, by key":        {`{"text": "User: ?", ` + key("f") + `}`, "f"},
		"prompt, completion":  {`{"prompt": [` + inMessage("f") + `], "completion": [], ` + key("g") + `}`, "f"},
		"completion, by key":  {`{"prompt": "?", "completion": "Hi.", ` + key("f") + `}`, "f"},
		"preference":          {`{"chosen": [{"role": "user", "content": "?"}], "rejected": [` + inMessage("f") + `]}`, "f"},
		"alpaca":              {`{"instruction": "?", "output": "Hi.", ` + system("f") + `, ` + key("g") + `}`, "f"},
		"alpaca, by key":      {`{"instruction": "?", "output": "Hi.", "system": "Hi.", ` + key("f") + `}`, "f"},
		"document":            {`{"toolspeak": 1, "system": {"text": "` + fmt.Sprintf(list, "g") + `", "tools": [{"name": "f"}]}, "steps": []}`, "f"},
		"document, by prompt": {`{"toolspeak": 1, "system": {"text": "` + fmt.Sprintf(list, "f") + `"}, "steps": [], "record": {` + key("g") + `}}`, "f"},
		"document, by key":    {`{"toolspeak": 1, "steps": [], "record": {` + key("f") + `}}`, "f"},
	} {
		t.Run(name, func(t *testing.T) {
			toolLists := toolListsOf(t)
			for range 2 { // read, and remembered
				found, err := toolLists.ofRecord(&Record{Raw: []byte(c.in)})
				require.NoError(t, err)
				if c.want == "" {
					require.Nil(t, found.ToolList)
					return
				}
				require.NotNil(t, found.ToolList)
				assert.Equal(t, c.want, namesIn(found.ToolList))
			}
		})
	}
}

// Places are those in the system message or, where there is none, in the file.
func TestToolListsPlaces(t *testing.T) {
	const python = `Hi.\n\n> Tool Name: f\nTool Description: D\nTool Args: {'a': 1}`
	for name, c := range map[string]struct{ in, want string }{
		"system message": {`[[` + "\n" + `{"role": "system", "content": "` + python + `"}]]`, "1:3:1 tool-list-python"},
		"own system":     {"[\n" + `{"messages": [],` + "\n" + ` "system": "` + python + `"}]`, "0:3:12 tool-list-python"},
		"tools key":      {"[\n" + `{"messages": [], "tools": [` + "\n" + ` {"name": 7}]}]`, "0:3:2 tool-list-unread"},
		"in a string":    {"[\n" + `{"messages": [], "tools": "[{'name': 'f'}]"}]`, "0:2:27 tool-list-python"},
		"broken string":  {"[\n" + `{"messages": [], "tools": "\n\n7"}]`, "0:2:27 tool-list-unread"},
		"document":       {`{"toolspeak": 1, "steps": [], "record": {"tools": 7}}`, "0:0:0 tool-list-unread"},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for rec, err := range Records(t.Context(), strings.NewReader(c.in)) {
				require.NoError(t, err)
				found, err := toolListsOf(t).ofRecord(rec)
				require.NoError(t, err)
				for i := range found.Diagnostics {
					d := rec.Found(&found.Diagnostics[i], nil).Diagnostic
					got = append(got, fmt.Sprintf("%d:%d:%d %s", d.Message, d.Pos.Line, d.Pos.Column, d.Code))
				}
			}
			assert.Equal(t, []string{c.want}, got)
		})
	}
}

func TestToolListsErrors(t *testing.T) {
	for in, code := range map[string]ir.Code{
		`{"messages": }`:     ir.CodeNotJSON,
		`{"tools": []}`:      ir.CodeUnknownLayout,
		`{"toolspeak": 1}`:   ir.CodeBadDocument,
		"\xff":               ir.CodeInvalidUTF8,
		`[{"role": "king"}]`: ir.CodeUnknownRole,
		`{"messages": [], "tools": [], "tools": []}`:                          ir.CodeDuplicateKey,
		`{"toolspeak": 1, "steps": [], "record": {"tools": [], "tools": []}}`: ir.CodeDuplicateKey,
	} {
		_, err := toolListsOf(t).ofRecord(&Record{Raw: []byte(in)})
		require.ErrorIs(t, err, &ir.Diagnostic{Code: code}, in)
	}
	_, err := toolListsOf(t).ofRecord(&Record{Raw: []byte("\xff"), Plain: true})
	require.ErrorIs(t, err, &ir.Diagnostic{Code: ir.CodeInvalidUTF8})
}

// namesIn returns the names of a list's tools.
func namesIn(list *prompts.ToolList) string {
	var names []string
	for _, t := range list.Tools {
		names = append(names, t.Name)
	}
	return strings.Join(names, ", ")
}

// A prompt that comes again gives the same tool list, also to others at the same time.
func TestToolListsMemory(t *testing.T) {
	e, err := New(Options{Options: convert.Options{To: "ir"}})
	require.NoError(t, err)
	read := e.ToolLists(prompts.New())
	record := func(i int, tool string) *prompts.ToolList {
		found, err := read(&Record{Raw: fmt.Appendf(nil, `[{"role": "system", "content": "%d\n\nTools:\n\n[{\"name\": \"%s\", \"description\": \"D\"}]"}]`, i, tool)})
		require.NoError(t, err)
		return found.ToolList
	}
	record(0, "f")
	assert.Same(t, record(0, "f"), record(0, "f"))
	assert.NotSame(t, record(0, "f"), record(1, "f"))
	var group sync.WaitGroup
	for n := range 4 {
		group.Go(func() {
			for i := range 100 {
				tool := fmt.Sprintf("f%d", (i*n)%7)
				assert.Equal(t, tool, namesIn(record(i%5, tool)))
			}
		})
	}
	group.Wait()
}

// The tools of real data sets are as many as docs/prompts.md says; there the
// prompts of criticsearch count twice.
func TestToolListsOfCorpus(t *testing.T) {
	root := os.Getenv("TOOLSPEAK_CORPUS")
	if root == "" {
		t.Skip("TOOLSPEAK_CORPUS is not set: the real transcripts are not here")
	}
	for glob, want := range map[string]struct{ records, tools int }{
		"llamaindex-react/*.jsonl": {184, 3 * 184},
		"criticsearch/*.json":      {24, 5 * 24},
		"rotbench/*.json":          {315, 2698},
	} {
		files, err := filepath.Glob(filepath.Join(root, glob))
		require.NoError(t, err)
		toolLists := toolListsOf(t)
		records, tools := 0, 0
		for _, path := range files {
			f, err := os.Open(path)
			require.NoError(t, err)
			for rec, err := range Records(t.Context(), f) {
				require.NoError(t, err)
				found, err := toolLists.ofRecord(rec)
				require.NoError(t, err)
				require.NotNil(t, found.ToolList)
				records++
				tools += len(found.ToolList.Tools)
			}
			require.NoError(t, f.Close())
		}
		assert.Equal(t, want.records, records, glob)
		assert.Equal(t, want.tools, tools, glob)
	}
}
