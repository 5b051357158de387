package spell

import (
	"encoding/json"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestDecoded compares texts that are decoded as a whole with what encoding/json makes of
// them or, where halves of characters are in them, which it replaces, with their characters
// one by one.
func TestDecoded(t *testing.T) {
	pieces := []string{`\u0041`, `\u000a`, `\u00e9`, `\u07FF`, `\u0800`, `\u6C49`, `\ud7ff`, `\uE000`, `\uffff`, `\ud83d\ude00`, `\n`, `\"`, `\/`, "é", "汉", "a", strings.Repeat("plain ", 6)}
	halves := []string{`\ud83d`, `\ude00`, `\uDBFF`, `\uDFFF`}
	r := rand.New(rand.NewPCG(5, 6))
	for n := range 20_000 {
		from := pieces
		if n%4 == 0 {
			from = append(pieces[:len(pieces):len(pieces)], halves...)
		}
		var b strings.Builder
		for range r.IntN(12) {
			b.WriteString(from[r.IntN(len(from))])
		}
		inside := []byte(b.String())
		var want []byte
		for i := 0; i < len(inside); {
			c, width := RuneAt(inside, i)
			if c == '\\' {
				c, width = EscapeAt(inside, i)
			}
			want, i = AppendRune(want, c), i+width
		}
		got := AppendDecoded([]byte("head"), inside)
		require.Equal(t, "head"+string(want), string(got), b.String())
		if n%4 != 0 {
			var said string
			require.NoError(t, json.Unmarshal([]byte(`"`+b.String()+`"`), &said))
			require.Equal(t, said, string(want))
		}
	}
}
