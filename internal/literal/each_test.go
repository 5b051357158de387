package literal

import (
	"fmt"
	"testing"

	"github.com/toolspeak/toolspeak/internal/text"
)

// each runs check on a text, under its beginning as a name.
func each(t *testing.T, s string, check func(t *testing.T, in text.Text)) {
	t.Helper()
	t.Run(fmt.Sprintf("%.40q", s), func(t *testing.T) { check(t, text.Plain(s)) })
}
