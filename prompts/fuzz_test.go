package prompts

import (
	"testing"

	"github.com/toolspeak/toolspeak/styles"
)

// FuzzTranslate translates any prompt to every style: it must not panic, a
// prompt without a contract must stay, and what was written must be stable.
func FuzzTranslate(f *testing.F) {
	for _, s := range []string{reactPrompt, "", "{", "<tools>", "> Tool Name: a", "a, args: {", "```", "# Tools\n[{\"name\": \"a\", \"description\": \"b\"}]\nAction: x\nAction Input: y"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, prompt string) {
		for _, to := range styles.All() {
			out, r, _, err := Translate(prompt, to, Options{})
			if err != nil {
				continue
			}
			if !r.Recognised() && out != prompt {
				t.Fatalf("%q became %q", prompt, out)
			}
			if again, _, _, err := Translate(out, to, Options{}); err != nil || again != out {
				t.Fatalf("%q became %q, then %q %v", prompt, out, again, err)
			}
		}
	})
}

// FuzzCatalog reads any text as a catalog; what reads must be written and read
// as the same tools in every form.
func FuzzCatalog(f *testing.F) {
	for _, s := range []string{"a - b", "1. a: b, args: {}", "[{\"name\": \"a\"}]", "> Tool Name: a(b)\nTool Args: {'x': 1}", "<tools><tool><name>a</name></tool></tools>", "{\"type\":\"function\",\"function\":{\"name\":\"a\"},\"x\":1}"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		c, err := ReadCatalog(s)
		if err != nil {
			return
		}
		for _, form := range Forms() {
			text, used := WriteCatalog(&c, form)
			back, err := ReadCatalog(text)
			if err != nil || !EqualTools(back.Tools, c.Tools) {
				t.Fatalf("%q, %+v, was written as %s, as %q, and read as %+v %v", s, c.Tools, used, text, back.Tools, err)
			}
		}
	})
}
