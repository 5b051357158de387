package text

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/spell"
)

// spellings returns s plain and as the inside of a JSON string, in the ways in
// which programs write it.
func spellings(s string) []Text {
	standard, _ := json.Marshal(s) // escapes <, > and & too
	every := ""
	for _, r := range s {
		every += string(spell.AppendHexRune(nil, r))
	}
	texts := []Text{
		Plain(s),
		Escaped(AppendEscaped(nil, []byte(s), false)),
		Escaped(AppendEscaped(nil, []byte(s), true)),
		Escaped(standard[1 : len(standard)-1]),
		Escaped([]byte(every)),
		Escaped([]byte(strings.ReplaceAll(string(AppendEscaped(nil, []byte(s), false)), "/", `\/`))),
	}
	for _, t := range texts {
		if t.Direct = t.Esc && !spellsASCII(t.B); t.Direct {
			texts = append(texts, t)
		}
	}
	return texts
}

// spellsASCII reports whether the inside of a JSON string spells a character of ASCII by
// its number.
func spellsASCII(inside []byte) bool {
	return regexp.MustCompile(`\\u00[0-7]`).Match(bytes.ReplaceAll(inside, []byte(`\\`), nil))
}

const sample = "Thought: a\\n b\n\t\"x\" </y> é中😀\r\n\nend\x01"

func TestSpellingsAreTheSame(t *testing.T) {
	for _, a := range spellings(sample) {
		require.Equal(t, sample, a.String())
		require.True(t, EqualString(a, sample))
		require.False(t, EqualString(a, sample+" "))
		for _, b := range spellings(sample) {
			require.True(t, Equal(a, b))
			require.Equal(t, sample, Text{B: a.Append(nil, b.Esc, false), Esc: b.Esc}.String())
		}
		require.False(t, Equal(a, Plain(sample[1:])))
	}
}

func TestLines(t *testing.T) {
	for _, a := range spellings(sample) {
		var lines []string
		for start := 0; ; {
			nl, next := Newline(a, start)
			if nl < 0 {
				lines = append(lines, From(a, start).String())
				break
			}
			lines = append(lines, a.Slice(start, nl).String())
			start = next
		}
		require.Equal(t, strings.Split(sample, "\n"), lines, "%s", a.B)
	}
}

func TestSearch(t *testing.T) {
	for _, a := range spellings(sample) {
		end, ok := Prefix(a, 0, "Thought:")
		require.True(t, ok)
		require.Equal(t, sample[len("Thought:"):], From(a, end).String())
		_, ok = Prefix(a, end, "x")
		require.False(t, ok)

		start, stop := Index(a, 0, `"x"`)
		require.Equal(t, `"x"`, a.Slice(start, stop).String())
		start, stop = Index(a, 0, "</y>")
		require.Equal(t, "</y>", a.Slice(start, stop).String())
		start, _ = Index(a, stop, "</y>")
		require.Equal(t, -1, start)
		start, stop = LastIndex(a, 0, a.Len(), "n")
		require.Equal(t, "nd\x01", From(a, start).String())
		require.Equal(t, "d\x01", From(a, stop).String())
		start, _ = Index(a, 0, "absent")
		require.Equal(t, -1, start)
	}
}

func TestTrim(t *testing.T) {
	for in, want := range map[string]string{"": "", " \t\r\n\v\f": "", " a b\n": "a b", "a": "a", "\\n": "\\n", "é ": "é"} {
		for _, a := range spellings(in) {
			require.Equal(t, want, a.Trim().String())
			require.Equal(t, want == "", a.Blank())
		}
	}
}

func TestLoneSurrogates(t *testing.T) {
	a, b := Escaped([]byte(`x\ud83d`)), Escaped([]byte(`x\ud83e`))
	require.False(t, Equal(a, b), "two halves are two characters")
	require.True(t, Equal(a, Escaped([]byte(`x\uD83D`))))
	require.True(t, HasLoneSurrogate(a))
	require.False(t, HasLoneSurrogate(Escaped([]byte(`\ud83d\ude00`))))
	require.Equal(t, `x\ud83d`, string(AppendEscaped(nil, a.AppendPlain(nil), false)), "the way to plain text and back")
	require.Equal(t, `{"\ud83d"}`, string(spell.EscapeSurrogates(Escaped([]byte(`{\"\ud83d\"}`)).AppendPlain(nil))))
}

func TestPlaces(t *testing.T) {
	for _, a := range spellings("é😀\nab\n\nc") {
		l := NewLocator(a)
		for word, want := range map[string]Place{"c": {4, 1}, "b": {2, 2}, "a": {2, 1}} {
			at, _ := Index(a, 0, word)
			require.Equal(t, want, l.At(at), "%s in %s", word, a.B)
			l.Skip(AppendLines([]int{0}, a), at)
			require.Equal(t, want, l.At(at), "%s in %s, by its line", word, a.B)
		}
		require.Equal(t, Place{1, 1}, l.At(0))
		require.Equal(t, Place{4, 2}, l.At(a.Len()))
	}
}

// FuzzDecode compares with encoding/json whatever it takes for a string.
func FuzzDecode(f *testing.F) {
	for _, s := range []string{sample, `\ud83d\ude00`, `\u000a\/`, `\ud83d`, `\"\\`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, inside string) {
		var want string
		if !utf8.ValidString(inside) || json.Unmarshal([]byte(`"`+inside+`"`), &want) != nil {
			return
		}
		a := Escaped([]byte(inside))
		if !HasLoneSurrogate(a) {
			require.Equal(t, want, a.String())
			require.True(t, EqualString(a, want))
		}
		for _, ascii := range []bool{false, true} {
			again := Escaped(AppendEscaped(nil, a.AppendPlain(nil), ascii))
			require.True(t, Equal(a, again), "%s and %s", a.B, again.B)
			require.True(t, json.Valid([]byte(`"`+string(again.B)+`"`)))
		}
		require.Equal(t, strings.Count(want, "\n"), NewLocator(a).At(a.Len()).Line-1)
	})
}
