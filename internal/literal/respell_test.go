package literal

import (
	"encoding/json"
	"testing"

	"github.com/toolspeak/toolspeak/internal/text"
)

// respelled checks a function on a text; no want means that it leaves that alone.
func respelled(t *testing.T, in, want string, f func([]byte, text.Text) ([]byte, bool)) {
	t.Helper()
	each(t, in, func(t *testing.T, sp text.Text) {
		out, changed := f([]byte("dst"), sp)
		if changed != (want != "") || string(out[:3]) != "dst" {
			t.Fatalf("changed %v: %q", changed, out)
		}
		got := text.Text{B: out[3:]}
		if got.String() != want {
			t.Errorf("got %q, want %q", got.String(), want)
		}
		if changed && !Equal(got, sp) {
			t.Errorf("%q means something else", got.String())
		}
	})
}

func TestEscapeTags(t *testing.T) {
	f := func(dst []byte, t text.Text) ([]byte, bool) { return EscapeTags(dst, t, "</arguments", "</tool_use") }
	for _, tt := range []struct{ in, want string }{
		{`{"a": 1}`, ``}, {`{"a": "x < y </b> </argument </tool"}`, ``}, {`"<\/arguments>"`, ``}, {`"\u003c/arguments>"`, ``}, {`"<\u002farguments>"`, ``}, {`"</\u0061rguments"`, ``}, {`"</Arguments>"`, ``},
		{`"</arguments>"`, `"<\/arguments>"`}, {`{"</tool_use_result>": "<</arguments</arguments>"}`, `{"<\/tool_use_result>": "<<\/arguments<\/arguments>"}`},
		{`"\\</arguments>\n"`, `"\\<\/arguments>\n"`}, {`"中</arguments>"`, `"中<\/arguments>"`},
	} {
		respelled(t, tt.in, tt.want, f)
	}
}

func TestEscapeFences(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{`{"a": "` + "`x` ``" + `"}`, ``}, {"\"``\\u0060`\"", ``}, {"\"`\\u0060`\"", ``}, {"\"``x``\"", ``},
		{"\"```\"", "\"``\\u0060\""}, {"\"````\"", "\"``\\u0060`\""}, {"\"```````x```\"", "\"``\\u0060``\\u0060`x``\\u0060\""}, {"{\"``\\n```json\": 1}", "{\"``\\n``\\u0060json\": 1}"},
	} {
		respelled(t, tt.in, tt.want, EscapeFences)
	}
}

func TestQuote(t *testing.T) {
	for _, tt := range []struct{ in, want string }{
		{``, `""`}, {`abc`, `"abc"`}, {"a\"b\\c/d\n\t\x01<", `"a\"b\\c/d\n\t\u0001<"`}, {`é中😀`, `"é中😀"`},
	} {
		in := text.Plain(tt.in)
		if got := Quote([]byte("x"), in); string(got) != "x"+tt.want {
			t.Errorf("%q: got %s, want %s", tt.in, got, tt.want)
		}
		out := text.Text{B: Quote(nil, in)}
		var back string
		if err := json.Unmarshal(out.B, &back); err != nil || back != tt.in {
			t.Errorf("%q means %q, error %v", out.B, back, err)
		}
		if s, _, err := String(out, 0); err != nil || !text.Equal(s, in) {
			t.Errorf("%q reads back as %q, error %v", out.B, s.String(), err)
		}
	}
	if got := Quote(nil, text.Plain("\xed\xa0\xbd")); string(got) != `"\ud83d"` {
		t.Errorf("half a pair is %s", got)
	}
}

func TestEqual(t *testing.T) {
	same := [][]string{
		{`{"a": 1, "b": [1, "x"]}`, `{"a":1,"b":[1,"x"]}`, " {\n\"a\" : 1 , \"b\":[ 1,\"x\" ]\t}\n"},
		{`"é中😀/\"A"`, `"\u00e9\u4e2d\ud83d\ude00\/\u0022\u0041"`}, {`"\ud83d"`, `"\uD83D"`}, {`"\b\f\n\r\t\\"`, `"\u0008\u000c\u000a\u000D\u0009\u005c"`},
		{`{"a": 1.0}`, `{"\u0061": 1.0}`}, {`"1 2"`}, {`not json`}, {``}, {`{'a': 1}`}, {`[012]`}, {`"\ud83d\ude00x"`, `"😀x"`}, {`"\u0000"`},
		{`[1,2]`}, {`[12]`}, {`[2,1]`}, {`{"a":1,"b":2}`}, {`{"b":2,"a":1}`}, {`{"a":1,"a":1}`}, {`{"a":1}`}, {`1`}, {`1.0`}, {`1e0`}, {`1E0`}, {`"1"`}, {`true`}, {`"true"`}, {`null`}, {`{}`}, {`[]`}, {`""`}, {`" "`}, {`"\\u0041"`}, {`"A"`}, {`{"a": "x"}`}, {`{"a": "x "}`}, {`"\ude00\ud83d"`}, {`"\ud83d\ud83d"`}, {` not json`},
	}
	for i, group := range same {
		for k, other := range same {
			for _, a := range group {
				for _, b := range other {
					if Equal(text.Plain(a), text.Plain(b)) != (i == k) {
						t.Errorf("%s, %s: %v", a, b, i != k)
					}
				}
			}
		}
	}
}

func TestEqualInvalidUTF8(t *testing.T) {
	a, b := text.Plain("\"\xff\""), text.Plain(" \"\xfe\"")
	if Equal(a, b) || !Equal(a, text.Plain(" \"\xff\"")) {
		t.Error("bytes that are not UTF-8 are not compared by value")
	}
	lone := text.Plain("\"\xed\xa0\xbd\"")
	if !Equal(lone, text.Plain(" "+lone.String())) || !Equal(lone, text.Plain(`"\ud83d"`)) {
		t.Error("a lone surrogate is not the same in every spelling")
	}
}

func BenchmarkPython(b *testing.B) {
	in := []byte(`{'city': 'Paris', 'units': "metric", 'days': 3, 'flags': [True, False, None], 'note': 'it\'s a longer sentence, with "quotes" in it'}`)
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		if Classify(text.Text{B: in}).Form != FormPython {
			b.Fatal("not Python")
		}
	}
}
