package carry

import "slices"

// mostPairs is how many pairs of blocks are compared. Records with more are compared as
// one block.
const mostPairs = 1 << 18

// sketchSize is how many numbers stand for the words of a block.
const sketchSize = 24

// alike returns the pairs of blocks of both records that are most like each other, in
// order. What they have in common is estimated from a few of their words.
func alike(base, want *tokens, d *differ) [][2]int {
	n, m := len(base.blocks)-1, len(want.blocks)-1
	if n*m > mostPairs {
		return nil
	}
	x, y := base.sketches(d.a), want.sketches(d.b)
	w := m + 1
	best := make([]float32, (n+1)*w)
	for i := n - 1; i >= 0; i-- {
		for j := m - 1; j >= 0; j-- {
			best[i*w+j] = max(best[(i+1)*w+j], best[i*w+j+1], best[(i+1)*w+j+1]+likeness(x[i], y[j]))
		}
	}
	var pairs [][2]int
	for i, j := 0, 0; i < n && j < m; {
		switch here := best[i*w+j]; {
		case here == best[(i+1)*w+j]:
			i++
		case here == best[i*w+j+1]:
			j++
		default:
			pairs = append(pairs, [2]int{i, j})
			i, j = i+1, j+1
		}
	}
	return pairs
}

// sketches returns the smallest numbers of the words of each block, in order.
func (t *tokens) sketches(numbers []uint64) [][]uint64 {
	all := make([][]uint64, len(t.blocks)-1)
	for i := range all {
		var words []uint64
		for k := t.blocks[i]; k < t.blocks[i+1]; k++ {
			if kinds[t.b[t.start(k)]] == word {
				words = append(words, numbers[k])
			}
		}
		slices.Sort(words)
		words = slices.Compact(words)
		all[i] = slices.Clone(words[:min(len(words), sketchSize)])
	}
	return all
}

// likeness estimates which part of the words of two blocks both have.
func likeness(x, y []uint64) float32 {
	const least = 0.1
	both, either := 0, 0
	for i, j := 0, 0; (i < len(x) || j < len(y)) && either < sketchSize; either++ {
		switch {
		case j == len(y) || i < len(x) && x[i] < y[j]:
			i++
		case i == len(x) || y[j] < x[i]:
			j++
		default:
			both++
			i, j = i+1, j+1
		}
	}
	if either == 0 {
		return least
	}
	if l := float32(both) / float32(either); l >= least {
		return l
	}
	return 0
}
