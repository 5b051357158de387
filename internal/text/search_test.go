package text

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// decodedAt maps each offset of t at which a unit begins, and its end, to the
// offset in the decoded text, as encoding/json decodes it.
func decodedAt(t *testing.T, a Text, want string) map[int]int {
	t.Helper()
	if !a.Esc {
		at := map[int]int{}
		for i := 0; i <= len(want); i++ {
			at[i] = i
		}
		return at
	}
	at := map[int]int{}
	for i, k := 0, 0; ; {
		at[i] = k
		if i >= a.Len() {
			require.Equal(t, len(want), k, "all of %s is decoded", a.B)
			return at
		}
		r, width := RuneAt(a, i)
		require.Positive(t, width)
		i, k = i+width, k+utf8.RuneLen(r)
	}
}

// FuzzSearch compares what finds something in a text, in either spelling, with
// package strings on what encoding/json decodes.
func FuzzSearch(f *testing.F) {
	for _, s := range []string{sample, "", "\n", "a\n\nb\n", "</a></a>", "aaab", "\nnb\bb\ttn", "\\n", "\\\\n\n", `"`, "   x", "\u000b x \f", "/", "//", "e\u0301\n😀</a>"} {
		for _, sought := range []string{"</a>", "\n", "aab", "\\", `"`, " x", "/", "n", "bb", "tn"} {
			f.Add(s, sought, uint8(0))
		}
	}
	f.Fuzz(func(t *testing.T, s, sought string, from uint8) {
		if !utf8.ValidString(s) || sought == "" || strings.IndexFunc(sought, func(r rune) bool { return r >= utf8.RuneSelf }) >= 0 {
			return
		}
		for _, a := range spellings(s) {
			var want string
			if want = s; a.Esc {
				require.NoError(t, json.Unmarshal([]byte(`"`+string(a.B)+`"`), &want))
				require.Equal(t, s, want)
			}
			at := decodedAt(t, a, want)
			start := 0
			for i := range at { // any start of a unit will do, the largest that is allowed
				if i <= int(from) && i > start && utf8.RuneStart(append([]byte(want), 0)[at[i]]) {
					start = i
				}
			}
			rest := want[at[start]:]
			place := func(i int) int {
				k, ok := at[i]
				require.True(t, ok, "%d is an offset of a unit of %s", i, a.B)
				return k - at[start]
			}

			_, isPrefix := Prefix(a, start, sought)
			require.Equal(t, strings.HasPrefix(rest, sought), isPrefix, "Prefix in %s", a.B)

			i, end := Index(a, start, sought)
			if k := strings.Index(rest, sought); k < 0 {
				require.Equal(t, []int{-1, -1}, []int{i, end}, "Index in %s", a.B)
			} else {
				require.Equal(t, []int{k, k + len(sought)}, []int{place(i), place(end)}, "Index in %s", a.B)
			}

			nl, next := Newline(a, start)
			if k := strings.IndexByte(rest, '\n'); k < 0 {
				require.Equal(t, []int{-1, -1}, []int{nl, next}, "Newline in %s", a.B)
			} else {
				require.Equal(t, []int{k, k + 1}, []int{place(nl), place(next)}, "Newline in %s", a.B)
			}

			require.Equal(t, strings.Trim(rest, " \t\n\v\f\r"), From(a, start).Trim().String(), "Trim of %s", a.B)
			require.Equal(t, len(rest)-len(strings.TrimLeft(rest, " ")), place(SkipSpaces(a, start)), "SkipSpaces in %s", a.B)
			require.Equal(t, len(rest)-len(strings.TrimLeft(rest, " \t\n\v\f\r")), place(SkipSpace(a, start, a.Len())), "SkipSpace in %s", a.B)
			require.Equal(t, rest == sought, EqualString(From(a, start), sought), "EqualString of %s", a.B)
			require.Equal(t, rest, From(a, start).String())
		}
	})
}

