package prompts

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A plain list is a tool list where the line before it says that tools follow,
// and not where it says how one is to be used.
func TestAnnouncedLists(t *testing.T) {
	const list = "\n\n1. weigh: Weighs a thing.\n2. wrap: Wraps it."
	for lead, want := range map[string]string{
		"You have these tools:":                         "weigh, wrap",
		"You can use the following functions:":          "weigh, wrap",
		"Rules for using this tool:":                    "",
		"CRITICAL REQUIREMENTS FOR USING THIS TOOL:":    "",
		"Before you call this function, go through it:": "",
		"Rules for the packers:":                        "",
	} {
		r := fresh.Read("Be kind.\n\n" + lead + list)
		assert.Equal(t, want, r.ToolList.names(), lead)
	}
}
