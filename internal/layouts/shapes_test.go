package layouts

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/golden"
	"github.com/toolspeak/toolspeak/ir"
)

// TestShapes reads the examples in testdata/shapes, one directory a shape. Each is
// recognised, but those without a sign of their shape, and read into the steps that
// are next to it:
//
//	1: call wind {} #b
//
// is a step in message 1, a call of the tool wind with the argument {} and the id b.
// A repair follows the steps, with its message.
func TestShapes(t *testing.T) {
	golden.Archives(t, "testdata/shapes/*/*.txtar", func(t *testing.T, path string, a *txtar.Archive) {
		a.Files[1].Data = []byte(readExample(t, filepath.Base(filepath.Dir(path)), a.Files[0].Data))
	})
}

// readExample reads a record twice: in its shape, and in the one that it shows.
func readExample(t *testing.T, shape string, raw []byte) string {
	t.Helper()
	named, layout := readSteps(t, Options{Layout: Layout(shape)}, raw)
	shown, found := readSteps(t, Options{}, raw)
	require.True(t, layout == "" || layout == shape)
	if found != layout {
		return "not recognised\n" + named
	}
	require.Equal(t, named, shown)
	return named
}

func readSteps(t *testing.T, opts Options, raw []byte) (said, layout string) {
	t.Helper()
	e, err := NewEditor(opts)
	require.NoError(t, err)
	r, d := e.Open(raw)
	if d != nil {
		return fmt.Sprintf("%d: reject %s\n", d.Message-1, d.Code), ""
	}
	tr, d := r.Transcript(0)
	require.Nil(t, d)
	if tr.Steps == nil {
		return "texts", r.Layout().String()
	}
	said = showSteps(tr.Steps)
	for _, d := range r.repairs {
		said += fmt.Sprintf("%d: repair %s\n", d.Message-1, d.Code)
	}
	return said, r.Layout().String()
}

func showSteps(t *ir.Transcript) string {
	var b strings.Builder
	if t.System != nil {
		fmt.Fprintf(&b, "0: system %s\n", quote(t.System.Text))
	}
	for i := range t.Steps {
		b.WriteString(showStep(&t.Steps[i]) + "\n")
	}
	return b.String()
}

func showStep(s *ir.Step) string {
	more := s.Rare()
	words := []string{fmt.Sprintf("%d:", s.Message), s.Kind.String()}
	add := func(is bool, word string) {
		if is {
			words = append(words, word)
		}
	}
	if more.Reasoning {
		words[1] = "reasoning"
	}
	switch s.Kind {
	case ir.Call:
		words = append(words, s.Tool.String())
		switch s.Args.Form {
		case ir.JSON, ir.Python:
			words = append(words, string(s.Args.Value.B))
		case ir.PlainText:
			words = append(words, "input", quote(s.Args.Raw))
		default:
			words = append(words, "broken", quote(s.Args.Raw))
		}
	case ir.Observation:
		tool := s.Tool.String()
		if tool == "" {
			tool = "?"
		}
		words = append(words, tool, quote(s.Text))
	default:
		words = append(words, quote(s.Text))
	}
	for _, p := range more.Parts {
		add(p.Raw != nil, "[part "+partName(p.Raw)+"]")
	}
	add(s.Role == ir.RoleSystem, "role system")
	add(more.HasID, "#"+more.ID.String())
	add(s.Failed, "error")
	add(more.Sealed != nil, "sealed "+string(more.Sealed))
	add(more.Refusal, "refusal")
	add(more.Value != nil, "value "+string(more.Value))
	add(more.Train != nil, "train "+string(more.Train))
	add(more.Extra != nil, "extra "+string(more.Extra))
	return strings.Join(words, " ")
}

// partName returns the type of a part, or its only key.
func partName(raw []byte) string {
	for _, key := range []string{"type", "class_"} {
		if v := gjson.GetBytes(raw, key); v.Exists() {
			return v.String()
		}
	}
	name := ""
	gjson.ParseBytes(raw).ForEach(func(key, _ gjson.Result) bool { name = key.String(); return false })
	return name
}

func quote(t ir.Text) string { return fmt.Sprintf("%q", t.String()) }

// TestShapesWritten writes the steps of each example in its own shape and reads them
// back.
func TestShapesWritten(t *testing.T) {
	golden.Archives(t, "testdata/shapes/*/*.txtar", func(t *testing.T, path string, a *txtar.Archive) {
		shape := Layout(filepath.Base(filepath.Dir(path)))
		e, err := NewEditor(Options{Layout: shape})
		require.NoError(t, err)
		r, d := e.Open(a.Files[0].Data)
		if d != nil {
			return
		}
		if shape == OpenAI {
			t.Skip("written in place, from more than the steps: the tests of package dataset do")
		}
		w := mover{r: r}
		require.Nil(t, byName(shape).(target).put(&w, &convert.Output{Lowered: *r.steps}))
		back, d := e.Open(w.dst)
		require.Nil(t, d, "%s", w.dst)
		require.Empty(t, ir.Diff(r.steps, back.steps), "%s", w.dst)
	})
}
