package prompts

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/styles"
)

// corpus returns a path next to the corpus, or skips the test.
func corpus(t *testing.T, path ...string) string {
	t.Helper()
	root := os.Getenv("TOOLSPEAK_CORPUS")
	if root == "" {
		t.Skip("TOOLSPEAK_CORPUS is not set: no real prompts to read")
	}
	return filepath.Join(append([]string{root}, path...)...)
}

// harness returns the template of a style that its own harness uses.
func harness(t *testing.T, style string) *Template {
	t.Helper()
	src, err := os.ReadFile(corpus(t, "..", "prompts", style+".txt"))
	require.NoError(t, err)
	tmpl, err := ParseTemplate(string(src))
	require.NoError(t, err)
	return tmpl
}

// textStyles returns the styles that have a prompt.
func textStyles() []*styles.Style {
	return styles.All()
}

// harnessStyles returns the styles of whose harness the prompt is at hand.
func harnessStyles(t *testing.T) []*styles.Style {
	t.Helper()
	return slices.DeleteFunc(textStyles(), func(s *styles.Style) bool {
		_, err := os.Stat(corpus(t, "..", "prompts", s.Name+".txt"))
		return errors.Is(err, fs.ErrNotExist)
	})
}

func style(tb testing.TB, name string) *styles.Style {
	tb.Helper()
	s, err := styles.Lookup(name)
	require.NoError(tb, err)
	return s
}

func parse(t *testing.T, src string) *Template {
	t.Helper()
	tmpl, err := ParseTemplate(src)
	require.NoError(t, err)
	return tmpl
}

func TestParseTemplate(t *testing.T) {
	v := values{tools: "T", names: "N"}
	for src, want := range map[string]string{
		"":                               "",
		"a {tools} b {tool_names}":       "a T b N",
		`{{"a": {{}}}} {tool_desc}`:      `{"a": {}} T`,
		"{a} {{AVAILABLE_TOOLS}} {b: 1}": "{a} T {b: 1}",
		"{{TOOLS}}{{TOOL_NAMES}}":        "TN",
		"{tool_name}\n":                  "N\n",
	} {
		assert.Equal(t, want, parse(t, src).render(v), "%q", src)
	}
	said, err := parseTemplate(`{"x": 1}`, true)
	require.NoError(t, err)
	assert.Equal(t, `{"x": 1}`, said.render(v))
}

func TestTemplateErrors(t *testing.T) {
	for src, want := range map[string]string{
		"a\nö{nothing}":         "line 2, column 2: unknown placeholder \"nothing\"",
		"{tools":                "line 1, column 1: a single { that no } closes",
		"x}":                    "line 1, column 2: a single }",
		"{\n}":                  "line 1, column 1: a single {",
		"{}":                    "line 1, column 1: unknown placeholder \"\"",
		"{tools!r}":             "unknown placeholder \"tools!r\"",
		"x {{TOOLS}} {{OTHER}}": "line 1, column 13: unknown placeholder \"OTHER\"",
	} {
		_, err := ParseTemplate(src)
		assert.ErrorContains(t, err, want, "%q", src)
	}
}

func TestMatch(t *testing.T) {
	for _, c := range []struct {
		template, prompt string
		want             match
	}{
		{"a {tools} b\n", "a X b", match{values{tools: "X"}, 0, 5}},
		{"a {tools} b\n\n", "me\na X\nY b\nyou", match{values{tools: "X\nY"}, 3, 10}},
		{"[{tool_names}] {tools}!\n{tool_names};", "[n] t!\nn;\n", match{values{"t", "n"}, 0, 9}},
		{"{tools}", "all of it\n\n", match{values{tools: "all of it"}, 0, 9}},
		{"only words", "these are only words.", match{values{}, 10, 20}},
		{"a {tools} b", "a  b", match{values{}, 0, 4}},
	} {
		got, err := parse(t, c.template).match(c.prompt)
		assert.NoError(t, err, "%q in %q", c.template, c.prompt)
		assert.Equal(t, c.want, got, "%q in %q", c.template, c.prompt)
	}
}

func TestMatchFails(t *testing.T) {
	for _, c := range []struct {
		template, prompt string
		want             error
	}{
		{"a {tools} b", "a X c", errNoMatch},
		{"a {tools} b {tools} c", "a X b Y c", errNoMatch},
		{"a {tools} b", "a X b and b", errAmbiguous},
		{"a {tools} b", "a a X b", errAmbiguous},
		{"words", "words words", errAmbiguous},
		{"x{tools}{tool_names}y", "xTNy", errAmbiguous},
	} {
		_, err := parse(t, c.template).match(c.prompt)
		assert.ErrorIs(t, err, c.want, "%q in %q", c.template, c.prompt)
	}
}

// A prompt of a MiB that is nearly a match must cost no more than a few looks.
func TestMatchIsLinear(t *testing.T) {
	tmpl := parse(t, "x{tools}xx{tool_names}xxx{tools}xxxx{tool_names}y")
	for _, unit := range []string{"x", "xxxx", "x\n"} {
		_, err := tmpl.match(strings.Repeat(unit, 1<<20/len(unit)))
		assert.Error(t, err)
	}
}

func TestBuiltInInstructions(t *testing.T) {
	for _, s := range textStyles() {
		c := builtIn.instructions(s, ResultsAny)
		require.NotNil(t, c, s.Name)
		require.True(t, c.has(slotTools), s.Name)
		text := c.render(values{tools: "TOOLS", names: "NAMES"})
		assert.NotContains(t, text, "{{")
		assert.Equal(t, s, fresh.Read(text).Style)
		if !s.Variant {
			list := builtIn.taught(builtIn.look(text).mentions)
			require.Len(t, list, 1, "%s: %s", s.Name, text)
			assert.Equal(t, s, list[0])
		}
		for _, sentence := range s.Sentences {
			assert.Contains(t, text, sentence)
		}
		if testing.Verbose() {
			t.Logf("%s\n%s", s.Name, text)
		}
	}
}
