package cli

import (
	"strings"

	"github.com/toolspeak/toolspeak/dataset"
)

// excerpt returns the line that a spot shows, harmless for a terminal, and a
// line with a caret under the place, and with tildes under the rest of it; that is empty
// where the place is not known.
func excerpt(s *dataset.Spot) (line, caret string) {
	if s.At < 0 {
		return printable(s.Text()), ""
	}
	cut := offsetOfRune(s.Excerpt, s.At)
	stop := max(cut, offsetOfRune(s.Excerpt, s.Until))
	before, behind := printable(s.Excerpt[:cut]), printable(s.Excerpt[cut:])
	width := columns(printable(s.Excerpt[cut:stop]))
	if s.Front {
		before = "…" + before
	}
	if s.Back {
		behind += "…"
	}
	return before + behind, strings.Repeat(" ", columns(before)) + "^" + strings.Repeat("~", max(1, width)-1)
}

// offsetOfRune returns where the rune of that number begins in s, or its length.
func offsetOfRune(s string, n int) int {
	for i := range s {
		if n == 0 {
			return i
		}
		n--
	}
	return len(s)
}
