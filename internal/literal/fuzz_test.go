package literal

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/toolspeak/toolspeak/internal/text"
)

var seeds = []string{
	``, ` `, `{}`, `[1, -2.5e+10, "a\n\u00e9\\", {"b": null}]`, `{"a": "</arguments> ` + "```" + `"}`, "[\n1]", `"\ud83d\ude00"`, `{"a":1}x`, "\"\xff\"",
	`{'a': True, 'b': (1, .5), 'c': {1}, None: 'it\'s'}`, `{{'a': {{}}}}`, `['''a` + "\n" + `b''' "c" r'\d', b'\xff', 0x1F, 1_0., (('x'))]`, `u'\U0001F600\101\x41\
'`, `set()`, `[Na+]`, `{('a'): 1, ( 2 ): 3,}`,
}

func addSeeds(f *testing.F) {
	for _, s := range seeds {
		f.Add(s)
	}
}

// poke runs everything on any bytes at all.
func poke(s string) {
	in := text.Plain(s)
	Classify(in)
	_, _, _ = Python(nil, in, 0)
	_, _ = Members(in, 0, func(text.Text, int, int) bool { return true })
	_, _, _ = String(in, 0)
	Quote(nil, in)
	Equal(in, text.Plain(s+" "))
	_, _ = EscapeTags(nil, in, "</arguments")
	_, _ = EscapeFences(nil, in)
}

func FuzzJSON(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		poke(s)
		s = strings.Trim(s, " \t\r\n")
		valid := json.Valid([]byte(s))
		in := text.Plain(s)
		end, err := JSON(in, 0)
		if err != nil && err.Message() == tooDeep {
			return
		}
		if got := err == nil && end == in.Len(); got != valid {
			t.Fatalf("valid %v, end %d, error %v", got, end, err)
		}
		if valid {
			checkValue(t, in)
		}
	})
}

// checkValue holds what is true of every valid JSON value.
func checkValue(t *testing.T, in text.Text) {
	t.Helper()
	for name, f := range map[string]func([]byte, text.Text) ([]byte, bool){
		"```": EscapeFences,
		"</a": func(dst []byte, t text.Text) ([]byte, bool) { return EscapeTags(dst, t, "</a") },
	} {
		out, changed := f(nil, in)
		had := strings.Contains(in.String(), name)
		got := text.Text{B: out}
		if had && !changed || changed && (strings.Contains(got.String(), name) || !Equal(in, got)) {
			t.Fatalf("%q without %q is %q", in.B, name, out)
		}
	}
	if c := Classify(in); c.Form != FormJSON || c.Start != 0 || c.End != in.Len() {
		t.Fatalf("%+v", c)
	}
	if value, _, err := String(in, 0); err == nil {
		back := text.Text{B: Quote(nil, value)}
		if !Equal(in, back) {
			t.Fatalf("%q quoted is %q", value.B, back.B)
		}
	}
}

func FuzzPython(f *testing.F) {
	addSeeds(f)
	f.Fuzz(func(t *testing.T, s string) {
		poke(s)
		out, end, err := Python(nil, text.Plain(s), 0)
		if err == nil && !json.Valid(out) {
			t.Fatalf("%q is not JSON", out)
		}
		// Without escapes, JSON is Python and means itself.
		if n, jsonErr := JSON(text.Plain(s), 0); err == nil && jsonErr == nil && n == end && strings.IndexByte(s, '\\') < 0 && string(out) != s[:end] {
			t.Fatalf("JSON %q became %q", s[:end], out)
		}
	})
}

func FuzzEqual(f *testing.F) {
	for _, a := range seeds {
		f.Add(a, a+" ")
		f.Add(a, strings.ReplaceAll(a, "a", `\u0061`))
	}
	f.Add(`{"a":1,"b":2}`, `{"b":2,"a":1}`)
	f.Add(`[1,2]`, `[12]`)
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := text.Plain(a), text.Plain(b)
		got := Equal(x, y)
		if got != Equal(y, x) || !Equal(x, x) {
			t.Fatal("no equivalence")
		}
		if want, known := equalTokens(a, b); known && got != want {
			t.Fatalf("%v, want %v", got, want)
		}
	})
}

// equalTokens is Equal by way of encoding/json, where that can tell: it reads
// what is not UTF-8, and lone surrogates, as U+FFFD.
func equalTokens(a, b string) (equal, known bool) {
	if !json.Valid([]byte(a)) || !json.Valid([]byte(b)) {
		return false, false
	}
	if _, err := JSON(text.Plain(strings.Trim(a, " \t\r\n")), 0); err != nil {
		return false, false
	}
	if _, err := JSON(text.Plain(strings.Trim(b, " \t\r\n")), 0); err != nil {
		return false, false
	}
	x, y := json.NewDecoder(strings.NewReader(a)), json.NewDecoder(strings.NewReader(b))
	x.UseNumber()
	y.UseNumber()
	for {
		v, xErr := x.Token()
		w, yErr := y.Token()
		if s, ok := v.(string); ok && strings.Contains(s, "\ufffd") {
			return false, false
		}
		if v != w || (xErr == nil) != (yErr == nil) {
			return false, true
		}
		if xErr != nil {
			return errors.Is(xErr, io.EOF), true
		}
	}
}
