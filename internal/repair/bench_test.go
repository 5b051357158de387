package repair

import (
	"strings"
	"testing"

	"github.com/toolspeak/toolspeak/internal/text"
)

// BenchmarkValue reads an object of about 4 kB: valid, with a safe damage, and
// with one that takes a guess, which are one pass and three.
func BenchmarkValue(b *testing.B) {
	items := strings.Repeat(`{"town": "Riga", "soup": ["warm", 2.50, true]}, `, 80)
	for _, bench := range []struct{ name, in string }{
		{"valid", `{"l": [` + items + `0]}`},
		{"safe", `{"l": [` + items + `]}`},
		{"guess", `{"l": [` + items + `0], "a": "say "no" twice"}`},
		{"refused", `{"l": [` + items + `0], "a": 1 + 2}`},
	} {
		b.Run(bench.name, func(b *testing.B) {
			t := text.Plain(bench.in)
			b.SetBytes(int64(t.Len()))
			b.ReportAllocs()
			for b.Loop() {
				_, _ = Value(t, All)
			}
		})
	}
}
