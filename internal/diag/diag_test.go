package diag

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/ir"
)

// TestReportAllocates has the words of a diagnostic cost nothing until they are read.
func TestReportAllocates(t *testing.T) {
	list := make([]ir.Diagnostic, 0, 8)
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		list = list[:0]
		d := ir.Report(ir.CodeFixedSentenceAdded, "{style} wants a thought before this {kind}")
		d.Style, d.Kind = "react", ir.Answer
		list = Append(list, d)
	}))
}

// TestAppendIsBounded adds more than are kept: all are counted, the first of
// each code is kept.
func TestAppendIsBounded(t *testing.T) {
	count := func(list []ir.Diagnostic) map[ir.Code]int {
		counts := map[ir.Code]int{}
		for i := range list {
			counts[list[i].Code] += list[i].Number()
		}
		return counts
	}
	var list []ir.Diagnostic
	for range 3 * Most {
		require.Equal(t, len(list) < Most, Keeps(list, ir.CodeJoined))
		list = Append(list, ir.Report(ir.CodeJoined, "x"))
	}
	require.Len(t, list, Most+1)
	last := list[Most]
	require.Equal(t, "0:0:0: loss joined: and 200 more", last.String())

	require.True(t, Keeps(list, ir.CodeEmptyText), "the first of a code is always kept")
	var more []ir.Diagnostic
	for range 5 {
		more = Append(more, ir.Report(ir.CodeEmptyText, "b"))
		more = Count(more, ir.CodeJoined, 10)
	}
	list = Append(list, more...)
	require.Equal(t, map[ir.Code]int{ir.CodeJoined: 350, ir.CodeEmptyText: 5}, count(list))
	require.Len(t, list, Most+3)

	// Failures are counted apart, also where they are not kept.
	for i := range 20 {
		d := ir.Report(ir.CodeOutcomeDropped, "c")
		d.Outcome = ir.Outcome(1 + i%2)
		list = Append(list, d)
	}
	failures := 0
	for i := range list {
		if list[i].Code == ir.CodeOutcomeDropped && list[i].Outcome == ir.Failure {
			failures += list[i].Number()
		}
	}
	require.Equal(t, 10, failures)

	// Two lists that are full give one that is.
	var both []ir.Diagnostic
	both = Append(both, list...)
	both = Append(both, list...)
	require.Less(t, len(both), Most+10)
	for code, n := range count(list) {
		require.Equal(t, 2*n, count(both)[code], code)
	}
	require.Equal(t, Most, strings.Count(fmt.Sprint(both), "joined: x"))
}

func TestWithin(t *testing.T) {
	d := ir.Reportf(ir.CodeBrokenArgs, "found %q", "{style}")
	d.Style, d.Message, d.Pos = "react", 3, ir.Place{Line: 1, Column: 2}
	within := Within(&d, "in {tool}: ")
	assert.Equal(t, `in {tool}: found "{style}"`, within.Text())
	assert.Equal(t, []any{d.Code, d.Severity, d.Message, d.Pos, d.End, d.Fields},
		[]any{within.Code, within.Severity, within.Message, within.Pos, within.End, within.Fields})
	many := Count(nil, ir.CodeJoined, 7)[0]
	assert.Equal(t, many, Within(&many, "in "))
}

func TestMove(t *testing.T) {
	for _, c := range []struct{ pos, end, wantPos, wantEnd ir.Place }{
		{ir.Place{Line: 1, Column: 1}, ir.Place{Line: 1, Column: 4}, ir.Place{Line: 3, Column: 5}, ir.Place{Line: 3, Column: 8}},
		{ir.Place{Line: 1, Column: 2}, ir.Place{Line: 2, Column: 4}, ir.Place{Line: 3, Column: 6}, ir.Place{Line: 4, Column: 4}},
		{ir.Place{Line: 2, Column: 2}, ir.Place{}, ir.Place{Line: 4, Column: 2}, ir.Place{}},
		{},
	} {
		d := ir.Diagnostic{Pos: c.pos, End: c.end}
		Move(&d, 3, 5)
		assert.Equal(t, c.wantPos, d.Pos)
		assert.Equal(t, c.wantEnd, d.End)
	}
}

func TestBySeverity(t *testing.T) {
	list := []ir.Severity{ir.Note, ir.Reject, ir.Repair, ir.Loss}
	slices.SortFunc(list, BySeverity)
	assert.Equal(t, []ir.Severity{ir.Reject, ir.Loss, ir.Repair, ir.Note}, list)
}
