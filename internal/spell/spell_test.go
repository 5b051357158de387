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
		if plain := (Text{B: []byte(want), Esc: true}).String(); plain != text {
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

// escapesOf returns the inside of a JSON string with about n units: letters that escapes are
// made of, many escapes, and backslashes in a row.
func escapesOf(r *rand.Rand, n int, direct bool) (text Text) {
	units := []string{"n", "u", "0", "a", "x", "xyz and 000a", "é", `\\`, `\\`, `\"`, `\t`, `\n`, `\u4e00`, `\u200a`, `\u100a`, `\u0100`}
	if !direct {
		units = append(units, `\u000a`, `\u000A`, `\u0000`, `\u000b`, `\u003c`, `\u003C`, `\u0026`)
	}
	common := 1 + r.IntN(40) // of 40: letters, so that lines are long and short
	for range n {
		k := r.IntN(len(units))
		if r.IntN(40) < common {
			k %= 5
		}
		text.B = append(text.B, units[k]...)
	}
	return Text{B: text.B, Esc: true, Direct: direct}
}

// TestNewline compares lines that are found escape by escape with those that are read unit
// by unit.
func TestNewline(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 20_000 {
		text := escapesOf(r, r.IntN(120), n%2 == 0)
		wantAt, wantNext := -1, -1
		for i := 0; i < text.Len() && wantAt < 0; {
			c, width := text.At(i)
			if c == '\n' {
				wantAt, wantNext = i, i+width
			}
			i += width
		}
		if at, next := text.Newline(0); at != wantAt || next != wantNext {
			t.Fatalf("%s: %d, %d, want %d, %d", text.B, at, next, wantAt, wantNext)
		}
	}
}

// TestMayHold: what a text spells in any way it may hold.
func TestMayHold(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	refuted := 0
	for range 20_000 {
		text := escapesOf(r, r.IntN(30), false)
		for _, c := range []byte("<&\v") {
			holds := false
			for i := 0; i < text.Len(); {
				is, width := text.At(i)
				holds = holds || is == c
				i += width
			}
			may := text.MayHold(c)
			if holds && !may {
				t.Fatalf("%s holds %q", text.B, c)
			}
			if !may {
				refuted++
			}
		}
	}
	if refuted < 10_000 {
		t.Errorf("%d were refuted", refuted)
	}
}
