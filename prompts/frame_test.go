package prompts

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// words are what is in the place of a paragraph: harmless ones, and ones that decide.
var words = []string{
	"17", "Session 4 of 9.", "Today is Monday.\nIt rains.", "You are Bob.", "The user is \"Zoë\" \\ in C:\\new.", "文字 and more", "a\tb", "50 % off; call 123.", "Be short.\n  Be kind.",
	"Answer politely, twice.", "Respond in French.", "- a: b\n- c: d", "1. x: y", "You may use these tools:", "Use this format:", "Observation: 3", "Tool: a\nTool Input: b",
	"> Tool Name: z\nTool Description: b\nTool Args: {}", "# Heading 2", "**Bold 2**", "```", "one\n\ntwo", "x, args: {\"a\": 1}", "<tools>", "ends with \\", "Begin!", "[1]", "Never write `Observation:`.", "",
}

func drawFramed(t *rapid.T) (was, is string) {
	var a, b strings.Builder
	changed := rapid.SampledFrom(words)
	lead := rapid.SampledFrom([]string{"You are Nora, and you help people who ask.", "## Instructions of this house for everyone", "Long opening words which are the same in all prompts."}).Draw(t, "lead")
	a.WriteString(lead)
	b.WriteString(lead)
	for range rapid.IntRange(1, 4).Draw(t, "paragraphs") {
		gap := rapid.SampledFrom([]string{"\n\n", "\n\n", "\n\n", "\n", "\n\n\n", "\n \n"}).Draw(t, "between")
		p, q := rapid.SampledFrom(words[:11]).Draw(t, "was"), changed.Draw(t, "is")
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			p = drawPrompt(t)
			q = p
		case 1, 2:
			q = rapid.SampledFrom(words[:11]).Draw(t, "other")
		case 3:
			lead := rapid.SampledFrom([]string{" You may use these tools:\n\n- a: b", "\nUse this format:\n\nThought: t\nAction: a", " Use this tool only:", "\nRules:"}).Draw(t, "lead")
			p, q = p+lead, q+lead
		case 4:
			lead := rapid.SampledFrom([]string{"Tools:\n", "Use a dict like {a: b} with these tools:\n\n", ""}).Draw(t, "lead")
			p, q = lead+drawArray(t), lead+drawArray(t)
		}
		a.WriteString(gap + p)
		b.WriteString(gap + q)
	}
	tail := rapid.SampledFrom([]string{"\n\nThought: t\nAction: a\nAction Input: {}\nObservation: o\n\nBegin! Answer all questions.", "\n\nThe end of the prompt is the same in all.", ""}).Draw(t, "tail")
	return a.String() + tail, b.String() + tail
}

// frameTools are objects that prompts offer as tools, and what is near to that.
var frameTools = []string{
	`{"name": "find_ports", "description": "Looks for the ports of a country that has some, by its name.", "parameters": {"type": "object", "properties": {"country": {"type": "string"}}}}`,
	`{"name": "find_ports", "description": "Looks for the ports of a country that has some, by its name.", "parameters": {}}`,
	`{"type": "function", "function": {"name": "a", "description": "東京 < 3 & \"quoted\" \u00e9 C:\\new.", "parameters": {"type": "object"}}}`,
	`{"name": "get_prices", "description": "Use one of the formats, Thought: and Action: and Action Input: <tools>[{\"name\": \"x\"}]</tools>\nObservation:", "strict": true}`,
	`{"name":"b","description":"c"}`, `{"name": "only"}`, `{"name": "with \"args\"", "description": "x, args: {}", "parameters": {}}`,
	`{'name': 'python', 'description': None}`, `{"name": "spread", "description": "over",` + "\n" + `"parameters": {}}`, `{"name": "twice", "name": "twice", "description": ""}`, `{"title": "no tool"}`,
	`{"name": "lines", "description": "# Tools You can call these tools, and only these: # Format"}`, `{"name": "key", "description": "x", "a b": 1}`,
	`{"name": "template", "description": "Write calls and answers in tags, exactly as shown; replace the words in CAPITALS."}`,
}

// drawArray draws a list of tools that is an array.
func drawArray(t *rapid.T) string {
	tools := rapid.SliceOfN(rapid.SampledFrom(append(frameTools, frameTools[:3]...)), 1, 4)
	if rapid.Bool().Draw(t, "usual") {
		tools = rapid.SliceOfN(rapid.SampledFrom(frameTools[:5]), 1, 4)
	}
	between := rapid.SampledFrom([]string{", ", ", ", ",", ",  ", " , ", ",\n"}).Draw(t, "between tools")
	return "[" + strings.Join(tools.Draw(t, "tools"), between) + rapid.SampledFrom([]string{"]", "]", "]", "] x", "", "]]"}).Draw(t, "end")
}

