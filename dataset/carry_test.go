package dataset_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/carry"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/ir"
)

const reactRecord = `{"id": 1,"messages":[{"role":"user","content":"Nine?"},{"role":"assistant","content":"Thought:  I look.\nAction: f\nAction Input: {'a': 1, 'b': None}\n"},` +
	`{"role":"user","content":"Observation: nine"},{"role":"assistant","content":"Thought: I can answer without using any more tools.\nAnswer: Yes.\n\n"}]}`

const anthropicRecord = `{"messages": [{"role": "user", "content": "Nine?"}, {"role": "assistant", "content": [{"type": "thinking", "thinking": "hm", "signature": "c2ln"}, ` +
	`{"type": "tool_use", "id": "toolu_7", "name": "f", "input": {"a": 1.0}, "cache_control": {"type": "ephemeral"}}]}, ` +
	`{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "toolu_7", "is_error": false, "content": "nine"}]}, {"role": "assistant", "content": "Yes."}], "label": "good"}`

// carried sends a record from one style or shape to another one and back.
func carried(t *testing.T, from, to, record string, change func(string) string) (string, []ir.Diagnostic) {
	there, _, err := carrying(t, from, to, dataset.CarryBytes).Record([]byte(record))
	require.NoError(t, err)
	without, text, ok := layouts.TakeCarry(there)
	require.True(t, ok, "%s", there)
	there, ok = layouts.AddCarry([]byte(change(string(without))), text)
	require.True(t, ok)
	back, res, err := carrying(t, to, from, dataset.CarryBytes).Record(there)
	require.NoError(t, err)
	return string(back), res.Diagnostics
}

func replacing(old, new string) func(string) string {
	return func(s string) string { return strings.Replace(s, old, new, 1) }
}

func TestCarryChanges(t *testing.T) {
	for _, to := range []string{"xml", "openai", "ir", "gemini"} {
		back, diags := carried(t, "react", to, reactRecord, replacing("Yes", "Yes"))
		assert.Equal(t, reactRecord, back, to)
		assert.Empty(t, diags, to)

		back, _ = carried(t, "react", to, reactRecord, replacing("Yes", "No, ten"))
		assert.Equal(t, replacing("Yes", "No, ten")(reactRecord), back, to)

		back, _ = carried(t, "react", to, reactRecord, replacing("I look", "I have a look"))
		assert.Equal(t, replacing("I look", "I have a look")(reactRecord), back, to)

		if to == "ir" { // it moves other keys
			continue
		}
		back, _ = carried(t, "react", to, reactRecord, replacing(`"id": 1`, `"id": 2`))
		assert.Equal(t, replacing(`"id": 1`, `"id": 2`)(reactRecord), back, to)
	}
}

func TestCarryArgumentAdded(t *testing.T) {
	for _, to := range []string{"react", "hermes", "openai", "atif"} {
		back, _ := carried(t, "anthropic", to, anthropicRecord, func(s string) string {
			return strings.NewReplacer(`{"a": 1.0}`, `{"b": [1, {"c": 2}], "a": 1.0}`, `{\"a\": 1.0}`, `{\"b\": [1, {\"c\": 2}], \"a\": 1.0}`).Replace(s)
		})
		assert.Equal(t, replacing(`{"a": 1.0}`, `{"b": [1, {"c": 2}], "a": 1.0}`)(anthropicRecord), back, to)
	}
}

// TestCarryMessageRemoved removes what is in a record last: what it carries fits
// nowhere for sure.
func TestCarryMessageRemoved(t *testing.T) {
	cut := func(s string) string { return s[:strings.LastIndex(s, `, {"role"`)] + "]}" }
	back, diags := carried(t, "anthropic", "hermes", anthropicRecord[:len(anthropicRecord)-len(`, "label": "good"}`)]+"}", cut)
	assert.True(t, reported(diags, ir.CodeCarryStale))
	assert.NotContains(t, back, "toolu_7")
	assert.Contains(t, back, "call_0")
}

