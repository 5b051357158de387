package prompts

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/styles"
)

// An automaton finds what strings.Contains finds in the text in lower case.
func TestAutomaton(t *testing.T) {
	words := rapid.SliceOfNDistinct(rapid.StringMatching(`[abc:<é]{1,5}`), 1, 8, rapid.ID[string])
	text := rapid.StringOf(rapid.SampledFrom([]rune("abcABC:<éÉ x")))
	rapid.Check(t, func(t *rapid.T) {
		list, s := words.Draw(t, "words"), text.Draw(t, "text")
		a := newAutomaton(list)
		found := map[string]int{}
		state := uint32(0)
		for i := range len(s) {
			state = a.next[state+uint32(a.class[s[i]])]
			if state < a.first {
				continue
			}
			for _, w := range a.ends[a.index(state)] {
				require.True(t, strings.HasSuffix(lowerASCII(s[:i+1]), list[w]))
				found[list[w]]++
			}
		}
		for _, w := range list {
			want := 0
			for i := range s {
				if strings.HasPrefix(lowerASCII(s[i:]), w) {
					want++
				}
			}
			require.Equal(t, want, found[w], "%q in %q", w, s)
		}
	})
}

// The characters that count as ASCII in lower case are known.
func TestOddCharacters(t *testing.T) {
	for r := rune(utf8.RuneSelf); r <= unicode.MaxRune; r++ {
		if unicode.ToLower(r) < utf8.RuneSelf {
			assert.Contains(t, odd, string(r))
		}
	}
}

// What one pass finds is what a search for each word and sign finds, in texts made
// of signs, words and what may be around them.
func TestLook(t *testing.T) {
	own, err := styles.Parse([]byte("name = \"own\"\nthought = \"Мысль:\"\ncall = \"Do:\"\ninput = \"Мой Ввод:\"\nobservation = \"Saw That:\"\nanswer = \"All Done:\"\nobject_args = true\n"), "own.toml")
	require.NoError(t, err)
	for name, k := range map[string]*known{"built-in": builtIn, "with an own style": know(own)} {
		pieces := []string{"\n", " ", "\t", "a", "A", ":", "`", `"`, "'", "**", "“", ">", "-", "é", odd[0], odd[1], "Tool", "tool args:", "Final ", "мой ввод", "МОЙ ВВОД", "\xff"}
		pieces = append(append(append(pieces, k.markers...), vocabulary...), argsLabels...)
		for _, m := range k.markers {
			pieces = append(pieces, strings.TrimSuffix(m, ":"), strings.ToLower(m), " "+m)
		}
		rapid.Check(t, func(t *rapid.T) {
			text := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 8).Draw(t, "pieces"), "")
			f := k.look(text)
			for i, m := range k.markers {
				assert.Equal(t, mentioned(k, text, i), f.mentions.has(i), "%s: mention of %s in %q", name, m, text)
			}
			for i, w := range vocabulary {
				assert.Equal(t, strings.Contains(strings.ToLower(text), w), f.has(1<<i), "%s: word %s in %q", name, w, text)
			}
			lines, strong := 0, false
			for line := range strings.Lines(text) {
				line = strings.TrimLeft(line, decoration)
				for _, m := range k.markers {
					if strings.HasPrefix(line, m) {
						lines++
						break
					}
				}
			}
			for _, m := range k.markers {
				name := strings.TrimSuffix(m, ":")
				strong = strong || !isLetter(m[0]) && strings.Contains(text, m)
				for _, q := range []string{"`", `"`, "'", "**", "“"} {
					strong = strong || isLetter(m[0]) && (strings.Contains(text, q+m) || strings.Contains(text, q+name+q))
				}
			}
			for _, g := range k.signs {
				in, a := strings.TrimSuffix(g.style.Marker.Input, ":"), strings.TrimSuffix(g.style.Marker.Answer, ":")
				strong = strong || strings.Contains(in, " ") && strings.Contains(strings.ToLower(text), strings.ToLower(in))
				strong = strong || strings.Contains(a, " ") && strings.Contains(text, a)
			}
			assert.Equal(t, lines, f.markerLines, "%s: lines of %q", name, text)
			assert.Equal(t, strong || lines > 1, f.strong, "%s: %q", name, text)
		})
	}
}

// mentioned reports whether a text mentions a sign as a word of its own.
func mentioned(k *known, text string, sign int) bool {
	m := k.markers[sign]
	for at := 0; at+len(m) <= len(text); at++ {
		if text[at:at+len(m)] != m {
			continue
		}
		alone := at == 0 || !isLetter(m[0]) || !isLetter(text[at-1])
		for _, longer := range append(append([]string(nil), k.markers...), argsLabels...) {
			before, ok := strings.CutSuffix(longer, m)
			alone = alone && (!ok || before == "" || !isLetter(m[0]) || !strings.HasSuffix(text[:at], before))
		}
		if alone {
			return true
		}
	}
	return false
}

// TestVocabulary: a word that is asked for and that the vocabulary lacks would
// never be found.
func TestVocabulary(t *testing.T) {
	sources, err := filepath.Glob("*.go")
	require.NoError(t, err)
	asked := 0
	for _, file := range sources {
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, m := range regexp.MustCompile(`wordOf\("([^"]+)"\)`).FindAllStringSubmatch(string(source), -1) {
			asked++
			require.NotZero(t, wordOf(m[1]), m[1])
		}
	}
	require.Greater(t, asked, 5)
}
