package prompts

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// reactPrompt is a prompt of the react style that no template matches.
const reactPrompt = `You are Nora, the librarian of a small town.

Readers are served in the order in which they come.

## Tools
Use these tools where you need them:

- find_book: looks a book up, args: {"type": "object", "properties": {"title": {"type": "string"}}}
- lend: lends a book, args: {"type": "object"}

## Format
Write a call like this:

` + "```" + `
Thought: what you think
Action: a tool
Action Input: {"title": "Emma"}
` + "```" + `

The reader sees nothing of it. Results begin with "Observation:", and you never write one.

Then end:

Thought: done
Answer: what you say

## House rules

Never lend more than five books.

Answer in the reader's language.
`

func TestRecognise(t *testing.T) {
	out, r, diags, err := fresh.anew(reactPrompt, style(t, "xml"), Options{})
	require.NoError(t, err)
	assert.Equal(t, "react", r.Style.Name)
	require.Len(t, r.ToolList.Tools, 2)
	assert.Equal(t, "lend", r.ToolList.Tools[1].Name)
	instructions, _, err := fresh.Render(style(t, "xml"), &r.ToolList, Options{})
	require.NoError(t, err)
	want := "You are Nora, the librarian of a small town.\n\nReaders are served in the order in which they come.\n\n" +
		instructions + "\nThe reader sees nothing of it.\n\n## House rules\n\nNever lend more than five books.\n\nAnswer in the reader's language.\n"
	assert.Equal(t, want, out)
	assert.Equal(t, []ir.Code{ir.CodeInstructionsRemoved}, codes(diags, ir.Note))

	// Nothing is lost without a word: each word stays or is reported, but for the tool list.
	told := r.ToolList.source
	for _, p := range r.Kept {
		told += p.Text
	}
	for _, d := range diags {
		if d.Severity == ir.Loss {
			continue // what a note has, too, and is beyond the format
		}
		words, err := strconv.Unquote(d.Text())
		require.NoError(t, err)
		told += words
	}
	assert.ElementsMatch(t, strings.Split(noSpace.Replace(reactPrompt), ""), strings.Split(noSpace.Replace(told), ""))
}

var noSpace = strings.NewReplacer(" ", "", "\n", "")

func TestSecondTranslationChangesNothing(t *testing.T) {
	for _, to := range textStyles() {
		once, _, _, err := fresh.anew(reactPrompt, to, Options{})
		require.NoError(t, err)
		twice, r, diags, err := fresh.anew(once, to, Options{})
		require.NoError(t, err)
		assert.Equal(t, once, twice)
		assert.Empty(t, diags)
		assert.Equal(t, to, r.Style)
	}
}

// A prompt that teaches the style that is wanted has nothing to change.
func TestSameStyleStays(t *testing.T) {
	react := style(t, "react")
	out, _, diags, err := fresh.anew(reactPrompt, react, Options{})
	require.NoError(t, err)
	assert.Equal(t, reactPrompt, out)
	assert.Empty(t, diags)
	out, _, _, err = fresh.anew(reactPrompt, react, Options{Form: FormJSON})
	require.NoError(t, err)
	assert.Contains(t, out, `[{"name": "find_book"`)
	out, _, diags, err = fresh.anew(strings.ReplaceAll(reactPrompt, "Answer:", "Final Answer:"), react, Options{})
	require.NoError(t, err)
	assert.NotContains(t, out, "Final Answer:")
	assert.NotEmpty(t, diags)
}

func TestKeptText(t *testing.T) {
	r := fresh.Read(reactPrompt)
	assert.Equal(t, "You are Nora, the librarian of a small town.\n\nReaders are served in the order in which they come.\n\nThe reader sees nothing of it.\n\n## House rules\n\nNever lend more than five books.\n\nAnswer in the reader's language.\n", r.KeptText())
	assert.Equal(t, "Hello.", fresh.Read("Hello.").KeptText())
	instructions, _, err := fresh.Render(style(t, "tao"), &ToolList{}, Options{})
	require.NoError(t, err)
	assert.Equal(t, "A\n\n\n", fresh.Read("A\n\n"+instructions).KeptText())
}

