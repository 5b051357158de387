package readers

import (
	"strings"
	"testing"

	"github.com/toolspeak/toolspeak/internal/page"
)

// Texts of markers and brackets that begin nothing are read in bounded time, without a panic.
func TestHostile(t *testing.T) {
	for _, p := range page.All() {
		r := ForPage(p)
		pieces := []string{"[", "{", "(", "'", `{"name": "f", "arguments": {`, "f(", "</think>", "\n"}
		for _, c := range append(append([]string(nil), p.Call...), p.Param...) {
			pieces = append(pieces, c, strings.ReplaceAll(c, "{name}", "f"))
			for _, x := range page.Split(c) {
				pieces = append(pieces, x.Text)
			}
		}
		pieces = append(pieces, p.Section...)
		for _, x := range pieces {
			if x != "" {
				r.Read(strings.Repeat(x, 20000/len(x)+1), nil)
			}
		}
		for _, x := range pieces {
			for _, y := range pieces {
				r.Read(x+y+x, nil)
			}
		}
	}
}
