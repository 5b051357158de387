package dataset_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/dataset/job"
	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/ir"
)

// tideLog is a record with what trainers treat in different ways: a system prompt next
// to the messages, other keys, two results in a row, a user's message at the end.
const tideLog = `{"id": 7, "system": "Be brief.", "text": "x", "messages": [{"role": "user", "content": "Tide?"}, ` +
	`{"from": "gpt", "value": "Thought: I look.\nAction: tide\nAction Input: {\"h\": 1}"}, {"role": "user", "content": "Observation: falling"}, ` +
	`{"role": "user", "content": "And now?"}, {"role": "assistant", "content": "Thought: I can answer without using any more tools.\nAnswer: Rising."}, {"role": "user", "content": "Thanks."}]}`

// rowFor converts a record for a trainer and returns the codes of what was reported.
func rowFor(t require.TestingT, opts dataset.Options, record string) (row string, codes []ir.Code, err error) {
	e, err := dataset.New(opts)
	require.NoError(t, err)
	out, res, err := e.Record([]byte(record))
	for _, d := range res.Diagnostics {
		codes = append(codes, d.Code)
	}
	return string(out), codes, err
}

func TestTrainerRows(t *testing.T) {
	hermes := []string{
		`"content": "Be brief."`, `"content": "I look.\n\n<tool_call>\n{\"name\": \"tide\", \"arguments\": {\"h\": 1}}\n</tool_call>"`, `{"role": "user", "content": "<tool_response>\nfalling\n</tool_response>"}`,
	}
	calls := []string{`"tool_calls": [{"id": "call_0", "type": "function", "function": {"name": "tide", "arguments": "{\"h\": 1}"}}]`, `{"role": "tool", "content": "falling", "tool_call_id": "call_0"}`}
	for _, c := range []struct {
		trainer, lacks string
		holds          []string
		codes          []ir.Code
	}{
		{trainer: "trl", holds: hermes, lacks: `"text"`, codes: []ir.Code{ir.CodeRowKey, ir.CodeSystemMoved}},
		{trainer: "axolotl", holds: append(calls, `"text": "x"`)},
		{trainer: "axolotl-segments", lacks: `"messages"`, holds: []string{`{"label": true, "text": "Thought: I look.\nAction: tide\nAction Input: {\"h\": 1}"}`}},
		{trainer: "llamafactory", lacks: "Thanks.", codes: []ir.Code{ir.CodeTurnMerged, ir.CodeTurnTrimmed}, holds: []string{
			`"system": "Be brief."`, `"tools": ""`, `{"from": "observation", "value": "falling\nAnd now?"}`, `"value": "I look.\n<tool_call>{\"name\": \"tide\", \"arguments\": {\"h\": 1}}</tool_call>"`,
		}},
		{trainer: "swift", holds: []string{`{"role": "tool_call", "content": "{\"name\": \"tide\", \"arguments\": {\"h\": 1}}"}`, `{"role": "tool_response", "content": "falling\nAnd now?"`}, codes: []ir.Code{ir.CodeTurnMerged}},
		{trainer: "openai", holds: calls, lacks: `"id": 7`, codes: []ir.Code{ir.CodeRowKey, ir.CodeTurnTrimmed}},
		{trainer: "verl", holds: hermes},
		{trainer: "mistral", lacks: "call_0", holds: []string{`"tool_calls": [{"id": "`}, codes: []ir.Code{ir.CodeRowKey, ir.CodeTurnTrimmed}},
		{trainer: "nemo", holds: hermes},
		{trainer: "slime", holds: hermes},
		{trainer: "prime-rl", holds: calls},
		{trainer: "torchtune", lacks: "Thanks.", holds: []string{`"content": "<tool_response>\nfalling\n</tool_response>\nAnd now?"`}, codes: []ir.Code{ir.CodeTurnMerged, ir.CodeTurnTrimmed}},
		{trainer: "unsloth", lacks: `"text"`, holds: []string{`{"from": "gpt", "value": "I look.`}, codes: []ir.Code{ir.CodeRowKey}},
		{trainer: "together", holds: calls, lacks: `"id": 7`, codes: []ir.Code{ir.CodeRowKey}},
	} {
		t.Run(c.trainer, func(t *testing.T) {
			row, codes, err := rowFor(t, dataset.Options{For: c.trainer}, tideLog)
			require.NoError(t, err)
			require.True(t, json.Valid([]byte(row)), row)
			for _, part := range c.holds {
				require.Contains(t, row, part)
			}
			if c.lacks != "" {
				require.NotContains(t, row, c.lacks)
			}
			require.NotContains(t, row, `"gpt", "content"`)
			for _, code := range c.codes {
				require.Contains(t, codes, code)
			}
		})
	}
}

