package dataset_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/dialogue"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// TestShapeFlags: --thoughts and --parallel are obeyed from each shape to each shape and to
// each style, also where source and target are of one shape.
func TestShapeFlags(t *testing.T) {
	files, err := filepath.Glob(shapeExamples)
	require.NoError(t, err)
	require.NotEmpty(t, files)
	targets := flagTargets()
	flags := []struct {
		name   string
		opts   convert.Options
		broken func(to string, source, tr *ir.Transcript) bool
	}{
		{"drop", convert.Options{Thoughts: convert.ThoughtsDrop}, hasThought},
		{"prose", convert.Options{Thoughts: convert.ThoughtsProse}, hasHiddenThought},
		{"think", convert.Options{Thoughts: convert.ThoughtsThink}, hasThoughtElsewhere("think")},
		{"reasoning", convert.Options{Thoughts: convert.ThoughtsReasoning}, hasThoughtElsewhere("reasoning")},
		{"split", convert.Options{Parallel: convert.ParallelSplit}, hasCallsTogether},
	}
	obeyed := map[string]map[string]int{}
	for _, flag := range flags {
		obeyed[flag.name] = map[string]int{}
	}
	last, engines := "", map[string]*dataset.Engine{} // those of one shape
	engine := func(flag string, o convert.Options) *dataset.Engine {
		key := flag + " " + o.From + " " + o.To
		if engines[key] == nil {
			engines[key] = nativeEngine(t, o)
		}
		return engines[key]
	}
	for _, file := range files {
		shape := filepath.Base(filepath.Dir(file))
		if shape != last {
			last, engines = shape, map[string]*dataset.Engine{}
		}
		a, err := txtar.ParseFile(file)
		require.NoError(t, err)
		doc, _, err := engine("", convert.Options{From: shape, To: "ir"}).Record(a.Files[0].Data)
		if err != nil {
			continue // an example of a reject
		}
		source := stepsOf(t, doc)
		for _, flag := range flags {
			for _, to := range targets {
				o := flag.opts
				o.From, o.To = shape, to
				out, _, err := engine(flag.name, o).Record(a.Files[0].Data)
				if err != nil {
					require.NotEqual(t, ir.CodeReadBack, codeOf(err), "%s --%s to %s: %v", file, flag.name, to, err)
					continue
				}
				doc, _, err := engine("", convert.Options{From: to, To: "ir"}).Record(out)
				require.NoError(t, err, "%s", out)
				if flag.broken(to, source, stepsOf(t, doc)) {
					t.Errorf("%s --%s to %s\n%s", file, flag.name, to, out)
				}
				obeyed[flag.name][to]++
			}
		}
	}
	t.Log(obeyed)
	for _, flag := range flags {
		for _, to := range targets {
			require.Greater(t, obeyed[flag.name][to], 25, "%s to %s", flag.name, to)
		}
	}
}

// flagTargets returns the names of all styles, and of the shapes whose transcripts are
// lowered to what they can say.
func flagTargets() (names []string) {
	for _, s := range styles.All() {
		names = append(names, s.Name)
	}
	for _, s := range layouts.Shapes() {
		if s.Target != nil && !s.Target.Everything {
			names = append(names, s.Name)
		}
	}
	return names
}

// hasThoughtElsewhere reports whether a thought of the source is neither in a think block of
// a text nor, where the option asks for it or there is no other place for a block, hidden
// reasoning.
func hasThoughtElsewhere(option string) func(to string, source, tr *ir.Transcript) bool {
	return func(to string, source, tr *ir.Transcript) bool {
		target := layouts.TargetOf(to)
		hidden := target != nil && (target.ThinkBlocks || option == "reasoning" && target.Reasoning)
		asGiven := option == "reasoning" && source.Shape == to // sealed thoughts are what the API gave
		for i := range source.Steps {
			s := &source.Steps[i]
			words := strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(s.Text.String()), "<think>"), "</think>"))
			if s.Kind != ir.Thought || words == "" || strings.Contains(words, "</think>") {
				continue
			}
			if !slices.ContainsFunc(tr.Steps, func(is ir.Step) bool {
				if is.Rare().Reasoning {
					return (hidden || asGiven) && strings.Contains(is.Text.String(), words)
				}
				return !hidden && slices.ContainsFunc(strings.Split(is.Text.String(), "<think>")[1:], func(block string) bool {
					inside, _, closed := strings.Cut(block, "</think>")
					return closed && strings.Contains(inside, words)
				})
			}) {
				return true
			}
		}
		return false
	}
}

