package dataset_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/golden"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/ir"
)

// TestShapesToShapes writes each example of internal/layouts/testdata/shapes in each other
// shape, proven. The outputs are next to the example, with what was reported.
func TestShapesToShapes(t *testing.T) {
	golden.Archives(t, shapeExamples, func(t *testing.T, path string, a *txtar.Archive) {
		shape := filepath.Base(filepath.Dir(path))
		a.Files = a.Files[:2]
		for _, to := range layouts.Shapes() {
			if to.Target != nil && to.Name != shape && to.Name != "ir" {
				a.Files = append(a.Files, txtar.File{Name: to.Name, Data: []byte(moveExample(t, shape, to.Name, a.Files[0].Data))})
			}
		}
	})
}

const shapeExamples = "../internal/layouts/testdata/shapes/*/*.txtar"

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