// TestTrainerRefuses: what a trainer would refuse or drop is a reject that says why.
func TestTrainerRefuses(t *testing.T) {
	for _, c := range []struct {
		name, trainer, record string
		code                  ir.Code
	}{
		{"a system message in the middle", "torchtune", `{"messages": [{"role": "user", "content": "?"}, {"role": "system", "content": "s"}, {"role": "assistant", "content": "a"}]}`, ir.CodeRowOrder},
		{"the model first", "llamafactory", `{"messages": [{"role": "assistant", "content": "Hello."}, {"role": "user", "content": "?"}, {"role": "assistant", "content": "a"}]}`, ir.CodeRowOrder},
		{"no model", "trl", `{"messages": [{"role": "user", "content": "?"}]}`, ir.CodeNothingTrained},
		{"an empty model", "axolotl", `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": ""}]}`, ir.CodeNothingTrained},
		{"a call without a result", "openai", `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}, {"role": "user", "content": "?"}, {"role": "assistant", "content": "b"}]}`, ir.CodeRowOrder},
		{"a result without a call", "mistral", `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "a", "content": "1"}, {"role": "tool", "tool_call_id": "z", "content": "1"}, {"role": "assistant", "content": "b"}]}`, ir.CodeRowOrder},
		{"a tool's name", "openai", `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "tide now", "arguments": "{}"}}]}]}`, ir.CodeToolName},
		{"the model first, for verl", "verl", `{"messages": [{"role": "assistant", "content": "Hello."}, {"role": "user", "content": "?"}, {"role": "assistant", "content": "a"}]}`, ir.CodeRowOrder},
		{"a system message in the middle, for ms-swift", "swift", `{"messages": [{"role": "user", "content": "?"}, {"role": "system", "content": "s"}, {"role": "assistant", "content": "a"}]}`, ir.CodeRowOrder},
		{"a call that looks like ReAct", "swift", `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{\"q\": \"Action: Action Input:\"}"}}]}, {"role": "tool", "tool_call_id": "a", "content": "1"}, {"role": "assistant", "content": "b"}]}`, ir.CodeRowOrder},
		{"nothing chosen", "axolotl", `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "a"}]}`, ir.CodeNothingTrained},
	} {
		t.Run(c.name, func(t *testing.T) {
			opts := dataset.Options{For: c.trainer}
			if c.name == "nothing chosen" {
				opts.Train = "calls"
			}
			_, _, err := rowFor(t, opts, c.record)
			require.Equal(t, c.code, codeOf(err), err)
		})
	}
}

// TestTrainerPairs: ms-swift puts what one speaker says in a row together with nothing
// between, and takes nothing between a result and the model.
func TestTrainerPairs(t *testing.T) {
	const ask, call, result = `{"role": "user", "content": "?"}`, `{"role": "assistant", "content": "I look.", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}`,
		`{"role": "tool", "tool_call_id": "a", "content": "1"}`
	const record = `{"messages": [` + ask + `, {"role": "user", "content": "Now?"}, ` + call + `, ` + result + `, {"role": "user", "content": "Well?"}, {"role": "assistant", "content": "One."}, {"role": "assistant", "content": "That is all."}]}`
	for to, want := range map[string]string{
		"": `{"role": "user", "content": "?\n"}, {"role": "user", "content": "Now?"}, {"role": "assistant", "content": "I look.\n", "loss": null}, {"role": "tool_call", "content": "{\"name\": \"f\", \"arguments\": {}}"}, ` +
			`{"role": "tool_response", "content": "1\nWell?", "name": "f"}, {"role": "assistant", "content": "One.\n"}, {"role": "assistant", "content": "That is all."}]}`,
		"openai": `{"role": "user", "content": "?\n"}, {"role": "user", "content": "Now?"}, {"role": "assistant", "content": "I look.\n", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}], "loss": null}, ` +
			`{"role": "tool", "tool_call_id": "a", "content": "1\nWell?"}, {"role": "assistant", "content": "One.\n"}, {"role": "assistant", "content": "That is all."}]}`,
		"hermes": `{"role": "user", "content": "?\n"}, {"role": "user", "content": "Now?"}, {"role": "assistant", "content": "I look.\n\n<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>", "loss": null}, ` +
			`{"role": "user", "content": "<tool_response>\n1\n</tool_response>\n"}, {"role": "user", "content": "Well?"}, {"role": "assistant", "content": "One.\n"}, {"role": "assistant", "content": "That is all."}]}`,
	} {
		row, codes, err := rowFor(t, dataset.Options{For: "swift", Options: convert.Options{To: to}}, record)
		require.NoError(t, err)
		require.True(t, strings.HasSuffix(row, want), row)
		require.Contains(t, codes, ir.CodeLineAdded)
		if to != "hermes" {
			require.Contains(t, codes, ir.CodeTurnMerged)
		}
	}
}

