package dataset_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/gen"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/train"
)

// linesOf decodes the lines of rows.
func linesOf[T any](t require.TestingT, rows string) (list []T) {
	for line := range strings.Lines(rows) {
		var row T
		require.NoError(t, json.Unmarshal([]byte(line), &row), line)
		list = append(list, row)
	}
	return list
}

// TestTurnsAreSegments: rows of a prompt and a completion are what segments say is
// trained, each with all that is before it.
func TestTurnsAreSegments(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		opts := dataset.Options{
			Train:   train.Policy(rapid.SampledFrom(train.Policies()).Draw(t, "train")),
			Options: convert.Options{To: rapid.SampledFrom([]string{"react", "xml", "tool-json", "tao"}).Draw(t, "to")},
		}
		record := string((&gen.Generator{T: t, Hits: gen.Hits{}}).OpenAI(false))
		opts.For = "axolotl-segments"
		segments, _, err := rowFor(t, opts, record)
		opts.For = "trl-text"
		rows, codes, failed := rowFor(t, opts, record)
		require.Equal(t, codeOf(err), codeOf(failed))
		if err != nil {
			return
		}
		var pieces struct{ Segments []train.Segment }
		require.NoError(t, json.Unmarshal([]byte(segments), &pieces))
		var want []train.Row
		text, ends := "", false
		for _, p := range pieces.Segments {
			if p.Label {
				want = append(want, train.Row{Prompt: text, Completion: p.Text})
			}
			text, ends = text+p.Text, p.Label
		}
		require.Equal(t, want, linesOf[train.Row](t, rows))
		if !ends {
			require.Contains(t, codes, ir.CodeTurnTrimmed)
		}
	})
}

// TestTurnsAreMessages: the rows of messages are the model's, each with those before it,
// as they are in a row of all of them.
func TestTurnsAreMessages(t *testing.T) {
	type message = map[string]any
	type row struct{ Messages, Prompt, Completion []message }
	rapid.Check(t, func(t *rapid.T) {
		opts := dataset.Options{For: "trl", Options: convert.Options{To: rapid.SampledFrom([]string{"hermes", "react", "openai"}).Draw(t, "to")}}
		record := string((&gen.Generator{T: t, Hits: gen.Hits{}}).OpenAI(false))
		all, codes, err := rowFor(t, opts, record)
		if err != nil {
			return
		}
		messages := linesOf[row](t, all)[0].Messages
		masked := slices.Contains(codes, ir.CodeTrainDropped) // the record leaves something out, which only turns can
		opts.For = "trl-turns"
		rows, _, err := rowFor(t, opts, record)
		next := 0
		if err == nil {
			for _, r := range linesOf[row](t, rows) {
				n := len(r.Prompt)
				require.Len(t, r.Completion, 1)
				require.Equal(t, messages[:n+1], append(r.Prompt, r.Completion...))
				for _, m := range messages[max(next, 1):n] {
					said, _ := m["content"].(string)
					require.False(t, !masked && m["role"] == "assistant" && (strings.TrimSpace(said) != "" || m["tool_calls"] != nil), "%v has no row", m)
				}
				require.Equal(t, "assistant", r.Completion[0]["role"])
				next = n + 1
			}
			return
		}
		require.Equal(t, ir.CodeNothingTrained, codeOf(err)) // the model says nothing after anybody
	})
}

// TestTurnsInFiles: each row of a record is a line of a file, or an element of an array.
func TestTurnsInFiles(t *testing.T) {
	e, err := dataset.New(dataset.Options{For: "trl-turns"})
	require.NoError(t, err)
	var rows [][]map[string]any
	for _, in := range []string{tideLog + "\n" + tideLog + "\n", "[" + tideLog + ",\n" + tideLog + "]"} {
		var dst bytes.Buffer
		_, err = e.CopyWith(t.Context(), &dst, strings.NewReader(in), dataset.CopyOptions{})
		require.NoError(t, err)
		if in[0] == '[' {
			var list []map[string]any
			require.NoError(t, json.Unmarshal(dst.Bytes(), &list))
			rows = append(rows, list)
			continue
		}
		rows = append(rows, linesOf[map[string]any](t, dst.String()))
	}
	require.Len(t, rows[0], 4)
	require.True(t, reflect.DeepEqual(rows[0], rows[1]))
}

