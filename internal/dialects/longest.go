package dialects

import (
	"encoding/json"
	"hash/maphash"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// A request repeats what was said before it: of transcripts of which one is the beginning of
// another, the longer one has all.

var seed = maphash.MakeSeed()

// Marks returns a mark for each step of a transcript that is said again in a later request:
// equal steps have equal marks. Hidden reasoning, which is often not sent back, has none, and
// neither have ids.
func (b *Builder) Marks() []uint64 {
	marks, _ := b.marked()
	return marks
}

// Marks is the method of that name, of steps.
func Marks(steps []ir.Step) []uint64 {
	b := Builder{}
	b.t.Steps = steps
	return b.Marks()
}

// marked is Marks, with the step that each mark is of.
func (b *Builder) marked() (marks []uint64, at []int) {
	b.end()
	if b.marks.steps != len(b.t.Steps) {
		b.marks.of, b.marks.at = b.markSteps()
		b.marks.steps = len(b.t.Steps)
	}
	return b.marks.of, b.marks.at
}

func (b *Builder) markSteps() (marks []uint64, at []int) {
	var h maphash.Hash
	add := func(words ...string) {
		h.SetSeed(seed)
		for _, w := range words {
			h.WriteString(w)
			h.WriteByte(0)
		}
		marks = append(marks, h.Sum64())
	}
	for i := range b.t.Steps {
		for len(at) < len(marks) {
			at = append(at, i-1)
		}
		s := &b.t.Steps[i]
		switch {
		case s.Rare().Reasoning:
		case s.Kind == ir.Call:
			add("call", s.Tool.String(), canonical(&s.Args))
		case s.Kind == ir.Observation:
			add("result", canonicalText(s.Text.String()))
		case strings.TrimSpace(s.Text.String()) == "" && s.Rare().Parts == nil:
		default:
			add([...]string{"user", "model", "system", "tool"}[s.Role], strings.TrimSpace(s.Text.String()))
		}
	}
	for len(at) < len(marks) {
		at = append(at, len(b.t.Steps)-1)
	}
	return marks, at
}

// canonical returns arguments in one spelling.
func canonical(a *ir.Args) string {
	if a.Form == ir.PlainText || a.Value.Empty() {
		return a.Raw.String()
	}
	return canonicalText(a.Value.String())
}

// canonicalText returns JSON in one spelling, and any other text as it is.
func canonicalText(s string) string {
	s = strings.TrimSpace(s)
	if s == "" || s[0] != '{' && s[0] != '[' {
		return s
	}
	var v any
	if json.Unmarshal([]byte(s), &v) != nil {
		return s
	}
	out, err := json.Marshal(v)
	if err != nil {
		return s
	}
	return string(out)
}

// IsPrefix reports whether a list of marks is the beginning of another.
func IsPrefix(a, b []uint64) bool {
	return len(a) <= len(b) && slices.Equal(a, b[:len(a)])
}

// Longest leaves out the transcripts that are the beginning of another one. Reasoning that only
// the shorter one has is taken over. It takes as long as their sum.
func Longest(all []*Builder) (kept []*Builder) {
	// A transcript is told by the mark of all its marks so far: longer ones know theirs.
	marks := make([][]uint64, len(all))
	sums := make([]uint64, len(all))
	whole := map[uint64][]int{}
	for i, b := range all {
		marks[i] = b.Marks()
		sums[i] = 1469598103934665603
		for _, m := range marks[i] {
			sums[i] = mix(sums[i], m)
		}
		whole[sums[i]] = append(whole[sums[i]], i)
	}
	in := make([]int, len(all)) // the one that has it, or -1
	for i := range in {
		in[i] = -1
	}
	for j := range all {
		sum := uint64(1469598103934665603)
		for n := 0; n <= len(marks[j]); n++ {
			for _, i := range whole[sum] {
				if i == j || len(marks[i]) != n || !sameSystem(all[i], all[j]) || in[i] >= 0 && len(marks[in[i]]) >= len(marks[j]) {
					continue
				}
				if n < len(marks[j]) || i > j && in[j] < 0 {
					in[i] = j
				}
			}
			if n < len(marks[j]) {
				sum = mix(sum, marks[j][n])
			}
		}
	}
	for i, b := range all {
		if in[i] < 0 {
			kept = append(kept, b)
			continue
		}
		all[in[i]].takeReasoning(b)
		all[in[i]].keepFirst(b)
	}
	return kept
}

// sameSystem reports whether a shorter transcript has the system prompt of a longer one, or none.
func sameSystem(shorter, longer *Builder) bool {
	return shorter.t.System == nil || longer.t.System != nil && text.Equal(shorter.t.System.Text, longer.t.System.Text)
}

func mix(sum, mark uint64) uint64 { return (sum ^ mark) * 1099511628211 }

// keepFirst takes over what a shorter transcript has and this one has not: its system prompt's
// tools, and keys.
func (b *Builder) keepFirst(shorter *Builder) {
	if b.t.Tools == nil {
		b.t.Tools = shorter.t.Tools
	}
	for _, what := range shorter.order {
		for range shorter.left[what] {
			if b.left[what] < shorter.left[what] {
				b.leave(what)
			}
		}
	}
}

// takeReasoning takes over hidden reasoning that only a transcript that this one begins with
// has.
func (b *Builder) takeReasoning(shorter *Builder) {
	if !slices.ContainsFunc(shorter.t.Steps, func(s ir.Step) bool { return s.Rare().Reasoning }) {
		return
	}
	var out []ir.Step
	j := 0
	for i := range shorter.t.Steps {
		s := shorter.t.Steps[i]
		if !s.Rare().Reasoning {
			for j < len(b.t.Steps) && b.t.Steps[j].Rare().Reasoning {
				out = append(out, b.t.Steps[j])
				j++
			}
			if j < len(b.t.Steps) {
				out = append(out, b.t.Steps[j])
				j++
			}
			continue
		}
		if j < len(b.t.Steps) && !b.t.Steps[j].Rare().Reasoning && b.t.Steps[j].Role == ir.RoleAssistant {
			s.Message, s.Pos = b.t.Steps[j].Message, b.t.Steps[j].Pos
			out = append(out, s)
		}
	}
	b.t.Steps = append(out, b.t.Steps[j:]...)
}
