package dataset_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/dialogue"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/ir"
)

// TestShapeFlags: --thoughts and --parallel are obeyed from each shape to each shape and to
// styles, also where source and target are of one shape.
func TestShapeFlags(t *testing.T) {
	files, err := filepath.Glob("../internal/layouts/testdata/shapes/*/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, files)
	targets := []string{"react", "hermes", "xml"}
	for _, s := range layouts.Shapes() {
		if s.Target != nil && s.Name != "ir" {
			targets = append(targets, s.Name)
		}
	}
	flags := []struct {
		name   string
		opts   convert.Options
		broken func(source, tr *ir.Transcript) bool
	}{
		{"drop", convert.Options{Thoughts: convert.ThoughtsDrop}, hasThought},
		{"prose", convert.Options{Thoughts: convert.ThoughtsProse}, hasHiddenThought},
		{"split", convert.Options{Parallel: convert.ParallelSplit}, hasCallsTogether},
	}
	obeyed := map[string]int{}
	for _, file := range files {
		shape := filepath.Base(filepath.Dir(file))
		a, err := txtar.ParseFile(file)
		require.NoError(t, err)
		doc, _, err := nativeEngine(t, convert.Options{From: shape, To: "ir"}).Record(a.Files[0].Data)
		if err != nil {
			continue // an example of a reject
		}
		source := stepsOf(t, doc)
		for _, flag := range flags {
			for _, to := range targets {
				o := flag.opts
				o.From, o.To = shape, to
				out, _, err := nativeEngine(t, o).Record(a.Files[0].Data)
				if err != nil {
					require.NotEqual(t, ir.CodeReadBack, codeOf(err), "%s --%s to %s: %v", file, flag.name, to, err)
					continue
				}
				doc, _, err := nativeEngine(t, convert.Options{From: to, To: "ir"}).Record(out)
				require.NoError(t, err, "%s", out)
				if flag.broken(source, stepsOf(t, doc)) {
					t.Errorf("%s --%s to %s\n%s", file, flag.name, to, out)
				}
				obeyed[flag.name]++
			}
		}
	}
	t.Log(obeyed)
	for _, flag := range flags {
		require.Greater(t, obeyed[flag.name], 200, flag.name)
	}
}

// hasThought reports whether a thought of the source is left. Words that are none there
// may read as one where a call follows them.
func hasThought(source, tr *ir.Transcript) bool {
	thoughts := map[string]bool{}
	for i := range source.Steps {
		if s := &source.Steps[i]; s.Kind == ir.Thought {
			thoughts[strings.TrimSpace(s.Text.String())] = true
		}
	}
	for i := range tr.Steps {
		if s := &tr.Steps[i]; s.Kind == ir.Thought && s.FixedSentence == ir.NoSentence && thoughts[strings.TrimSpace(s.Text.String())] {
			return true
		}
	}
	return false
}

// hasHiddenThought reports whether a thought is hidden, or in a think block that it was
// not in before.
func hasHiddenThought(source, tr *ir.Transcript) bool {
	blocks := slices.ContainsFunc(source.Steps, func(s ir.Step) bool { return strings.HasPrefix(s.Text.String(), "<think>") })
	for i := range tr.Steps {
		if s := &tr.Steps[i]; s.Kind == ir.Thought && (s.Rare().Reasoning || strings.HasPrefix(s.Text.String(), "<think>")) && !blocks {
			return true
		}
	}
	return false
}

// hasCallsTogether reports whether two calls of one message that have results are
// followed by these.
func hasCallsTogether(_, tr *ir.Transcript) bool {
	var links dialogue.Links
	links.Find(tr.Steps)
	answered := map[int]bool{}
	for _, call := range links.Call {
		answered[call] = true
	}
	last := -1 // the call before, in the same message
	for i := range tr.Steps {
		s := &tr.Steps[i]
		if s.Kind != ir.Call {
			continue
		}
		if last >= 0 && tr.Steps[last].Message == s.Message && answered[last] && answered[i] {
			return true
		}
		last = i
	}
	return false
}
