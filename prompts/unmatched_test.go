package prompts

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// A template that was named and is not found in the prompt is reported, with
// how the prompt was read instead.
func TestTemplateUnmatched(t *testing.T) {
	from, err := ParseTemplate("My tools: {tools}\nGo.")
	require.NoError(t, err)
	react, xml := style(t, "react"), style(t, "xml")
	instructions, _, err := fresh.Render(react, &ToolList{}, Options{})
	require.NoError(t, err)
	target, _, err := fresh.Render(xml, &ToolList{}, Options{})
	require.NoError(t, err)
	tests := []struct {
		name, prompt string
		mode         Mode
		want         string // the end of the words, or "" for no report
	}{
		{"matches", "My tools: []\nGo.", ModeAuto, ""},
		{"evidence", "Use these lines:\n\nAction: a tool\nAction Input: its JSON\n", ModeAuto, "it was recognised by its evidence, as react"},
		{"another template", instructions, ModeAuto, "it was read by another template, as react"},
		{"nothing", "Be brief.", ModeAuto, "no format instructions were recognised in it"},
		{"replaced", "Be brief.", ModeReplace, "no format instructions were recognised in it"},
		{"kept", "Be brief.", ModeKeep, ""},
		{"dropped", "Be brief.", ModeDrop, ""},
		{"as it is to be written", target, ModeAuto, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, diags, err := fresh.anew(tt.prompt, xml, Options{From: from, Mode: tt.mode})
			require.NoError(t, err)
			got := ""
			for _, d := range diags {
				if d.Code == ir.CodeTemplateUnmatched {
					assert.Empty(t, got, "reported twice")
					assert.Equal(t, ir.Loss, d.Severity)
					got = d.Text()
				}
			}
			if tt.want == "" {
				assert.Empty(t, got)
				return
			}
			assert.Equal(t, "the template that prompts are expected to be made from does not match this one: "+tt.want, got)
		})
	}
}
