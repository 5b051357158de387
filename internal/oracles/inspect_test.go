package oracles

import (
	"bytes"
	"encoding/json"
	"path/filepath"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/ir"
)

// inspectReads are the shapes that Inspect reads, and those that langchain_core and Vercel's AI SDK do.
var inspectReads = []string{"openai", "responses", "anthropic", "gemini", "inspect", "langchain-chat"}

func init() {
	if judges["vercel"] {
		inspectReads = append(inspectReads, "vercel")
	}
}

// readStep is a call, or a result, as a reader says it.
type readStep struct {
	Call   string `json:"call"`
	Args   any    `json:"args"`
	Text   string `json:"text"`
	ID     string `json:"id"`
	Failed bool   `json:"failed"`
}

// TestInspect lets Inspect, which others wrote, read what the examples and drawn transcripts
// become, and compares with what toolspeak reads of it: names, arguments, ids and results.
func TestInspect(t *testing.T) {
	o := start(t) // once: it takes its time
	t.Run("examples", func(t *testing.T) { inspectExamples(t, o) })
	t.Run("drawn", func(t *testing.T) { inspectDrawn(t, o) })
}

func inspectExamples(t *testing.T, o *oracle) {
	files, err := filepath.Glob("../layouts/testdata/shapes/*/*.txtar")
	require.NoError(t, err)
	compared := map[string]int{}
	for _, file := range files {
		a, err := txtar.ParseFile(file)
		require.NoError(t, err)
		for _, f := range a.Files[2:] {
			record, _, _ := bytes.Cut(f.Data, []byte("\n"))
			if !slices.Contains(inspectReads, f.Name) || isUnfit(filepath.Base(filepath.Dir(file))+"/"+filepath.Base(file), f.Name) || len(record) == 0 || record[0] != '{' {
				continue
			}
			if inspect(t, o, f.Name, record) {
				compared[f.Name]++
			}
		}
	}
	t.Log(compared)
	for _, shape := range inspectReads {
		require.GreaterOrEqual(t, compared[shape], 20, shape)
	}
}

func inspectDrawn(t *testing.T, o *oracle) {
	engines := map[string]*dataset.Engine{}
	for _, shape := range inspectReads {
		var err error
		engines[shape], err = dataset.New(dataset.Options{Options: convert.Options{From: "ir", To: shape}})
		require.NoError(t, err)
	}
	compared := map[string]int{}
	rapid.Check(t, func(rt *rapid.T) {
		g := gen.Generator{T: rt, Hits: gen.Hits{}}
		doc := ir.AppendDocument(nil, g.Native(), nil, false)
		for _, shape := range inspectReads {
			record, _, err := engines[shape].Record(doc)
			if err == nil && inspect(rt, o, shape, record) {
				compared[shape]++
			}
		}
	})
	t.Log(compared)
	for _, shape := range inspectReads {
		require.NotZero(t, compared[shape], shape)
	}
}

// inspect compares what Inspect reads of a record with what toolspeak does. It reports
// whether there was something to compare.
func inspect(t require.TestingT, o *oracle, shape string, record []byte) bool {
	ours, ok := readSteps(t, shape, record)
	if !ok {
		return false
	}
	v := o.judge("inspect:"+shape, record)
	if noID(ours) && shape != "gemini" && shape != "responses" {
		return false // a result of no call
	}
	require.Empty(t, v.Fault, "%s", record)
	var theirs []readStep
	require.NoError(t, json.Unmarshal([]byte(v.Text), &theirs))
	for i := range theirs {
		if shape == "gemini" { // what has no id gets one that is made up, and a failure without words is none
			if theirs[i].ID = ""; theirs[i].Text == `{"error": ""}` {
				theirs[i].Text, theirs[i].Failed = "", true
			}
		}
		if shape == "vercel" && i < len(ours) { // a result that is JSON has been read and written
			theirs[i].Text, ours[i].Text = compact(theirs[i].Text), compact(ours[i].Text)
		}
		if shape == "openai" || shape == "responses" { // which don't say it
			theirs[i].Failed = false
		}
	}
	require.Equal(t, ours, theirs, "%s\n%s", shape, record)
	return len(ours) > 0
}

// compact returns a text that is JSON without its spelling.
func compact(text string) string {
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return text
	}
	b, _ := json.Marshal(v) // it was read
	return string(b)
}

// noID reports whether a step has no id.
func noID(steps []readStep) bool {
	return slices.ContainsFunc(steps, func(s readStep) bool { return s.ID == "" })
}

// readSteps returns what toolspeak reads of a record. ok is false where it holds what
// Inspect has no word for: arguments that are no objects.
func readSteps(t require.TestingT, shape string, record []byte) (list []readStep, ok bool) {
	e, err := dataset.New(dataset.Options{Options: convert.Options{From: shape, To: "ir"}})
	require.NoError(t, err)
	doc, _, err := e.Record(record)
	if err != nil { // arguments that are no JSON
		return nil, false
	}
	tr, _, err := ir.ParseDocument(doc)
	require.NoError(t, err)
	list = []readStep{}
	for i := range tr.Steps {
		s := &tr.Steps[i]
		step := readStep{ID: s.Rare().ID.String()}
		if shape == "gemini" {
			step.ID = ""
		}
		switch s.Kind {
		case ir.Call:
			step.Call = s.Tool.String()
			if json.Unmarshal(s.Args.Value.B, &step.Args) != nil {
				return nil, false
			}
			if _, object := step.Args.(map[string]any); !object {
				return nil, false
			}
		case ir.Observation:
			step.Text, step.Failed = s.Text.String(), s.Failed
		default:
			continue
		}
		list = append(list, step)
	}
	return list, true
}
