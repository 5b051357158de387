package train_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
	"github.com/toolspeak/toolspeak/train"
)

func TestMain(m *testing.M) { testlong.Main(m, "30", "800") }

// marked gives each step a word of its own, in its text or its argument, which says what
// it is: m for what the model said, u for all else.
func marked(t *ir.Transcript) {
	if t.System != nil {
		t.System.Text = tagged(t.System.Text, "⟨u-1⟩")
	}
	for i := range t.Steps {
		it := &t.Steps[i]
		kind := "u"
		if it.Role == ir.RoleAssistant && it.Kind != ir.Observation {
			kind = "m"
		}
		tag := fmt.Sprintf("⟨%s%d⟩", kind, i)
		switch {
		case it.Kind == ir.Call:
			it.Args = taggedArgs(it.Args, tag)
		case it.FixedSentence != ir.NoSentence: // its words are the style's
		default:
			it.Text = tagged(it.Text, tag)
		}
	}
}

// tagged puts a tag into the middle of a text.
func tagged(t ir.Text, tag string) ir.Text {
	return ir.Plain(t.String() + tag + t.String())
}

// taggedArgs puts a tag into an argument.
func taggedArgs(a ir.Args, tag string) ir.Args {
	if a.Form == ir.PlainText {
		a.Raw = tagged(a.Raw, tag)
		return a
	}
	value := ir.Plain(`{"tag": "` + tag + `", "value": ` + a.Value.String() + `}`)
	a.Raw, a.Value = value, value
	return a
}

var tags = regexp.MustCompile(`⟨[mu]-?\d+⟩`)

// drawn draws a transcript with hostile words and tags.
func drawn(rt *rapid.T) *ir.Transcript {
	g := gen.Generator{T: rt, Hits: gen.Hits{}}
	t := g.Transcript()
	marked(t)
	return t
}

// inside returns the tags that are in spans, and those that are not. A tag that is cut is
// in neither.
func inside(w *train.Written) (in, out []string) {
	for _, s := range w.Segments() {
		if found := tags.FindAllString(s.Text, -1); s.Label {
			in = append(in, found...)
		} else {
			out = append(out, found...)
		}
	}
	return in, out
}

// eachWritten writes drawn transcripts in each style, as messages and as a plain
// transcript, and calls check with those that can be written.
func eachWritten(t *testing.T, policies []string, check func(rt *rapid.T, in *ir.Transcript, w *train.Written)) {
	for _, s := range styles.All() {
		for _, shape := range []convert.Shape{convert.MessageShape, convert.TextShape} {
			t.Run(s.Name+" "+string(shape), func(t *testing.T) {
				written := 0
				rapid.Check(t, func(rt *rapid.T) {
					in := drawn(rt)
					p := train.Policy(rapid.SampledFrom(policies).Draw(rt, "policy"))
					w, err := train.Write(in, convert.Options{To: s.Name, Shape: shape, SkipVerify: true}, p)
					if err != nil {
						return
					}
					written++
					check(rt, in, w)
				})
				if written == 0 {
					t.Error("nothing could be written")
				}
			})
		}
	}
}

// TestNeverTrained: what the system, the user or a tool says is never within a span, and
// neither is a result within a message of the model; all that the model says is.
func TestNeverTrained(t *testing.T) {
	eachWritten(t, []string{"all"}, func(rt *rapid.T, _ *ir.Transcript, w *train.Written) {
		in, out := inside(w)
		if i := slices.IndexFunc(in, func(tag string) bool { return tag[len("⟨")] != 'm' }); i >= 0 {
			rt.Fatalf("%s is trained:\n%s", in[i], shown(w))
		}
		if i := slices.IndexFunc(out, func(tag string) bool { return tag[len("⟨")] == 'm' }); i >= 0 {
			rt.Fatalf("%s is not trained:\n%s", out[i], shown(w))
		}
	})
}

// TestSegmentsLaw: the segments joined are the text that is written without them, spans
// are in order and not empty, and no two segments in a row have the same label.
func TestSegmentsLaw(t *testing.T) {
	eachWritten(t, train.Policies(), func(rt *rapid.T, in *ir.Transcript, w *train.Written) {
		var all, joined strings.Builder
		for _, m := range w.Messages {
			all.WriteString(m.Text)
		}
		label := -1
		for _, s := range w.Segments() {
			joined.WriteString(s.Text)
			if s.Text == "" {
				rt.Fatal("a segment is empty")
			}
			if is := map[bool]int{false: 0, true: 1}[s.Label]; w.Flat && is == label && !s.Label {
				rt.Fatalf("two segments in a row are not trained:\n%s", shown(w))
			} else {
				label = is
			}
		}
		if joined.String() != all.String() {
			rt.Fatalf("the segments are not the text:\n%q\n%q", joined.String(), all.String())
		}
		for i, s := range w.Spans {
			if s.Start >= s.End || i > 0 && w.Spans[i-1].Message == s.Message && w.Spans[i-1].End > s.Start {
				rt.Fatalf("spans %v", w.Spans)
			}
		}
		for _, row := range w.Rows() {
			if w.Flat && !strings.HasPrefix(all.String(), row.Prompt+row.Completion) {
				rt.Fatalf("%q and %q are not the beginning of %q", row.Prompt, row.Completion, all.String())
			}
		}
	})
}

// TestPolicies: no policy trains what All does not; Last trains one turn, SolvedOnly all
// or nothing, and each turn is trained whole or not at all.
func TestPolicies(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		in := drawn(rt)
		style := rapid.SampledFrom(styles.All()).Draw(rt, "style").Name
		trained := map[string][]string{}
		for _, p := range train.Policies() {
			w, err := train.Write(in, convert.Options{To: style, Shape: convert.TextShape, SkipVerify: true}, train.Policy(p))
			if err != nil {
				return
			}
			trained[p], _ = inside(w)
		}
		all := trained["all"]
		for p, tags := range trained {
			for _, tag := range tags {
				if !slices.Contains(all, tag) {
					rt.Fatalf("%s trains %s, which all does not", p, tag)
				}
			}
		}
		if n := len(trained["solved-only"]); n != 0 && n != len(all) || (n > 0) != train.Solved(in) && len(all) > 0 {
			rt.Fatalf("solved: %t, but solved-only trains %d of %d", train.Solved(in), n, len(all))
		}
		if last := trained["last"]; !slices.Equal(last, all[len(all)-len(last):]) || len(last) == 0 && len(all) > 0 && last != nil {
			rt.Fatalf("last trains %v of %v", last, all)
		}
	})
}

// shown shows a text with what is trained between brackets.
func shown(w *train.Written) string {
	var b strings.Builder
	for _, s := range w.Segments() {
		if s.Label {
			fmt.Fprintf(&b, "[[%s]]", s.Text)
		} else {
			b.WriteString(s.Text)
		}
	}
	return b.String()
}
