package dataset_test

import (
	"bytes"
	"errors"
	"testing"

	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/ir"
)

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
				back, more, err := shaped(b, a, out)
				if lost(diags) || lost(more) {
					hits["losses"]++
					return
				}
				if err != nil {
					rt.Fatalf("%s to %s and back: %v\n%s\n%s", a, b, err, first, out)
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

// lost reports whether something was reported but repairs of what was read.
func lost(diags ir.Diagnostics) bool {
	for i := range diags {
		if diags[i].Severity != ir.Repair {
			return true
		}
	}
	return false
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
	if bytes.Contains(raw, []byte("<think")) { // where reasoning is a think block, such words are taken for one
		return
	}
	if d.Code == ir.CodeReadBack && !layouts.IsShape(to) { // late results, say, and words of the user like one
		return
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