func TestModes(t *testing.T) {
	xml := style(t, "xml")
	plain := "You are a poet.\n"
	record, err := fresh.ParseDefinitions([]byte(`[{"name": "rhyme", "parameters": {}}]`))
	require.NoError(t, err)
	instructions, _, err := fresh.Render(xml, &record, Options{})
	require.NoError(t, err)
	for _, c := range []struct {
		mode         Mode
		prompt, want string
		codes        []ir.Code
	}{
		{ModeAuto, plain, plain, []ir.Code{ir.CodePromptKept}},
		{"", plain, plain, []ir.Code{ir.CodePromptKept}},
		{ModeKeep, reactPrompt, reactPrompt, nil},
		{ModeDrop, plain, "", []ir.Code{ir.CodePromptDropped}},
		{ModeDrop, reactPrompt, "", []ir.Code{ir.CodePromptDropped}},
		{ModeAppend, plain, "You are a poet.\n\n" + instructions, nil},
		{ModeAppend, "", strings.TrimSuffix(instructions, "\n"), nil},
		{ModeReplace, plain, strings.TrimSuffix(instructions, "\n"), []ir.Code{ir.CodePromptDropped}},
	} {
		out, _, diags, err := fresh.anew(c.prompt, xml, Options{Mode: c.mode, RecordTools: &record})
		require.NoError(t, err)
		assert.Equal(t, c.want, out, c.mode)
		assert.Equal(t, c.codes, codes(diags, ir.Loss), c.mode)
	}
	for _, m := range modes() {
		got, err := ParseMode(string(m))
		assert.NoError(t, err)
		assert.Equal(t, m, got)
	}
	_, err = ParseMode("burn")
	assert.Error(t, err)
}

// What is taken out is reported to its last word, however long it is.
func TestRemovedWordsAreReported(t *testing.T) {
	long := "Write `Action:` and `Action Input:` lines, " + strings.Repeat("and more words, ", 100) + "of which none is left out."
	_, _, diags, err := fresh.anew(long, style(t, "xml"), Options{})
	require.NoError(t, err)
	var texts []string
	for _, d := range diags {
		if d.Code == ir.CodeInstructionsRemoved {
			texts = append(texts, d.Text())
		}
	}
	require.Len(t, texts, 1)
	assert.Equal(t, strconv.Quote(long), texts[0])
}

// Without a style nothing is written: a prompt is only read.
func TestNoStyle(t *testing.T) {
	own := parse(t, "{tools}")
	out, err := fresh.Translate(ir.Plain(reactPrompt), nil, Options{To: own})
	require.NoError(t, err)
	assert.Equal(t, reactPrompt, out.Text.String())
	assert.Equal(t, style(t, "react"), out.Style)
	_, _, err = fresh.Render(nil, &out.ToolList, Options{To: own})
	assert.Error(t, err)
	text, _, err := fresh.Render(style(t, "react"), nil, Options{})
	require.NoError(t, err)
	none, _, err := fresh.Render(style(t, "react"), &ToolList{}, Options{})
	require.NoError(t, err)
	assert.Equal(t, none, text)
}

func TestTwoInstructions(t *testing.T) {
	a, _, err := fresh.Render(style(t, "react"), &ToolList{}, Options{})
	require.NoError(t, err)
	b, _, err := fresh.Render(style(t, "xml"), &ToolList{}, Options{})
	require.NoError(t, err)
	// Neither is a template's text any more.
	both := strings.ReplaceAll(a+"\n"+b, "You can", "You may")
	out, r, diags, err := fresh.anew(both, style(t, "tao"), Options{})
	require.NoError(t, err)
	assert.Equal(t, both, out)
	assert.Nil(t, r.Style)
	assert.Equal(t, []ir.Code{ir.CodeTwoStyles, ir.CodePromptKept}, codes(diags, ir.Loss))
	assert.Equal(t, "the prompt stays as it is: it teaches more than one style", diags[len(diags)-1].Text())

	// Where a template matches one of them, the other stays and is reported.
	out, r, diags, err = fresh.anew(a+"\n"+strings.ReplaceAll(b, "You can", "You may"), style(t, "tao"), Options{})
	require.NoError(t, err)
	assert.Equal(t, "react", r.Style.Name)
	assert.Contains(t, out, "<tool_use>")
	assert.Equal(t, []ir.Code{ir.CodeTwoStyles}, codes(diags, ir.Loss))

	// Where it is the target's, a second one of the target is not written.
	out, r, diags, err = fresh.anew(b+"\n"+a, style(t, "xml"), Options{})
	require.NoError(t, err)
	assert.Equal(t, b+"\n"+a, out, "the target's template is found first, and nothing has to change")
	assert.Equal(t, "xml", r.Style.Name)
	assert.Equal(t, []ir.Code{ir.CodeTwoStyles}, codes(diags, ir.Loss))
	tao, _, err := fresh.Render(style(t, "tao"), &ToolList{}, Options{})
	require.NoError(t, err)
	out, r, diags, err = fresh.anew(a+"\n"+tao, style(t, "tao"), Options{})
	require.NoError(t, err)
	assert.Equal(t, a+"\n"+tao, out)
	assert.Equal(t, "react", r.Style.Name)
	assert.Equal(t, []ir.Code{ir.CodeTemplateAmbiguous, ir.CodeTwoStyles, ir.CodePromptKept}, codes(diags, ir.Loss))
}

