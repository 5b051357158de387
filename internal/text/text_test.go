package text

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

// TestPlaces counts lines and code points, one for half of a surrogate pair.
func TestPlaces(t *testing.T) {
	a := Plain("é😀\xed\xa0\xbd\nab\n\nc")
	l := NewLocator(a)
	for word, want := range map[string]Place{"c": {4, 1}, "b": {2, 2}, "a": {2, 1}, "\n": {1, 4}} {
		at, _ := Index(a, 0, word)
		require.Equal(t, want, l.At(at), word)
	}
	require.Equal(t, Place{1, 1}, l.At(0))
	require.Equal(t, Place{4, 2}, l.At(a.Len()))
}

// TestHalvesOfPairs: a half is one character, and nothing that UTF-8 replaces.
func TestHalvesOfPairs(t *testing.T) {
	half := Plain("\xed\xa0\xbd")
	require.False(t, Equal(half, Plain("\uFFFD")))
	r, width := RuneAt(half, 0)
	require.Equal(t, []any{rune(0xD83D), 3}, []any{r, width})
	r, width = RuneAt(Plain("\xff"), 0)
	require.Equal(t, []any{utf8.RuneError, 1}, []any{r, width})
}

// TestLastIndex: what starts before the limit counts, wherever it ends.
func TestLastIndex(t *testing.T) {
	a := Plain("<a></a>\n</a> </a")
	start, end := LastIndex(a, 0, a.Len(), "</a>")
	require.Equal(t, []int{8, 12}, []int{start, end})
	start, end = LastIndex(a, 0, start, "</a>")
	require.Equal(t, []int{3, 7}, []int{start, end})
	start, end = LastIndex(a, 0, 4, "</a>")
	require.Equal(t, []int{3, 7}, []int{start, end})
	start, end = LastIndex(a, 7, 7, "</a>")
	require.Equal(t, []int{-1, -1}, []int{start, end})
}
