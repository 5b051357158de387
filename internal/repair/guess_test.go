package repair

import (
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/text"
)

// complete ends a cut JSON text: what a reader of it knows of the value so far.
// It is "" where the cut is in a word or a number that is none yet.
func complete(s string) string {
	var open []byte
	state, key, inString := byte(0), false, -1 // state: the last character outside of strings
	var keys []bool
	for i := 0; i < len(s); i++ {
		c := s[i]
		if inString >= 0 {
			switch {
			case c == '"':
				inString, state = -1, '"'
			case c == '\\' && i+1 == len(s), c == '\\' && s[i+1] == 'u' && i+6 > len(s):
				s = s[:i]
			case c == '\\':
				i++
			}
			continue
		}
		switch c {
		case ' ', '\n':
			continue
		case '"':
			inString = i
		case '{', '[':
			open, keys, key = append(open, c+2), append(keys, key), c == '{'
		case '}', ']':
			open, key, keys = open[:len(open)-1], keys[len(keys)-1], keys[:len(keys)-1]
		case ':':
			key = false
		case ',':
			key = open[len(open)-1] == '}'
		}
		if inString < 0 {
			state = c
		}
	}
	if inString < 0 {
		s = strings.TrimRight(s, " \n")
	}
	switch {
	case inString >= 0 && key:
		s += `":null`
	case inString >= 0:
		s += `"`
	case state == '"' && key:
		s += ":null"
	case state == ':':
		s += "null"
	case state == ',':
		s = s[:len(s)-1]
	}
	for k := len(open) - 1; k >= 0; k-- {
		s += string(rune(open[k]))
	}
	if end, err := literal.JSON(text.Plain(s), 0); err != nil || end != len(s) {
		return ""
	}
	return s
}

// TestCut cuts values anywhere: what comes back is the value up to the cut, or
// an error, and at the level safe an error.
func TestCut(t *testing.T) {
	reads, refused, quotes := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		n := draw(t, 3, true)
		w := &writer{t: t}
		w.write(n)
		s := w.b.String()
		cut := rapid.IntRange(1, len(s)-1).Draw(t, "cut")
		for cut > 1 && !utf8.ValidString(s[:cut]) {
			cut--
		}
		s = strings.TrimRight(s[:cut], " \n")
		reads++
		if got, err := Value(text.Plain(s), Safe); err == nil && !strict1(s) {
			t.Fatalf("%s is cut and was read without a guess, as %s: %+v", s, got.Value, got.Changes)
		}
		got, err := Value(text.Plain(s), All)
		if err != nil {
			refused++
			return
		}
		want := complete(s)
		if want != "" && literal.Equal(text.Plain(want), got.Value) {
			return
		}
		// A quote may be missing before the closing brackets of all that is open.
		last := got.Changes[len(got.Changes)-1]
		if tail := s[min(last.Offset, len(s)):]; last.Kind == MissingQuote && tail != "" && strings.Trim(tail, "]} \n") == "" {
			quotes++
			return
		}
		t.Fatalf("%s\nis read as %s\nnot as %s: %+v", s, got.Value, want, got.Changes)
	})
	t.Logf("%d cut texts, %d refused, %d read with a missing quote", reads, refused, quotes)
}

// TestDropped drops one character of the grammar anywhere: what comes back is
// the value or an error. A bracket may be put back at the end only, so without
// one the members may be in another object.
func TestDropped(t *testing.T) {
	reads, refused := map[byte]int{}, map[byte]int{}
	rapid.Check(t, func(t *rapid.T) {
		n := draw(t, 3, true)
		w := &writer{t: t}
		w.quote = rapid.SampledFrom([]byte{0, 0, '\''}).Draw(t, "quote")
		w.write(n)
		s := w.b.String()
		var at []int
		for i := 0; i < len(s); i++ {
			if strings.IndexByte(`,:"'`, s[i]) >= 0 {
				at = append(at, i)
			}
		}
		if len(at) == 0 {
			t.Skip("no sign in it to leave out or to double")
		}
		k := rapid.SampledFrom(at).Draw(t, "at")
		insert := rapid.IntRange(0, 3).Draw(t, "double") == 0
		broken := s[:k] + s[k+1:]
		if insert {
			broken = s[:k] + s[k:k+1] + s[k:]
		}
		scalar := func(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '-' }
		if !structural(s, k, w.quote) || k > 0 && k+1 < len(s) && scalar(s[k-1]) && scalar(s[k+1]) && s[k] == ',' {
			t.Skip("two words become one, which may be one as well")
		}
		want := text.Plain(n.well())
		for _, level := range []Level{Safe, All} {
			got, err := Value(text.Plain(broken), level)
			reads[s[k]]++
			if err != nil {
				refused[s[k]]++
				continue
			}
			if len(got.Changes) > 0 && !literal.Equal(want, got.Value) {
				t.Fatalf("level %d: %s\nof %s\nis read as %s: %+v", level, broken, want, got.Value, got.Changes)
			}
		}
	})
	for c, n := range reads {
		t.Logf("%q: %d read, %d refused", c, n, refused[c])
	}
}

// structural reports whether the character at offset k of s is no part of a string.
func structural(s string, k int, quote byte) bool {
	if quote == 0 {
		quote = '"'
	}
	in := false
	for i := 0; i < k; i++ {
		switch {
		case s[i] == quote:
			in = !in
		case s[i] == '\\' && in:
			i++
			if i == k {
				return false
			}
		}
	}
	return s[k] == quote || !in
}

// strict1 reports whether s is JSON as it is.
func strict1(s string) bool {
	end, err := literal.JSON(text.Plain(s), 0)
	return err == nil && end == len(s)
}
