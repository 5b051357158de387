package text_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/text"
)

func TestNear(t *testing.T) {
	for name, c := range map[string]struct {
		in   text.Text
		at   text.Place
		want text.Near
		ok   bool
	}{
		"start":             {text.Plain("abc\ndef"), text.Place{Line: 1, Column: 1}, text.Near{Text: "abc"}, true},
		"second line":       {text.Plain("abc\ndef\nghi"), text.Place{Line: 2, Column: 2}, text.Near{Offset: 5, Text: "def", Column: 1}, true},
		"end of a line":     {text.Plain("abc\ndef"), text.Place{Line: 1, Column: 4}, text.Near{Offset: 3, Text: "abc", Column: 3}, true},
		"end of the text":   {text.Plain("abc"), text.Place{Line: 1, Column: 4}, text.Near{Offset: 3, Text: "abc", Column: 3}, true},
		"cut at both sides": {text.Plain("0123456789abcdef"), text.Place{Line: 1, Column: 9}, text.Near{Offset: 8, Text: "456789ab", Column: 4, Front: true, Back: true}, true},
		"code points":       {text.Plain("äöü"), text.Place{Line: 1, Column: 3}, text.Near{Offset: 4, Text: "äöü", Column: 2}, true},
		"half a pair":       {text.Plain("a\n\xed\xa0\xbd\"b"), text.Place{Line: 2, Column: 3}, text.Near{Offset: 6, Text: "\xed\xa0\xbd\"b", Column: 2}, true},
		"empty":             {text.Plain(""), text.Place{Line: 1, Column: 1}, text.Near{}, true},
		"no such column":    {text.Plain("abc\ndef"), text.Place{Line: 1, Column: 6}, text.Near{}, false},
		"no such line":      {text.Plain("abc"), text.Place{Line: 2, Column: 1}, text.Near{}, false},
		"no place":          {text.Plain("abc"), text.Place{}, text.Near{}, false},
	} {
		t.Run(name, func(t *testing.T) {
			got, ok := text.Around(c.in, c.at, 4, 4)
			require.Equal(t, c.ok, ok)
			require.Equal(t, c.want, got)
		})
	}
}
