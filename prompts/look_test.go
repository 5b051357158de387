package prompts

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/styles"
)

// What is found is what a search by other means finds, in texts made of signs, words and
// what may be around them.
func TestLook(t *testing.T) {
	own, err := styles.Parse([]byte(`name = "own"
anchor = "line"
thought = "Мысль: {text}"
call = "Do: {name}\nМой Ввод: {args}"
args = "object"
answer = "All Done: {text}"
result = "Saw That: {text}"
`), "own.toml")
	require.NoError(t, err)
	for name, k := range map[string]*known{"built-in": builtIn, "with an own style": know(own)} {
		pieces := []string{"\n", " ", "\t", "a", "A", ":", "`", `"`, "'", "**", "“", ">", "-", "é", "\u212a", "\u0130", "Tool", "tool args:", "Final ", "мой ввод", "МОЙ ВВОД", "\xff"}
		pieces = append(append(append(pieces, k.markers...), vocabulary...), argsLabel)
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
			first := "" // the flags of a marker's first letter
			if low := strings.ToLower(text); strings.Contains(low, "json") || strings.Contains(low, "format") {
				first = "(?i)"
			}
			for _, g := range k.signs {
				in, a := strings.TrimSuffix(g.style.Marker.Input, ":"), strings.TrimSuffix(g.style.Marker.Answer, ":")
				strong = strong || in != "" && strings.Contains(in, " ") && regexp.MustCompile(first+string([]rune(in)[:1])+"(?i:"+string([]rune(in)[1:])+")(?:[^A-Za-z0-9]|$)").MatchString(text)
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
		for _, longer := range append(slices.Clone(k.markers), argsLabel) {
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