func TestCarryNested(t *testing.T) {
	record := []byte(replacing(`"id": 1`, `"toolspeak": "our own notes", "id": 1`)(reactRecord))
	way := []string{"react", "xml", "openai", "ir", "hermes"}
	at := record
	for i := range way[1:] {
		out, _, err := carrying(t, way[i], way[i+1], dataset.CarryBytes).Record(at)
		require.NoError(t, err)
		at = out
	}
	for i := len(way) - 1; i > 0; i-- {
		out, res, err := carrying(t, way[i], way[i-1], dataset.CarryBytes).Record(at)
		require.NoError(t, err)
		require.Empty(t, res.Diagnostics, way[i])
		at = out
	}
	assert.Equal(t, string(record), string(at))
}

// TestCarryLater leaves the key in peace on a part of the way.
func TestCarryLater(t *testing.T) {
	there, _, err := carrying(t, "react", "openai", dataset.CarryBytes).Record([]byte(reactRecord))
	require.NoError(t, err)
	on, _, err := carrying(t, "openai", "responses", dataset.CarryNone).Record(there)
	require.NoError(t, err)
	back, _, err := carrying(t, "responses", "react", dataset.CarryBytes).Record(on)
	require.NoError(t, err)
	assert.Equal(t, reactRecord, string(back))
}

// TestCarryForged lets records carry what contradicts them: it is of no use.
func TestCarryForged(t *testing.T) {
	there, _, err := carrying(t, "react", "openai", dataset.CarryBytes).Record([]byte(reactRecord))
	require.NoError(t, err)
	without, text, _ := layouts.TakeCarry(there)
	alone, _, err := carrying(t, "openai", "react", dataset.CarryNone).Record(without)
	require.NoError(t, err)
	for _, other := range []string{
		replacing("Action: f", "Action: rm")(reactRecord),
		replacing("'a': 1", "'a': 2")(reactRecord),
		replacing("Yes.", "No.")(reactRecord),
		replacing("Observation: nine", "Observation: ten")(reactRecord),
		replacing(`"id": 1`, `"id": 2`)(reactRecord), replacing(`"id": 1`, `"id": 1, "label": "good"`)(reactRecord),
		`{"messages": []}`, `{"id": 1}`, `[]`, `"{"`,
	} {
		forged, err := carry.Parse(text)
		require.NoError(t, err)
		forged.Patch, forged.Sum = carry.Make(alone, []byte(other)), carry.Digest([]byte(other))
		for _, self := range []bool{false, true} {
			if forged.Self = self; self {
				forged.Patch, forged.Base = carry.Make(without, []byte(other)), carry.Digest(without)
			}
			with, ok := layouts.AddCarry(without, forged.String())
			require.True(t, ok)
			if other == `"{"` { // what comes home need not be JSON
				with = bytes.Replace(with, []byte(`\"{\"`), []byte(`{`), 1)
			}
			back, res, err := carrying(t, "openai", "react", dataset.CarryBytes).Record(with)
			require.NoError(t, err)
			assert.Equal(t, string(alone), string(back), other)
			assert.True(t, reported(res.Diagnostics, ir.CodeCarryBroken), other)
		}
	}
}

// TestCarryGarbage lets records have other things under the key.
func TestCarryGarbage(t *testing.T) {
	without := `{"messages": [{"role": "user", "content": "Nine?"}, {"role": "assistant", "content": "<answer>\nYes.\n</answer>"}]}`
	for _, text := range []string{
		"", "x", "{}", "null", strings.Repeat("[", 100_000),
		`{"home":"react","via":"nowhere","sum":"","patch":[1,null,[]]}`,
		`{"home":"react","via":"xml","options":{"other":"x"},"sum":"","patch":[1,null,[]]}`,
		`{"home":"react","via":"xml","options":{"thoughts":"x"},"sum":"","patch":[4,null,[]]}`,
	} {
		with, ok := layouts.AddCarry([]byte(without), text)
		require.True(t, ok)
		out, res, err := carrying(t, "xml", "react", dataset.CarryBytes).Record(with)
		require.NoError(t, err, text)
		assert.True(t, reported(res.Diagnostics, ir.CodeCarryBroken) || reported(res.Diagnostics, ir.CodeCarryStale), text)
		assert.Contains(t, string(out), "Answer: Yes.", text)
	}
}

func TestCarryStrict(t *testing.T) {
	record := []byte(anthropicRecord)
	for _, c := range []dataset.Carry{dataset.CarryNone, dataset.CarryMeaning, dataset.CarryBytes} {
		e, err := dataset.New(dataset.Options{Carry: c, Options: convert.Options{To: "react", Strict: convert.StrictLosses}})
		require.NoError(t, err)
		_, res, err := e.Record(record)
		if c == dataset.CarryNone {
			assert.Error(t, err)
			continue
		}
		require.NoError(t, err)
		assert.NotEmpty(t, res.Diagnostics)
	}
}