// TestShapeFlagsRefused: what has no meaning for a target is refused before a record is
// read.
func TestShapeFlagsRefused(t *testing.T) {
	const says = "expected none: "
	for _, to := range append(flagTargets(), "ir") {
		target := layouts.TargetOf(to)
		for _, form := range []convert.Arguments{convert.ArgumentsString, convert.ArgumentsObject} {
			_, err := dataset.New(dataset.Options{Options: convert.Options{To: to, Arguments: form}})
			if target != nil && (target.Chooses || target.Arguments == form) {
				require.NoError(t, err, "%s %s", to, form)
				continue
			}
			require.ErrorContains(t, err, `arguments is "`+string(form)+`": `+says, to)
		}
	}
	_, err := dataset.New(dataset.Options{Options: convert.Options{To: "ir", Thoughts: convert.ThoughtsDrop}})
	require.ErrorContains(t, err, `thoughts is "drop": `+says)
	_, err = dataset.New(dataset.Options{Options: convert.Options{To: "ir", Parallel: convert.ParallelSplit}})
	require.ErrorContains(t, err, `parallel is "split": `+says)
}

// TestArgumentsStay: what is in the shape keeps its form unless another is asked for.
func TestArgumentsStay(t *testing.T) {
	record := func(args string) string {
		return `{"messages":[{"role":"user","content":"go"},{"role":"assistant","content":"I look.","tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":` + args + `}}]},{"role":"tool","tool_call_id":"a","content":"7"}]}`
	}
	const object, text = `{"n":1.0,"b":[1e2]}`, `"{\"n\":1.0,\"b\":[1e2]}"`
	for _, c := range []struct {
		args string
		form convert.Arguments
		want string
	}{
		{object, "", object}, {text, "", text},
		{object, convert.ArgumentsString, text}, {text, convert.ArgumentsObject, object},
	} {
		out, _, err := nativeEngine(t, convert.Options{To: "openai", Arguments: c.form}).Record([]byte(record(c.args)))
		require.NoError(t, err)
		require.Equal(t, c.want, gjson.GetBytes(out, "messages.1.tool_calls.0.function.arguments").Raw, "%s %q: %s", c.args, c.form, out)
		if c.form == "" {
			require.Equal(t, record(c.args), string(out))
		}
	}
}

// TestArgumentsForm: openai writes the arguments as it was asked to, from each shape, with
// the spelling that they had.
func TestArgumentsForm(t *testing.T) {
	for _, from := range append(flagTargets(), "ir") {
		if s, err := dataset.New(dataset.Options{Options: convert.Options{To: from}}); err == nil {
			source, _, err := s.Record([]byte(`{"messages": [{"role": "user", "content": "go"}, {"role": "assistant", "content": "I look.", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{\"n\": 1.0, \"b\": [1e2]}"}}]}]}`))
			require.NoError(t, err, from)
			for form, want := range map[convert.Arguments]string{
				"": `"{\"n\": 1.0, \"b\": [1e2]}"`, convert.ArgumentsString: `"{\"n\": 1.0, \"b\": [1e2]}"`, convert.ArgumentsObject: `{"n": 1.0, "b": [1e2]}`,
			} {
				out, _, err := nativeEngine(t, convert.Options{From: from, To: "openai", Arguments: form}).Record(source)
				require.NoError(t, err, "%s: %s", from, source)
				require.Equal(t, want, gjson.GetBytes(out, "messages.@reverse.0.tool_calls.0.function.arguments").Raw, "%s %s: %s", from, form, out)
			}
		}
	}
}

// hasThought reports whether a thought of the source is left. Words that are none there
// may read as one where a call follows them.
func hasThought(_ string, source, tr *ir.Transcript) bool {
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
func hasHiddenThought(_ string, source, tr *ir.Transcript) bool {
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
func hasCallsTogether(_ string, _, tr *ir.Transcript) bool {
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