// A prompt that differs from one that was met becomes what it would have become alone.
func TestFrames(t *testing.T) {
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		for range 10 {
			was, is := drawFramed(t)
			if n := checkFrame(t, was, is); was != is {
				found += n
			}
		}
	})
	assert.Positive(t, found, "prompts that were translated by a frame")
	t.Log(found, "were translated by a frame")
}

// checkFrame translates a prompt after another and alone, and compares. It returns how
// often a frame served.
func checkFrame(t *rapid.T, was, is string) int {
	spell := func(s string) ir.Text { return ir.Plain(s) }
	if rapid.Bool().Draw(t, "escaped") {
		spell = func(s string) ir.Text { return text.Escaped(text.AppendEscaped(nil, []byte(s), false)) }
	}
	to := drawStyle(t, "to")
	opts := Options{Mode: rapid.SampledFrom([]Mode{ModeAuto, ModeAppend}).Draw(t, "mode")}
	translate := func(by *Translator, s string) (Translation, error) { return by.Translate(spell(s), to, opts) }
	if rapid.Bool().Draw(t, "strip") {
		translate = func(by *Translator, s string) (Translation, error) { return by.Strip(spell(s), opts), nil }
	}
	by := New()
	for range 2 { // the second makes the frame
		_, _ = translate(by, was)
	}
	want, wrong := translate(fresh, is)
	got, err := translate(by, is)
	require.Equal(t, wrong, err)
	requireSame(t, want, got, is)
	return int(by.cache.frames.found.Load())
}

// requireSame compares two translations of a prompt.
func requireSame(t *rapid.T, want, got Translation, prompt string) {
	require.Equal(t, string(want.Text.B), string(got.Text.B), "%q", prompt)
	require.Equal(t, want.Text.Esc, got.Text.Esc)
	require.Equal(t, want.Style, got.Style)
	require.True(t, equalTools(want.ToolList.Tools, got.ToolList.Tools))
	require.Equal(t, want.ToolList.Form, got.ToolList.Form)
	require.Equal(t, want.ToolList.Python, got.ToolList.Python)
	require.Equal(t, string(want.ToolList.Definitions()), string(got.ToolList.Definitions()))
	for _, form := range []Form{want.ToolList.Form, FormToolsXML} {
		if form != FormVerbatim && form != FormNone {
			wantList, _ := WriteToolList(&want.ToolList, form)
			gotList, _ := WriteToolList(&got.ToolList, form)
			require.Equal(t, wantList, gotList)
		}
	}
	require.Equal(t, append([]ir.Diagnostic{}, want.Diagnostics...), append([]ir.Diagnostic{}, got.Diagnostics...), "%q", prompt)
}

// Words of their own in each prompt cost no second look at the rest of it.
func TestFramesAreFound(t *testing.T) {
	const format = "\n\n## Output Format\nUse this format:\n\n```\nThought: t\nAction: a tool\nAction Input: {}\n```\n\nObservation: the result"
	to, err := styles.Lookup("xml")
	require.NoError(t, err)
	for name, prompt := range map[string]func(n string) string{
		"persona":   func(n string) string { return "You are the assistant of shop " + n + ", and you are polite." + format },
		"a removed": func(n string) string { return "You are polite to all who write." + format + " of call " + n },
		"last": func(n string) string {
			return "You are polite to all who write." + format + "\n\nThe user is " + n + "."
		},
		"two": func(n string) string {
			return "You are the assistant of shop " + n + "." + format + "\n\nThe user is " + n + " years old.\nNo more."
		},
		"more lines": func(n string) string {
			return "You are the assistant of shop\n" + strings.ReplaceAll(n, "0", "0\n") + "." + format
		},
	} {
		t.Run(name, func(t *testing.T) {
			by := New()
			for _, n := range []string{"11", "12", "1033", "40"} {
				p := ir.Plain(prompt(n))
				got, err := by.Translate(p, to, Options{})
				require.NoError(t, err)
				want, err := fresh.Translate(p, to, Options{})
				require.NoError(t, err)
				assert.Equal(t, want.Text.String(), got.Text.String())
				assert.Equal(t, want.Diagnostics, got.Diagnostics)
			}
			assert.EqualValues(t, 2, by.cache.frames.found.Load())
		})
	}
}

