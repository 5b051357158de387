package recall

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"
	"go.yaml.in/yaml/v3"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// nativeRecord is a record with native tool calls, as its file has it or, from a
// cassette, as the request was.
type nativeRecord struct {
	place, shape string
	raw          []byte
}

// counts are what a person counts in records with native tool calls.
type nativeCounts struct{ records, calls, results int }

// nativeSources are the folders of the corpus, with what their SOURCES.md counts.
var nativeSources = []struct {
	dir   string
	shape string // "" for the cassettes of several services
	want  nativeCounts
}{
	{"native/pydantic-ai-temporal", "", nativeCounts{35, 25, 25}},
	{"native/pydantic-ai-tool-search", "", nativeCounts{120, 176, 173}},
	{"native/openinference-google-adk", "", nativeCounts{22, 12, 12}},
	{"native/nemo-gym-mini-swe", "nemo-gym", nativeCounts{4, 123, 118}},
	{"native/golang-atif", "atif", nativeCounts{8, 17, 27}},
	// 126 of the 305 observations are words of the user, and 18 are shown before
	// the first action.
	{"native/adp-std", "adp", nativeCounts{82, 178, 305 - 126 - 18}},
	{"native/swe-agent-function-calling", "swe-agent", nativeCounts{2, 22, 22}},
	{"native/claude-code-transcripts", "session", nativeCounts{2, 14, 14}}, // the 8 lines are one session
	{"native/openai-cookbook-drone", "openai", nativeCounts{87, 87, 0}},
	{"tau-bench", "openai", nativeCounts{200, 1164, 1164}},
}

// TestNativeSources counts calls and results in plain decoded JSON, in a way that
// shares nothing with the readers, and compares with what SOURCES.md says.
func TestNativeSources(t *testing.T) {
	root := corpus(t)
	for _, src := range nativeSources {
		t.Run(src.dir, func(t *testing.T) {
			var got nativeCounts
			for _, r := range nativeRecords(t, filepath.Join(root, src.dir), src.shape) {
				c := countNative(t, r)
				got.records++
				got.calls += c.calls
				got.results += c.results
			}
			require.Equal(t, src.want, got)
		})
	}
}

// TestNativeCorpus reads the same records, and compares what is found in each with
// the other count.
func TestNativeCorpus(t *testing.T) {
	root := corpus(t)
	for _, src := range nativeSources {
		t.Run(src.dir, func(t *testing.T) {
			var total nativeTally
			for _, r := range nativeRecords(t, filepath.Join(root, src.dir), src.shape) {
				e, err := dataset.New(dataset.Options{Options: convert.Options{From: r.shape, To: "ir", Repair: convert.RepairAll}})
				require.NoError(t, err)
				_, res, err := e.Record(r.raw)
				require.NoError(t, err, r.place)
				got := nativeTally{res.Steps[ir.Call], res.Steps[ir.Observation], res.Steps[ir.Thought]}
				require.Equal(t, countNative(t, r), got, r.place)
				total.calls += got.calls
				total.results += got.results
				total.thoughts += got.thoughts
			}
			t.Logf("%d calls, %d results, %d thoughts", total.calls, total.results, total.thoughts)
		})
	}
}

// nativeRecords returns the records of the files in a directory.
func nativeRecords(t *testing.T, dir, shape string) []nativeRecord {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	require.NoError(t, err)
	require.NotEmpty(t, files)
	var out []nativeRecord
	for _, file := range files {
		data, err := os.ReadFile(file)
		require.NoError(t, err)
		name := filepath.Base(file)
		switch filepath.Ext(file) {
		case ".yaml":
			out = append(out, cassetteRequests(t, name, data)...)
		case ".json", ".jsonl", ".traj":
			records := jsonRecords(t, data)
			if shape == "session" && len(records) > 1 { // the lines are one record
				records = []json.RawMessage{[]byte(`{"loglines": [` + string(bytes.Join(bytes.Split(bytes.TrimSpace(data), []byte("\n")), []byte(", "))) + `]}`)}
			}
			for i, raw := range records {
				if list := gjson.GetBytes(raw, "traj"); list.Exists() {
					raw = json.RawMessage(list.Raw) // what --field names
				}
				out = append(out, nativeRecord{fmt.Sprintf("%s:%d", name, i+1), shape, raw})
			}
		}
	}
	return out
}

