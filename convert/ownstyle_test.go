package convert

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// TestOwnStyleReadsBack is TestReadBack with styles that no code knows of: what
// is written in a drawn style is read back in it. It is what shows that styles
// differ in data alone.
func TestOwnStyleReadsBack(t *testing.T) {
	rejects := map[ir.Code]int{}
	checks := 0
	rapid.Check(t, func(rt *rapid.T) {
		s, words := gen.Style(rt)
		g := gen.Generator{T: rt, Hits: gen.Hits{}, Tokens: words}
		checks++
		low, conv, err := written(rt, s, g.Transcript(), rapid.Bool().Draw(rt, "flat"))
		if err != nil {
			rejects[err.Code]++
			return
		}
		readsBack(rt, s, low, conv)
	})
	t.Logf("%d transcripts, rejects %v", checks, rejects)
}

// TestOwnStyleThereAndBack is the law A→B→A between a drawn style and a
// built-in one, by their names.
func TestOwnStyleThereAndBack(t *testing.T) {
	same, excused := 0, map[ir.Code]int{}
	rapid.Check(t, func(rt *rapid.T) {
		own, words := gen.Style(rt)
		a, b := own, rapid.SampledFrom(textStyles()).Draw(rt, "other")
		if rapid.Bool().Draw(rt, "swap") {
			a, b = b, a
		}
		g := gen.Generator{T: rt, Hits: gen.Hits{}, Tokens: words}
		flat := rapid.Bool().Draw(rt, "flat")
		low, canonical, err := written(rt, a, g.Transcript(), flat)
		if err != nil || !isCanonical(low, a, flat) {
			return
		}
		if excuse := thereAndBack(rt, canonical, a, b, own); excuse != "" {
			excused[excuse]++
			return
		}
		same++
	})
	t.Logf("the same bytes %d times; excused by losses: %v", same, excused)
	if same == 0 {
		t.Error("no transcript came back")
	}
}

// TestOwnStyleThoughtAlone: prose that is a thought alone gets no fixed sentence before
// it, even where the style wants one before answers: it would be read as part of it.
func TestOwnStyleThoughtAlone(t *testing.T) {
	own, err := styles.Parse([]byte(`name = "own"
anchor = "line"
gap = "\n\n"
call = "<f>{name}</f><args>{args}</args>"
args = "any"
answer = ["<says>\n{text+}\n</says>", "<says>\n{text}"]
result = "<got>\n{text}\n</got>"
wants = "answer"
[sentences]
can-answer = "<f>!!"
cannot-answer = "No."
`), "own.toml")
	if err != nil {
		t.Fatal(err)
	}
	c, err := New(Options{From: "react", To: "own", Styles: []*styles.Style{own}})
	if err != nil {
		t.Fatal(err)
	}
	out, _, err := c.Messages([]ir.Message{
		{Role: ir.RoleUser, Content: ir.Plain("Why?")},
		{Role: ir.RoleAssistant, Content: ir.Plain("Thought: Let me see.")},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := out[1].Content.String(), "Let me see."; got != want {
		t.Errorf("written %q, want %q", got, want)
	}
}
