package cli

import (
	"strings"

	"github.com/mattn/go-runewidth"

	"github.com/toolspeak/toolspeak/dataset"
)

// columns measures text for a terminal. Its widths are the same everywhere,
// whatever the locale says.
var columns = runewidth.Condition{StrictEmojiNeutral: true}

// excerpt returns the line that a spot shows, harmless for a terminal, and a
// line with a caret under the place.
func excerpt(s *dataset.Spot) (line, caret string) {
	cut, runes := len(s.Excerpt), 0
	for i := range s.Excerpt {
		if runes == s.At {
			cut = i
			break
		}
		runes++
	}
	before, behind := printable(s.Excerpt[:cut]), printable(s.Excerpt[cut:])
	if s.Front {
		before = "…" + before
	}
	if s.Back {
		behind += "…"
	}
	return before + behind, strings.Repeat(" ", columns.StringWidth(before)) + "^"
}
