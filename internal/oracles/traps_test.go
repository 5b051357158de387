package oracles

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// record is a transcript with a call, whose arguments are given, and a tool list.
func record(arguments string) []byte {
	inString, err := json.Marshal(arguments)
	if err != nil {
		panic(err)
	}
	return []byte(`{"messages": [{"role": "user", "content": "Tide?"}, {"role": "assistant", "content": "I look.", "tool_calls": ` +
		`[{"id": "call_1", "type": "function", "function": {"name": "tide", "arguments": ` + string(inString) + `}}]}, ` +
		`{"role": "tool", "tool_call_id": "call_1", "content": "falling"}, {"role": "assistant", "content": "Falling."}], ` +
		`"tools": [{"type": "function", "function": {"name": "tide", "description": "Tells the tide.", "parameters": {"type": "object", "properties": {"hour": {"type": "number"}}}}}]}`)
}

// quoting are TRL's original templates that write arguments which are objects once, and
// those that are strings as a string of JSON, or not at all.
const quoting = "diffusion_gemma gemma4_v5 glm4moe gptoss lfm2_2_5 lfm2_2_5_v2 lfm2_2_5_vl lfm2_v2 llama3_1 llama3_2 muse_glimmer nemotron_3_5_lightning " +
	"nemotron_3_nano nemotron_3_super nemotron_3_ultra qwen2_5 qwen3_5_nothink qwen3_5_think qwen3_6 qwen3_8"

// TestTrainerTemplates renders rows for TRL with all of its templates: those that write
// calls write arguments that are objects once, which strings are not.
func TestTrainerTemplates(t *testing.T) {
	o := start(t)
	list, err := exec.Command(python(t), "oracle.py", "templates").Output()
	require.NoError(t, err)
	once := func(form convert.Arguments) map[string]bool {
		engine, err := dataset.New(dataset.Options{For: "trl", Options: convert.Options{To: "openai", Arguments: form}})
		require.NoError(t, err)
		row, _, err := engine.Record(record(`{"hour": 3.5}`))
		require.NoError(t, err)
		var fields map[string]any // the tools are a string for TRL, which decodes it
		require.NoError(t, json.Unmarshal(row, &fields))
		require.NoError(t, json.Unmarshal([]byte(fields["tools"].(string)), new([]any)))
		fields["tools"] = json.RawMessage(fields["tools"].(string))
		row, err = json.Marshal(fields)
		require.NoError(t, err)
		written := map[string]bool{}
		for _, name := range strings.Fields(string(list)) {
			v := o.judge("template:"+name, row)
			written[name] = v.Fault == "" && strings.Contains(v.Text, "3.5") && !strings.Contains(v.Text, `\"hour\"`) && !strings.Contains(v.Text, "hour\\")
		}
		return written
	}
	objects, texts := once(convert.ArgumentsObject), once(convert.ArgumentsString)
	good := 0
	var quoted []string
	for name, fine := range objects {
		if fine {
			good++
		}
		if fine && !texts[name] && !strings.HasSuffix(name, "_training") {
			quoted = append(quoted, name)
		}
	}
	slices.Sort(quoted)
	require.Equal(t, strings.Fields(quoting), quoted)
	t.Logf("%d of %d templates write arguments that are objects once", good, len(objects))
}

// traps are records that trainers are known to refuse or to change, and what is
// reported of them.
var traps = []struct {
	name, trainer, arguments string
	form                     convert.Arguments
	reported                 ir.Code
	trained                  string // what the first message trains
}{
	{name: "a tag in an argument", trainer: "llamafactory", arguments: `{"say": "</tool_call>"}`,
		trained: "I look.\n<tool_call>\n{\"name\": \"tide\", \"arguments\": {\"say\": \"</tool_call>\"}}\n</tool_call>"},
	{name: "a null", trainer: "axolotl", arguments: `{"hour": null}`,
		trained: "I look.\n<tool_call>\n{\"name\": \"tide\", \"arguments\": {\"hour\": null}}\n</tool_call>"},
	{name: "a null in an object", trainer: "axolotl", arguments: `{"hour": null, "day": 1}`, form: convert.ArgumentsObject, reported: ir.CodeArgsNull,
		trained: "I look.\n<tool_call>\n{\"name\": \"tide\", \"arguments\": {\"day\": 1}}\n</tool_call>"},
	{name: "a spelling", trainer: "axolotl", arguments: `{"hour": 1.10}`, reported: ir.CodeArgsFragile,
		trained: "I look.\n<tool_call>\n{\"name\": \"tide\", \"arguments\": {\"hour\": 1.1}}\n</tool_call>"},
	{name: "a key that comes twice", trainer: "llamafactory", arguments: `{"hour": 1, "hour": 2}`, reported: ir.CodeArgsFragile,
		trained: "I look.\n<tool_call>\n{\"name\": \"tide\", \"arguments\": {\"hour\": 2}}\n</tool_call>"},
	{name: "a large number", trainer: "trl", arguments: `{"hour": 12345678901234567890}`, form: convert.ArgumentsObject, reported: ir.CodeArgsFragile},
}

