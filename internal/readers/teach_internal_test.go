package readers

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/memo"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// newTaught returns a detector of the built-in styles and of one whose words have other
// characters than ASCII, a slash and the letter whose lower case is shorter.
func newTaught(t testing.TB) *Detector {
	own, err := styles.Parse([]byte("name = \"own\"\nfamily = \"markers\"\nthought = \"Gedanke:\"\ncall = \"Werkzeug/Ausführen:\"\ninput = \"入力:\"\nobservation = \"Beobachtung:\"\nanswer = \"Antwort:\"\n"), "own.toml")
	require.NoError(t, err)
	list, err := grammar.With(own)
	require.NoError(t, err)
	return NewDetector(list)
}

// A prompt teaches what it would teach alone, whatever prompts were met before that differ
// from it in a few characters.
func TestLessons(t *testing.T) {
	d := newTaught(t)
	var words []string
	for _, m := range d.mentions {
		words = append(words, m.Text, m.Text[:len(m.Text)/2], m.Text[len(m.Text)/2:], strings.ToUpper(m.Text))
	}
	words = append(words, `\`, `\\`, `"`, "\n", "n", "u00e9", "é", "東京", "😀", "\u212a", "1000001", "Bob", " ", "", "/", "<", ">", "k", ":")
	few := rapid.SliceOfN(rapid.SampledFrom(words), 0, 3)
	served := 0
	rapid.Check(t, func(t *rapid.T) {
		d := newTaughtOf(d)
		// The longest word takes as much room as the window has, so most cases have less.
		filler := strings.Repeat(rapid.SampledFrom([]string{"All is well here. ", "a\nb\\n", "Ünd só, "}).Draw(t, "filler"), 120)
		front := filler + strings.Join(few.Draw(t, "front"), "")
		back := strings.Join(few.Draw(t, "back"), "") + filler
		ascii, escaped, direct := rapid.Bool().Draw(t, "ascii"), rapid.Bool().Draw(t, "escaped"), rapid.Bool().Draw(t, "direct")
		for range 6 {
			said := front + strings.Join(few.Draw(t, "between"), "") + back
			prompt := ir.Plain(said)
			if escaped {
				prompt = text.Escaped(text.AppendEscaped(nil, []byte(said), ascii))
				prompt.Direct = direct
				if !direct && rapid.Bool().Draw(t, "odd spelling") {
					prompt.B = []byte(strings.ReplaceAll(string(prompt.B), "o", `\u006f`))
				}
				if !jsonx.Valid([]byte(`"` + string(prompt.B) + `"`)) {
					t.Fatal("not the inside of a JSON string")
				}
			}
			tied := func(int) bool { return true }
			y, alone := d.newStudy(), d.newStudy()
			d.words(&alone, prompt, tied)
			if d.likeLast(&y, prompt, tied) || d.likeAny(&y, prompt, tied) {
				served++
				require.Equal(t, alone.found, y.found, "%s", prompt.B)
			}
			require.Equal(t, d.said(&alone, alone.found, tied), d.teachings(&y, prompt, tied))
		}
	})
	assert.Positive(t, served)
	t.Log(served, "were served by a lesson")
}

// newTaughtOf returns a detector with the words of another and nothing that it remembers.
func newTaughtOf(d *Detector) *Detector {
	return &Detector{styles: d.styles, mentions: d.mentions, teaches: d.teaches, spelled: d.spelled, reach: d.reach, lessons: &lessons{met: memo.NewMet()}}
}

// Of prompts that differ in a number, the first two are read and no other.
func TestLessonsServe(t *testing.T) {
	tied := func(int) bool { return true }
	filler := strings.Repeat("All is well here. ", 50)
	for _, place := range []string{"", filler} {
		d := newTaught(t)
		y := d.newStudy()
		for n, number := range []string{"1", "22", "3", "4711"} {
			prompt := ir.Plain(place + "Call " + number + ". Use Action: and Action Input:. " + filler)
			served := d.likeLast(&y, prompt, tied)
			assert.Equal(t, n > 1, served, "%d", n)
			if !served {
				d.teachings(&y, prompt, tied)
			}
			react := slices.IndexFunc(d.styles, func(s *grammar.Style) bool { return s.Name == "react" })
			assert.True(t, d.said(&y, y.found, tied)[react].taught)
		}
	}
}
