package readers_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
)

// Variants are detected by what only they write, and nowhere else: what one
// of the first five reads whole stays theirs.
func TestDetectVariants(t *testing.T) {
	for _, row := range []struct{ want, message string }{
		{"react", "Thought: a\nAction: f\nAction Input: x"},
		{"react", "Thought: a\nAction: finish\nAction Input: {\"answer\": 1}"},
		{"react", "Thought: a\nAction: f[x]\nAction Input: {}"},
		{"react", "Thought: a\nAnswer: b"},
		{"tool-json", "Tool:\n```\n{\"tool\": \"f\", \"tool_input\": {}}\n```"},
		{"tool-input", "Thought: a\nFinal Answer: b"},
		{"tao", "Thought: a\nAction: f\nArgs: {}"},
		{"langchain", "Thought: a\nAction: f\nAction Input: x\nObservation: 1\nFinal Answer: b"},
		{"langchain-json", "Thought: a\nAction:\n```json\n{\"action\": \"f\", \"action_input\": {}}\n```"},
		{"langchain-json", "Action: f\nAction Input: x\nAction: ```{\"action\": \"f\", \"action_input\": {}}```"},
		{"react-paper", "Thought 1: a\nAction 1: search[x]"},
		{"react-paper", "Thought: a\nAction: search[x]\nObservation: 1\nAction: finish[b]"},
		{"react-paper", "Thought:\na\n\nAction:\nclick[b]"},
		{"toolbench", "Thought: a\nAction: Finish\nAction Input: {\"return_type\": \"give_answer\", \"final_answer\": \"b\"}"},
	} {
		d := readers.NewDetector(grammar.All()).Detect(&ir.Conversation{Messages: []ir.Message{{Role: ir.RoleAssistant, Content: ir.Plain(row.message)}}})
		require.NotNil(t, best(d), row.message)
		require.Equal(t, row.want, best(d).Name, row.message)
	}
}

// best returns the style of the first candidate, or nil.
func best(d readers.Detection) *grammar.Style {
	if len(d.Candidates) == 0 {
		return nil
	}
	return d.Candidates[0].Style
}
