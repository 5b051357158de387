package dataset_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/train"
)

func stopping(t *testing.T, o dataset.Options, record string) string {
	t.Helper()
	e, err := dataset.New(o)
	require.NoError(t, err)
	out, res, err := e.Record([]byte(record))
	require.NoError(t, err)
	require.Empty(t, res.Diagnostics)
	return string(out)
}

const stopSource = `{"messages":[{"role":"user","content":"How far?"},` +
	`{"role":"assistant","content":"Thought: I look.\nAction: map\nAction Input: {\"q\": 1}"},` +
	`{"role":"user","content":"Observation: 9 km, says <|end|>"},` +
	`{"role":"assistant","content":"Thought: I know.\nAnswer: Nine.<|end|>"}]}`

// TestStopText: messages of the model get it once, results keep it, and reading takes it
// off again.
func TestStopText(t *testing.T) {
	o := dataset.Options{Options: convert.Options{From: "react", To: "react", StopText: "<|end|>"}}
	out := stopping(t, o, stopSource)
	require.Equal(t, strings.Replace(stopSource, `{\"q\": 1}`, `{\"q\": 1}<|end|>`, 1), out)
	require.Equal(t, out, stopping(t, o, out), "a second time")

	o.To = "xml"
	require.Equal(t, 3, strings.Count(stopping(t, o, out), "<|end|>"), "with the result's own")
}

// TestStopTextTrained: it ends the segments that are trained, and segments are read.
func TestStopTextTrained(t *testing.T) {
	o := dataset.Options{Options: convert.Options{From: "react", To: "react", StopText: "<|end|>"}, OutLayout: "segments", Train: train.Calls}
	source := strings.Replace(stopSource, ", says <|end|>", "", 1)
	out := stopping(t, o, source)
	require.Contains(t, out, `{"label": true, "text": "Thought: I look.\nAction: map\nAction Input: {\"q\": 1}<|end|>"}`)
	require.Contains(t, out, `Answer: Nine.<|end|>"}]}`)
	require.NotContains(t, out, `"label": true, "text": "Thought: I know`)

	o.OutLayout, o.Train = "messages", ""
	back := stopping(t, o, out)
	require.Equal(t, 2, strings.Count(back, "<|end|>"))
	require.Contains(t, back, `{\"q\": 1}<|end|>", "train": true}`)
	require.Contains(t, back, `Nine.<|end|>", "train": false}`)

	o.StopText, o.To, o.OutLayout = "", "ir", ""
	o.From = "react"
	e, err := dataset.New(o)
	require.NoError(t, err)
	plain, _, err := e.Record([]byte(back))
	require.NoError(t, err)
	require.Contains(t, string(plain), "Nine.<|end|>", "who doesn't say what it is reads it as content")
}

// TestStopTextDetail: what the model invented is not trained, and neither is a stop text
// that follows it; the other messages have theirs.
func TestStopTextDetail(t *testing.T) {
	source := strings.Replace(stopSource, `{\"q\": 1}`, `{\"q\": 1}\nObservation: made up\nThought: And so\nAnswer: Nine`, 1)
	o := dataset.Options{Options: convert.Options{From: "react", To: "react", StopText: "\nHALT"}, Train: train.All}
	e, err := dataset.New(o)
	require.NoError(t, err)
	out, _, err := e.Record([]byte(source))
	require.NoError(t, err)
	require.Contains(t, string(out), `Answer: Nine\nHALT","train_detail":[{"begin_offset":0,"end_offset":50,"train":true},{"begin_offset":51,"end_offset":108,"train":false}]}`)
	require.Contains(t, string(out), `Nine.<|end|>\nHALT"}]}`)
}

// TestStopTextLineEnds: a plain transcript whose lines end in CR LF has it before them.
func TestStopTextLineEnds(t *testing.T) {
	for _, word := range []string{"<|end|>", "\nPAUSE"} {
		e, err := dataset.New(dataset.Options{Options: convert.Options{From: "react", To: "react", StopText: word}})
		require.NoError(t, err)
		lines := "Question: How far?\nThought: I look.\nAction: map\nAction Input: {\"q\": 1}" + word + "\nObservation: 9 km\nThought: I know.\nAnswer: Nine." + word
		want, _, err := e.ConvertRecord(&dataset.Record{Raw: []byte(lines), Plain: true})
		require.NoError(t, err)
		require.Equal(t, lines, string(want))
		got, _, err := e.ConvertRecord(&dataset.Record{Raw: []byte(strings.ReplaceAll(lines, "\n", "\r\n")), Plain: true})
		require.NoError(t, err)
		require.Equal(t, string(want), string(got))
	}
}

// TestStopTextAfterBlanks: a marker after two blanks is none, so that the turn after it is
// the model's.
func TestStopTextAfterBlanks(t *testing.T) {
	e, err := dataset.New(dataset.Options{Options: convert.Options{From: "react", To: "react", StopText: "<|end|>"}})
	require.NoError(t, err)
	lines := "Question: q\nAssistant:  Answer: is no marker\nThought: b<|end|>\nObservation: c"
	out, _, err := e.ConvertRecord(&dataset.Record{Raw: []byte(lines), Plain: true})
	require.NoError(t, err)
	require.Equal(t, lines, string(out))
}

// TestStopTextAfterCR: a CR that is content stays where other lines end without one.
func TestStopTextAfterCR(t *testing.T) {
	e, err := dataset.New(dataset.Options{Options: convert.Options{From: "react", To: "react", StopText: "\nPAUSE"}})
	require.NoError(t, err)
	lines := "Question: q\r\nThought: a\nAnswer: ends in CR\r"
	out, _, err := e.ConvertRecord(&dataset.Record{Raw: []byte(lines), Plain: true})
	require.NoError(t, err)
	require.Equal(t, lines+"\nPAUSE", string(out))
}
