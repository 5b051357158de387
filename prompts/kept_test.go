package prompts

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// What a prompt says of the task stays, wherever its words are next to those of the
// format instructions.
func TestTaskStays(t *testing.T) {
	const format = "\n\n- chart: draws a sea chart, args: {}\n\nUse the following format:\n\nThought: why\nAction: a tool\nAction Input: its input\n"
	for name, c := range map[string]struct{ before, kept string }{
		"a goal of one long line, without a full stop": {
			"You are a pilot. You have sailed these waters for thirty years.\nYour personal goal is: Bring every ship that enters the sound to its berth before the tide turns\nYou ONLY have these tools:",
			"You are a pilot. You have sailed these waters for thirty years.\nYour personal goal is: Bring every ship that enters the sound to its berth before the tide turns",
		},
		"a goal in letters without small ones": {
			"你的目标是：在潮水转向之前把每一艘进入海峡的船安全地带到它的泊位上并且记录下所有的时间和吃水深度\n你只能使用以下 tools:",
			"你的目标是：在潮水转向之前把每一艘进入海峡的船安全地带到它的泊位上并且记录下所有的时间和吃水深度",
		},
		"items of a list": {
			"1. Keep a log of every ship and of the depth that was measured at the entrance\n2. You ONLY have these tools:",
			"1. Keep a log of every ship and of the depth that was measured at the entrance",
		},
		"a line that was broken for its width": {
			"Keep a log. In all that you do for the ships that enter the sound, you may use\nthese tools:",
			"Keep a log.",
		},
	} {
		r := fresh.Read(c.before + format)
		require.NotNil(t, r.Style, name)
		require.Len(t, r.ToolList.Tools, 1, name)
		assert.Equal(t, c.kept, strings.TrimSpace(r.KeptText()), name)
	}
}

// A remark that is no part of a format stays, also in a section of format
// instructions, whose heading is not left above it.
func TestRemarksStay(t *testing.T) {
	const prompt = "You are a pilot.\n\n## Tool Rules\n\nAction: a tool\nAction Input: its input\n\nUse a tool for one ship only.\n\nNow begin! Please answer in the language of the captain.\n\n## Harbour\n\nIt has two piers."
	r := fresh.Read(prompt)
	require.NotNil(t, r.Style)
	assert.Equal(t, "You are a pilot.\n\nNow begin! Please answer in the language of the captain.\n\n## Harbour\n\nIt has two piers.", strings.TrimSpace(r.KeptText()))
}
