package literal

import (
	"strings"
	"testing"
	"time"

	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/internal/text"
)

func TestClassify(t *testing.T) {
	tests := []struct {
		in    string
		form  Form
		value string // what Start and End enclose
		json  string
	}{
		{`{"a": 1}`, FormJSON, `{"a": 1}`, ``},
		{" \n{\"a\": 1}\t\r\n", FormJSON, `{"a": 1}`, ``},
		{"\v\f{}\v", FormJSON, `{}`, ``},
		{`{"a": 1} is what I need`, FormJSON, `{"a": 1}`, ``},
		{`{"a": 1}}`, FormJSON, `{"a": 1}`, ``},
		{`5`, FormJSON, `5`, ``}, {` "x" `, FormJSON, `"x"`, ``}, {`true`, FormJSON, `true`, ``}, {`null`, FormJSON, `null`, ``},
		{`[1, 2]`, FormJSON, `[1, 2]`, ``}, {`-1.5`, FormJSON, `-1.5`, ``},

		{`{'a': 1}`, FormPython, `{'a': 1}`, `{"a": 1}`},
		{" {'a': (1,)}\n", FormPython, `{'a': (1,)}`, `{"a": [1]}`},
		{`{'a': 1} and so on`, FormPython, `{'a': 1}`, `{"a": 1}`},
		{`{"a": 1,}`, FormPython, `{"a": 1,}`, `{"a": 1}`},
		{`{"a": True}`, FormPython, `{"a": True}`, `{"a": true}`},
		{`{{"a": 1}}`, FormPython, `{{"a": 1}}`, `{"a": 1}`},
		{`{1, 2}`, FormPython, `{1, 2}`, `[1, 2]`},
		{`['a']`, FormPython, `['a']`, `["a"]`}, {`('a', 1) `, FormPython, `('a', 1)`, `["a", 1]`}, {`[]`, FormJSON, `[]`, ``}, {`()`, FormPython, `()`, `[]`},
		{`'a'`, FormPython, `'a'`, `"a"`}, {`u"a"`, FormPython, `u"a"`, `"a"`}, {`Rb'a'`, FormPython, `Rb'a'`, `"a"`}, {"\"\"\"a\nb\"\"\"", FormPython, "\"\"\"a\nb\"\"\"", `"a\nb"`},
		{`"a" 'b'`, FormPython, `"a" 'b'`, `"ab"`}, {`[-1, .5]`, FormPython, `[-1, .5]`, `[-1, 0.5]`},

		{`{`, FormBroken, `{`, ``}, {` {"a": } `, FormBroken, `{"a": }`, ``}, {`{'a': 2+3}`, FormBroken, `{'a': 2+3}`, ``}, {`{city}`, FormBroken, `{city}`, ``},
		{`{"a": "b" "c": 1} tail`, FormBroken, `{"a": "b" "c": 1} tail`, ``}, {`{'a': f'x'}`, FormBroken, `{'a': f'x'}`, ``}, {`{'a': nan}`, FormBroken, `{'a': nan}`, ``},

		{``, FormPlain, ``, ``}, {" \n ", FormPlain, ``, ``}, {`None`, FormPlain, `None`, ``}, {`True`, FormPlain, `True`, ``}, {`N/A`, FormPlain, `N/A`, ``},
		{`[Na+].[Cl-]`, FormPlain, `[Na+].[Cl-]`, ``}, {` weather in Paris `, FormPlain, `weather in Paris`, ``}, {`中 `, FormPlain, `中`, ``},
		{`5 apples`, FormPlain, `5 apples`, ``}, {`.5`, FormPlain, `.5`, ``}, {`0x1F`, FormPlain, `0x1F`, ``}, {`+5`, FormPlain, `+5`, ``}, {`set()`, FormPlain, `set()`, ``},
		{`"a" or "b"`, FormPlain, `"a" or "b"`, ``}, {`'a', 'b'`, FormPlain, `'a', 'b'`, ``}, {`[1], [2]`, FormPlain, `[1], [2]`, ``}, {`["a"] x`, FormPlain, `["a"] x`, ``}, {`['a'] x`, FormPlain, `['a'] x`, ``},
		{`(see above)`, FormPlain, `(see above)`, ``}, {`f'a'`, FormPlain, `f'a'`, ``}, {`'tis`, FormPlain, `'tis`, ``}, {`u`, FormPlain, `u`, ``}, {"'a'\n'b'", FormPlain, "'a'\n'b'", ``},
		{`x = {"a": 1}`, FormPlain, `x = {"a": 1}`, ``}, {"\u00a0{}", FormPlain, "\u00a0{}", ``},
	}
	for _, tt := range tests {
		each(t, tt.in, func(t *testing.T, in text.Text) {
			c := Classify(in)
			if c.Form != tt.form {
				t.Fatalf("form %v, want %v", c.Form, tt.form)
			}
			if got := in.Slice(c.Start, c.End).String(); got != tt.value {
				t.Errorf("value %q, want %q", got, tt.value)
			}
			if got := string(c.JSON); got != tt.json || (c.JSON == nil) != (tt.json == "") {
				t.Errorf("JSON %q, want %q", got, tt.json)
			}
			if (c.Err != nil) != (tt.form == FormBroken) {
				t.Errorf("error %v", c.Err)
			}
		})
	}
}