// TestLastIndex finds occurrences that do not overlap, from the front, as a
// reader of closing tags does.
func TestLastIndex(t *testing.T) {
	for _, a := range spellings("<a></a>\n</a> </a") {
		start, end := LastIndex(a, 0, a.Len(), "</a>")
		require.Equal(t, "</a>", a.Slice(start, end).String())
		require.Equal(t, " </a", From(a, end).String())
		first, firstEnd := Index(a, 0, "</a>")
		start, end = LastIndex(a, 0, start, "</a>")
		require.Equal(t, []int{first, firstEnd}, []int{start, end}, "it starts before the limit")
		start, end = LastIndex(a, firstEnd, firstEnd, "</a>")
		require.Equal(t, []int{-1, -1}, []int{start, end})
	}
}

// TestOddSpellings reads the spellings that JSON allows and few programs write.
func TestOddSpellings(t *testing.T) {
	for inside, want := range map[string]string{
		`\u000a`: "\n", `\u000A`: "\n", `\/`: "/", `\u002F`: "/", `\u005cn`: `\n`, `\\n`: `\n`, `\\\n`: "\\\n", `\u0022`: `"`,
		`\b\f\r\t`: "\b\f\r\t", `\u0000`: "\x00", `\uD83D\uDE00`: "😀", `\u00e9`: "é", `é`: "é", `\u0054hought:`: "Thought:", `\u007f`: "\x7f",
	} {
		a := Escaped([]byte(inside))
		require.Equal(t, want, a.String(), inside)
		require.True(t, Equal(a, Plain(want)), inside)
		require.True(t, Equal(Plain(want), a), inside)
		if utf8.RuneCountInString(want) == len(want) { // only ASCII is sought
			end, ok := Prefix(a, 0, want)
			require.True(t, ok, inside)
			require.Equal(t, a.Len(), end, inside)
		}
		nl, next := Newline(a, 0)
		require.Equal(t, strings.Contains(want, "\n"), nl >= 0, inside)
		if nl >= 0 {
			require.Equal(t, a.Len(), next)
		}
	}
}

// TestHalvesOfPairs: two halves that do not belong together are two characters,
// and nothing makes one of them or loses one.
func TestHalvesOfPairs(t *testing.T) {
	for _, inside := range []string{`\ud83d`, `\ude00`, `\ude00\ud83d`, `\ud83d\ud83d\ude00`, `\ud83d\n`, `\ud83dx`, `a\ud83d\\ude00`, `\ud83d\u0041`} {
		a := Escaped([]byte(inside))
		require.True(t, HasLoneSurrogate(a), inside)
		plain := Text{B: a.AppendPlain(nil)}
		require.True(t, HasLoneSurrogate(plain), inside)
		require.True(t, Equal(a, plain), inside)
		require.True(t, Equal(plain, a), inside)
		for _, ascii := range []bool{false, true} {
			require.True(t, Equal(a, Escaped(AppendEscaped(nil, plain.B, ascii))), "%s there and back", inside)
		}
	}
	require.False(t, Equal(Escaped([]byte(`\ud83d`)), Escaped([]byte(`\ude00`))))
	require.False(t, Equal(Escaped([]byte(`\ud83d`)), Plain("\uFFFD")), "a half is no replacement character")
}

// TestSearchFromEnds: what Trim and MayHold find from the ends is what reading finds.
func TestSearchFromEnds(t *testing.T) {
	pieces := []string{`\\`, `\n`, " ", `\t`, "n", `\u0020`, `\u003c`, `\u003C`, `\\u0020`, `\"`, "é", "<", `\u000a`, "u0020", `\/`}
	rapid.Check(t, func(rt *rapid.T) {
		esc := Text{Esc: rapid.Bool().Draw(rt, "escaped")}
		for _, p := range rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 8).Draw(rt, "pieces") {
			esc.B = append(esc.B, p...)
		}
		start := SkipSpace(esc, 0, esc.Len())
		end, holds := start, false
		for i := 0; i < esc.Len(); {
			c, width := At(esc, i)
			if i += width; !IsSpace(c) && i > start {
				end = i
			}
			holds = holds || c == '<'
		}
		require.Equal(rt, string(esc.B[start:end]), string(esc.Trim().B))
		if holds {
			require.True(rt, MayHold(esc, '<'))
		}
		at, _ := Index(esc, 0, "<")
		require.Equal(rt, holds, at >= 0)
	})
}
