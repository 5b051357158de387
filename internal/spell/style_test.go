package spell

import (
	"encoding/json"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

var numbers = regexp.MustCompile(`\\\\|\\u....`)

// writers spell the inside of a string as programs do.
var writers = map[string]func(s string) string{
	"UTF-8": func(s string) string { return string(AppendEscaped(nil, []byte(s), false)) },
	"ASCII": func(s string) string { return string(AppendEscaped(nil, []byte(s), true)) },
	"PHP": func(s string) string {
		return strings.ReplaceAll(string(AppendEscaped(nil, []byte(s), true)), "/", `\/`)
	},
	"Go, but for line separators": func(s string) string {
		inside := string(AppendEscaped(nil, []byte(s), false))
		return strings.NewReplacer("<", `\u003c`, ">", `\u003e`, "&", `\u0026`).Replace(inside)
	},
	".NET": func(s string) string {
		inside := strings.NewReplacer(`\\`, `\\`, `\"`, `\u0022`, `'`, `\u0027`, "<", `\u003c`, "+", `\u002b`).Replace(string(AppendEscaped(nil, []byte(s), true)))
		return numbers.ReplaceAllStringFunc(inside, func(n string) string { return n[:2] + strings.ToUpper(n[2:]) })
	},
}

// TestStyle: what a record says comes back in its own bytes, and what is new is spelled
// as the record spells.
func TestStyle(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	signs := append([]string{"<", ">", "&", "'", "+", "/", "Thought: "}, pieces...)
	for name, write := range writers {
		for range 2_000 {
			var b strings.Builder
			for range r.IntN(40) {
				b.WriteString(signs[r.IntN(len(signs))])
			}
			said := b.String()
			inside := write(said)
			style := StyleOf([]byte(`{"a": "` + inside + `"}`))
			require.Nil(t, style.mixed, "%s: %s", name, inside)
			require.Equal(t, inside, string(style.Append(nil, []byte(said))), name)
			require.Equal(t, said, string(AppendDecoded(nil, []byte(inside))), name)
		}
		every := strings.Join(signs, " ")
		style := StyleOf([]byte(`["` + write(every) + `"]`))
		require.Equal(t, write("é/<new>"), string(style.Append(nil, []byte("é/<new>"))), name)
	}
}

// TestMixed: a record that spells a character in two ways keeps both where what it says
// stays, also among other words, and decodes to the same.
func TestMixed(t *testing.T) {
	for _, c := range []struct{ record, plain, want string }{
		{`{"a": "one \/ two / three", "b": "é \u00e9t\u00e9 é"}`, "Thought: one / two / three", `Thought: one \/ two / three`},
		{`{"a": "one \/ two / three", "b": "é \u00e9t\u00e9 é"}`, "<x>é été é</x>", `<x>é \u00e9t\u00e9 é</x>`},
		{`["look at a\/b", "look at a/b"]`, "look at a/b and look at a/b", `look at a\/b and look at a/b`},
		{"{\n\t\"a\": \"b\",\n\t\"c\": \"\\u00e9 é\"\n}", "b\n\t\"c\": \"é é", `b\n\t\"c\": \"\u00e9 é`},
		{`["\u00e9\u00E9 here"]`, "new é, éé here", `new \u00e9, \u00e9\u00E9 here`},
		{`["\u0041 B A", "\ud83d x"]`, "A B A \xed\xa0\xbd y", `\u0041 B A \ud83d y`},
	} {
		style := StyleOf([]byte(c.record))
		require.NotNil(t, style.mixed, c.record)
		require.Equal(t, c.want, string(style.Append(nil, []byte(c.plain))), c.record)
	}
	r := rand.New(rand.NewPCG(9, 10))
	spelled := []string{`\/`, "/", "é", `\u00e9`, `\u00E9`, `\u0041`, "A", `\n`, `\u000a`, `\\`, `\"`, "汉", `\u6c49`, `\ud83d\ude00`, "😀", `\ud83d`, "words ", "more of them "}
	for range 5_000 {
		var b strings.Builder
		for range r.IntN(30) {
			b.WriteString(spelled[r.IntN(len(spelled))])
		}
		style := StyleOf([]byte(`["` + b.String() + `"]`))
		said := AppendDecoded(nil, []byte(b.String()))
		from := r.IntN(len(said) + 1)
		for from < len(said) && said[from]&0xC0 == 0x80 {
			from++
		}
		plain := append(append([]byte("new / é: "), said[from:]...), said...)
		inside := style.Append(nil, plain)
		require.True(t, json.Valid([]byte(`"`+string(inside)+`"`)), "%s", inside)
		require.Equal(t, string(plain), string(AppendDecoded(nil, inside)), b.String())
	}
}

// TestRoom: what was decoded stays until the room is reset, and is found by its place.
func TestRoom(t *testing.T) {
	var room Room
	inside := []byte(`a\nb\u00e9\ud83d\ude00c`)
	first := room.Decode(inside)
	require.Equal(t, "a\nbé😀c", string(first))
	require.Same(t, &first[0], &room.Decode(inside)[0])
	plain := []byte("no escape")
	require.Same(t, &plain[0], &room.Decode(plain)[0])
	long := []byte(strings.Repeat(`\"x`, 5_000))
	require.Equal(t, strings.Repeat(`"x`, 5_000), string(room.Decode(long)))
	require.Equal(t, "a\nbé😀c", string(first))
	require.Empty(t, room.Decode(nil))
	for i := range inside {
		if i == 0 || inside[i-1] == '\\' {
			continue
		}
		for said := range len(first) + 1 {
			require.LessOrEqual(t, Offset(inside, said), len(inside))
		}
	}
	require.Equal(t, []int{0, 1, 3, 4, 10, 22}, []int{Offset(inside, 0), Offset(inside, 1), Offset(inside, 2), Offset(inside, 3), Offset(inside, 5), Offset(inside, 9)})
}
