package dataset_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
)

// corpus returns the path of a file of real transcripts, or skips the test.
func corpus(t *testing.T, name string) string {
	t.Helper()
	root := os.Getenv("TOOLSPEAK_CORPUS")
	if root == "" {
		t.Skip("TOOLSPEAK_CORPUS is not set: the real transcripts are not here")
	}
	return filepath.Join(root, filepath.FromSlash(name))
}

// tally is a report with the rejects.
type tally struct {
	*dataset.Report
	rejects map[ir.Code]int
	reasons []string
}

// run converts a whole input.
func run(t *testing.T, name string, in []byte, opts convert.Options) ([]byte, *tally) {
	t.Helper()
	e, err := dataset.New(dataset.Options{Options: opts})
	require.NoError(t, err)
	var out, reasons bytes.Buffer
	report, err := e.CopyWith(t.Context(), &out, bytes.NewReader(in), dataset.CopyOptions{Name: name, Rejects: io.Discard, Reasons: &reasons})
	require.NoError(t, err)
	s := &tally{Report: report, rejects: map[ir.Code]int{}}
	for line := range bytes.Lines(reasons.Bytes()) {
		s.rejects[ir.Code(gjson.GetBytes(line, "code").String())]++
		s.reasons = append(s.reasons, gjson.GetBytes(line, "reason").String())
	}
	return out.Bytes(), s
}

func read(t *testing.T, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(corpus(t, name))
	require.NoError(t, err)
	return data
}

const llamaIndex = "llamaindex-react/finetuning_events_10q.jsonl"

func TestLlamaIndex(t *testing.T) {
	in := read(t, llamaIndex)
	out, s := run(t, llamaIndex, in, convert.Options{From: "react", To: "xml"})
	require.NotContains(t, string(out), "Action Input", "neither in prompts nor in turns")
	require.Equal(t, 184, s.Records)
	require.Equal(t, 0, s.Report.Rejected)
	require.Equal(t, map[string]int{"user": 184, "thought": 401, "call": 341, "observation": 217, "answer": 60}, s.Steps)
	require.Equal(t, map[string]int{"python-args": 245, "tool-list-python": 184}, s.Repairs)

	before, after := bytes.Split(in, []byte("\n")), bytes.Split(out, []byte("\n"))
	require.Len(t, after, len(before))
	for i := range before {
		if len(before[i]) == 0 {
			continue
		}
		require.Equal(t, outside(t, before[i]), outside(t, after[i]), "record %d", i+1)
	}
}

// outside returns a record of the messages layout without the contents that
// the model and the tools gave, and checks that these say no marker.
func outside(t *testing.T, line []byte) string {
	t.Helper()
	var r struct {
		Messages []struct{ Role, Content json.RawMessage }
	}
	require.NoError(t, json.Unmarshal(line, &r))
	rest := string(line)
	for _, m := range r.Messages {
		content := string(m.Content)
		switch {
		case string(m.Role) == `"assistant"` || string(m.Role) == `"system"`:
			rest = strings.Replace(rest, content, "…", 1)
		case strings.HasPrefix(content, `"Observation: `) || strings.HasPrefix(content, `"<tool_use_result>`):
			rest = strings.Replace(rest, content, "…", 1)
		}
		if strings.HasPrefix(content, `"<`) || strings.Contains(content, "<answer>") {
			require.NotContains(t, content, "Action Input")
		}
	}
	return rest
}

// keep keeps system prompts as they are.
var keep = prompts.Options{Mode: prompts.ModeKeep}

// TestRealThereAndBack converts real records to every style and back: the
// result is their own style's normal form, byte for byte. With the prompts
// translated, all ways lead back to the same bytes, and to that form but for the
// prompts, which are toolspeak's then.
func TestRealThereAndBack(t *testing.T) {
	for name, own := range map[string]string{
		llamaIndex: "react",
		"criticsearch/sharegpt_conversations_4962.json": "xml",
		"criticsearch/sharegpt_conversations_6725.json": "xml",
		"criticsearch/sharegpt_conversations_9710.json": "xml",
		"rotbench/First_Turn__clean.json":               "react",
		"rotbench/Third_Turn__clean.json":               "react",
		"rotbench/Third_Turn__medium.json":              "react",
	} {
		in := read(t, name)
		normal, _ := run(t, name, in, convert.Options{To: own, Prompts: keep, Observations: convert.UserObservations})
		var translated []byte
		for _, style := range []string{"react", "tool-input", "tool-json", "tao", "xml"} {
			t.Run(name+" "+style, func(t *testing.T) {
				there, s := run(t, name, in, convert.Options{From: own, To: style, Prompts: keep, Observations: convert.UserObservations})
				require.Equal(t, 0, s.Report.Rejected)
				back, _ := run(t, name, there, convert.Options{From: style, To: own, Prompts: keep, Observations: convert.UserObservations})
				if style == "xml" && s.Losses["empty-thought"] > 0 {
					t.Logf("xml can't say the %d empty thoughts of these records: they come back as stock sentences", s.Losses["empty-thought"])
					return
				}
				require.True(t, bytes.Equal(normal, back))
				if style == own {
					return
				}
				there, s = run(t, name, in, convert.Options{From: own, To: style})
				require.Equal(t, 0, s.Report.Rejected)
				back, s = run(t, name, there, convert.Options{From: style, To: own})
				require.Equal(t, 0, s.Report.Rejected)
				if translated == nil {
					translated = back
				}
				require.Equal(t, string(translated), string(back))
				again, _ := run(t, name, back, convert.Options{From: own, To: own})
				require.True(t, bytes.Equal(back, again), "toolspeak's own prompts stay")
			})
		}
	}
}

