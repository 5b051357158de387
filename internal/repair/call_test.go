package repair

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/text"
)

func TestCall(t *testing.T) {
	for _, test := range []struct {
		in, name, args string
		form           literal.Form
	}{
		{`search({"q": 1})`, "search", `{"q":1}`, literal.FormJSON},
		{` search({'q': None}) `, "search", `{"q":null}`, literal.FormPython},
		{`search({q: "x",})`, "search", `{"q":"x"}`, literal.FormBroken},
		{`search[warm soup]`, "search", `warm soup`, literal.FormPlain},
		{`finish[]`, "finish", ``, literal.FormPlain},
		{`look[C[C@H](N)O]`, "look", `C[C@H](N)O`, literal.FormPlain},
		{`search("warm \"soup\"\n")`, "search", "warm \"soup\"\n", literal.FormPlain},
		{`search('it\'s')`, "search", "it's", literal.FormPlain},
		{`f(key="v", n=3)`, "f", `{"key":"v","n":3}`, literal.FormPython},
		{"f(\n z = [1, None], a={'x': True},\n)", "f", `{"z":[1,null],"a":{"x":true}}`, literal.FormPython},
		{`plan.make_trip(å="é", b=2.50)`, "plan.make_trip", `{"å":"é","b":2.50}`, literal.FormPython},
		{`now()`, "now", `{}`, literal.FormPython},
	} {
		in := text.Plain(test.in)
		got, err := Call(in, All)
		require.NoError(t, err, test.in)
		require.True(t, text.EqualString(got.Name, test.name), "%s", got.Name)
		require.True(t, literal.Equal(text.Plain(test.args), got.Args), "%s: %s", test.in, got.Args)
		require.Equal(t, test.form, got.Form, test.in)
		for _, c := range got.Changes {
			require.Equal(t, c.Removed, in.Slice(c.Offset, c.Offset+len(c.Removed)).String(), "%+v", c)
		}
	}
}

func TestNoCall(t *testing.T) {
	for _, s := range []string{
		``, `search`, `search(`, `search)`, `(x)`, `search("a", "b")`, `f("x", n=1)`, `f(n=1, n=2)`, `f(x)`, `f(n=1+2)`, `f(n=g(1))`, `f(n=x)`, `f(3)`, `f([1])`, `two words[x]`, `search[a] and look[b]`, `search[a]]`, `search[a`, "search[a\nb]",
		`search({"q": 1}) done`, `search({"q": 1}, 2)`, `1f(n=2)`, `f(n=1 m=2)`, `f(,)`, `f(n=)`, `f(="x")`, `f({"a": 1} x)`, `f("x" + "y")`, `f(a-b=1)`,
	} {
		in := text.Plain(s)
		got, err := Call(in, All)
		var e *Error
		require.ErrorAs(t, err, &e, "%s: %s", s, got.Args)
		require.LessOrEqual(t, e.Offset, in.Len(), s)
	}
	_, err := Call(text.Plain(`f({"a": [1})`), Safe)
	require.Error(t, err)
}

func TestInner(t *testing.T) {
	for s, want := range map[string]string{
		`"{\"a\": \"b \\\"c\\\"\"}"`: `{"a":"b \"c\""}`, `" {\"a\": 1} "`: `{"a":1}`, `"{'a': None}"`: `{"a":null}`, `"\"{\\\"a\\\": 2}\""`: `{"a":2}`,
		`"x"`: ``, `"{\"a\": 1} x"`: ``, `"{a}"`: ``, `{"a": 1}`: ``, `"[1]"`: ``, `"{'a'}"`: ``, ``: ``, `"{\"a\": 1}" x`: ``,
	} {
		got, ok := Inner(text.Plain(s))
		require.Equal(t, want != "", ok, s)
		if ok {
			require.True(t, literal.Equal(text.Plain(want), got), "%s", got)
		}
	}
}
