package dataset_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// Answers of preferences, as they are inside JSON.
const (
	asksTurn    = `{"from": "human", "value": "é?"}`
	asksMessage = `{"role": "user", "content": "é?"}`
	callTurn    = `{"from": "gpt", "value": "` + callReact + `", "k": [1.0]}`
	callMessage = `{"content": "` + callReact + `", "role": "assistant"}`
	noTurn      = `{"from" : "gpt", "value": "` + otherReact + `"}`
	noMessage   = `{"role": "assistant", "content": "` + otherReact + `"}`
)

// TestAnswersNextToMessages: answers under "chosen" and "rejected" continue the messages next to
// them, and are converted in their places.
func TestAnswersNextToMessages(t *testing.T) {
	whole := `[` + asksMessage + `, ` + callMessage + `]`
	for name, c := range map[string]struct {
		in    string
		calls int
	}{
		"LLaMA-Factory":                   {`{"conversations": [` + asksTurn + `], "chosen": ` + callTurn + `, "rejected": ` + noTurn + `, "id": 1.0}`, 1},
		"the rejected one calls":          {`{"conversations": [` + asksTurn + `], "chosen": ` + noTurn + `, "rejected" : ` + callTurn + `}`, 1},
		"answers come first":              {`{"rejected": ` + callTurn + `, "chosen": ` + callTurn + `, "conversations": [` + asksTurn + `]}`, 2},
		"after a result":                  {`{"conversations": [` + asksTurn + `, ` + callTurn + `, {"from": "human", "value": "` + resultReact + `"}], "chosen": {"from": "gpt", "value": "` + answerReact + `"}, "rejected": ` + callTurn + `}`, 3},
		"objects of roles":                {`{"messages": [` + asksMessage + `], "chosen": ` + callMessage + `, "rejected": ` + noMessage + `}`, 1},
		"objects next to a prompt":        {`{"prompt": [` + asksMessage + `], "chosen": ` + callMessage + `, "rejected": ` + noMessage + `}`, 1},
		"lists next to messages":          {`{"messages": [` + asksMessage + `], "chosen": [` + callMessage + `], "rejected": [ ` + noMessage + `]}`, 1},
		"lists next to conversations":     {`{"conversations": [` + asksTurn + `], "chosen": [` + callTurn + `], "rejected": [` + noTurn + `]}`, 1},
		"a list and an object":            {`{"messages": [` + asksMessage + `], "chosen": [` + callMessage + `], "rejected": ` + noMessage + `}`, 1},
		"strings":                         {`{"messages": [` + asksMessage + `], "chosen": "` + callReact + `", "rejected": "` + otherReact + `"}`, 1},
		"whole lists, of which one is it": {`{"prompt": "é?", "messages": ` + whole + `, "chosen": ` + whole + `, "rejected": [` + asksMessage + `, ` + noMessage + `], "score_chosen": 1.0}`, 2},
	} {
		t.Run(name, func(t *testing.T) {
			out, res, err := nativeEngine(t, convert.Options{To: "xml"}).Record([]byte(c.in))
			require.NoError(t, err)
			require.Equal(t, dataset.LayoutPreference, res.Layout)
			require.Equal(t, c.calls, res.Steps[ir.Call])
			require.Equal(t, inXML.Replace(c.in), string(out))
			back, _, err := nativeEngine(t, convert.Options{To: "react"}).Record(out)
			require.NoError(t, err)
			require.Equal(t, c.in, string(back))
		})
	}
}

// TestKeysThatAreNoAnswers: what is no message stays as it is.
func TestKeysThatAreNoAnswers(t *testing.T) {
	list := `[` + asksMessage + `, ` + callMessage + `]`
	for name, in := range map[string]string{
		"the names of models": `{"messages": ` + list + `, "chosen": "model-a", "rejected": "model-b"}`,
		"scores":              `{"messages": ` + list + `, "chosen": 1.0, "rejected": [0.5]}`,
		"objects":             `{"messages": ` + list + `, "chosen": {"score": 1.0}, "rejected": {}}`,
		"no alternative":      `{"messages": ` + list + `, "chosen": null, "rejected": []}`,
		"a label":             `{"conversations": [` + asksTurn + `, ` + callTurn + `], "kto_tag": false}`,
		"a label of messages": `{"messages": ` + list + `, "kto_tag": true}`,
	} {
		t.Run(name, func(t *testing.T) {
			out, res, err := nativeEngine(t, convert.Options{To: "xml"}).Record([]byte(in))
			require.NoError(t, err)
			require.NotEqual(t, dataset.LayoutPreference, res.Layout)
			require.Equal(t, inXML.Replace(in), string(out))
		})
	}
}