// TestCarryMeaning brings home what a record said, in toolspeak's own spelling.
func TestCarryMeaning(t *testing.T) {
	compact := strings.NewReplacer(": ", ":", ", ", ",").Replace(anthropicRecord)
	there, _, err := carrying(t, "anthropic", "react", dataset.CarryMeaning).Record([]byte(compact))
	require.NoError(t, err)
	back, _, err := carrying(t, "react", "anthropic", dataset.CarryMeaning).Record(there)
	require.NoError(t, err)
	assert.Contains(t, string(back), `{"type": "thinking", "thinking": "hm", "signature": "c2ln"}`)
	assert.Contains(t, string(back), `"id": "toolu_7"`)
	assert.NotEqual(t, compact, string(back))
}

func TestCarryNoPlace(t *testing.T) {
	e := carrying(t, "react", "xml", dataset.CarryBytes)
	_, res, err := e.Record([]byte(`[{"role": "assistant", "content": "Thought:  x\nAction: f\nAction Input: {'a': 1}"}]`))
	require.NoError(t, err)
	assert.True(t, reported(res.Diagnostics, ir.CodeCarryNoPlace))
	out, res, err := e.ConvertRecord(&dataset.Record{Raw: []byte("Question: x\nThought: y\nAction: f\nAction Input: {}"), Plain: true})
	require.NoError(t, err)
	assert.True(t, reported(res.Diagnostics, ir.CodeCarryNoPlace))
	assert.NotContains(t, string(out), "toolspeak")
}

func TestCarryOption(t *testing.T) {
	for _, opts := range []dataset.Options{
		{Carry: "all", Options: convert.Options{To: "xml"}},
		{Carry: dataset.CarryBytes, For: "trl", Options: convert.Options{To: "openai"}},
	} {
		_, err := dataset.New(opts)
		var wrong *convert.OptionError
		require.ErrorAs(t, err, &wrong)
		assert.Equal(t, "carry", wrong.Option)
	}
	_, err := dataset.New(dataset.Options{Carry: "none", Options: convert.Options{To: "xml"}})
	assert.NoError(t, err)
}

// TestCarryNone leaves a record with the key as it is.
func TestCarryNone(t *testing.T) {
	record := replacing(`"id": 1`, `"toolspeak": "notes", "id": 1`)(reactRecord)
	for _, to := range []string{"react", "xml", "openai"} {
		with, _, err := carrying(t, "react", to, dataset.CarryNone).Record([]byte(record))
		require.NoError(t, err)
		without, _, err := carrying(t, "react", to, dataset.CarryNone).Record([]byte(reactRecord))
		require.NoError(t, err)
		assert.Equal(t, string(without), strings.Replace(string(with), `"toolspeak": "notes", `, "", 1), to)
		assert.True(t, bytes.Contains(with, []byte(`"toolspeak": "notes"`)))
	}
}

// TestCarryMeaningOfKeys: what steps don't hold of messages comes home, too.
func TestCarryMeaningOfKeys(t *testing.T) {
	const record = `{"messages":[{"role":"user","content":"q","mood":3},{"role":"assistant","content":null,"logprobs":{"x":[1]},"tool_calls":[{"id":"a","index":0,"type":"function","function":{"name":"f","arguments":"{}"}}]},` +
		`{"role":"tool","tool_call_id":"a","content":"r","ms":12},{"role":"assistant","content":"ok","annotations":[1]}]}`
	for _, to := range []string{"react", "anthropic", "gemini", "hermes", "kimi-k2"} {
		there, _, err := carrying(t, "openai", to, dataset.CarryMeaning).Record([]byte(record))
		require.NoError(t, err)
		back, _, err := carrying(t, to, "openai", dataset.CarryMeaning).Record(there)
		require.NoError(t, err)
		for _, key := range []string{`"mood":3`, `"logprobs":{"x":[1]}`, `"ms":12`, `"annotations":[1]`, `"index":0`, `"id":"a"`} {
			require.Contains(t, string(back), key, to)
		}
	}
}
