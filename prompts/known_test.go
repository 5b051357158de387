package prompts

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/styles"
)

const stepsFile = `name = "steps"
anchor = "line"
thought = "Why: {text}"
call = "Do: {name}\nWith: {args}"
args = "object"
answer = "Done: {text}"
result = "Saw: {text}"
`

// A prompt that teaches a style of one's own is recognised like any other, by
// its evidence and by its format instructions, where the style is known.
func TestOwnStyleIsRecognised(t *testing.T) {
	steps, err := styles.Parse([]byte(stepsFile), "steps.toml")
	require.NoError(t, err)
	by := New(steps)

	const words = "You are a clerk.\n\nUse these tools:\n\nhours: Opening hours., args: {\"type\": \"object\"}\n\n" +
		"Write in this format:\n\nWhy: your reason\nDo: the tool\nWith: its arguments\n\nThen wait for `Saw:`.\n\nBe brief."
	r := by.Read(words)
	require.Equal(t, steps, r.Style)
	assert.Equal(t, "You are a clerk.\n\nBe brief.", r.KeptText())
	assert.Nil(t, fresh.Read(words).Style, "unless the style is known, nothing is recognised")

	xml := style(t, "xml")
	there, _, _, err := by.anew(words, xml, Options{})
	require.NoError(t, err)
	assert.Equal(t, xml, fresh.Read(there).Style)
	assert.NotContains(t, there, "With:")
	back, _, _, err := by.anew(there, steps, Options{})
	require.NoError(t, err)
	again, reading, _, err := by.anew(back, xml, Options{})
	require.NoError(t, err)
	assert.Equal(t, steps, reading.Style)
	assert.Equal(t, there, again)
}

// A style that shares its call with another is recognised by its format instructions; by
// its words alone a prompt of the other still teaches the other.
func TestOwnStyleWithACallOfAnother(t *testing.T) {
	const file = `name = "mine"
anchor = "line"
thought = "Why: {text}"
call = "Action: {name}\nAction Input: {args}"
args = "object"
answer = "Done: {text}"
result = "Saw: {text}"
`
	mine, err := styles.Parse([]byte(file), "mine.toml")
	require.NoError(t, err)
	by := New(mine)
	assert.Equal(t, style(t, "react"), by.Read(reactPrompt).Style)
	assert.Equal(t, mine, by.Read(by.known.instructions(mine, ResultsAny).render(values{})).Style)
}
