package dataset_test

import (
	"strings"
	"testing"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/train"
)

// TestAddedSentencesAreNotTrained: a sentence of the style that the source does not have is not
// trained, and where a row can't say so, a note counts them. One that the source has is.
func TestAddedSentencesAreNotTrained(t *testing.T) {
	const question = `{"role": "user", "content": "?"}, `
	const silent = `{"messages": [` + question + `{"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}, {"role": "tool", "tool_call_id": "a", "content": "9"}, {"role": "assistant", "content": "Nine."}]}`
	spoken := strings.Replace(silent, `null`, `"I need to use a tool to help me answer the question."`, 1)
	const weighed = `{"messages": [` + question + `{"role": "assistant", "weight": 1, "content": "<tool_call>\n{\"name\": \"f\", \"arguments\": {}}\n</tool_call>"}, {"role": "user", "content": "<tool_response>\n9\n</tool_response>"}, {"role": "assistant", "weight": 1, "content": "Nine."}]}`
	const untrained = `{"label": false, "text": "\nObservation: 9\nThought: I can answer without using any more tools.\n"}`
	for _, c := range []struct {
		name, in, trainer, layout string
		policy                    train.Policy
		want                      string
		note                      int
	}{
		{"segments", silent, "axolotl-segments", "", "", `Question: ?\nThought: I need to use a tool to help me answer the question.\n"}, {"label": true, "text": "Action: f\nAction Input: {}"}`, 0},
		{"segments of words", spoken, "axolotl-segments", "", "", `{"label": true, "text": "Thought: I need to use a tool to help me answer the question.\nAction: f`, 0},
		{"prompts of texts", silent, "trl-text", "", "", `"completion": "Action: f\nAction Input: {}"}`, 0},
		{"detail", silent, "axolotl", "", "", `"train_detail": [{"begin_offset": 0, "end_offset": 61, "train": false}, {"begin_offset": 62`, 0},
		{"no detail", silent, "trl", "", "", `"Thought: I need to use a tool to help me answer the question.\nAction: f\nAction Input: {}"}`, 2},
		{"turns", silent, "trl-turns", "", "", `"completion": [{"role": "assistant", "content": "Thought: I need`, 2},
		{"the last alone", silent, "trl", "", train.Answers, `"Thought: I need`, 1},
		{"segments without a trainer", silent, "", "segments", train.All, untrained, 0},
		{"messages", silent, "", "messages", train.All, `"train_detail": [{"begin_offset":0,"end_offset":61,"train":false}`, 0},
		{"conversations", silent, "", "sharegpt", train.All, `"train_detail": [{"begin_offset":0`, 0},
		{"messages with weights", weighed, "", "", train.All, `"Thought: I need`, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			e, err := dataset.New(dataset.Options{Options: convert.Options{To: "react"}, For: c.trainer, Train: c.policy, OutLayout: dataset.Layout(c.layout)})
			if err != nil {
				t.Fatal(err)
			}
			row, res, err := e.Record([]byte(c.in))
			if err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(string(row), c.want) {
				t.Errorf("wrote\n%s\nwithout\n%s", row, c.want)
			}
			notes := 0
			for _, d := range res.Diagnostics {
				if d.Code == ir.CodeFixedSentenceTrained {
					notes += d.Count
				}
			}
			if notes != c.note {
				t.Errorf("a note counts %d sentences that are trained, expected %d: %v", notes, c.note, res.Diagnostics)
			}
		})
	}
}