// TestTrainerTraps lets the trainers' code meet what it is known to stumble over.
func TestTrainerTraps(t *testing.T) {
	o := startTrainers(t)
	for _, trap := range traps {
		t.Run(trap.name, func(t *testing.T) {
			opts := dataset.Options{For: trap.trainer, Options: convert.Options{Arguments: trap.form}}
			if trap.trainer == "trl" {
				opts.To = "openai"
			}
			r := made(t, opts, [][]byte{record(trap.arguments)})
			v := o.train(t, trap.trainer, r)[0]
			if trap.trained != "" {
				var by trainer
				for _, p := range proved {
					if p.name == trap.trainer {
						by = p
					}
				}
				require.Equal(t, []string{trap.trained, "Falling."}, v.texts(t, &by))
			}
			var codes []ir.Code
			for _, d := range r.reports[0] {
				codes = append(codes, d.Code)
			}
			if trap.reported == "" {
				require.NotContains(t, codes, ir.CodeArgsFragile)
				require.NotContains(t, codes, ir.CodeArgsNull)
				return
			}
			require.Contains(t, codes, trap.reported)
		})
	}
}

// TestTrainerColumns loads with datasets what is written, where the calls of rows have
// different arguments: what it pads with null is not in arguments or tools.
func TestTrainerColumns(t *testing.T) {
	o := startTrainers(t)
	var records [][]byte
	for _, arguments := range []string{`{"hour": 3.5}`, `{"day": "Monday", "hour": 3.5}`, `{}`, `{"day": null}`, `{"hour": "three"}`, `{"list": [1, "a", {"b": null}]}`} {
		records = append(records, record(arguments))
	}
	for _, trainer := range []string{"trl", "axolotl", "llamafactory", "axolotl-segments", "mistral"} {
		for _, to := range []string{"", "react"} {
			r := made(t, dataset.Options{For: trainer, Options: convert.Options{To: to}}, records)
			require.GreaterOrEqual(t, len(r.reports), len(records)) // mistral gets a row for each message that is trained
			for i, v := range o.train(t, trainer, r) {
				require.False(t, v.Changed, "%s, to %q: row %d", trainer, to, i)
			}
		}
	}
}

// TestTrainerIDs lets Mistral's own rules judge rows whose calls have other ids.
func TestTrainerIDs(t *testing.T) {
	o := startTrainers(t)
	records := append(generated(200), record(`{"hour": 3.5}`))
	r := made(t, dataset.Options{For: "mistral"}, records)
	require.Greater(t, len(r.reports), 20)
	require.Len(t, o.train(t, "mistral", r), len(r.reports))
	require.Contains(t, string(r.rows), `"tool_call_id"`)
	t.Logf("%d rows, rejected %v", len(r.reports), r.rejected)
}

// TestTrainerLongFiles loads files whose first 10 MiB, from which datasets takes their
// columns, leave no message out of training, and whose last row does.
func TestTrainerLongFiles(t *testing.T) {
	o := startTrainers(t)
	const asked = `{"messages": [{"role": "user", "content": "Tide?"}, {"role": "assistant", "content": "Thought: I know.\nFinal Answer: Falling."}, ` +
		`{"role": "user", "content": "Now?"}, {"role": "assistant", "content": "Thought: I know.\nFinal Answer: Rising."%s}], "note": "%s"}`
	for _, name := range []string{"axolotl", "swift"} {
		var records [][]byte
		for range 11 {
			records = append(records, fmt.Appendf(nil, asked, "", strings.Repeat("x", 1<<20)))
		}
		records = append(records, fmt.Appendf(nil, asked, `, "weight": 0`, ""))
		for _, to := range []string{"", "hermes"} {
			r := made(t, dataset.Options{For: name, Options: convert.Options{To: to}}, records)
			require.Len(t, r.reports, len(records))
			rows := o.train(t, name, r)
			require.Len(t, rows[0].Wanted, 2, "%s, to %q", name, to)
			require.Len(t, rows[len(rows)-1].Wanted, 1, "%s, to %q", name, to)
		}
	}
}
