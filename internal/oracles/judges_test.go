package oracles

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
)

// refused are those examples of shapes that the packages do not take, though
// data has the like.
var refused = map[string]bool{
	"anthropic/system-inside.txtar":    true, // arguments are a string
	"anthropic/words-after-call.txtar": true, // thinking without a signature
	"gemini/snake-case.txtar":          true, // taken, but given back in camel case
	"gemini/served.txtar":              true, // code in snake case
	"openai/calls-in-string.txtar":     true, // the calls are a string
	"openai/flat-call.txtar":           true,
	"openai/list-in-string.txtar":      true, // so is the list of messages
	"openai/reasoning-details.txtar":   true, // OpenRouter's key
	"openai/reasoning-parts.txtar":     true, // Mistral's parts
	"gemini/result-outside.txtar":      true, // the parts are no list
	"openai/id-reused.txtar":           true, // arguments are an object
	"responses/null-padding.txtar":     true,
	"responses/server-items.txtar":     true, // items without what the program's own calls demand
	"anthropic/server-blocks.txtar":    true, // blocks of MCP are those of the beta API
}

// TestJudges checks that the judges judge: they take the examples of shapes as
// their authors do.
func TestJudges(t *testing.T) {
	o := start(t)
	judged := 0
	for _, shape := range []string{"openai", "responses", "anthropic", "gemini", "atif"} {
		files, err := filepath.Glob("../layouts/testdata/shapes/" + shape + "/*.txtar")
		require.NoError(t, err)
		for _, file := range files {
			a, err := txtar.ParseFile(file)
			require.NoError(t, err)
			v := o.judge(shape, a.Files[0].Data)
			name := shape + "/" + filepath.Base(file)
			assert.Equal(t, refused[name], v.Fault != "", "%s: %s", name, v.Fault)
			judged++
		}
	}
	require.GreaterOrEqual(t, judged, 39)
}

// unfit are examples whose outputs the packages refuse for what the source has and is kept,
// with the shapes that they are refused in, or "*" for all but those that have no ids.
var unfit = map[string]string{
	// A result that answers no call and has no id.
	"adp/code-and-image.txtar":    "*",
	"atif/parts-and-notes.txtar":  "*",
	"swift/two-texts.txtar":       "*",
	"openai/list-in-string.txtar": "anthropic langchain-chat vercel bedrock", // the list of messages is a string, as in the source
	// The weight of a message: fine-tuning knows the key, requests do not.
	"atif/wrapped-argument.txtar": "openai",
	"swift/loss-flags.txtar":      "openai bedrock", // whose tool list is empty, too
}

// isUnfit reports whether an example is refused in a shape.
func isUnfit(example, shape string) bool {
	in := unfit[example]
	return in == "*" && !slices.Contains([]string{"atif", "gemini", "inspect", "responses"}, shape) || slices.Contains(strings.Fields(in), shape)
}

// TestWritten lets the judges judge what the examples become in the other shapes.
func TestWritten(t *testing.T) {
	o := start(t)
	files, err := filepath.Glob("../layouts/testdata/shapes/*/*.txtar")
	require.NoError(t, err)
	judged := 0
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		require.NoError(t, err)
		for _, f := range a.Files[2:] {
			record, _, _ := bytes.Cut(f.Data, []byte("\n"))
			if !judges[f.Name] || len(record) == 0 || record[0] != '{' {
				continue // it is rejected, or there is no judge
			}
			name := filepath.Base(filepath.Dir(file)) + "/" + filepath.Base(file) + " as " + f.Name
			v := o.judge(f.Name, record)
			if (v.Fault != "") != isUnfit(filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file), f.Name) {
				t.Errorf("%s: %s\n%s", name, v.Fault, record)
			}
			judged++
		}
	}
	t.Logf("%d records judged", judged)
}

var judges = map[string]bool{
	"openai": true, "responses": true, "anthropic": true, "gemini": true, "atif": true,
	"openai-batch": true, "langchain-chat": true, "bedrock": true, "inspect": true,
	"vercel": os.Getenv("TOOLSPEAK_AI") != "", // which npm installs
}

// TestTuningRows lets the judges judge the rows of services whose messages are those of their API.
func TestTuningRows(t *testing.T) {
	o := start(t)
	for target, shape := range map[string]string{"openai": "openai", "together": "openai", "gemini-tuning": "gemini", "bedrock-tuning": "bedrock"} {
		r := made(t, dataset.Options{For: target, Options: convert.Options{To: shape}}, append(generated(100), realRecords(t)...))
		for _, row := range bytes.Split(bytes.TrimSpace(r.rows), []byte("\n")) {
			if shape == "openai" {
				row = withoutWeights(t, row)
			}
			require.Empty(t, o.judge(shape, row).Fault, "%s: %s", target, row)
		}
		require.NotEmpty(t, r.reports)
		t.Logf("%s: %d rows, rejected %v", target, len(r.reports), r.rejected)
	}
}

// withoutWeights takes the weights off a row: fine-tuning knows them (0 or 1, of messages of the
// model alone: FineTuneChatCompletionRequestAssistantMessage), the types of requests do not.
func withoutWeights(t *testing.T, row []byte) []byte {
	t.Helper()
	var keys map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(row, &keys))
	var messages []map[string]json.RawMessage
	require.NoError(t, json.Unmarshal(keys["messages"], &messages))
	for _, m := range messages {
		if weight, has := m["weight"]; has {
			require.Equal(t, `"assistant"`, string(m["role"]), "%s", row)
			require.Contains(t, []string{"0", "1"}, string(weight), "%s", row)
			delete(m, "weight")
		}
	}
	var err error
	keys["messages"], err = json.Marshal(messages)
	require.NoError(t, err)
	row, err = json.Marshal(keys)
	require.NoError(t, err)
	return row
}
