package dataset

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/ir"
)

func addFew(l *firstFew, number int, severity ir.Severity) {
	l.add(&Record{File: "f", Number: number}, &ir.Diagnostic{Code: "c", Severity: severity})
}

func shown(l *firstFew) (records []int, more int) {
	list, more := l.first()
	for _, f := range list {
		records = append(records, f.Record)
	}
	return records, more
}

// Rejects come first where there are too many, but all stay in their order. Notes are
// not counted; a diagnostic that stands for several counts as many.
func TestFirstFew(t *testing.T) {
	var l firstFew
	records, more := shown(&l)
	require.Empty(t, records)
	require.Zero(t, more)
	for i := range 100 {
		severity := ir.Repair
		if i >= 50 && i%10 == 0 {
			severity = ir.Reject
		}
		addFew(&l, i, severity)
		addFew(&l, i, ir.Note)
	}
	l.add(&Record{}, &diag.Count(nil, ir.CodePythonArgs, 5)[0])
	records, more = shown(&l)
	require.Equal(t, 85, more)
	require.Equal(t, []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 50, 60, 70, 80, 90}, records)

	b, err := json.Marshal(l)
	require.NoError(t, err)
	var again firstFew
	require.NoError(t, json.Unmarshal(b, &again))
	l, again = again, firstFew{}
	for i := range 100 {
		addFew(&l, 100+i, ir.Reject)
	}
	records, more = shown(&l)
	require.Equal(t, 185, more)
	require.Equal(t, 50, records[0])
	require.Equal(t, 114, records[19])
}
