package diff

import (
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// StepPair is two steps that belong together, as indices, or one that only A or B has: the other
// is -1 then.
type StepPair struct {
	A int `json:"a"`
	B int `json:"b"`
	// What says how they differ, "" where they mean the same.
	What Aspect `json:"what,omitempty"`
}

// Steps puts the steps of two records next to each other: of each transcript, and of each of its
// alternatives after it.
func (c *Comparer) Steps(a, b *dataset.Record) (versions [][][]StepPair) {
	p, _ := c.a.Inspect(a)
	q, _ := c.b.Inspect(b)
	defer p.Release()
	defer q.Release()
	for i := range max(len(p.Transcripts), len(q.Transcripts)) {
		x, y := stepsAt(p.Transcripts, i), stepsAt(q.Transcripts, i)
		var list [][]StepPair
		for n := range max(len(x), len(y)) {
			var s, t []ir.Step
			if n < len(x) {
				s = x[n]
			}
			if n < len(y) {
				t = y[n]
			}
			list = append(list, c.align(s, t))
		}
		versions = append(versions, list)
	}
	return versions
}

// stepsAt returns the steps of a transcript and those of its alternatives.
func stepsAt(list []dataset.Reading, i int) [][]ir.Step {
	if i >= len(list) {
		return nil
	}
	return append([][]ir.Step{list[i].Steps}, list[i].Alternatives...)
}

// align pairs as many steps that mean the same as it can, in their order, and between these
// those of the same kind.
func (c *Comparer) align(a, b []ir.Step) []StepPair {
	pairs := make([]StepPair, 0, max(len(a), len(b)))
	i, k := 0, 0
	between := func(toA, toB int) {
		for i < toA || k < toB {
			switch {
			case i < toA && k < toB && c.isSentence(&a[i]) && c.isSentence(&b[k]) && alike(&a[i], &b[k]):
				pairs = append(pairs, StepPair{A: i, B: k})
				i, k = i+1, k+1
			case i < toA && c.isSentence(&a[i]): // a style's own words: no difference
				pairs, i = append(pairs, StepPair{A: i, B: -1}), i+1
			case k < toB && c.isSentence(&b[k]):
				pairs, k = append(pairs, StepPair{A: -1, B: k}), k+1
			case i < toA && k < toB && a[i].Kind == b[k].Kind:
				pairs = append(pairs, StepPair{i, k, c.aspect(a, i, b, k)})
				i, k = i+1, k+1
			case toA-i >= toB-k:
				pairs, i = append(pairs, StepPair{i, -1, DiffersAlone}), i+1
			default:
				pairs, k = append(pairs, StepPair{-1, k, DiffersAlone}), k+1
			}
		}
	}
	for _, m := range common(len(a), len(b), func(i, k int) bool { return alike(&a[i], &b[k]) }) {
		between(m[0], m[1])
		between(m[0]+1, m[1]+1)
	}
	between(len(a), len(b))
	return pairs
}

func (c *Comparer) isSentence(s *ir.Step) bool { return s.Kind == ir.Thought && c.isFixed(s) }

// aspect says how two steps of the same kind differ.
func (c *Comparer) aspect(a []ir.Step, i int, b []ir.Step, k int) Aspect {
	if u := unlikeStep(&a[i], &b[k]); u != nil {
		return u.what
	}
	if c.failed(a, i) != c.failed(b, k) {
		return DiffersOutcome
	}
	return ""
}

// alike reports whether two steps mean the same. What is cheap is asked first.
func alike(a, b *ir.Step) bool {
	return a.Kind == b.Kind && text.Equal(a.Tool, b.Tool) && text.Equal(a.Text, b.Text) && unlikeStep(a, b) == nil
}

// common returns a longest common subsequence of n and m elements as pairs of indices. In between
// very long ones it finds no more than their common beginning and end.
func common(n, m int, same func(i, k int) bool) (pairs [][2]int) {
	const most = 1 << 21
	begin := 0
	for begin < min(n, m) && same(begin, begin) {
		pairs = append(pairs, [2]int{begin, begin})
		begin++
	}
	end := 0
	for end < min(n, m)-begin && same(n-1-end, m-1-end) {
		end++
	}
	if rows, width := n-begin-end, m-begin-end; rows*width <= most {
		longest := make([]int32, (rows+1)*(width+1)) // from row and column on
		equal := make([]bool, rows*width)
		for i := rows - 1; i >= 0; i-- {
			for k := width - 1; k >= 0; k-- {
				at := i*(width+1) + k
				longest[at] = max(longest[at+1], longest[at+width+1])
				if equal[i*width+k] = same(begin+i, begin+k); equal[i*width+k] {
					longest[at] = longest[at+width+2] + 1
				}
			}
		}
		for i, k := 0, 0; i < rows && k < width; {
			switch at := i*(width+1) + k; {
			case equal[i*width+k]:
				pairs = append(pairs, [2]int{begin + i, begin + k})
				i, k = i+1, k+1
			case longest[at+1] >= longest[at+width+1]:
				k++
			default:
				i++
			}
		}
	}
	for ; end > 0; end-- {
		pairs = append(pairs, [2]int{n - end, m - end})
	}
	return pairs
}
