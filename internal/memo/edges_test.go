package memo

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Texts of one template are alike, whatever one line or one end of them has of its own, and
// texts that have nothing in common are not.
func TestEdges(t *testing.T) {
	middle := "\n" + strings.Repeat("All texts of this template have the same lines here.\n", 3)
	for name, text := range map[string]func(n int) string{
		"first line": func(n int) string { return fmt.Sprint(n, " is the number") + middle + "and this is the end of it" },
		"last line":  func(n int) string { return "this is the beginning of it" + middle + fmt.Sprint("number ", n) },
		"both":       func(n int) string { return fmt.Sprint(n, " is the number") + middle + fmt.Sprint("number ", n) },
		"one line":   func(n int) string { return fmt.Sprint("this is the only line, number ", n) },
		"middle": func(n int) string {
			return "this is the beginning of it" + middle + fmt.Sprint("number ", n, "\n") + middle + "and this is the end of it"
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := NewMet()
			a, b := m.Edges([]byte(text(1)), []byte{'\n'}), m.Edges([]byte(text(222)), []byte{'\n'})
			other := m.Edges([]byte("Nothing of this is in another text.\nNot even a line of it, nor half a line.\nNone."), []byte{'\n'})
			assert.True(t, a.Alike(&b))
			assert.False(t, a.Alike(&other))
			assert.False(t, m.Again(&a))
			assert.True(t, m.Again(&a))
		})
	}
	m := NewMet()
	m.Edges([]byte(strings.Repeat("a", Edge)), []byte{'\n'}) // the shortest that has edges
	m.Edges([]byte("\n"+strings.Repeat("a", Edge-2)+"\n"), []byte{'\n'})
}
