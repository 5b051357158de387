package convert

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// TestUnopenedThinks: closing tags that words begin with are taken off, however many.
func TestUnopenedThinks(t *testing.T) {
	for said, want := range map[string]string{
		"</think></think>word":                  "word",
		"</think> \n</think>\n\nword":           "word",
		"</think></think> is a tag.":            "</think> is a tag.",
		"I look.</think>Yes.</think>":           "I look.<think></think>Yes.</think>",
		strings.Repeat("</think>", 1<<17) + "x": "x",
	} {
		l := &lowerer{}
		l.shape = &Target{}
		it := &ir.Step{Text: ir.Plain(said)}
		l.openThink(it, false)
		require.Equal(t, want, it.Text.String())
	}
}
