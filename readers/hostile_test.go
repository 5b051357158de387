package readers

import (
	"slices"
	"strings"
	"testing"

	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/styles"
)

// Texts of markers and brackets that begin nothing are read in bounded time, without a panic.
func TestHostile(t *testing.T) {
	var all []*Reader
	for _, p := range page.All() {
		all = append(all, ForPage(p))
	}
	for _, s := range styles.All() {
		all = append(all, ForStyle(s))
	}
	for _, r := range all {
		p := r.page
		pieces := []string{"[", "{", "(", "'", `{"name": "f", "arguments": {`, "f(", "</think>", "\n"}
		for _, c := range slices.Concat(p.Call, p.Param, p.Thought, p.Answer, p.Result) {
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
