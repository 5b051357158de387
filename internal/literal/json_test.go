package literal

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/toolspeak/toolspeak/internal/text"
)

func TestJSON(t *testing.T) {
	tests := []struct {
		in   string
		want string // the value; "" for an error
	}{
		{`{}`, `{}`}, {`[]`, `[]`}, {`{ }`, `{ }`}, {"[\n]", "[\n]"},
		{`{"a": 1}`, `{"a": 1}`}, {`{"a":{"b":[1,2,{}]}}`, `{"a":{"b":[1,2,{}]}}`},
		{`{"a": 1} and more`, `{"a": 1}`}, {`[1][2]`, `[1]`}, {`"a""b"`, `"a"`},
		{`true`, `true`}, {`false,`, `false`}, {`null`, `null`},
		{"{\"a\"\t:\r\n1 , \"b\" : [ 1 , 2 ] }", "{\"a\"\t:\r\n1 , \"b\" : [ 1 , 2 ] }"},
		{``, ``}, {` 1`, ``}, {`tru`, ``}, {`True`, ``}, {`nul`, ``}, {`x`, ``}, {`中`, ``},
		{`{`, ``}, {`[`, ``}, {`{"a"`, ``}, {`{"a":`, ``}, {`{"a":1`, ``}, {`{"a":1,`, ``}, {`{"a":1,}`, ``},
		{`[1,]`, ``}, {`[,1]`, ``}, {`[1 2]`, ``}, {`{,}`, ``}, {`{a:1}`, ``}, {`{'a':1}`, ``}, {`{1:1}`, ``},
		{`{"a" 1}`, ``}, {`[1}`, ``}, {`{"a":1]`, ``}, {"[1\v]", ``}, {"[1\f]", ``}, {"[\u00a01]", ``},
		// Strings.
		{`""`, `""`}, {`"abc def ghi jkl mno"`, `"abc def ghi jkl mno"`}, {`"é中😀"`, `"é中😀"`},
		{`"\"\\\/\b\f\n\r\t\u12aF"`, `"\"\\\/\b\f\n\r\t\u12aF"`}, {`"\ud83d"`, `"\ud83d"`}, {`"\ude00\ud83d"`, `"\ude00\ud83d"`},
		{"\"\x7f\"", "\"\x7f\""}, {`"\u0000"`, `"\u0000"`}, {`"\\"x`, `"\\"`},
		{`"`, ``}, {`"a`, ``}, {`"\"`, ``}, {`"\`, ``}, {`"\u12"`, ``}, {`"\u12g4"`, ``}, {`"\x41"`, ``}, {`"\'"`, ``}, {`"\U0001F600"`, ``},
		{"\"a\nb\"", ``}, {"\"a\tb\"", ``}, {"\"12345678901\x00\"", ``}, {"\"\x1f\"", ``},
		// Numbers.
		{`0`, `0`}, {`-0`, `-0`}, {`12345678901234567890`, `12345678901234567890`}, {`1.0`, `1.0`}, {`-1.50e+10`, `-1.50e+10`},
		{`1E400`, `1E400`}, {`1e-05`, `1e-05`}, {`012`, `0`}, {`0x1F`, `0`}, {`1_000`, `1`}, {`1.5.5`, `1.5`},
		{`-`, ``}, {`+1`, ``}, {`.5`, ``}, {`1.`, ``}, {`1.e5`, ``}, {`1e`, ``}, {`1e+`, ``}, {`-a`, ``}, {`[012]`, ``},
		{`NaN`, ``}, {`Infinity`, ``}, {`-Infinity`, ``},
	}
	for _, tt := range tests {
		each(t, tt.in, func(t *testing.T, in text.Text) {
			end, err := JSON(in, 0)
			if (err == nil) != (tt.want != "") {
				t.Fatalf("error %v", err)
			}
			if got := in.Slice(0, end).String(); got != tt.want {
				t.Errorf("value %q, want %q", got, tt.want)
			}
		})
	}
}

func TestJSONFromTheMiddle(t *testing.T) {
	each(t, `é "x" {"a": 1}`, func(t *testing.T, in text.Text) {
		from := len(`é "x" `)
		end, err := JSON(in, from)
		if err != nil || end != in.Len() {
			t.Errorf("end %d of %d, error %v", end, in.Len(), err)
		}
	})
}

func TestJSONErrors(t *testing.T) {
	tests := []struct{ in, at, msg string }{
		{``, ``, `expected a JSON value, found the end of the text`},
		{`{"a": x}`, `{"a": `, `expected a JSON value, found 'x'`},
		{`{'a': 1}`, `{`, `expected a key in double quotes, found '\''`},
		{`{"a" 1}`, `{"a" `, `expected ':' after the key, found '1'`},
		{`[1;`, `[1`, `expected ',' or ']', found ';'`},
		{`{"é": 1😀`, `{"é": 1`, `expected ',' or '}', found '😀'`},
		{`["\q"]`, `["\`, `expected an escape of JSON, found 'q'`},
		{`["\u00g0"]`, `["\u00`, `expected a hexadecimal digit, found 'g'`},
		{"[\"a\nb\"]", `["a`, `raw control character '\n' in a string`},
		{`["a`, `["a`, `expected the string's closing quote, found the end of the text`},
		{`[-]`, `[-`, `expected a digit, found ']'`},
	}
	for _, tt := range tests {
		each(t, tt.in, func(t *testing.T, in text.Text) {
			end, err := JSON(in, 0)
			if err == nil {
				t.Fatal("no error")
			}
			if got := in.Slice(0, err.Offset).String(); end != 0 || got != tt.at || err.Message() != tt.msg {
				t.Errorf("end %d, error behind %q: %s", end, got, err.Message())
			}
		})
	}
	var err error = &Error{Offset: 3, msg: "expected x"}
	if err.Error() != "offset 3: expected x" {
		t.Error(err)
	}
}

func TestDepth(t *testing.T) {
	nested := func(n int, open, inner, closing string) string {
		return strings.Repeat(open, n) + inner + strings.Repeat(closing, n)
	}
	for _, tt := range []struct {
		in         string
		json, pyth bool
	}{
		{nested(MaxDepth, "[", "", "]"), true, true},
		{nested(MaxDepth+1, "[", "", "]"), false, false},
		{nested(MaxDepth, `{"a":`, "1", "}"), true, true},
		{nested(MaxDepth+1, `{"a":`, "1", "}"), false, false},
		{nested(MaxDepth, "(", "1", ")"), false, true},
		{nested(MaxDepth+1, "(", "1", ")"), false, false},
		{"[" + strings.Repeat("[],", 2*MaxDepth) + "[]]", true, true},
	} {
		each(t, tt.in, func(t *testing.T, in text.Text) {
			if _, err := JSON(in, 0); (err == nil) != tt.json {
				t.Errorf("JSON: %v", err)
			}
			if _, _, err := Python(nil, in, 0); (err == nil) != tt.pyth {
				t.Errorf("Python: %v", err)
			}
		})
	}
}

func TestMembers(t *testing.T) {
	tests := []struct {
		in   string
		want []string
	}{
		{`{}`, nil},
		{`{ } x`, nil},
		{`{"a": 1, "b" : {"c":[1]} ,"a":"x"}`, []string{"a=1", `b={"c":[1]}`, `a="x"`}},
		{`{"\u0061\n": null, "": true, "é": -1.50}`, []string{"a\n=null", "=true", "é=-1.50"}},
		{`{"a\"b\\": "c\"d"}`, []string{`a"b\="c\"d"`}},
	}
	for _, tt := range tests {
		each(t, tt.in, func(t *testing.T, in text.Text) {
			var got []string
			end, err := Members(in, 0, func(key text.Text, from, to int) bool {
				got = append(got, key.String()+"="+in.Slice(from, to).String())
				return true
			})
			if err != nil || !slices.Equal(got, tt.want) {
				t.Errorf("members %q, error %v", got, err)
			}
			if want, _ := JSON(in, 0); end != want {
				t.Errorf("end %d, want %d", end, want)
			}
		})
	}
}

func TestMembersStops(t *testing.T) {
	each(t, `{"a": [1], "b": oops`, func(t *testing.T, in text.Text) {
		calls := 0
		end, err := Members(in, 0, func(text.Text, int, int) bool { calls++; return false })
		if got := in.Slice(0, end).String(); err != nil || calls != 1 || got != `{"a": [1]` {
			t.Errorf("%d calls, end behind %q, error %v", calls, got, err)
		}
		calls = 0
		end, err = Members(in, 0, func(text.Text, int, int) bool { calls++; return true })
		if err == nil || calls != 1 || end != 0 {
			t.Errorf("%d calls, end %d, error %v", calls, end, err)
		}
	})
	for _, s := range []string{"", "[]", `"a"`, `x`} {
		if _, err := Members(text.Plain(s), 0, nil); err == nil {
			t.Errorf("%q: no error", s)
		}
	}
}

func TestElements(t *testing.T) {
	for in, want := range map[string][]string{
		`[]`: nil, `[ ] x`: nil, `[1, "a" ,{"b":[2]},[]]`: {"1", `"a"`, `{"b":[2]}`, "[]"}, "[\n null\n]": {"null"},
	} {
		each(t, in, func(t *testing.T, in text.Text) {
			var got []string
			end, err := Elements(in, 0, func(from, to int) bool {
				got = append(got, in.Slice(from, to).String())
				return true
			})
			if err != nil || !slices.Equal(got, want) {
				t.Errorf("elements %q, error %v", got, err)
			}
			if want, _ := JSON(in, 0); end != want {
				t.Errorf("end %d, want %d", end, want)
			}
		})
	}
	for in, ends := range map[string]int{`[1, 2`: 0, `[1 2]`: 0, `{}`: 0, `[[1], oops`: 4} {
		each(t, in, func(t *testing.T, in text.Text) {
			calls := 0
			end, err := Elements(in, 0, func(int, int) bool { calls++; return ends == 0 })
			if (err == nil) != (ends > 0) || in.Slice(0, end).String() != in.String()[:ends] || calls > 2 {
				t.Errorf("%d calls, end %d, error %v", calls, end, err)
			}
		})
	}
}

func TestString(t *testing.T) {
	tests := []struct{ in, want string }{
		{`""`, ""}, {`"abc" x`, "abc"}, {`"é中😀"`, "é中😀"},
		{`"a\"b\\c\/d\b\f\n\r\t\u0041\u00e9"`, "a\"b\\c/d\b\f\n\r\tAé"},
		{`"\ud83d\ude00"`, "😀"}, {`"\ud83d x"`, "\xed\xa0\xbd x"}, {`"\\n\\u0041"`, `\n\u0041`},
		{`"中\n中"`, "中\n中"},
	}
	for _, tt := range tests {
		each(t, tt.in, func(t *testing.T, in text.Text) {
			s, end, err := String(in, 0)
			if err != nil || s.String() != tt.want {
				t.Errorf("%q, error %v", s.String(), err)
			}
			if want, _ := JSON(in, 0); end != want {
				t.Errorf("end %d, want %d", end, want)
			}
		})
	}
	for _, s := range []string{"", "{}", `"`, `"a`, `"\x"`, "'a'"} {
		if _, end, err := String(text.Plain(s), 0); err == nil || end != 0 {
			t.Errorf("%q: end %d, error %v", s, end, err)
		}
	}
}

func TestStringShares(t *testing.T) {
	in := text.Plain(`"中 x"`)
	s, _, err := String(in, 0)
	if err != nil || s.String() != "中 x" || &s.B[0] != &in.B[1] {
		t.Errorf("%+v, error %v", s, err)
	}
}

// TestBytesOfStrings tries every byte at every place of a word, since the eight of
// a word are looked at together: all are a string's own but those that end or escape.
func TestBytesOfStrings(t *testing.T) {
	for place := range 20 {
		for c := range 256 {
			b := []byte("\"" + strings.Repeat("\x80", 24) + "\"")
			b[1+place] = byte(c)
			end, err := JSON(text.Text{B: b}, 0)
			switch want := len(b); {
			case c == '"':
				if err != nil || end != place+2 {
					t.Fatalf("quote at %d: end %d, error %v", place, end, err)
				}
			case c < ' ' || c == '\\':
				if err == nil {
					t.Fatalf("byte %#x at %d: no error", c, place)
				}
			case err != nil || end != want:
				t.Fatalf("byte %#x at %d: end %d, error %v", c, place, end, err)
			}
		}
	}
}

func TestJSONDoesNotAllocate(t *testing.T) {
	in := text.Plain(`{"a": [1, -2.5e10, "x\n", {"b": null}], "long enough a string": "中"}`)
	if n := testing.AllocsPerRun(10, func() { _, _ = JSON(in, 0) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkJSON(b *testing.B) {
	var s strings.Builder
	s.WriteString(`{"items": [`)
	for i := range 100 {
		fmt.Fprintf(&s, `{"id": %d, "name": "some name", "note": "a sentence with a line\nbreak and some more words", "ok": true}, `, i)
	}
	s.WriteString(`null]}`)
	in := text.Plain(s.String())
	b.SetBytes(int64(in.Len()))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := JSON(in, 0); err != nil {
			b.Fatal(err)
		}
	}
}