// jsonRecords splits lines of JSON, and an array that is all of a file.
func jsonRecords(t *testing.T, data []byte) []json.RawMessage {
	t.Helper()
	var out []json.RawMessage
	for d := json.NewDecoder(bytes.NewReader(data)); ; {
		var raw json.RawMessage
		err := d.Decode(&raw)
		if err == io.EOF {
			break
		}
		require.NoError(t, err)
		out = append(out, raw)
	}
	if len(out) == 1 && out[0][0] == '[' {
		var elements []json.RawMessage
		require.NoError(t, json.Unmarshal(out[0], &elements))
		return elements
	}
	return out
}

// cassetteRequests returns the requests of recorded exchanges.
func cassetteRequests(t *testing.T, name string, data []byte) []nativeRecord {
	t.Helper()
	var cassette struct {
		Interactions []struct {
			Request struct {
				Body       string
				ParsedBody any `yaml:"parsed_body"`
				URI        string
			}
		}
	}
	require.NoError(t, yaml.Unmarshal(data, &cassette))
	var out []nativeRecord
	for i, x := range cassette.Interactions {
		raw := []byte(x.Request.Body)
		if x.Request.ParsedBody != nil {
			var b bytes.Buffer
			e := json.NewEncoder(&b)
			e.SetEscapeHTML(false)
			require.NoError(t, e.Encode(x.Request.ParsedBody))
			raw = bytes.TrimSpace(b.Bytes())
		}
		shape := ""
		for _, s := range [][2]string{{"/v1/messages", "anthropic"}, {"/chat/completions", "openai"}, {"/responses", "responses"}, {"generateContent", "gemini"}, {"GenerateContent", "gemini"}} {
			if strings.Contains(x.Request.URI, s[0]) {
				shape = s[1]
			}
		}
		if shape != "" { // else it is no request to a model
			out = append(out, nativeRecord{fmt.Sprintf("%s:%d", name, i+1), shape, raw})
		}
	}
	return out
}

// nativeTally is what happens in a transcript, in order: r for reasoning, w for
// words of the model, c for a call, o for a result, and a bar between turns.
type nativeTally struct{ calls, results, thoughts int }

var firstWords = regexp.MustCompile(`[rw]*c`)

func countNative(t *testing.T, r nativeRecord) (n nativeTally) {
	t.Helper()
	var record any
	d := json.NewDecoder(bytes.NewReader(r.raw))
	d.UseNumber()
	require.NoError(t, d.Decode(&record), r.place)
	events := nativeEvents(r.shape, record)
	n.calls, n.results = strings.Count(events, "c"), strings.Count(events, "o")
	for _, turn := range strings.Split(events, "|") {
		// Words before the first call of a turn are a thought.
		n.thoughts += strings.Count(turn, "r") + strings.Count(firstWords.FindString(turn), "w")
	}
	return n
}

func nativeEvents(shape string, record any) string {
	switch shape {
	case "openai":
		if elements(record) != nil {
			return chatEvents(record)
		}
		return chatEvents(at(record, "messages"))
	case "swe-agent":
		return chatEvents(at(record, "history"))
	case "responses", "nemo-gym":
		if items := at(record, "response", "output"); items != nil {
			return itemEvents(at(record, "responses_create_params", "input")) + "|" + itemEvents(items)
		}
		return itemEvents(at(record, "input"))
	case "anthropic":
		return inOne(blockEvents(elements(at(record, "messages"))))
	case "session":
		lines := elements(at(record, "loglines"))
		if lines == nil {
			lines = []any{record}
		}
		var messages []any
		for _, line := range lines {
			messages = append(messages, at(line, "message"))
		}
		return inOne(blockEvents(messages))
	case "gemini":
		return inOne(partEvents(at(record, "contents")))
	case "atif":
		return stepEvents(at(record, "steps"))
	case "adp":
		return actionEvents(at(record, "content"))
	}
	return ""
}

// inOne makes one event of words that follow each other.
func inOne(events string) string { return severalWords.ReplaceAllString(events, "w") }

var severalWords = regexp.MustCompile(`ww+`)

// at returns the value at a path of keys, or nil.
func at(v any, path ...string) any {
	for _, key := range path {
		m, _ := v.(map[string]any)
		v = m[key]
	}
	return v
}

func elements(v any) []any { list, _ := v.([]any); return list }

// said reports whether a value holds words.
func said(v any) bool {
	switch v := v.(type) {
	case string:
		return v != ""
	case []any:
		return len(v) > 0
	}
	return false
}

