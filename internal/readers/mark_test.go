package readers

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/ir"
)

// TestDiagsMark goes back in a list that holds more than is kept: what came after the
// mark is forgotten, and can be added again.
func TestDiagsMark(t *testing.T) {
	var list []ir.Diagnostic
	for range 3 * diag.Most {
		list = diag.Append(list, ir.Report(ir.CodeJoined, "x"))
	}
	before, were := markDiags(list), slices.Clone(list)
	for range 5 {
		list = diag.Append(list, ir.Report(ir.CodeEmptyText, "b"))
		list = diag.Count(list, ir.CodeJoined, 10)
	}
	all, since := slices.Clone(list), before.since(list)
	require.Equal(t, 50, since[len(since)-1].Count)
	before.reset(&list)
	require.Equal(t, were, list)
	require.ElementsMatch(t, all, diag.Append(list, since...))
}