// TestTrainerFloats: datasets reads columns whose values have several types with pandas'
// ujson, which does not round numbers as others do.
func TestTrainerFloats(t *testing.T) {
	for number, is := range map[string]string{
		"0.25": "", "0.3": "0.30000000000000004", "-0.57": "-0.5700000000000001", "1.5e-07": "", "0.21": "", "3.0": "", "1234.5678": "", "8.7e-05": "", "0.1234567890123456": "0.12345678901234501",
	} {
		e, err := dataset.New(dataset.Options{For: "trl", Options: convert.Options{To: "openai"}})
		require.NoError(t, err)
		_, res, err := e.Record([]byte(`{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{\"n\": ` + number + `}"}}]}]}`))
		require.NoError(t, err)
		said := ""
		for _, d := range res.Diagnostics {
			if d.Code == ir.CodeArgsFragile {
				said = d.Text()
			}
		}
		if is == "" {
			require.Empty(t, said, number)
			continue
		}
		require.Contains(t, said, "the number "+number+" becomes "+is+" in a column", number)
	}
}

// TestTrainerSources: a refusal is content, which templates render and servers train, and
// a tool list in a string is a list where the trainer wants one.
func TestTrainerSources(t *testing.T) {
	const refused = `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": null, "refusal": "No."}], "reward": 0}`
	for _, trainer := range dataset.Trainers() {
		row, codes, err := rowFor(t, dataset.Options{For: trainer}, refused)
		if trainer == "trl-pairs" {
			require.Equal(t, ir.CodeRowOrder, codeOf(err))
			continue
		}
		require.NoError(t, err, trainer)
		require.NotContains(t, row, `"refusal"`, trainer)
		require.Contains(t, row, "No.", trainer)
		require.Contains(t, codes, ir.CodeRefusalDropped, trainer)
	}
	const definition = `{"type": "function", "function": {"name": "f", "description": "F", "parameters": {"type": "object", "properties": {"n": {"type": "number"}}}}}`
	record := `{"tools": ` + strconv.Quote("["+definition+"]") + `, "messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "Nine."}]}`
	for _, trainer := range []string{"openai", "mistral", "together"} {
		row, _, err := rowFor(t, dataset.Options{For: trainer}, record)
		require.NoError(t, err, trainer)
		require.Contains(t, row, definition, trainer)
	}
}

// TestTrainerFlags writes what --train leaves out in the words of each trainer.
func TestTrainerFlags(t *testing.T) {
	for trainer, flag := range map[string]string{
		"axolotl": `"train": false`, "swift": `"loss": false`, "openai": `"weight": 0`, "mistral": `"weight": 0`, "together": `"weight": 0`, "slime": `"step_loss_mask": 0`,
	} {
		row, codes, err := rowFor(t, dataset.Options{For: trainer, Train: "answers"}, tideLog)
		require.NoError(t, err)
		require.Contains(t, row, flag)
		require.NotContains(t, codes, ir.CodeTrainDropped, trainer)
	}
	for _, trainer := range []string{"trl", "llamafactory", "verl", "nemo", "prime-rl", "torchtune", "unsloth"} {
		_, codes, err := rowFor(t, dataset.Options{For: trainer, Train: "answers"}, tideLog)
		require.NoError(t, err)
		require.Contains(t, codes, ir.CodeTrainDropped, trainer)
	}
	inline := dataset.Options{For: "axolotl", Options: convert.Options{To: "react", Observations: convert.InlineObservations}}
	row, _, err := rowFor(t, inline, `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "Thought: é\nAction: f\nAction Input: {}\nObservation: 1\nThought: I can answer without using any more tools.\nAnswer: b"}]}`)
	require.NoError(t, err)
	require.Contains(t, row, `"train_detail": [{"begin_offset": 0, "end_offset": 37, "train": true}, {"begin_offset": 38, "end_offset": 52, "train": false}, {"begin_offset": 53, "end_offset": `)
}

