package dataset_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/dataset/job"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

func TestOutLayout(t *testing.T) {
	const (
		messages   = `{"id": 1.0, "messages": [{"role": "system", "content": "\u00e9"}, {"role": "user", "content": "?"}, {"role": "assistant", "content": "` + callReact + `"}, {"role": "user", "content": "` + resultReact + `"}, {"role": "assistant", "content": "` + answerReact + `"}], "z": null}`
		shareGPT   = `{"id": 1.0, "conversations": [{"from": "system", "value": "\u00e9"}, {"from": "human", "value": "?"}, {"from": "gpt", "value": "` + callReact + `"}, {"from": "human", "value": "` + resultReact + `"}, {"from": "gpt", "value": "` + answerReact + `"}], "z": null}`
		completion = `{"id": 1.0, "prompt": [{"role": "system", "content": "\u00e9"}, {"role": "user", "content": "?"}], "completion": [{"role": "assistant", "content": "` + callReact + `"}, {"role": "user", "content": "` + resultReact + `"}, {"role": "assistant", "content": "` + answerReact + `"}], "z": null}`
		plain      = `{"id": 1.0, "text": "System: \u00e9\nQuestion: ?\n` + callReact + `\n` + resultReact + `\n` + answerReact + `", "z": null}`
	)
	forms := map[dataset.Layout]string{dataset.LayoutMessages: messages, dataset.LayoutShareGPT: shareGPT, dataset.LayoutPromptCompletion: completion, dataset.LayoutText: plain}
	for from, in := range forms {
		for to, want := range forms {
			t.Run(from.String()+" to "+to.String(), func(t *testing.T) {
				e, err := dataset.New(dataset.Options{OutLayout: to, Options: convert.Options{To: "react", Prompts: keep}})
				require.NoError(t, err)
				out, res, err := e.Record([]byte(in))
				require.NoError(t, err)
				require.Empty(t, res.Diagnostics)
				require.Equal(t, want, string(out))
				back, err := dataset.New(dataset.Options{OutLayout: to, Options: convert.Options{To: "xml", Prompts: keep}})
				require.NoError(t, err)
				out, _, err = back.Record([]byte(in))
				require.NoError(t, err)
				require.Contains(t, string(out), callXML)
			})
		}
	}
}

func TestOutLayoutLosses(t *testing.T) {
	e, err := dataset.New(dataset.Options{OutLayout: dataset.LayoutShareGPT, Options: convert.Options{To: "react"}})
	require.NoError(t, err)
	out, res, err := e.Record([]byte(`[{"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "image"}], "id": 7}, {"role": "assistant", "content": ["Answer: x", "Answer: y"]}]`))
	require.NoError(t, err)
	require.JSONEq(t, `{"conversations": [{"from": "human", "value": "a"}, {"from": "gpt", "value": ["Thought: I can answer without using any more tools.\nAnswer: x", "Thought: I can answer without using any more tools.\nAnswer: y"]}]}`, string(out))
	var codes []ir.Code
	for _, d := range res.Diagnostics {
		codes = append(codes, d.Code)
	}
	require.Contains(t, codes, ir.CodeMessageKeys)
	require.Contains(t, codes, ir.CodePartsDropped)

	for in, code := range map[string]ir.Code{
		`{"messages": [], "conversations": null}`:                    ir.CodeDuplicateKey,
		`{"chosen": [], "rejected": []}`:                             ir.CodeLayoutTooNarrow,
		`{"instruction": "a", "output": "b", "conversations": null}`: ir.CodeDuplicateKey,
	} {
		_, _, err := e.Record([]byte(in))
		var d *ir.Diagnostic
		require.ErrorAs(t, err, &d, in)
		require.Equal(t, code, d.Code, d.Text())
	}
	_, err = dataset.New(dataset.Options{OutLayout: dataset.LayoutAlpaca, Options: convert.Options{To: "react"}})
	require.EqualError(t, err, `out-layout is "alpaca": expected one of messages, sharegpt, text, segments, prompt-completion`)
	for in, want := range map[string]string{
		`{"instruction": "a", "input": "", "output": "Answer: b", "id": 7}`:               `{"conversations": [{"from": "human", "value": "a"}, {"from": "gpt", "value": "Thought: I can answer without using any more tools.\nAnswer: b"}], "id": 7}`,
		`{"toolspeak": 1, "steps": [{"kind": "user", "text": "a"}], "record": {"id": 7}}`: `{"conversations": [{"from": "human", "value": "a"}], "id": 7}`,
	} {
		out, _, err := e.Record([]byte(in))
		require.NoError(t, err)
		require.Equal(t, want, string(out))
	}
}

// A plain text becomes a record of any layout that records are moved to, in every
// style.
func TestOutLayoutOfPlainText(t *testing.T) {
	const in = "System: Be brief.\nQuestion: é?\nThought: Look.\nAction: f\nAction Input: {\"n\": 1.0}\nObservation: 7\nThought: Hm.\nAnswer: A\n"
	for _, style := range styles.All() {
		for _, to := range []dataset.Layout{dataset.LayoutText, dataset.LayoutMessages, dataset.LayoutShareGPT, dataset.LayoutPromptCompletion} {
			e, err := dataset.New(dataset.Options{OutLayout: to, Options: convert.Options{From: "react", To: style.Name}})
			require.NoError(t, err)
			out, res, err := e.ConvertRecord(&dataset.Record{Raw: []byte(strings.TrimSuffix(in, "\n")), Plain: true})
			require.NoError(t, err, "%s %s", style.Name, to)
			require.Equal(t, dataset.LayoutText, res.Layout)
			if to == dataset.LayoutText && style.Name != "ir" {
				require.False(t, json.Valid(out), "it stays plain")
				continue
			}
			require.True(t, json.Valid(out), "%s", out)
			back, err := dataset.New(dataset.Options{Layout: to, Options: convert.Options{From: style.Name, To: "react"}})
			require.NoError(t, err)
			_, again, err := back.Record(out)
			require.NoError(t, err)
			require.Equal(t, res.Steps[ir.Call], again.Steps[ir.Call])
			require.Equal(t, res.Steps[ir.Answer], again.Steps[ir.Answer])
		}
	}
}

// Texts that become records are lines of JSONL, whatever ends the texts.
func TestOutLayoutOfPlainFiles(t *testing.T) {
	e, err := dataset.New(dataset.Options{OutLayout: dataset.LayoutMessages, KeepOriginal: true, Options: convert.Options{To: "xml"}})
	require.NoError(t, err)
	dir := t.TempDir()
	for name, in := range map[string]string{"a.txt": "\xEF\xBB\xBFQuestion: a", "b.txt": "Question: a\r\n"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(in), 0o666))
	}
	var b bytes.Buffer
	_, err = job.Run(t.Context(), e, job.Job{Inputs: []string{dir}, Stdout: &b})
	require.NoError(t, err)
	const line = `{"messages": [{"role": "user", "content": "a"}],"original_text":"Question: a"}` + "\n"
	require.Equal(t, line+line, b.String())

	plain, err := dataset.New(dataset.Options{Options: convert.Options{To: "xml"}})
	require.NoError(t, err)
	_, err = job.Run(t.Context(), plain, job.Job{Inputs: []string{filepath.Join(dir, "a.txt"), filepath.Join(dir, "b.txt")}, Stdout: &b})
	require.ErrorContains(t, err, "they can't go to one output, a file that ends in .jsonl takes a record for each of them")
}