// Prompts with other tools become what they would have become alone, whatever the tools
// before were, and also where their words differ.
func TestFramesWithOtherTools(t *testing.T) {
	const format = "Use this format:\n\nThought: t\nAction: a\nAction Input: {}\nObservation: o"
	xml := style(t, "xml")
	found := 0
	rapid.Check(t, func(t *rapid.T) {
		lead := rapid.SampledFrom([]string{"You may use these tools:\n", "You may use these tools:\n", "Pass a dict like {a: b} to these tools:\n\n", "Pass a dict like {a: b} to these tools:\n\n", "These [tools]: ", "{'a': 1}\n\n", "> Tool Name: n\n", "# Tools\n\n"}).Draw(t, "lead")
		tail := rapid.SampledFrom([]string{"", "", "\n", "\n\nBegin! Be kind.", "\n\nBegin! Be kind.", "\n\n" + format, "\n\n" + format, "\nUse the tools.", "\n\nx, args: {}", "\n\n[{\"name\": \"z\", \"description\": \"z\"}]"}).Draw(t, "tail")
		first := rapid.Bool().Draw(t, "format first")
		prompt := func() string {
			words := rapid.SampledFrom(append(words[:4:4], "You help.")).Draw(t, "words")
			if first {
				return "You are a helper of all who ask. " + words + "\n\n" + format + "\n\n" + lead + drawArray(t) + tail
			}
			return "You are a helper of all who ask.\n\n" + words + "\n\n" + lead + drawArray(t) + tail + "\n\n" + format
		}
		to := drawStyle(t, "to")
		if rapid.Bool().Draw(t, "to xml") {
			to = xml
		}
		spell := ir.Plain
		if ascii := rapid.Bool().Draw(t, "ascii"); rapid.Bool().Draw(t, "escaped") {
			spell = func(s string) ir.Text { return text.Escaped(text.AppendEscaped(nil, []byte(s), ascii)) }
		}
		by, opts := New(), Options{Form: rapid.SampledFrom([]Form{"", "", FormToolsXML, FormJSON}).Draw(t, "form")}
		for range 12 {
			p := prompt()
			want, wrong := fresh.Translate(spell(p), to, opts)
			got, err := by.Translate(spell(p), to, opts)
			require.Equal(t, wrong, err)
			requireSame(t, want, got, p)
		}
		found += int(by.cache.frames.found.Load())
	})
	assert.Positive(t, found)
	t.Log(found, "were translated by a frame")
}

// Another choice of tools in each prompt costs no second look at the rest of it.
func TestFramesTakeOtherTools(t *testing.T) {
	by := New()
	for i, choice := range [][]string{frameTools[:1], frameTools[1:3], frameTools[:3], frameTools[2:5], {frameTools[0]}, frameTools[1:2]} {
		p := text.Escaped(text.AppendEscaped(nil, []byte("You help all who ask politely. Case "+strings.Repeat("1", i)+".\n\nUse this format:\n\nThought: t\nAction: a\nAction Input: {}\nObservation: o\n\nYou may use these tools, with a dict like {a: b}:\n["+strings.Join(choice, ", ")+"]\n\nBegin!"), true))
		want, err := fresh.Translate(p, style(t, "xml"), Options{})
		require.NoError(t, err)
		got, err := by.Translate(p, style(t, "xml"), Options{})
		require.NoError(t, err)
		assert.Equal(t, want.Text.String(), got.Text.String())
		assert.Len(t, got.ToolList.Tools, len(choice))
		assert.EqualValues(t, max(0, i-1), by.cache.frames.found.Load())
	}
}

// Workers share a cache: what one makes of a prompt, and the frames that serve for others, may
// be asked for by all at once, with the same results.
func TestFramesConcurrently(t *testing.T) {
	to := style(t, "xml")
	prompt := func(n int) ir.Text {
		choice := strings.Join(slices.Repeat(frameTools[n%3:n%3+1], 1+n%4*4), ", ") // the lists are most of the prompts
		return text.Escaped(text.AppendEscaped(nil, []byte("You help all who ask politely. Case "+strings.Repeat("1", n)+".\n\nUse this format:\n\nThought: t\nAction: a\nAction Input: {}\nObservation: o\n\nYou may use these tools, with a dict like {a: b}:\n["+choice+"]\n\nBegin!"), true))
	}
	var want []string
	for n := range 12 {
		alone, err := fresh.Translate(prompt(n), to, Options{})
		require.NoError(t, err)
		want = append(want, alone.Text.String())
	}
	for range 20 {
		by := New()
		var workers sync.WaitGroup
		for range 4 {
			workers.Go(func() {
				for n := range want {
					got, err := by.Translate(prompt(n), to, Options{})
					assert.NoError(t, err)
					assert.Equal(t, want[n], got.Text.String())
				}
			})
		}
		workers.Wait()
	}
}
