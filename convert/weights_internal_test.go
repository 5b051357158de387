package convert

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// The weights near a step say the same of it as all of its message do, and all steps
// together look at few more than there are.
func TestWeightsNear(t *testing.T) {
	r := rand.New(rand.NewPCG(24, 7))
	values := [][]byte{[]byte("true"), []byte("false"), []byte("0"), []byte("1")}
	for range 300 {
		weights := []ir.Weight{{Message: 1, Train: values[1]}}
		for range r.IntN(2) {
			weights = append(weights, ir.Weight{Message: 2, Train: values[r.IntN(4)]})
		}
		at, steps := 0, 0
		for range r.IntN(40) {
			at += r.IntN(3)
			end := at + 1 + r.IntN(6)
			weights = append(weights, ir.Weight{Message: 2, Start: at, End: end, Train: values[r.IntN(4)]})
			at = end
		}
		weights = append(weights, ir.Weight{Message: 3, Train: values[0]})
		m := weightsOf(weights, 2)
		require.True(t, m.sorted)
		require.Len(t, weights, len(m.whole)+len(m.parts)+2)
		all, looked := m, 0
		all.sorted = false
		for start := 0; start < at+3; steps++ {
			end := start + r.IntN(8)
			is, partly := m.weight(start, end)
			want, wantPartly := all.weight(start, end)
			require.Equal(t, want, is)
			require.Equal(t, wantPartly, partly)
			looked += len(m.near(start, end))
			start = max(end, start+1)
		}
		require.LessOrEqual(t, looked, len(m.parts)+2*steps)
	}
	overlapping := []ir.Weight{{End: 9, Train: values[0]}, {Start: 3, End: 5, Train: values[1]}}
	m := weightsOf(overlapping, 0)
	require.Len(t, m.near(6, 7), 2)
}

// What is cut before an offset, or around it, moves it.
func TestWithoutCuts(t *testing.T) {
	cuts := []cut{{2, 4}, {6, 9}}
	var got []int
	for offset := range 12 {
		got = append(got, withoutCuts([]ir.Weight{{Start: offset, End: offset}}, cuts)[0].Start)
	}
	require.Equal(t, []int{0, 1, 2, 2, 2, 3, 4, 4, 4, 4, 5, 6}, got)
}