func chatEvents(list any) string {
	var b strings.Builder
	for _, m := range elements(list) {
		switch at(m, "role") {
		case "assistant":
			b.WriteString(when(said(at(m, "reasoning_content")), "r") + when(said(at(m, "content")), "w"))
			b.WriteString(strings.Repeat("c", len(elements(at(m, "tool_calls")))) + when(at(m, "function_call") != nil, "c"))
		case "tool", "function":
			b.WriteString("o")
		}
		b.WriteString("|")
	}
	return b.String()
}

func when(is bool, event string) string {
	if is {
		return event
	}
	return ""
}

func itemEvents(list any) string {
	var b strings.Builder
	for _, item := range elements(list) {
		switch kind := at(item, "type"); {
		case kind == "reasoning":
			b.WriteString("r")
		case kind == "function_call", kind == "custom_tool_call", serviceCall(kind):
			b.WriteString("c")
		case kind == "function_call_output", kind == "custom_tool_call_output", kind == "tool_search_output":
			b.WriteString("|o|")
		case at(item, "role") == "assistant":
			text := at(item, "content")
			for _, part := range elements(text) {
				text = at(part, "text")
			}
			b.WriteString(when(said(text) && at(item, "phase") != "commentary", "w"))
		case at(item, "role") != nil:
			b.WriteString("|")
		}
	}
	return b.String()
}

// serviceCall reports whether an item is a call that the service runs itself.
func serviceCall(kind any) bool {
	switch kind {
	case "web_search_call", "file_search_call", "code_interpreter_call", "local_shell_call", "mcp_call", "computer_call", "tool_search_call":
		return true
	}
	return false
}

func blockEvents(messages []any) string {
	var b strings.Builder
	for _, m := range messages {
		model := at(m, "role") == "assistant"
		if said, _ := at(m, "content").(string); said != "" && model {
			b.WriteString("w")
		}
		for _, block := range elements(at(m, "content")) {
			switch at(block, "type") {
			case "text":
				b.WriteString(when(model && said(at(block, "text")), "w"))
			case "thinking", "redacted_thinking":
				b.WriteString("r")
			case "tool_use", "server_tool_use", "mcp_tool_use":
				b.WriteString("c")
			case "tool_result":
				b.WriteString("o")
			case "mcp_tool_result", "web_search_tool_result", "code_execution_tool_result", "tool_search_tool_result":
				b.WriteString("|o|")
			}
		}
		b.WriteString("|")
	}
	return b.String()
}

func partEvents(list any) string {
	var b strings.Builder
	for _, content := range elements(list) {
		model := at(content, "role") == "model"
		for _, part := range elements(at(content, "parts")) {
			switch {
			case at(part, "functionCall") != nil, at(part, "function_call") != nil, at(part, "executableCode") != nil, at(part, "executable_code") != nil:
				b.WriteString("c")
			case at(part, "functionResponse") != nil, at(part, "function_response") != nil, at(part, "codeExecutionResult") != nil, at(part, "code_execution_result") != nil:
				b.WriteString("o")
			case at(part, "thought") == true:
				b.WriteString("r")
			case model && said(at(part, "text")):
				b.WriteString("w")
			}
		}
		b.WriteString("|")
	}
	return b.String()
}

func stepEvents(list any) string {
	var b strings.Builder
	for _, step := range elements(list) {
		if at(step, "source") == "agent" {
			b.WriteString(when(said(at(step, "reasoning_content")), "r") + when(said(at(step, "message")), "w"))
			b.WriteString(strings.Repeat("c", len(elements(at(step, "tool_calls")))))
		}
		b.WriteString("|" + strings.Repeat("o", len(elements(at(step, "observation", "results")))) + "|")
	}
	return b.String()
}

// actionEvents takes everything that the environment gave for a result: words,
// pages and images. What it shows before the first action is no result.
func actionEvents(list any) string {
	var b strings.Builder
	for _, item := range elements(list) {
		switch at(item, "class_") {
		case "message_action":
			b.WriteString("|" + when(said(at(item, "reasoning_content")), "r") + when(said(at(item, "description")), "r") + "|")
		case "api_action", "code_action":
			b.WriteString("|" + when(said(at(item, "reasoning_content")), "r") + when(said(at(item, "description")), "w") + "c|")
		case "text_observation":
			b.WriteString(when(at(item, "source") == "environment" || at(item, "source") == nil, "o"))
		case "web_observation", "image_observation":
			b.WriteString(when(strings.Contains(b.String(), "c"), "o"))
		}
	}
	return b.String()
}
