package spell

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// pieces are what texts are made of: what has an escape, characters of each length, and
// text without either that is longer than a block.
var pieces = []string{`"`, `\`, "\n", "\t", "\r", "\b", "\f", "\x00", "\x1f", "\x7f", "é", "한", "\U0001F600", "\u2028", "a", " ", strings.Repeat("plain text ", 4)}

func randomText(r *rand.Rand, most int) string {
	var b strings.Builder
	for range r.IntN(most) {
		b.WriteString(pieces[r.IntN(len(pieces))])
	}
	return b.String()
}

// escapedOneByOne is AppendEscaped for valid UTF-8, character by character.
func escapedOneByOne(plain string, ascii bool) string {
	var b []byte
	for _, c := range plain {
		switch {
		case c < 0x80:
			b = AppendEscapedByte(b, byte(c))
		case ascii:
			b = AppendHexRune(b, c)
		default:
			b = AppendRune(b, c)
		}
	}
	return string(b)
}

// TestAppendEscaped compares words and single characters, whatever room there is
// and whatever follows, and asks encoding/json what it means.
func TestAppendEscaped(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 5_000 {
		text, ascii := randomText(r, 40), n%2 == 0
		want := escapedOneByOne(text, ascii)
		got := AppendEscaped(append(make([]byte, 0, 4+r.IntN(100)), "head"...), []byte(text), ascii)
		if string(got) != "head"+want {
			t.Fatalf("%q, ASCII %v:\n%s\nwant\n%s", text, ascii, got[4:], want)
		}
		if plain := string(AppendDecoded(nil, []byte(want))); plain != text {
			t.Fatalf("%s is decoded as %q", want, plain)
		}
		var back string
		if err := json.Unmarshal([]byte(`"`+want+`"`), &back); err != nil || back != text {
			t.Fatalf("%q comes back as %q, %v", text, back, err)
		}
	}
}

// TestAppendEscapedSurrogates has the three bytes of half a pair at each place of eight words.
func TestAppendEscapedSurrogates(t *testing.T) {
	for at := range 64 {
		text := strings.Repeat("x", at) + "\xED\xA0\xBD" + strings.Repeat("y", 64-at)
		want := strings.Repeat("x", at) + `\ud83d` + strings.Repeat("y", 64-at)
		if got := AppendEscaped(nil, []byte(text), false); string(got) != want {
			t.Fatalf("at %d: %s", at, got)
		}
	}
}

// TestCodePoints counts texts from each of their bytes on.
func TestCodePoints(t *testing.T) {
	for _, text := range []string{strings.Repeat("aé汉😀", 20), strings.Repeat("plain ", 20) + "é", strings.Repeat("汉", 40), "\x80\xbf\xc0\xff\x7f\x00" + strings.Repeat("\xed\xa0\xbd\x80", 12)} {
		for from := range text {
			for to := from; to <= len(text); to++ {
				b := []byte(text[from:to])
				want := 0
				for _, c := range b {
					if utf8.RuneStart(c) {
						want++
					}
				}
				if got := CodePoints(b); got != want {
					t.Fatalf("%q: %d, want %d", b, got, want)
				}
			}
		}
	}
}
