package layouts_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

const called = `[{"role": "user", "content": "q"}, {"role": "assistant", "content": null, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}]`

// A transcript of a shape at a place that the user named is in the result once: there, or
// at the top of the record where a trainer or a layout wants it. What is around it stays.
func TestPlaces(t *testing.T) {
	const written = `[{"role": "user", "content": "q"}, {"role": "assistant", "content": "<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>"}]`
	for name, c := range map[string]struct {
		in, field string
		opts      dataset.Options
		want      string
	}{
		"in its place":      {`{"id":1,"traj":` + called + `}`, "traj", dataset.Options{Options: convert.Options{To: "hermes"}}, `{"id":1,"traj":` + written + `}`},
		"a layout":          {`{"id":1,"traj":` + called + `}`, "traj", dataset.Options{Options: convert.Options{To: "hermes"}, OutLayout: dataset.LayoutMessages}, `{"id":1, "messages": ` + written + `}`},
		"deeper":            {`{"d":{"a":[2],"traj":` + called + `}}`, "d.traj", dataset.Options{Options: convert.Options{To: "hermes"}, OutLayout: dataset.LayoutMessages}, `{"d":{"a":[2]}, "messages": ` + written + `}`},
		"the first, deeper": {`{"d":{"e":{"traj":` + called + `,"a":2}},"b":1}`, "d.e.traj", dataset.Options{Options: convert.Options{To: "hermes"}, OutLayout: dataset.LayoutMessages}, `{"d":{"e":{"a":2}}, "b":1, "messages": ` + written + `}`},
		"alone, deeper":     {`{"d":{"traj":` + called + `}}`, "d.traj", dataset.Options{For: "trl"}, `{"messages": ` + written + `, "d":{}}`},
	} {
		c.opts.Fields = []string{c.field}
		if c.opts.To != "" {
			c.opts.Prompts.Mode = "drop"
		} else {
			c.opts.Prompts.Mode = "keep"
		}
		e, err := dataset.New(c.opts)
		require.NoError(t, err)
		out, _, err := e.Record([]byte(c.in))
		require.NoError(t, err, name)
		assert.JSONEq(t, c.want, string(out), name)
	}
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "anthropic"}, Fields: []string{"0.traj"}})
	require.NoError(t, err)
	_, _, err = e.Record([]byte(`[{"traj":` + called + `},{"b":1}]`))
	assert.ErrorContains(t, err, "element of a list")
}

// A list of native calls at a named place may be in a string, and is a string again where it stays.
func TestPlacesInStrings(t *testing.T) {
	quoted := func(list string) string { return strconv.Quote(list) }
	const chat = `[{"role": "user", "content": "q"}, {"role": "assistant", "content": "a", "reasoning_content": "r"}]`
	const written = `[{"role": "user", "content": "q"}, {"role": "assistant", "content": "<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>"}]`
	for _, c := range []struct{ in, field, to, want string }{
		{`{"id":1,"log":` + quoted(called) + `}`, "log", "hermes", `{"id":1,"log":` + quoted(written) + `}`},
		{`{"d":{"log":` + quoted(called) + `},"b":2}`, "d.log", "hermes", `{"d":{"log":` + quoted(written) + `},"b":2}`},
		{`{"d":{"log":` + quoted(called) + `},"b":2}`, "d.log", "openai", `{"d":{"log":` + quoted(called) + `},"b":2}`},
		{`{"id":1,"log":` + quoted(chat) + `}`, "log", "openai", `{"id":1,"log":` + quoted(chat) + `}`},
		{`{"id":1,"log":` + quoted(called) + `}`, "log", "gemini", `{"contents": [{"role": "user", "parts": [{"text": "q"}]}, {"role": "model", "parts": [{"functionCall": {"id": "c1", "name": "f", "args": {}}}]}], "id":1}`},
	} {
		opts := dataset.Options{Options: convert.Options{To: c.to}, Fields: []string{c.field}}
		opts.Prompts.Mode = "drop"
		e, err := dataset.New(opts)
		require.NoError(t, err)
		out, _, err := e.Record([]byte(c.in))
		require.NoError(t, err, "%s to %s", c.in, c.to)
		assert.JSONEq(t, c.want, string(out), "%s to %s", c.in, c.to)
	}
}

// Where a record has transcripts at several places, the first is not taken for all.
func TestSeveralPlaces(t *testing.T) {
	in := []byte(`{"runs": {"a": {"log": ` + called + `}, "b": {"log": ` + called + `}}}`)
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "hermes"}})
	require.NoError(t, err)
	_, _, err = e.Record(in)
	assert.ErrorContains(t, err, "at 2 places, such as runs.a.log, runs.b.log")
	e, err = dataset.New(dataset.Options{Options: convert.Options{To: "hermes"}, Fields: []string{"**.log"}})
	require.NoError(t, err)
	_, res, err := e.Record(in)
	require.NoError(t, err)
	assert.True(t, slices.ContainsFunc(res.Diagnostics, func(d ir.Diagnostic) bool { return d.Code == ir.CodeOtherField }))
}

// For each trainer, rows come from a place below a key as from "messages".
func TestPlacesForTrainers(t *testing.T) {
	for _, trainer := range dataset.Trainers() {
		for _, field := range []string{"traj", "d.traj"} {
			in := `{"traj":` + called + `}`
			if field != "traj" {
				in = `{"d":` + in + `}`
			}
			e, err := dataset.New(dataset.Options{For: trainer, Fields: []string{field}})
			require.NoError(t, err)
			_, _, failed := e.Record([]byte(in))
			e, err = dataset.New(dataset.Options{For: trainer})
			require.NoError(t, err)
			_, _, alone := e.Record([]byte(`{"messages":` + called + `}`))
			assert.Equal(t, alone == nil, failed == nil, "%s: %v; at %s: %v", trainer, alone, field, failed)
		}
	}
}