func TestRotBench(t *testing.T) {
	for name, calls := range map[string]int{
		"rotbench/First_Turn__clean.json": 166, "rotbench/Third_Turn__clean.json": 213, "rotbench/Third_Turn__medium.json": 426,
	} {
		in := read(t, name)
		require.Equal(t, calls, bytes.Count(in, []byte(`Action Input: `))-bytes.Count(in, []byte(`Action Input: <`)), "counted in the file itself")
		out, s := run(t, name, in, convert.Options{To: "xml"})
		require.Equal(t, calls, s.Steps["call"])
		require.Equal(t, 0, s.Report.Rejected)
		var before, after []struct {
			ID            json.RawMessage
			Conversations []struct{ Value any }
		}
		require.NoError(t, json.Unmarshal(in, &before))
		require.NoError(t, json.Unmarshal(out, &after))
		for i := range before {
			last := len(before[i].Conversations) - 1
			require.Len(t, after[i].Conversations[last].Value, reflect.ValueOf(before[i].Conversations[last].Value).Len(), "alternatives")
		}
	}
}

func TestCriticSearch(t *testing.T) {
	total := map[string]int{}
	unclosed := 0
	for _, n := range []string{"4962", "6725", "9710"} {
		in := read(t, "criticsearch/sharegpt_conversations_"+n+".json")
		out, s := run(t, n, in, convert.Options{To: "react", Prompts: keep, Observations: convert.UserObservations})
		require.Equal(t, 0, s.Report.Rejected)
		require.Equal(t, bytes.Count(in, []byte("<citation>")), bytes.Count(out, []byte("<citation>")))
		for kind, count := range s.Steps {
			total[kind] += count
		}
		unclosed += s.Repairs["unclosed-tag"]
	}
	require.Equal(t, 29, total["call"])
	require.Equal(t, 29, total["observation"])
	require.Equal(t, 24, total["answer"])
	require.Equal(t, 1, unclosed)
}

// TestNative converts records whose calls are fields. How many calls they hold was
// counted in the files by other means.
func TestNative(t *testing.T) {
	for name, calls := range map[string]int{
		"nemo-gym/tau2__example_rollouts.jsonl":      20,
		"llamafactory/glaive_toolcall_en_demo.json":  211,
		"llamafactory/reason_tool_use_demo_50.jsonl": 68,
	} {
		t.Run(name, func(t *testing.T) {
			_, s := run(t, name, read(t, name), convert.Options{To: "react"})
			require.Zero(t, s.Report.Rejected, s.reasons)
			require.Equal(t, calls, s.Steps["call"])
		})
	}
}

// TestHermes finds each call that a plain expression finds in transcripts with
// <tool_call> in their text, which is a style of ours, and not a foreign sign.
func TestHermes(t *testing.T) {
	const name = "webdancer/sample_traj.jsonl"
	in := read(t, name)
	calls := 0
	for line := range bytes.Lines(in) {
		gjson.GetBytes(line, "messages").ForEach(func(_, m gjson.Result) bool {
			if m.Get("role").String() == "assistant" {
				calls += strings.Count(m.Get("content").String(), "<tool_call>\n{")
			}
			return true
		})
	}
	require.Equal(t, 222, calls)
	for _, to := range []string{"react", "hermes"} {
		_, s := run(t, name, in, convert.Options{To: to})
		require.Equal(t, 200, s.Records)
		require.Equal(t, map[string]int{"hermes": 200}, s.Styles)
		require.Empty(t, s.rejects)
		require.Equal(t, calls, s.Steps["call"])
		require.Equal(t, calls, s.Steps["observation"])
	}
}
