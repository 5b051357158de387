package layouts_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
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
