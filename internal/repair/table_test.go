package repair

import (
	"errors"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/text"
)

// damage is one class of what models write; want is empty where it is refused.
type damage struct{ class, in, want string }

var damages = []damage{
	{"trailing comma, object", `{"town": "Riga", "n": 2,}`, `{"town": "Riga", "n": 2}`},
	{"trailing comma, array", `{"l": [1, 2, ]}`, `{"l":[1,2]}`},
	{"single quotes", `{'town': 'Riga'}`, `{"town":"Riga"}`},
	{"Python words", `{"a": True, "b": None, "c": False}`, `{"a":true,"b":null,"c":false}`},
	{"Python repr, mixed quotes", `{'n': None, 'text': "that's"}`, `{"n":null,"text":"that's"}`},
	{"apostrophe in single quotes", `{'a': 'that's it', 'b': 1}`, `{"a":"that's it","b":1}`},
	{"unquoted keys", `{town: "Riga", n_1: 2}`, `{"town":"Riga","n_1":2}`},
	{"unquoted value", `{"town": Riga}`, `{"town":"Riga"}`},
	{"unquoted value with spaces", `{"q": warm soup, in Riga, "n": 2}`, `{"q":"warm soup, in Riga","n":2}`},
	{"missing last brace", `{"a": 1`, `{"a":1}`},
	{"missing last brace, nested", `{"a": {"b": [1, 2]}`, `{"a":{"b":[1,2]}}`},
	{"cut in a string", `{"a": "half a sen`, `{"a":"half a sen"}`},
	{"cut in a string with punctuation", `{"a": "one, two: thr`, `{"a":"one, two: thr"}`},
	{"cut in a key", `{"a": 1, "lim`, `{"a":1,"lim":null}`},
	{"cut after a colon", `{"a": 1, "b":`, `{"a":1,"b":null}`},
	{"cut in an escape", `{"a": "x\u00`, `{"a":"x"}`},
	{"raw newline", "{\"code\": \"one\ntwo\"}", `{"code":"one\ntwo"}`},
	{"raw tab", "{\"code\": \"one\ttwo\"}", `{"code":"one\ttwo"}`},
	{"inner quotes", `{"a": "he said "no" twice"}`, `{"a":"he said \"no\" twice"}`},
	{"inner quotes before a comma", `{"a": "he said "no", then left", "b": 1}`, `{"a":"he said \"no\", then left","b":1}`},
	{"fence", "```json\n{\"a\": 1}\n```", `{"a":1}`},
	{"prose around", `Here you are: {"a": 1} I hope it helps!`, `{"a":1}`},
	{"text after", "{\"q\": \"x\"}\nObservation: rain", `{"q":"x"}`},
	{"comments", "{\"a\": 1, // one\n /* two */ \"b\": 2}", `{"a":1,"b":2}`},
	{"# comment", "{\"a\": 1, # one\n \"b\": 2}", `{"a":1,"b":2}`},
	{"missing comma at a line's end", "{\"a\": \"1\"\n \"b\": 2}", `{"a":"1","b":2}`},
	{"missing comma, array", `{"l": [1 2 3]}`, `{"l":[1,2,3]}`},
	{"typographic quotes", `{“a”: “b”}`, `{"a":"b"}`},
	{"full-width punctuation", `{"a"：1，"b"：[2，3]}`, `{"a":1,"b":[2,3]}`},
	{"bad escape of an apostrophe", `{"a": "that\'s"}`, `{"a":"that's"}`},
	{"bad escape, a pattern", `{"re": "\d+\.\w"}`, `{"re":"\\d+\\.\\w"}`},
	{"path", `{"p": "D:\Work\Plans"}`, `{"p":"D:\\Work\\Plans"}`},
	{"doubled braces", `{{"a": {{"b": 1}}, "c": true, }}`, `{"a":{"b":1},"c":true}`},
	{"a brace too many", `{"a": 1}}`, `{"a":1}`},
	{"a level of escapes too many", `{\"a\": \"b \\\"c\\\"\"}`, `{"a":"b \"c\""}`},
	{"NaN", `{"a": NaN}`, `{"a":"NaN"}`},
	{"number text kept", `{"id": 98765432109876543210, "x": 2.50, "e": 1E+2,}`, `{"id":98765432109876543210,"x":2.50,"e":1E+2}`},
	{"key order kept", `{"z": 1, "m": 3, "a": 2,}`, `{"z":1,"m":3,"a":2}`},
	{"ellipsis", `{"l": [1, 2, ...]}`, `{"l":[1,2]}`},
	{"triple quotes", `{"code": """print("hi")""", x: 1}`, `{"code":"print(\"hi\")","x":1}`},
	{"tuple", `{"p": (1, 2), x: 1}`, `{"p":[1,2],"x":1}`},
	{"missing first brace", `"a": 1, "b": 2}`, `{"a":1,"b":2}`},
	{"two documents", `{"a": 1} {"b": 2}`, ``},
	{"plain text", `Riga, Latvia`, ``},
	{"nothing", ` `, ``},
	{"valid: code", `{"code": "if a: {b}\n// c"}`, `{"code": "if a: {b}\n// c"}`},
	{"valid: bait", `{"s": "True, None, 'x', // no\u0020comment"}`, `{"s": "True, None, 'x', // no\u0020comment"}`},
	{"valid: escapes", `{"s": "caf\u00e9 \/ <b> \ud83d\ude00"}`, `{"s": "caf\u00e9 \/ <b> \ud83d\ude00"}`},
}