// TestNativeAnswersNextToMessages: native tool calls in any piece of a preference are read.
func TestNativeAnswersNextToMessages(t *testing.T) {
	const (
		calls  = `{"from": "function_call", "value": "{\"name\": \"f\", \"arguments\": {}}"}`
		saw    = `{"from": "observation", "value": "1"}`
		said   = `{"from": "gpt", "value": "no"}`
		called = `{"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}`
		other  = `{"role": "assistant", "content": "no"}`
		result = `{"role": "tool", "tool_call_id": "a", "content": "1"}`
	)
	steps := strings.NewReplacer(`"conversations"`, `"messages"`, calls, `{"role": "assistant", "content": "Do: f\nWith: {}"}`,
		called, `{"role": "assistant", "content": "Do: f\nWith: {}"}`, saw, `{"role": "user", "content": "Saw: 1"}`, result, `{"role": "user", "content": "Saw: 1"}`,
		said, `{"role": "assistant", "content": "Done: no"}`, other, `{"role": "assistant", "content": "Done: no"}`, asksTurn, asksMessage)
	for name, in := range map[string]string{
		"LLaMA-Factory":          `{"conversations": [` + asksTurn + `], "chosen": ` + calls + `, "rejected": ` + said + `, "id": 1.0}`,
		"calls before":           `{"id": 1.0, "conversations": [` + asksTurn + `, ` + calls + `, ` + saw + `], "chosen": ` + said + `, "rejected": ` + calls + `}`,
		"Chat Completions":       `{"messages": [` + asksMessage + `], "chosen": ` + called + `, "rejected": ` + other + `}`,
		"Chat Completions, call": `{"messages": [` + asksMessage + `, ` + called + `, ` + result + `], "chosen": [` + other + `], "rejected": [` + other + `]}`,
		"whole lists":            `{"messages": [` + asksMessage + `, ` + called + `], "chosen": [` + asksMessage + `, ` + called + `], "rejected": [` + asksMessage + `, ` + other + `]}`,
	} {
		t.Run(name, func(t *testing.T) {
			out, _, err := stepsEngine(t, "steps").Record([]byte(in))
			require.NoError(t, err)
			require.Equal(t, steps.Replace(in), strings.Replace(string(out), `{"role": "system", "content": "Calls."}, `, "", -1))
		})
	}
	out, _, err := stepsEngine(t, "llamafactory").Record([]byte(`{"messages": [` + asksMessage + `], "chosen": ` + called + `, "rejected": ` + other + `}`))
	require.NoError(t, err)
	require.Equal(t, `{"conversations": [`+asksTurn+`], "chosen": `+calls+`, "rejected": `+said+`}`, string(out))
}

// TestAnswersRefused: answers that can't be converted are rejected by their keys.
func TestAnswersRefused(t *testing.T) {
	const called = `{"role": "assistant", "content": "x", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}`
	for name, c := range map[string]struct {
		to, in string
		code   ir.Code
		says   string
	}{
		"to one transcript":    {"openai", `{"conversations": [` + asksTurn + `], "chosen": ` + callTurn + `, "rejected": ` + noTurn + `}`, ir.CodeLayoutTooNarrow, `those of "chosen" and "rejected"`},
		"one message, two":     {"swift", `{"messages": [` + asksMessage + `], "chosen": ` + called + `, "rejected": ` + noMessage + `}`, ir.CodeLayoutTooNarrow, `"chosen" is one message, which became 2`},
		"one side":             {"react", `{"messages": [` + asksMessage + `, ` + noMessage + `], "rejected": ` + called + `}`, ir.CodeUnknownLayout, `"rejected"`},
		"two lists":            {"react", `{"messages": [` + asksMessage + `], "conversations": [` + asksTurn + `], "chosen": ` + callTurn + `, "rejected": ` + noTurn + `}`, ir.CodeUnknownLayout, `"messages" and "conversations"`},
		"one whole, one not":   {"react", `{"messages": [` + asksMessage + `], "chosen": [` + asksMessage + `, ` + called + `], "rejected": [` + noMessage + `]}`, ir.CodeUnknownLayout, `"chosen"`},
		"a broken call":        {"xml", `{"conversations": [` + asksTurn + `], "chosen": ` + noTurn + `, "rejected": {"from": "gpt", "value": "Thought: a\nAction: f\nAction Input: {"}}`, ir.CodeBrokenArgs, `in "rejected": `},
		"a broken native call": {"react", `{"messages": [` + asksMessage + `], "chosen": ` + called + `, "rejected": {"role": "assistant", "tool_calls": [{}]}}`, ir.CodeWrongType, `in "rejected": `},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, err := nativeEngine(t, convert.Options{To: c.to}).Record([]byte(c.in))
			require.Equal(t, c.code, codeOf(err), "%v", err)
			require.Contains(t, err.Error(), c.says)
		})
	}
}