func TestClassifyErrorIsThatOfTheBetterReading(t *testing.T) {
	for in, at := range map[string]string{
		`{"a": "x", "b": }`: `{"a": "x", "b": `,
		`{'a': 'x', 'b': }`: `{'a': 'x', 'b': `,
		`{"a": tru}`:        `{"a": `,
	} {
		if c := Classify(text.Plain(in)); c.Err == nil || in[:c.Err.Offset] != at {
			t.Errorf("%s: %v", in, c.Err)
		}
	}
}

func TestFormNames(t *testing.T) {
	names := map[Form]string{FormJSON: "json", FormPython: "python", FormPlain: "text", FormBroken: "broken"}
	for form, name := range names {
		if form.String() != name {
			t.Errorf("%d is %q", form, form)
		}
	}
}

// TestLinear runs everything on large inputs that invite quadratic time. A
// quadratic step would take minutes on any of them.
func TestLinear(t *testing.T) {
	size := testlong.Size(1<<16, 1<<20)
	fill := func(s string) string { return strings.Repeat(s, size/len(s)) }
	inputs := []string{
		fill("["), fill("{"), fill("{{"), fill("("), fill(`{'a':`), fill(`{"a":`), fill(`"""`), fill(`'`), fill(`\`), fill("```"), fill("</arguments"),
		`"` + fill(`\`), `'` + fill(`\`) + `'`, `r'` + fill(`\`) + `'`, `{'a': '` + fill("x") + `'}`, `{'a': """` + fill(`""x`) + `"""}`, `{"a": "` + fill(`\"`) + `"}`,
		`[` + fill(`1,`) + `]`, `[` + fill(`'a',`) + `]`, `[` + fill(`'a' `) + `]`, `[` + fill(`(1),`) + `]`, `{` + fill(`'a':1,`) + `}`, `{` + fill(`1:(2),`) + `}`,
		`{` + fill(`'`+strings.Repeat("k", 1000)+`':1,`) + `}`, `{` + strings.Repeat("1", size) + `: 2}`, `[1` + fill(" ") + `,` + fill("\n") + `]`,
		`[` + strings.Repeat("0", size) + `]`, `[` + strings.Repeat("1_", size) + `1]`, `[0x` + strings.Repeat("f", size) + `]`, `[` + fill("0x"+strings.Repeat("f", maxRadixDigits)+",") + `]`,
		fill(" "), `{"a": "` + fill("<") + `"}`, `{"a": "` + fill("</argument") + `"}`, strings.Repeat("(", 999) + fill(" ") + "1" + fill(" ") + strings.Repeat(")", 999),
	}
	start := time.Now()
	for _, in := range inputs {
		sp := text.Plain(in)
		Classify(sp)
		_, _ = EscapeTags(nil, sp, "</arguments", "</tool_use")
		_, _ = EscapeFences(nil, sp)
		Quote(nil, sp)
		Equal(sp, text.Plain(in+" "))
		_, _, _ = String(sp, 0)
		_, _ = Members(sp, 0, func(text.Text, int, int) bool { return true })
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("took %v", took)
	}
}