func TestDamages(t *testing.T) {
	require.Len(t, damages, 48)
	for _, d := range damages {
		t.Run(d.class, func(t *testing.T) {
			in := text.Plain(d.in)
			got, err := Value(in, All)
			if d.want == "" {
				require.Error(t, err, "%s", got.Value.B)
				return
			}
			require.NoError(t, err)
			require.True(t, literal.Equal(text.Plain(d.want), got.Value), "%s", got.Value.B)
			if strings.HasPrefix(d.class, "valid") {
				require.Equal(t, in, got.Value)
				require.Empty(t, got.Changes)
			}
		})
	}
}

// TestKinds has an example for each kind, with where its first change is.
func TestKinds(t *testing.T) {
	tests := map[Kind]struct {
		in   string
		at   int
		want string
	}{
		Quotes: {"{'a\n': 1}", 1, `{"a\n":1}`}, Typographic: {`{“a”: 1}`, 1, `{"a":1}`}, StringPrefix: {`{"a": f'x'}`, 6, `{"a":"x"}`},
		Control: {"{\"\u00e9\": \"a\nb\"}", 9, `{"é":"a\nb"}`}, BadEscape: {`{a: "\d"}`, 5, `{"a":"\\d"}`}, Word: {`{a: TRUE}`, 4, `{"a":true}`},
		Number: {`{a: 0xff}`, 4, `{"a":255}`}, KeyQuotes: {`{a: 1}`, 1, `{"a":1}`}, TrailingComma: {`{a: 1,}`, 5, `{"a":1}`}, Comment: {`{/*x*/"a": 1}`, 1, `{"a":1}`},
		DoubledBrace: {`{{a: 1}}`, 1, `{"a":1}`}, Sequence: {`{a: (1, {2, 3})}`, 4, `{"a":[1,[2,3]]}`}, Fence: {"```\n{}```", 0, `{}`}, CallParens: {`search({"q": 1})`, 0, `{"q":1}`},
		Escaped: {`{\"a\": 1}`, 1, `{"a":1}`}, TextAfter: {`{"a": 1} x`, 9, `{"a":1}`}, Python: {"```\n{'a': 1}```", 4, `{"a":1}`},
		MissingClose: {`{"a": [1}`, 8, `{"a":[1]}`}, MissingOpen: {`"a": 1}`, 0, `{"a":1}`}, MissingQuote: {`{"a": "b}`, 8, `{"a":"b"}`}, MissingComma: {`{"a": 1 "b": 2}`, 8, `{"a":1,"b":2}`},
		MissingValue: {`{"a"`, 4, `{"a":null}`}, CutEscape: {`{"a": "\`, 7, `{"a":""}`}, SurplusClose: {`{"a": 1}]`, 8, `{"a":1}`}, SurplusComma: {`{"a": [1,,2]}`, 9, `{"a":[1,2]}`},
		InnerQuote: {`{"a": "b"c"}`, 8, `{"a":"b\"c"}`}, UnquotedValue: {`{"a": b c}`, 6, `{"a":"b c"}`}, Ellipsis: {`{"a": [..., 1]}`, 7, `{"a":[1]}`}, TextBefore: {`so {"a": 1}`, 0, `{"a":1}`},
	}
	for k, v := range kinds {
		guess, says := v.guess, v.says
		test, ok := tests[k]
		require.True(t, ok, k)
		require.NotEmpty(t, says)
		in := text.Plain(test.in)
		got, err := Value(in, All)
		require.NoError(t, err, k)
		require.True(t, literal.Equal(text.Plain(test.want), got.Value), "%s: %s", k, got.Value.B)
		found := false
		for _, c := range got.Changes {
			if c.Kind == k && !found {
				found = true
				want := in.Slice(0, c.Offset)
				require.Equal(t, test.in[:test.at], want.String(), "%s %+v", k, got.Changes)
			}
		}
		require.True(t, found, "%s: %+v", k, got.Changes)
		_, err = Value(in, Safe)
		var e *Error
		if errors.As(err, &e); guess {
			require.NotNil(t, e, k)
			require.True(t, e.Kind.Guess(), "%s: %s", k, e.Kind)
		} else {
			require.NoError(t, err, k)
		}
	}
}

// TestTail has objects with something after them: the object stays as it is,
// or the whole is refused.
func TestTail(t *testing.T) {
	for _, test := range []struct {
		in, want, tail string
		form           literal.Form
	}{
		{"{\"q\":  \"x\"}\nObservation: it's {\"a\": 1}", `{"q":  "x"}`, "Observation: it's {\"a\": 1}", literal.FormJSON},
		{`{"q": "x"}Observation`, `{"q": "x"}`, `Observation`, literal.FormJSON},
		{`{'q': None} is it`, `{"q": null}`, `is it`, literal.FormPython},
		{"{\"q\": \"x\"}\n```", `{"q": "x"}`, "```", literal.FormJSON},
		{"{\"q\": \"x\"}\n# Answer: 7", `{"q": "x"}`, "# Answer: 7", literal.FormJSON},
		{`{"q": "x"}, or so.`, `{"q": "x"}`, `, or so.`, literal.FormJSON},
		{in: `{"a": 1}, true`}, {in: `{"a": 1}, b: 2`}, {in: `{"a": 1}, 2 or so`},
		{in: `{"a": 1} {"b": 2}`}, {in: `{"a": 1}, "b": 2}`}, {in: `{"a": "x"}", "b": 1}`}, {in: `{'a'} word`}, {in: `{"a": "x"}y"}`}, {in: `{"a": 1} ["b"]`},
		{in: "```\n{}\n### Answer: 7\n```"},
		{in: "```\n{}\n### Answer： 7\n```"},
	} {
		in := text.Plain(test.in)
		got, err := Value(in, Safe)
		if test.want == "" {
			require.Error(t, err, "%s: %s", test.in, got.Value)
			continue
		}
		require.NoError(t, err, test.in)
		require.Equal(t, test.want, got.Value.String())
		require.Equal(t, test.form, got.Form)
		require.Len(t, got.Changes, 1)
		require.Equal(t, test.tail, got.Changes[0].Removed)
		require.Equal(t, test.tail, text.From(in, got.Changes[0].Offset).String())
	}
}

