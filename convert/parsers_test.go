package convert

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// TestOtherParsers has what LangChain's own parsers fail on reported, or written so that
// they don't.
func TestOtherParsers(t *testing.T) {
	c := made(t, Options{From: "tool-input", To: "langchain-json"})
	for args, reported := range map[string]bool{"null": true, "true": true, "5": true, "[1]": true, `{"a": 1}`: false, `"x"`: false, "words": false} {
		_, report, err := c.Messages(says("Thought: t\nTool: f\nTool Input: " + args))
		require.NoError(t, err)
		require.Equal(t, reported, strings.Contains(strings.Join(codes(report), " "), string(ir.CodeArgsType)), args)
	}
	// LangChain's XML agent splits a message at </tool>, wherever it is.
	c = made(t, Options{From: "tool-input", To: "langchain-xml"})
	for _, args := range []string{"see <tool>x</tool>", `{"a": "<tool>x</tool>"}`} {
		out, report, err := c.Messages(says("Thought: t\nTool: f\nTool Input: " + args))
		require.NoError(t, err)
		require.Equal(t, 1, strings.Count(out[len(out)-1].Content.String(), "</tool>"), args)
		require.Contains(t, codes(report), string(ir.CodeArgsEscaped), args)
	}
}
