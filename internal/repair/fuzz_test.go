package repair

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/internal/text"
)

// FuzzValue holds that whatever is returned is JSON, that valid JSON comes back
// as it is, that Safe makes no guess, and that nothing panics.
func FuzzValue(f *testing.F) {
	for _, d := range damages {
		f.Add(d.in)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, level := range []Level{Safe, All} {
			got, err := Value(text.Plain(s), level)
			trimmed := strings.Trim(s, " \t\r\n")
			if valid := json.Valid([]byte(trimmed)); err != nil {
				continue
			} else if valid && (len(got.Changes) > 0 || string(got.Value.B) != trimmed) {
				t.Fatalf("valid %q became %q", s, got.Value.B)
			}
			if !json.Valid(got.Value.B) {
				t.Fatalf("%q is not JSON", got.Value.B)
			}
			for _, c := range got.Changes {
				if level == Safe && c.Kind.Guess() {
					t.Fatalf("a guess at the level safe: %+v", c)
				}
				if !strings.HasPrefix(s[c.Offset:], c.Removed) {
					t.Fatalf("%+v is not in %q", c, s)
				}
			}
		}
	})
}

// TestLinear reads a megabyte of each piece. It asserts nothing of the time:
// what is not linear runs into the test's time limit.
func TestLinear(t *testing.T) {
	for _, piece := range []string{
		`"`, `'`, `'a' `, `"a"b`, `{"a":`, `{`, `[`, `(`, `/*`, `//x` + "\n", `#`, `,`, `\`, `\"`, `{{`, `'''`, `"""`, `}`, "```", `“`, ` `, `a,`, `'a`, `f'`, `...`, `"a" "`, `[1,`, `''`, `"a":"b" `,
	} {
		for _, head := range []string{``, `{"a": `, `{"a": "`, `{"a": '`, `{"a": [`, `{"a": x`, `{'a': 1, b: 'c' `} {
			_, _ = Value(text.Plain(head+strings.Repeat(piece, testlong.Size(1<<16, 1<<20)/len(piece))), All)
		}
	}
}

// FuzzCall holds that a call's parts are in the text, that arguments are JSON
// unless they are plain text, and that nothing panics.
func FuzzCall(f *testing.F) {
	for _, s := range []string{`f({"a": 1})`, `f[x]`, `f("x")`, `f(a='x', b=[1])`, `f()`, `"{\"a\": 1}"`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		in := text.Plain(s)
		if object, ok := Inner(in); ok && !json.Valid(object.B) {
			t.Fatalf("%q is not JSON", object)
		}
		got, err := Call(in, All)
		if err != nil {
			return
		}
		if !strings.HasPrefix(strings.TrimLeft(in.String(), " \t\r\n\v\f"), got.Name.String()) || got.Name.Empty() {
			t.Fatalf("%q does not begin %q", got.Name, in)
		}
		if got.Form != literal.FormPlain && !json.Valid(got.Args.B) {
			t.Fatalf("%q is not JSON", got.Args)
		}
	})
}
