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
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/layouts"
)

var updateShapes = flag.Bool("update-shapes", false, "write the outputs of the examples of shapes anew")

// TestShapesToShapes writes each example of layouts/testdata/shapes in each other
// shape, proven. The outputs are next to the example, with what was reported.
func TestShapesToShapes(t *testing.T) {
	const dir = "../layouts/testdata/shapes"
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
			if *updateShapes {
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

// TestShapesProperty draws transcripts and writes them in each shape A and from there
// in each shape or style B: what is written reads back, and where B reported nothing,
// the way home to A gives the same steps.
func TestShapesProperty(t *testing.T) {
	var shapes, targets []string
	for _, s := range layouts.Shapes() {
		if s.Target != nil && s.Name != "ir" {
			shapes = append(shapes, s.Name)
		}
	}
	targets = append(append(targets, shapes...), "react", "hermes", "xml", "tool-json")
	for _, a := range shapes {
		t.Run(a, func(t *testing.T) {
			hits := map[string]int{}
			rapid.Check(t, func(rt *rapid.T) {
				g := gen.Generator{T: rt, Hits: gen.Hits{}, Escaped: rapid.Bool().Draw(rt, "escaped")}
				raw := ir.AppendDocument(nil, g.Native(), nil, false)
				first := moved(rt, "ir", a, raw)
				if first == nil {
					hits["rejected"]++
					return
				}
				b := rapid.SampledFrom(targets).Draw(rt, "target")
				out, diags, err := shaped(a, b, first)
				if err != nil {
					notBroken(rt, a, b, first, err)
					hits["rejected"]++
					return
				}
				for i := range diags {
					if diags[i].Severity != ir.Repair {
						hits["losses"]++
						return
					}
				}
				back := moved(rt, b, a, out)
				if back == nil {
					rt.Fatalf("%s to %s and back is rejected\n%s\n%s", a, b, first, out)
				}
				if diff := ir.Diff(steps(rt, a, first), steps(rt, a, back)); diff != "" {
					rt.Fatalf("%s to %s and back: %s\n%s\n%s\n%s", a, b, diff, first, out, back)
				}
				hits["there and back"]++
			})
			t.Log(hits)
			if hits["there and back"] == 0 && testlong.On() {
				t.Error("nothing came back")
			}
		})
	}
}

func shaped(from, to string, raw []byte) ([]byte, ir.Diagnostics, error) {
	e, err := dataset.New(dataset.Options{Options: convert.Options{From: from, To: to}})
	if err != nil {
		return nil, nil, err
	}
	out, res, err := e.Record(raw)
	return out, res.Diagnostics, err
}

// moved converts a record, or returns nil where it is rejected.
func moved(t *rapid.T, from, to string, raw []byte) []byte {
	out, _, err := shaped(from, to, raw)
	if err != nil {
		notBroken(t, from, to, raw, err)
		return nil
	}
	return out
}

// notBroken fails for a reject that nothing in a transcript excuses.
func notBroken(t *rapid.T, from, to string, raw []byte, err error) {
	var d *ir.Diagnostic
	if !errors.As(err, &d) {
		t.Fatalf("%s to %s: %v", from, to, err)
	}
	switch d.Code {
	case ir.CodeReadBack, ir.CodeInternal, ir.CodeNotJSON, ir.CodeWrongType:
		t.Fatalf("%s to %s: %s: %s\n%s", from, to, d.Code, d.Text(), raw)
	}
}

// steps reads a record of a shape.
func steps(t *rapid.T, shape string, raw []byte) *ir.Transcript {
	e, err := layouts.NewEditor(layouts.Options{Layout: layouts.Layout(shape)})
	if err != nil {
		t.Fatal(err)
	}
	r, d := e.Open(raw)
	if d != nil {
		t.Fatalf("%s: %s", d.Text(), raw)
	}
	tr, d := r.Transcript(0)
	if d != nil {
		t.Fatalf("%s: %s", d.Text(), raw)
	}
	return tr.Steps
}
