package dataset_test

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/ir"
)

var update = flag.Bool("update", false, "write the outputs of the examples of shapes anew")

// TestShapesToShapes writes each example of internal/layouts/testdata/shapes in each other
// shape, proven. The outputs are next to the example, with what was reported.
func TestShapesToShapes(t *testing.T) {
	const dir = "../internal/layouts/testdata/shapes"
	files, err := filepath.Glob(dir + "/*/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	for _, file := range files {
		shape := filepath.Base(filepath.Dir(file))
		t.Run(shape+"/"+strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(file)
			require.NoError(t, err)
			got := a.Files[:2:2]
			for _, to := range layouts.Shapes() {
				if to.Target != nil && to.Name != shape && to.Name != "ir" {
					got = append(got, txtar.File{Name: to.Name, Data: []byte(moveExample(t, shape, to.Name, a.Files[0].Data))})
				}
			}
			want := a.Files
			a.Files = got
			if *update {
				require.NoError(t, os.WriteFile(file, txtar.Format(a), 0o644))
				return
			}
			require.Equal(t, string(txtar.Format(&txtar.Archive{Files: want})), string(txtar.Format(&txtar.Archive{Files: got})))
		})
	}
}

// moveExample returns what a record becomes and the codes of what was reported.
func moveExample(t *testing.T, from, to string, raw []byte) string {
	t.Helper()
	e, err := dataset.New(dataset.Options{Options: convert.Options{From: from, To: to}})
	require.NoError(t, err)
	out, res, err := e.Record(raw)
	var b strings.Builder
	for i := range res.Diagnostics {
		if d := &res.Diagnostics[i]; d.Severity != ir.Repair {
			fmt.Fprintf(&b, "%s %s in message %d\n", d.Severity, d.Code, d.Message)
		}
	}
	var d *ir.Diagnostic
	if errors.As(err, &d) {
		require.NotEqual(t, ir.CodeReadBack, d.Code, "%s to %s: %s", from, to, d.Text())
		require.NotEqual(t, ir.CodeInternal, d.Code, "%s to %s: %s", from, to, d.Text())
		fmt.Fprintf(&b, "reject %s in message %d\n", d.Code, d.Message)
		return b.String()
	}
	require.NoError(t, err)
	return strings.TrimRight(string(out), "\n") + "\n" + b.String()
}