// TestAmbiguous has texts in which a guess could be made in two ways.
func TestAmbiguous(t *testing.T) {
	for _, s := range []string{
		`{"a":"b,"c":"d"}`, `{"a": "b", "c: "d"}`, `{"a": "x "y" z", "b": [1}`, `{"a": b c, "d": "e`, `{"code": "d = {"k": "v"}"}`, `{"a": "{"b": 1}"}`, `{"a": "f("x", "y")"}`, `{"l": ["a "b", "c""]}`,
		`{"code": "if a: {return []}`, `{"a": {"b": "x}`, `{"a: 1}`, `{"a": "b" # "c": "d"}`, `Arguments: {"a": 1}`, `{"a": 1 "b": 2`, `so {"a": 1} or {"b": 2}`, `{"a": "say \\"hi\\""}`, `{"n": 2.`,
	} {
		got, err := Value(text.Plain(s), All)
		require.Error(t, err, "%s: %s %+v", s, got.Value, got.Changes)
	}
}

// TestOuter has objects in more braces than their own: as many on both sides.
func TestOuter(t *testing.T) {
	for in, want := range map[string]string{
		`{{"a": {"b": [1]}}}`: `{"a":{"b":[1]}}`,
		"{{{{\n \"a\": {\"b\": True,\n \"c\": \"{{x}}\"}\n}}}}": `{"a":{"b":true,"c":"{{x}}"}}`,
		"```json\n{{{\n\"a\": 1}}}\n```":                        ``,
		`{{{"a": {"b": 1}}`:                                     ``,
		`{{"a": {"b": 1}}`:                                      ``,
		`{{{"a": [1}}}`:                                         ``,
		`{{{"a": 1}}}, "b": 2}`:                                 ``,
	} {
		got, err := Value(text.Plain(in), Safe)
		if want == "" {
			require.Error(t, err, in)
			continue
		}
		require.NoError(t, err, in)
		require.True(t, literal.Equal(text.Plain(want), got.Value), "%s: %s", in, got.Value.B)
		require.Equal(t, DoubledBrace, got.Changes[0].Kind)
		require.Equal(t, 0, got.Changes[0].Offset)
	}
}

func TestRefused(t *testing.T) {
	for _, s := range []string{
		``, `no`, `{"a": 2+3}`, `{"a": 1 +2}`, `{a: f"{x}",}`, `{a: g(1)}`, `{a: 1+2j}`, `[Na+].[Cl-]`, `[see above]`, `see [1]`, `{a: 1} {b: 2}`, `{a: 1}, {b: 2}`, `{a}`, `{a: 1; b: 2}`,
		strings.Repeat("[", 1002), strings.Repeat(`{"a":`, 1002), `{"a": /* no end`, `{"a": '''no end}`, `{"a": 1 2}`, `{"a": 012}`, "{",
	} {
		got, err := Value(text.Plain(s), All)
		if s == "{" {
			require.NoError(t, err)
			continue
		}
		require.Error(t, err, "%s: %s", s, got.Value.B)
	}
}