// TestTurnsAreBounded: rows grow with the square of the turns, up to a limit.
func TestTurnsAreBounded(t *testing.T) {
	turn := `, {"role": "user", "content": "?"}, {"role": "assistant", "content": "` + strings.Repeat("a", 1000) + `"}`
	record := `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "a"}` + strings.Repeat(turn, 1000) + `]}`
	for _, trainer := range []string{"trl-turns", "trl-text"} {
		_, _, err := rowFor(t, dataset.Options{For: trainer}, record)
		require.Equal(t, ir.CodeRecordTooLarge, codeOf(err), trainer)
	}
}

// TestClosedRowsOfLogs: a trainer that takes no other keys gets none that say where in a
// log a row comes from.
func TestClosedRowsOfLogs(t *testing.T) {
	const runs = "> Entering new AgentExecutor chain...\nThought: I know.\nFinal Answer: one\n> Finished chain.\n" +
		"> Entering new AgentExecutor chain...\nThought: I know that too.\nFinal Answer: two\n> Finished chain.\n"
	for trainer, held := range map[string]bool{"openai": false, "trl": true} {
		e, err := dataset.New(dataset.Options{For: trainer})
		require.NoError(t, err)
		var dst bytes.Buffer
		_, err = e.CopyWith(t.Context(), &dst, strings.NewReader(runs), dataset.CopyOptions{Name: "log.txt"})
		require.NoError(t, err)
		require.Equal(t, held, strings.Contains(dst.String(), `"place"`), dst.String())
	}
}

// TestSegmentsHoldTheSystemPrompt: it is in the text where it was next to the messages.
func TestSegmentsHoldTheSystemPrompt(t *testing.T) {
	row, codes, err := rowFor(t, dataset.Options{For: "axolotl-segments"}, tideLog)
	require.NoError(t, err)
	require.Contains(t, codes, ir.CodeSystemMoved)
	require.Contains(t, row, `"segments": [{"label": false, "text": "System: Be brief.\n"}, `)
}

// TestSystemPromptTwice: what a record says under "system" and again in its first message
// is in a row once, and two prompts that differ are both there or a reject.
func TestSystemPromptTwice(t *testing.T) {
	const record = `{"reward": 1, "system": "%s", "messages": [{"role": "system", "content": "Be br\u0069ef."}, {"role": "user", "content": "?"}, {"role": "assistant", "content": "Thought: x\nAction: f\nAction Input: {}"}]}`
	text := map[string]string{"llamafactory": "react", "openai": "", "mistral": "", "together": "", "axolotl": "", "prime-rl": ""}
	for _, trainer := range dataset.Trainers() {
		if trainer == "trl-pairs" {
			continue
		}
		for _, to := range []string{"", text[trainer]} {
			row, _, err := rowFor(t, dataset.Options{For: trainer, Options: convert.Options{To: to}}, fmt.Sprintf(record, "Be brief."))
			require.NoError(t, err, trainer)
			require.Equal(t, 1, strings.Count(row, "Be br"), row)
			row, _, err = rowFor(t, dataset.Options{For: trainer, Options: convert.Options{To: to}}, fmt.Sprintf(record, "Own."))
			if err != nil {
				require.Contains(t, []ir.Code{ir.CodeRowOrder, ir.CodeDuplicateKey}, codeOf(err), trainer)
				continue
			}
			require.Contains(t, row, "Be br")
			require.Contains(t, row, "Own.")
		}
	}
}
