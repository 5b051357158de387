package readers

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/ir"
)

// TestDiagsMark goes back in a list that holds more than is kept: what came after the
// mark is forgotten, and can be added again.
func TestDiagsMark(t *testing.T) {
	count := func(list []ir.Diagnostic) map[ir.Code]int {
		counts := map[ir.Code]int{}
		for i := range list {
			counts[list[i].Code] += list[i].Number()
		}
		return counts
	}
	var list []ir.Diagnostic
	for range 3 * diag.Most {
		list = diag.Append(list, ir.Report(ir.CodeJoined, "x"))
	}
	before := markDiags(list)
	for range 5 {
		list = diag.Append(list, ir.Report(ir.CodeEmptyText, "b"))
		list = diag.Count(list, ir.CodeJoined, 10)
	}
	all := map[ir.Code]int{ir.CodeJoined: 350, ir.CodeEmptyText: 5}
	require.Equal(t, all, count(list))
	since := before.since(list)
	require.Equal(t, map[ir.Code]int{ir.CodeJoined: 50, ir.CodeEmptyText: 5}, count(since))
	before.reset(&list)
	require.Equal(t, map[ir.Code]int{ir.CodeJoined: 300}, count(list))
	list = diag.Append(list, since...)
	require.Equal(t, all, count(list))
}
