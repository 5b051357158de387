package jsonx

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// pieces are what strings are made of, right and wrong.
var pieces = []string{
	`a`, `some words`, `\n`, `\"`, `\\`, `\\\\\\`, `\/`, `\u00e9`, `\uD83D\uDE00`, `\u0041`, "é", "上海", "😀", `"`, `\`, `\x`, `\u`, `\u1`, `\u12g4`, `\U0041`, `\é`,
	"\n", "\x1f", "\x00", "\x7f", "\xff", "\xc3", "\xed\xa0\x80", ",", "\"}", strings.Repeat("x", 31), strings.Repeat("\\\\", 33),
}

// everyWay calls f for each way of reading strings that there is on this processor.
func everyWay(f func()) {
	f()
	if blocks {
		defer setBlocks(setBlocks(false))
		f()
	}
}

// TestPlaces puts each piece at each place of a string of several blocks.
func TestPlaces(t *testing.T) {
	var x Index
	everyWay(func() {
		for _, piece := range pieces {
			for before := range 2*blockSize + 20 {
				for _, after := range []int{0, 1, 3, 100} {
					s := `"` + strings.Repeat("b", before) + piece + strings.Repeat("7", after) + `"`
					require.Equal(t, valid([]byte(s)), x.Scan([]byte(s)), "%q", s)
				}
			}
		}
	})
}

// TestMixed puts pieces together by chance; half of the strings have none that
// is wrong alone.
func TestMixed(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	var x Index
	right, wrong := 0, 0
	everyWay(func() {
		for n := range 20000 {
			most := len(pieces)
			if n%2 == 0 {
				most = 13
			}
			var b strings.Builder
			b.WriteByte('"')
			for range rnd.IntN(40) {
				b.WriteString(pieces[rnd.IntN(most)])
			}
			b.WriteByte('"')
			want := valid([]byte(b.String()))
			if want {
				right++
			} else {
				wrong++
			}
			require.Equal(t, want, x.Scan([]byte(b.String())), "%q", b.String())
		}
	})
	require.Greater(t, right, 5000)
	require.Greater(t, wrong, 5000)
}

// TestScanString holds ScanString to Scan: what a string is and where it ends does not
// depend on what comes after it, or on how little.
func TestScanString(t *testing.T) { everyWay(func() { testScanString(t) }) }

func testScanString(t *testing.T) {
	insides := []string{
		"", "a", `\n`, `\"`, `\u0041`, `\u00e9`, `\ud83d`, "é", "日本", "\U0001f600", strings.Repeat("x", 61), strings.Repeat("y", 130) + "é",
		strings.Repeat("z", 62) + `\u0041`, strings.Repeat(`\\`, 40), "\x01", "\xff", "\xc3", `\x`, `\u12`, strings.Repeat("w", 63) + "\xe6\x97",
	}
	for _, before := range []string{"", `["`, `{"k": `, `[1, "abc", `} {
		for _, inside := range insides {
			for _, after := range []string{`"`, `"]`, `", "more"]`, `"` + strings.Repeat(" ", 100), ""} {
				b := []byte(before + `"` + inside + after)
				var x Index
				want := after != "" && x.Scan([]byte(`"`+inside+`"`))
				end, ok := ScanString(b, len(before))
				if ok != want || ok && end != len(before)+len(inside)+2 {
					t.Errorf("%q at %d: end %d, ok %v; want ok %v", b, len(before), end, ok, want)
				}
			}
		}
	}
	if _, ok := ScanString([]byte("x"), 0); ok {
		t.Error("a string begins with a quote")
	}
}
