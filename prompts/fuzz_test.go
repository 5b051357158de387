package prompts

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/styles"
)

// FuzzTranslate translates any prompt to every style: it must not panic, a
// prompt without format instructions must stay, and what was written must be stable.
func FuzzTranslate(f *testing.F) {
	for _, s := range []string{reactPrompt, "", "{", "<tools>", "> Tool Name: a", "a, args: {", "```", "# Tools\n[{\"name\": \"a\", \"description\": \"b\"}]\nAction: x\nAction Input: y"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, prompt string) {
		for _, to := range styles.All() {
			out, r, _, err := fresh.anew(prompt, to, Options{})
			if err != nil {
				continue
			}
			if !r.recognised() && out != prompt {
				t.Fatalf("%q became %q", prompt, out)
			}
			if again, _, _, err := fresh.anew(out, to, Options{}); err != nil || again != out {
				t.Fatalf("%q became %q, then %q %v", prompt, out, again, err)
			}
		}
	})
}

// FuzzToolList reads any text as a tool list; what reads must be written and read
// as the same tools in every form.
func FuzzToolList(f *testing.F) {
	for _, s := range []string{"a - b", "1. a: b, args: {}", "[{\"name\": \"a\"}]", "> Tool Name: a(b)\nTool Args: {'x': 1}", "<tools><tool><name>a</name></tool></tools>", "{\"type\":\"function\",\"function\":{\"name\":\"a\"},\"x\":1}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := readToolList(s)
		if err != nil {
			return
		}
		for _, form := range Forms() {
			text, used := WriteToolList(&c, form)
			back, err := readToolList(text)
			if err != nil || !equalTools(back.Tools, c.Tools) {
				t.Fatalf("%q, %+v, was written as %s, as %q, and read as %+v %v", s, c.Tools, used, text, back.Tools, err)
			}
		}
	})
}

// A fault in definitions has a place in the text, and what is read can be
// written as definitions that read the same.
func FuzzDefinitions(f *testing.F) {
	for _, seed := range []string{
		`[{"name": "f", "parameters": {}}]`, "{\"name\": \"f\"}\n{\"name\": 7}", `"[{\"name\": \"f\"}]"`, `[{'name': 'f'}, 7]`, "\u00a0[", `"\u00`,
		`{"type": "function", "function": {"name": "f"}, "records": 3},`,
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		c, err := fresh.ParseDefinitions([]byte(raw))
		if err != nil {
			var fault *SyntaxError
			require.ErrorAs(t, err, &fault)
			lines := strings.Split(raw, "\n")
			require.True(t, fault.Line >= 1 && fault.Line <= len(lines))
			require.True(t, fault.Column >= 1 && fault.Column <= len(lines[fault.Line-1])+1)
			return
		}
		if !utf8.ValidString(raw) {
			return
		}
		back, err := fresh.ParseDefinitions(c.Definitions())
		require.NoError(t, err)
		require.True(t, equalTools(c.Tools, back.Tools))
	})
}
