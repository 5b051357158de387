package cli

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/testlong"
)

// The worker's protocol as a way in: all records of the matrix in one batch, with every target.
func TestMatrixWorker(t *testing.T) {
	records := matrixRecords(t)
	var lines []string
	for i := range records {
		lines = append(lines, records[i].line())
	}
	found := holes{}
	for n, target := range matrixTargets() {
		if n%testlong.Size(5, 1) != 0 {
			continue
		}
		got, said, code := serve(t, request('O', fmt.Appendf(nil, `{"to": %q, "workers": 2, "diagnostics": true}`, target)), request('C', column(lines...)))
		require.Zero(t, code, said)
		require.Len(t, got, 2)
		require.False(t, got[1].failed, string(got[1].payload))
		_, status, written, diagnostics := got[1].columns(t)
		for i := range records {
			run := matrixRun{rec: &records[i], way: "worker", target: target, args: []string{"convert"}}
			ran := matrixRan{code: int(status[i]), out: written[i], err: diagnostics[i]}
			if wrong := ran.sound(); wrong != "" {
				found.add(wrong, &run)
			}
			require.Equal(t, status[i] == 1, strings.Contains(diagnostics[i], `"severity":"reject"`), "%s to %s", records[i].Name, target)
			for _, lost := range ran.missing(&run) {
				found.add("calls: "+lost, &run)
			}
		}
	}
	for _, op := range []byte("DKT") {
		got, said, code := serve(t, request('O', []byte(`{"to": "ir"}`)), request(op, column(lines...)))
		require.Zero(t, code, said)
		_, status, written, diagnostics := got[1].columns(t)
		for i := range records {
			ran := matrixRan{code: int(status[i]), out: written[i], err: diagnostics[i]}
			if wrong := ran.sound(); wrong != "" {
				found.add(wrong, &matrixRun{rec: &records[i], way: "worker", args: []string{string(op)}})
			}
		}
	}
	t.Logf("%d records, %d targets", len(records), len(matrixTargets()))
	require.Empty(t, found.report())
}
