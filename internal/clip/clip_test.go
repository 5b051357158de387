package clip_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/clip"
)

func TestHead(t *testing.T) {
	for _, c := range []struct {
		s    string
		most int
		head string
		more bool
	}{
		{"", 0, "", false}, {"a", 0, "", true}, {"abc", 3, "abc", false}, {"abcd", 3, "abc", true},
		{"äöü", 2, "äö", true}, {"天気", 2, "天気", false}, {"a\xff\xfeb", 2, "a\xff", true},
	} {
		head, more := clip.Head(c.s, c.most)
		require.Equal(t, c.head, head, "%q", c.s)
		require.Equal(t, c.more, more, "%q", c.s)
		if want := c.head; more {
			require.Equal(t, want+"…", clip.Dots(c.s, c.most))
		} else {
			require.Equal(t, want, clip.Dots(c.s, c.most))
		}
	}
}