// TestPairsWithOtherKeys: pairs are read by the keys that other programs give them, and a row of one
// answer says how to take them.
func TestPairsWithOtherKeys(t *testing.T) {
	const asks, good, bad = `{"role": "user", "content": "?"}`, `{"role": "assistant", "content": "Thought: g\nAction: f\nAction Input: {}"}`, `{"role": "assistant", "content": "Thought: b\nAnswer: n"}`
	const goodText, badText = `"Thought: g\nAction: f\nAction Input: {}"`, `"Thought: b\nAnswer: n"`
	for _, record := range []string{
		`{"id": 7, "input": {"messages": [` + asks + `], "tools": []}, "preferred_output": [` + good + `], "non_preferred_output": [` + bad + `]}`,
		`{"id": 7, "input": [` + asks + `], "preferred_output": [` + good + `], "non_preferred_output": [` + bad + `]}`,
		`{"id": 7, "prompt": "?", "response_chosen": ` + goodText + `, "response_rejected": ` + badText + `}`,
		`{"id": 7, "question": "?", "response_j": ` + goodText + `, "response_k": ` + badText + `}`,
		`{"id": 7, "prompt": "?", "rejected_response": ` + badText + `, "chosen_response": ` + goodText + `}`,
		`{"id": 7, "instruction": "?", "input": "now", "chosen": ` + goodText + `, "rejected": ` + badText + `}`,
		`{"id": 7, "question": "?", "chosen": ` + goodText + `, "rejected": ` + badText + `}`,
		`{"id": 7, "instruction": "?", "input": "", "output": [` + goodText + `, ` + badText + `]}`,
		`{"id": 7, "messages": [` + asks + `, ` + good + `], "rejected_response": ` + badText + `}`,
		`{"id": 7, "messages": [` + asks + `, ` + good + `], "rejected_messages": [` + asks + `, ` + bad + `]}`,
	} {
		out, _, err := nativeEngine(t, convert.Options{To: "xml"}).Record([]byte(record))
		require.NoError(t, err, record)
		row := gjson.ParseBytes(out)
		require.Equal(t, "7", row.Get("id").Raw)
		require.Contains(t, row.Get("chosen").Raw, "<tool_use>")
		require.Contains(t, row.Get("rejected").Raw, "<answer>")
		e, err := dataset.New(dataset.Options{For: "trl-pairs"})
		require.NoError(t, err)
		out, _, err = e.Record([]byte(record))
		require.NoError(t, err, record)
		require.Contains(t, gjson.GetBytes(out, "chosen").Raw, "<tool_call>")
		e, err = dataset.New(dataset.Options{For: "trl"})
		require.NoError(t, err)
		_, _, err = e.Record([]byte(record))
		require.ErrorContains(t, err, "--for trl-pairs")
	}
	for _, record := range []string{
		`{"messages": [` + asks + `, ` + good + `], "rejected_messages": 3}`, `{"messages": [` + asks + `], "rejected_response": "x"}`, `{"question": "?", "response_k": "x"}`,
	} {
		_, _, err := nativeEngine(t, convert.Options{To: "xml"}).Record([]byte(record))
		require.True(t, err == nil || codeOf(err) == ir.CodeUnknownLayout, "%v", err)
	}
}

// TestPairsOfShareGPT: what both answers continue is the prompt of a pair, and messages are in the
// words of chat.
func TestPairsOfShareGPT(t *testing.T) {
	e, err := dataset.New(dataset.Options{For: "trl-pairs"})
	require.NoError(t, err)
	const want = `{"prompt": [{"role": "user", "content": "?"}], "chosen": [{"role": "assistant", "content": "good"}], "rejected": [{"role": "assistant", "content": "bad"}]}`
	for _, record := range []string{
		`{"conversations": [{"from": "human", "value": "?"}], "chosen": {"from": "gpt", "value": "good"}, "rejected": {"from": "gpt", "value": "bad"}}`,
		`{"conversations": [{"from": "human", "value": "?"}], "chosen": "good", "rejected": "bad"}`,
		`{"conversations": [{"from": "human", "value": "?"}], "chosen": [{"from": "gpt", "value": "good"}], "rejected": [{"from": "gpt", "value": "bad"}]}`,
		`{"messages": [{"role": "user", "content": "?"}], "chosen": {"role": "assistant", "content": "good"}, "rejected": {"role": "assistant", "content": "bad"}}`,
	} {
		out, _, err := e.Record([]byte(record))
		require.NoError(t, err, record)
		require.Equal(t, want, string(out), record)
	}
	out, _, err := e.Record([]byte(`{"system": "s", "conversations": [{"from": "human", "value": "?"}], "chosen": {"from": "gpt", "value": "a"}, "rejected": {"from": "gpt", "value": "b"}}`))
	require.NoError(t, err)
	require.Contains(t, string(out), `"prompt": [{"role": "system", "content": "s"}, {"role": "user", "content": "?"}]`)
	out, _, err = e.Record([]byte(`{"instruction": "one", "input": "two", "chosen": "a", "rejected": "b"}`))
	require.NoError(t, err)
	require.Equal(t, `{"prompt": "one\ntwo", "chosen": "a", "rejected": "b"}`, string(out))
}
