package text

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/spell"
)

func TestRespell(t *testing.T) {
	was := Escaped([]byte(`a\/b \u4e2d old \u00e9\/`))
	got := Respell(was, "a/b 中 new ö é/", true)
	require.Equal(t, `a\/b \u4e2d new \u00f6 \u00e9\/`, string(got.B))
	require.Equal(t, "x", Respell(Plain("y"), "x", true).String())
	require.Equal(t, `\/`, string(Respell(Escaped([]byte(`\/\/`)), "/", true).B), "a character is kept once")
	require.Equal(t, `\u00e9 \u00fc`, string(Respell(Escaped([]byte(`\u00e9 \u00e9`)), "é ü", true).B), "characters with a byte in common are two")
}

// What is copied in parts is not cut within a character, whatever its place.
func TestRespellOfLongTexts(t *testing.T) {
	for n := range 1200 {
		now := strings.Repeat("a", n) + "é中😀\xed\xa0\xbd\"\n" + strings.Repeat("é", 300) + "\x80\x80\x80\x80\x80" + strings.Repeat("😀", 200)
		for _, ascii := range []bool{false, true} {
			require.Equal(t, string(AppendEscaped(nil, []byte(now), ascii)), string(Respell(Escaped([]byte("x")), now, ascii).B))
		}
	}
}

// respelled is Respell character by character.
func respelled(was Text, now string, ascii bool) string {
	var spelled, decoded []string
	for i := 0; i < len(was.B); {
		r, width := RuneAt(was, i)
		spelled, decoded = append(spelled, string(was.B[i:i+width])), append(decoded, string(spell.AppendRune(nil, r)))
		i += width
	}
	front, middle := 0, now
	for front < len(decoded) && strings.HasPrefix(middle, decoded[front]) {
		middle = middle[len(decoded[front]):]
		front++
	}
	back := len(decoded)
	for back > front && strings.HasSuffix(middle, decoded[back-1]) {
		back--
		middle = middle[:len(middle)-len(decoded[back])]
	}
	return strings.Join(spelled[:front], "") + string(AppendEscaped(nil, []byte(middle), ascii)) + strings.Join(spelled[back:], "")
}

// TestRespellSaysWhatItShould respells random texts of few letters, so that
// they have much in common.
func TestRespellSaysWhatItShould(t *testing.T) {
	word := rapid.StringOf(rapid.SampledFrom([]rune{'a', ' ', '/', '\n', 'é', 'è', '中', '😀', '😁', '\\', '"'}))
	// What both begin and end with is longer than what is compared at once, and than
	// what is decoded at once.
	times := rapid.SampledFrom([]int{1, 2, 5, 20, 300})
	rapid.Check(t, func(t *rapid.T) {
		begin, end := strings.Repeat(word.Draw(t, "begin"), times.Draw(t, "times")), strings.Repeat(word.Draw(t, "end"), times.Draw(t, "times"))
		old, now := begin+word.Draw(t, "old")+end, begin+word.Draw(t, "now")+end
		ascii := rapid.Bool().Draw(t, "ascii")
		inside := string(Plain(old).Append(nil, true, ascii))
		spelled := Escaped([]byte(strings.ReplaceAll(inside, "/", `\/`)))
		got := Respell(spelled, now, ascii)
		require.Equal(t, now, got.String())
		require.Equal(t, respelled(spelled, now, ascii), string(got.B))
		if old == now {
			require.Equal(t, string(spelled.B), string(got.B))
		}
	})
}

// FuzzRespell respells whatever may be inside of a JSON string, halves of surrogate
// pairs included, as any text.
func FuzzRespell(f *testing.F) {
	f.Add(`a\/b \u4e2d old \u00e9\/`, "a/b 中 new ö é/", true)
	f.Add(`\ud83d x \ude00 \ud83d\ude00`, "\xed\xa0\xbd y \xed\xb8\x80 😀", false)
	f.Fuzz(func(t *testing.T, inside, now string, ascii bool) {
		was := Escaped([]byte(inside))
		if !utf8.ValidString(inside) || !json.Valid([]byte(`"`+inside+`"`)) || ascii && !IsASCII(was) {
			return
		}
		got := Respell(was, now, ascii)
		require.Equal(t, respelled(was, now, ascii), string(got.B))
	})
}

func TestCommon(t *testing.T) {
	long := strings.Repeat("0123456789", 20)
	for _, row := range []struct {
		a, b           string
		prefix, suffix int
	}{
		{"", "x", 0, 0}, {"abc", "abc", 3, 3}, {"abc", "abd", 2, 0}, {"xabc", "abc", 0, 3},
		{long + "a" + long, long + "b" + long, 200, 200}, {long, long + long, 200, 200},
	} {
		require.Equal(t, row.prefix, commonPrefix(row.a, row.b))
		require.Equal(t, row.suffix, commonSuffix(row.a, row.b))
	}
}