// TestTrainerOptions: what does not go together is refused.
func TestTrainerOptions(t *testing.T) {
	for _, opts := range []dataset.Options{
		{For: "keras"}, {For: "trl", OutLayout: dataset.LayoutShareGPT}, {For: "trl", Options: convert.Options{To: "anthropic"}}, {For: "torchtune", Options: convert.Options{To: "openai"}},
	} {
		_, err := dataset.New(opts)
		var wrong *convert.OptionError
		require.ErrorAs(t, err, &wrong)
		require.NotEmpty(t, wrong.Allowed)
	}
}

// TestTrainerRowsHold: rows are JSON, each on its line, whose messages are as their trainer
// wants them. A record may become several rows.
func TestTrainerRowsHold(t *testing.T) {
	for _, trainer := range dataset.Trainers() {
		e, err := dataset.New(dataset.Options{For: trainer})
		require.NoError(t, err)
		rapid.Check(t, func(t *rapid.T) {
			rows, _, err := e.Record((&gen.Generator{T: t, Hits: gen.Hits{}}).OpenAI(false))
			if err != nil {
				return
			}
			for row := range strings.SplitSeq(string(rows), "\n") {
				holdsRow(t, trainer, row)
			}
		})
	}
}

func holdsRow(t *rapid.T, trainer, row string) {
	require.True(t, json.Valid([]byte(row)), "%s: %s", trainer, row)
	var fields struct {
		Messages, Conversations []struct{ Role, From string }
	}
	require.NoError(t, json.Unmarshal([]byte(row), &fields))
	turns := slices.Concat(fields.Messages, fields.Conversations)
	last := ""
	for i, m := range turns {
		side := "model"
		switch m.Role + m.From {
		case "user", "human", "observation", "tool", "tool_response":
			side = "other"
		case "system", "developer":
			side = "system"
		}
		if trainer == "llamafactory" || trainer == "torchtune" || trainer == "unsloth" {
			require.NotEqual(t, last, side, "%s: %s", trainer, row)
			require.True(t, side != "system" || i == 0)
			require.True(t, i < len(turns)-1 || side == "model")
		}
		last = side
	}
}

// TestSidecars writes settings next to rows: those of others stay.
func TestSidecars(t *testing.T) {
	dir := t.TempDir()
	in, info := filepath.Join(dir, "in.jsonl"), filepath.Join(dir, "dataset_info.json")
	require.NoError(t, os.WriteFile(in, []byte(tideLog+"\n"), 0o666))
	require.NoError(t, os.WriteFile(info, []byte(`{"mine": {"file_name":   "m.json"}}`), 0o666))
	run := func(trainer, output string, force bool) error {
		e, err := dataset.New(dataset.Options{For: trainer})
		require.NoError(t, err)
		_, err = job.Run(t.Context(), e, job.Job{Inputs: []string{in}, Output: filepath.Join(dir, output), Force: force})
		return err
	}
	require.NoError(t, run("llamafactory", "a.jsonl", false))
	require.NoError(t, run("llamafactory", "b.jsonl", false))
	require.NoError(t, run("llamafactory", "b.jsonl", true))
	merged, err := os.ReadFile(info)
	require.NoError(t, err)
	require.Contains(t, string(merged), `"mine": {"file_name":   "m.json"}`)
	var entries map[string]struct {
		FileName string `json:"file_name"`
	}
	require.NoError(t, json.Unmarshal(merged, &entries))
	require.Len(t, entries, 3)
	require.Equal(t, "b.jsonl", entries["b"].FileName)

	var refused *dataset.RefusedError
	require.ErrorAs(t, run("llamafactory", "mine.jsonl", false), &refused, "the entry is of another file")
	require.NoError(t, os.WriteFile(info, []byte(`[]`), 0o666))
	require.ErrorAs(t, run("llamafactory", "c.jsonl", false), &refused)
	require.NoFileExists(t, filepath.Join(dir, "c.jsonl"))

	require.NoError(t, run("axolotl", "d.jsonl", false))
	settings, err := os.ReadFile(filepath.Join(dir, "d.axolotl.yaml"))
	require.NoError(t, err)
	require.Contains(t, string(settings), "message_field_training: train\n")
	require.NoError(t, os.Remove(filepath.Join(dir, "d.jsonl")))
	require.ErrorAs(t, run("axolotl", "d.jsonl", false), &refused, "the settings are there")
	require.NoError(t, run("axolotl", "d.jsonl", true))

	require.ErrorAs(t, run("verl", "e.jsonl", false), &refused, "verl reads Parquet")
	require.ErrorAs(t, run("openai", "e.json", false), &refused, "OpenAI reads JSONL")
	require.ErrorAs(t, run("trl", "e.txt", false), &refused)
}

