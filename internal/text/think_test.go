package text_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/text"
)

// A closing tag ends reasoning; one that a text speaks of, or that is in code, does not.
func TestUnopenedThink(t *testing.T) {
	for said, words := range map[string]string{
		"I look.\n</think>\n\nYes.":                "I look.\n",
		"I look.\n</think>Yes.":                    "I look.\n",
		"I look.</think>Yes.":                      "I look.",
		"I look</think>\nyes":                      "I look",
		"看一下。</think>是":                            "看一下。",
		"\n</think>\n\nYes.":                       "\n",
		"A `<b>` tag.\n```\nx\n```\n</think>\nYes": "A `<b>` tag.\n```\nx\n```\n",
		"So.\n</think>\nIt is </think>.":           "So.\n",
	} {
		it := text.Plain(said)
		end, after, ok := text.UnopenedThink(it)
		require.True(t, ok, said)
		require.Equal(t, words, it.Slice(0, end).String())
		require.Equal(t, said[len(words)+len("</think>"):], text.From(it, after).String())
	}
	for _, said := range []string{
		"", "Yes.", "</think>", "\n</think>\n", "<think>I look.\n</think>\nYes.", "A <thinking>.\n</think>\nYes.",
		"The tag </think> ends it.", "It ends with </think>.", "It ends with </think>\nand goes on.", "Write `</think>` then.",
		"Write `x\n`</think>`.", "```\n</think>\n```\nis code.", "~~~html\na\n</think>\n", "Code:\n\n    </think>\n", "</think> is a tag.",
		`{"text": "x.</think>"}`, `{"text": "x.\n</think>\nYes."}`, "(see </think>)", "'</think>'",
	} {
		_, _, ok := text.UnopenedThink(text.Plain(said))
		require.False(t, ok, said)
	}
}
