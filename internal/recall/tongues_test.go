package recall_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
)

// tongue is a case of another parser's tests: what a model wrote in its own format.
type tongue struct {
	ID, Text string
	Tools    json.RawMessage
	Expected struct {
		Calls []struct{ Name string }
	}
}

// TestTongues: a call in the format of a model is read, refused or told, however its result
// comes and whether tools are offered. What is left are pieces of calls, and objects that only
// a tool list tells from an answer.
func TestTongues(t *testing.T) {
	root := os.Getenv("TOOLSPEAK_CORPUS")
	f, err := os.Open(filepath.Join(root, "..", "tongues", "cases.jsonl"))
	if root == "" || err != nil {
		t.Skip("TOOLSPEAK_CORPUS names no folder with ../tongues/cases.jsonl: the cases are not here")
	}
	defer f.Close()
	c, err := convert.New(convert.Options{To: "react"})
	require.NoError(t, err)
	const longest = 1 << 20
	counts, silent, cases := map[string]int{}, map[string]string{}, 0
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, longest)
	for lines.Scan() {
		var it tongue
		require.NoError(t, json.Unmarshal(lines.Bytes(), &it))
		if len(it.Expected.Calls) == 0 {
			continue
		}
		for _, in := range tellings(&it) {
			cases++
			fate := fateOf(c, in)
			if counts[fate]++; fate == "answer" {
				silent[it.ID] = it.Text
			}
		}
	}
	require.NoError(t, lines.Err())
	t.Logf("%d conversations: %v", cases, counts)
	for id, said := range silent {
		t.Logf("taken for an answer: %s %q", id, said)
	}
	const pieces = 6
	require.LessOrEqual(t, len(silent), pieces, "calls were taken for answers")
	require.NotZero(t, counts["read"])
}

// tellings are the conversations in which a case may be: its result in a message of the tool,
// in the user's turn, or nowhere, each with its tools and without.
func tellings(it *tongue) (list []*ir.Conversation) {
	wrapped := []string{"<tool_response>\n42\n</tool_response>", "<function_results>42</function_results>", "<tool_result>42</tool_result>", "[TOOL_RESULTS]42[/TOOL_RESULTS]", "EXECUTION RESULT of [f]:\n42"}
	asked := []ir.Message{{Role: ir.RoleUser, Content: ir.Plain("What is it?")}, {Role: ir.RoleAssistant, Content: ir.Plain(it.Text)}}
	for _, tools := range [][]byte{nil, it.Tools} {
		if tools == nil && len(list) > 0 {
			continue
		}
		add := func(more ...ir.Message) {
			list = append(list, &ir.Conversation{Messages: append(asked[:2:2], more...), Context: ir.Context{Tools: tools}})
		}
		last := ir.Message{Role: ir.RoleAssistant, Content: ir.Plain("It is 42.")}
		add()
		add(ir.Message{Role: ir.RoleTool, Content: ir.Plain("42")}, last)
		for _, w := range wrapped {
			add(ir.Message{Role: ir.RoleUser, Content: ir.Plain(w)}, last)
		}
	}
	return list
}

// fateOf says what became of the call in a conversation.
func fateOf(c *convert.Converter, in *ir.Conversation) string {
	out, err := c.ReadConversation(in)
	defer out.Release()
	var d *ir.Diagnostic
	if errors.As(err, &d) {
		return string(d.Code)
	}
	for i := range out.Read.Steps {
		if out.Read.Steps[i].Kind == ir.Call {
			return "read"
		}
	}
	for i := range out.Diagnostics {
		if out.Diagnostics[i].Code == ir.CodeCallLike {
			return "told"
		}
	}
	return "answer"
}