// TestSidecarWords: a name of a file is quoted where the settings need it.
func TestSidecarWords(t *testing.T) {
	for trainer, holds := range map[string]string{
		"axolotl": `path: "it's a: file.jsonl"`, "swift": `--dataset 'it'\''s a: file.jsonl'`, "llamafactory": `"file_name":"it's a: file.jsonl"`,
	} {
		e, err := dataset.New(dataset.Options{For: trainer})
		require.NoError(t, err)
		list := job.Sidecars(e, "it's a: file.jsonl")
		require.Len(t, list, 1)
		require.True(t, strings.Contains(string(list[0].Text), holds), string(list[0].Text))
	}
}

// TestTrainerTools: a tool list that is none, or that no prompt offers, does not get lost
// without a word.
func TestTrainerTools(t *testing.T) {
	const (
		list   = `[{"name": "tide", "description": "d", "parameters": {"type": "object"}}]`
		text   = `"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "Thought: t\nAction: tide\nAction Input: {}"}]}`
		shaped = `"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "t", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "tide", "arguments": "{}"}}]}, ` +
			`{"role": "tool", "tool_call_id": "a", "content": "r"}, {"role": "assistant", "content": "a"}]}`
	)
	quoted := strconv.Quote(list)
	for _, c := range []struct {
		trainer, tools, rest string
		holds                string // "" where the row has no tools
		code                 ir.Code
	}{
		{trainer: "trl", tools: list, rest: text, code: ir.CodeRowKey},
		{trainer: "trl", tools: "[]", rest: text},
		{trainer: "trl", tools: list, rest: shaped},
		{trainer: "trl", tools: `["tide"]`, rest: shaped, code: ir.CodeRowKey},
		{trainer: "openai", tools: list, rest: text, holds: `"tools": [{"type": "function", "function": {"name": "tide", `},
		{trainer: "openai", tools: quoted, rest: shaped, holds: `"tools": [{`},
		{trainer: "openai", tools: "5", rest: shaped, code: ir.CodeToolListUnread},
		{trainer: "axolotl", tools: quoted, rest: shaped, holds: `"tools": "[{`},
		{trainer: "axolotl", tools: `""`, rest: shaped},
		{trainer: "axolotl", tools: `"none"`, rest: shaped, code: ir.CodeToolListUnread},
		{trainer: "llamafactory", tools: `{"a": 1}`, rest: shaped, holds: `"tools": ""`, code: ir.CodeToolListUnread},
	} {
		row, codes, err := rowFor(t, dataset.Options{For: c.trainer}, `{"tools": `+c.tools+`, `+c.rest)
		require.NoError(t, err)
		require.Contains(t, row, c.holds)
		require.Equal(t, c.holds != "", strings.Contains(row, `"tools":`), row)
		for _, code := range []ir.Code{ir.CodeRowKey, ir.CodeToolListUnread} {
			require.Equal(t, code == c.code, slices.Contains(codes, code), "%s with %s: %v", c.trainer, c.tools, codes)
		}
	}
}

// TestTrainerLists: a row is made of the list that the layout names, not of another.
func TestTrainerLists(t *testing.T) {
	row, codes, err := rowFor(t, dataset.Options{For: "trl", Layout: dataset.LayoutMessages}, `{"conversations": [{"from": "human", "value": "x"}], "messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "a"}]}`)
	require.NoError(t, err)
	require.Equal(t, `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "a"}]}`, row)
	require.Contains(t, codes, ir.CodeRowKey)
}
