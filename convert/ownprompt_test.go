package convert

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
	"github.com/toolspeak/toolspeak/styles"
)

// TestOwnStylePromptComesBack takes a system prompt with the format instructions of a drawn
// style to a built-in one and back: the same bytes, and the tools between.
func TestOwnStylePromptComesBack(t *testing.T) {
	tools, err := prompts.New().ParseDefinitions([]byte(`[{"name": "hours", "description": "Opening hours of <day> & \"night\".", "parameters": {"type": "object", "properties": {"day": {"type": "string"}}}}]`))
	require.NoError(t, err)
	rapid.Check(t, func(rt *rapid.T) {
		own, _ := gen.Style(rt)
		other := rapid.SampledFrom(textStyles()).Draw(rt, "other")
		by := prompts.New(own)
		offered := tools
		if rapid.Bool().Draw(rt, "no tools") {
			offered = prompts.ToolList{}
		}
		body, _, err := by.Render(own, &offered, prompts.Options{})
		require.NoError(rt, err)
		was := "You are kind.\n\n" + body + "\nBe brief.\n"

		there, err := by.Translate(ir.Plain(was), other, prompts.Options{})
		require.NoError(rt, err)
		require.Equal(rt, own, there.Style)
		require.Equal(rt, string(offered.Definitions()), string(there.ToolList.Definitions()))
		back, err := by.Translate(there.Text, own, prompts.Options{})
		require.NoError(rt, err)
		require.Equal(rt, other, back.Style)
		require.Equal(rt, was, back.Text.String())

		// The converter knows the styles that it was given.
		c, err := New(Options{To: other.Name, Styles: []*styles.Style{own}})
		require.NoError(rt, err)
		out := c.prompts.translate(&ir.Text{B: []byte(was)}, nil, fromText)
		require.Nil(rt, out.err)
		require.Equal(rt, there.Text.String(), out.text.String())
	})
}