func TestPromptWithoutTools(t *testing.T) {
	prompt, _, err := fresh.Render(style(t, "react"), &ToolList{}, Options{})
	require.NoError(t, err)
	_, r, diags, err := fresh.anew(prompt, style(t, "xml"), Options{})
	require.NoError(t, err)
	assert.Empty(t, r.ToolList.Tools)
	assert.Equal(t, []ir.Code{ir.CodeNoTools}, codes(diags, ir.Repair))

	record := ToolList{Tools: hostile()}
	out, _, diags, err := fresh.anew(prompt, style(t, "xml"), Options{RecordTools: &record})
	require.NoError(t, err)
	assert.Contains(t, out, "<name>tool_12</name>")
	assert.Empty(t, diags)
}

func TestAmbiguousTemplate(t *testing.T) {
	from := parse(t, "Tools: {tools}. End.")
	prompt := "Tools: a - b. End. Tools: c - d. End."
	out, r, diags, err := fresh.anew(prompt, style(t, "xml"), Options{From: from})
	require.NoError(t, err)
	assert.Equal(t, prompt, out)
	assert.Nil(t, r.Template)
	assert.Equal(t, []ir.Code{ir.CodeTemplateAmbiguous, ir.CodePromptKept}, codes(diags, ir.Loss))
}

func TestUnreadableList(t *testing.T) {
	from := parse(t, "Tools:\n{tools}\n\nTool: and Tool Input: as ever.")
	prompt := "Tools:\nthere is a hammer somewhere, and a saw\n\nTool: and Tool Input: as ever.\n"
	out, r, diags, err := fresh.anew(prompt, style(t, "xml"), Options{From: from})
	require.NoError(t, err)
	assert.Equal(t, FormVerbatim, r.ToolList.Form)
	assert.Contains(t, out, "there is a hammer somewhere, and a saw")
	assert.Equal(t, []ir.Code{ir.CodeToolListUnread}, codes(diags, ir.Loss))
	back, _, _, err := fresh.anew(out, style(t, "tool-input"), Options{To: from})
	require.NoError(t, err)
	assert.Equal(t, prompt, back)
}

func TestNamesAlone(t *testing.T) {
	from := parse(t, "One of {tool_names}! Tool: x\nTool Input: y")
	_, r, _, err := fresh.anew("One of saw, hammer! Tool: x\nTool Input: y", style(t, "xml"), Options{From: from})
	require.NoError(t, err)
	assert.True(t, equalTools([]Tool{{Name: "saw"}, {Name: "hammer"}}, r.ToolList.Tools))

	out, _, diags, err := fresh.anew(reactPrompt, style(t, "tool-input"), Options{To: from})
	require.NoError(t, err)
	assert.Contains(t, out, "One of find_book, lend!")
	assert.Contains(t, codes(diags, ir.Loss), ir.CodeToolListDropped)
}

// A tool whose description holds the format instructions's own text can't be told from the
// format instructions: that is refused and not written.
func TestReadBackRefuses(t *testing.T) {
	xml := style(t, "xml")
	instructions, _, err := fresh.Render(xml, &ToolList{}, Options{})
	require.NoError(t, err)
	_, _, err = fresh.Render(xml, &ToolList{Tools: []Tool{{Name: "a", Description: instructions}}}, Options{Form: FormJSONLines})
	assert.NoError(t, err, "JSON escapes the line breaks")
	_, _, err = fresh.Render(style(t, "react"), &ToolList{Tools: []Tool{{Name: "a", Description: "b\n" + builtIn.instructions(style(t, "react"), ResultsAny).render(values{}), Parameters: []byte("{}")}}}, Options{})
	assert.ErrorIs(t, err, &ir.Diagnostic{Code: ir.CodeReadBack})
}

// A prompt of a MiB costs a look or two at each byte, whatever it is made of.
func TestLargePrompts(t *testing.T) {
	for _, unit := range []string{
		"Thought: a\nAction: b\nAction Input: {\n\n", "a: b, args: {\"a\": \n", "> Tool Name: a\nTool Description: b\n", "[{\"name\": \"a\", ", "```\n", "<tools><tool><name>", "# Tool\n", "words and words. ", "\n", "use these tools:\n", "- a: b\n", "{\"name\": \"a\"}\n", "Tool Args: {'''\n", "1. Write `Action:` and `Action Input:` and wait. ", "`Action:` `Action Input:`\n<a>\n", "- `Action:`.\n",
	} {
		prompt := strings.Repeat(unit, 1<<20/len(unit))
		start := time.Now()
		out, r, _, err := fresh.anew(prompt, style(t, "xml"), Options{})
		took := time.Since(start)
		require.NoError(t, err, "%q", unit)
		if !r.recognised() {
			assert.Equal(t, prompt, out)
		}
		t.Logf("%-40q %v", unit, took.Round(time.Millisecond))
	}
}
