package dataset_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// talk returns the messages of a conversation of so many turns.
func talk(topic string, turns int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `{"role": "user", "content": "%s 1"}`, topic)
	for i := 1; i < turns; i++ {
		fmt.Fprintf(&b, `, {"role": "assistant", "content": "answer to %s %d"}, {"role": "user", "content": "%s %d"}`, topic, i, topic, i+1)
	}
	return b.String()
}

// asked returns a line of a log: a request with the messages of so many turns, and its answer.
func asked(topic string, turns int, more string) string {
	return fmt.Sprintf(`{"request": {"messages": [%s]}, "response": {"choices": [{"message": {"role": "assistant", "content": "answer to %s %d"}}]}%s}`, talk(topic, turns), topic, turns, more)
}

// convertedLog returns the records that a log becomes, each as its number of steps, its number under
// "n" and the codes of what is said of it, or the code of its reject.
func convertedLog(t *testing.T, o dataset.Options, log string) (all []string) {
	t.Helper()
	o.To = "ir"
	e, err := dataset.New(o)
	require.NoError(t, err)
	for rec, err := range e.Records(t.Context(), "log.jsonl", strings.NewReader(log)) {
		if rec == nil {
			require.NoError(t, err)
		}
		out, res, err := e.ConvertRecord(rec)
		if err != nil {
			all = append(all, err.Error())
			continue
		}
		tr, _, err := ir.ParseDocument(out)
		require.NoError(t, err)
		said := fmt.Sprintf("%d steps", len(tr.Steps))
		for _, d := range res.Diagnostics {
			said += fmt.Sprintf(", %s %d", d.Code, max(d.Count, 1))
		}
		all = append(all, said)
	}
	return all
}

// TestGrowingConversations leaves out the requests that are the beginning of a later or an earlier
// one, and says so.
func TestGrowingConversations(t *testing.T) {
	at := func(n int) string { return fmt.Sprintf(`, "timestamp": %d`, n) }
	in := func(id string) string { return fmt.Sprintf(`, "session_id": %q`, id) }
	for name, c := range map[string]struct{ log, want []string }{
		"in order":          {[]string{asked("a", 1, at(1)), asked("a", 2, at(2)), asked("a", 3, at(3))}, []string{"6 steps, beginnings-left-out 2"}},
		"newest first":      {[]string{asked("a", 3, at(3)), asked("a", 2, at(2)), asked("a", 1, at(1))}, []string{"6 steps, beginnings-left-out 2"}},
		"two conversations": {[]string{asked("a", 1, at(1)), asked("b", 1, at(2)), asked("a", 2, at(3)), asked("b", 2, at(4))}, []string{"4 steps, beginnings-left-out 1", "4 steps, beginnings-left-out 1"}},
		"sessions":          {[]string{asked("a", 1, in("s")), asked("a", 2, in("s"))}, []string{"4 steps, beginnings-left-out 1"}},
		"other sessions":    {[]string{asked("a", 1, in("s")), asked("a", 2, in("u"))}, []string{"2 steps", "4 steps"}},
		"sessions of Helicone": {
			[]string{asked("a", 1, `, "request_properties": {"Helicone-Session-Id": "s"}`), asked("a", 2, `, "request_properties": {"Helicone-Session-Id": "s"}`)},
			[]string{"4 steps, beginnings-left-out 1"},
		},
		"rows of a data set":  {[]string{asked("a", 1, ""), asked("a", 2, "")}, []string{"2 steps", "4 steps"}},
		"asked again":         {[]string{asked("a", 1, at(1)), asked("a", 1, at(2))}, []string{"2 steps", "2 steps"}},
		"twice in a session":  {[]string{asked("a", 1, in("s")), asked("a", 1, in("s"))}, []string{"2 steps, beginnings-left-out 1"}},
		"out of a cache":      {[]string{asked("a", 1, at(1)), asked("a", 1, at(2)+`, "cache_hit": true`)}, []string{"2 steps, beginnings-left-out 1"}},
		"between other lines": {[]string{`{"text": "x"}`, asked("a", 1, at(1)), `{"text": "y"}`, asked("a", 2, at(2))}, []string{"1 steps", "1 steps", "4 steps, beginnings-left-out 1"}},
		"failed, asked again": {
			[]string{`{"timestamp": 1, "request": {"messages": [` + talk("a", 1) + `]}, "response": {"error": {"message": "busy"}}}`, asked("a", 1, at(2))},
			[]string{"unanswered-request: the model gave no answer to the request: busy", "2 steps"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := convertedLog(t, dataset.Options{}, strings.Join(c.log, "\n"))
			for i := range got {
				got[i] = strings.ReplaceAll(got[i], ", no-markers 1", "")
			}
			require.Equal(t, c.want, got)
			require.Len(t, convertedLog(t, dataset.Options{AllRequests: true}, strings.Join(c.log, "\n")), len(c.log), "all requests")
			list := convertedLog(t, dataset.Options{}, "["+strings.Join(c.log, ",\n")+"]")
			require.Len(t, list, len(c.want), "an array")
		})
	}
}

// TestGrowingByStep compares steps and not bytes: ids, reasoning and the spelling of arguments may
// differ from what was answered.
func TestGrowingByStep(t *testing.T) {
	const first = `{"time": 1, "request": {"messages": [{"role": "user", "content": "?"}]}, "response": {"choices": [{"message": {"role": "assistant", "content": null, "reasoning_content": "I look.", "tool_calls": [{"id": "x", "type": "function", "function": {"name": "f", "arguments": "{\"a\":1,\"b\":2}"}}]}}]}}`
	const second = `{"time": 2, "request": {"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "", "tool_calls": [{"id": "y", "type": "function", "function": {"name": "f", "arguments": "{\"b\": 2, \"a\": 1}"}}]}, {"role": "tool", "tool_call_id": "y", "content": "r"}]}, "response": {"choices": [{"message": {"role": "assistant", "content": "done"}}]}}`
	got := convertedLog(t, dataset.Options{}, first+"\n"+second)
	require.Len(t, got, 1)
	require.Contains(t, got[0], "beginnings-left-out 1")
}

// TestEveryChoice makes a record of each answer to a request of a log.
func TestEveryChoice(t *testing.T) {
	const line = `{"request": {"messages": [{"role": "user", "content": "?"}]}, "response": {"choices": [{"message": {"content": "a"}}, {"message": {"content": "b"}}, {"message": {"content": "c"}}]}}`
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "react"}})
	require.NoError(t, err)
	for _, in := range []string{line + "\n", "[" + line + "]"} {
		var out bytes.Buffer
		report, err := e.Copy(t.Context(), &out, strings.NewReader(in))
		require.NoError(t, err)
		require.Equal(t, 3, report.Converted)
		all := gjson.ParseBytes(out.Bytes())
		if !all.IsArray() {
			all = gjson.Parse("[" + strings.ReplaceAll(strings.TrimSpace(out.String()), "\n", ",") + "]")
		}
		require.Equal(t, "[1,2,3]", all.Get("#.choice").Raw)
		for i, want := range []string{"a", "b", "c"} {
			require.Contains(t, all.Get(fmt.Sprintf("%d.messages.1.content", i)).String(), "Answer: "+want)
		}
	}
}

// TestBatches joins the requests of a batch and their answers by their ids, in whatever order they
// are, and reads each of both alone.
func TestBatches(t *testing.T) {
	for name, c := range map[string]struct {
		asks, answers []string
		want          []string
	}{
		"OpenAI": {
			[]string{`{"custom_id": "a", "method": "POST", "url": "/v1/chat/completions", "body": {"messages": [{"role": "user", "content": "?"}]}}`, `{"custom_id": "b", "method": "POST", "url": "/v1/responses", "body": {"input": "?", "model": "m"}}`, `{"custom_id": "c", "body": {"messages": [{"role": "user", "content": "?"}]}}`},
			[]string{
				`{"id": "2", "custom_id": "b", "response": {"status_code": 200, "body": {"object": "response", "output": [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "yes"}]}]}}, "error": null}`,
				`{"id": "1", "custom_id": "a", "response": {"status_code": 200, "body": {"object": "chat.completion", "choices": [{"message": {"role": "assistant", "content": "x"}}, {"message": {"role": "assistant", "content": "y"}}]}}, "error": null}`,
				`{"id": "3", "custom_id": "c", "response": null, "error": {"code": "batch_expired", "message": "too late"}}`,
			},
			[]string{"2 steps", "2 steps", "too late", "2 steps"},
		},
		"Anthropic": {
			[]string{`{"custom_id": "a", "params": {"messages": [{"role": "user", "content": "?"}]}}`, `{"custom_id": "b", "params": {"messages": [{"role": "user", "content": "?"}]}}`},
			[]string{`{"custom_id": "a", "result": {"type": "succeeded", "message": {"type": "message", "role": "assistant", "stop_reason": "end_turn", "content": [{"type": "text", "text": "x"}]}}}`, `{"custom_id": "b", "result": {"type": "errored", "error": {"message": "overloaded"}}}`},
			[]string{"2 steps", "overloaded"},
		},
		"Google": {
			[]string{`{"key": "a", "request": {"contents": [{"role": "user", "parts": [{"text": "?"}]}]}}`},
			[]string{`{"key": "a", "response": {"candidates": [{"content": {"parts": [{"text": "x"}]}}], "modelVersion": "m"}}`},
			[]string{"2 steps"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, lines := range [][]string{append(c.asks[:len(c.asks):len(c.asks)], c.answers...)} {
				got := convertedLog(t, dataset.Options{}, strings.Join(lines, "\n"))
				require.Len(t, got, len(c.want))
				for i := range got {
					require.Contains(t, got[i], c.want[i])
				}
			}
			backwards := convertedLog(t, dataset.Options{}, strings.Join(append(c.answers[:len(c.answers):len(c.answers)], c.asks...), "\n"))
			require.ElementsMatch(t, convertedLog(t, dataset.Options{}, strings.Join(append(c.asks[:len(c.asks):len(c.asks)], c.answers...), "\n")), backwards)
			for _, alone := range convertedLog(t, dataset.Options{}, strings.Join(c.asks, "\n")) {
				require.Contains(t, alone, "1 steps", "requests alone")
			}
			for _, alone := range convertedLog(t, dataset.Options{}, strings.Join(c.answers, "\n")) {
				if !strings.Contains(alone, "too late") && !strings.Contains(alone, "overloaded") {
					require.Contains(t, alone, "request-missing", "answers alone")
				}
			}
			got := convertedLog(t, dataset.Options{}, strings.Join(append(c.asks[:len(c.asks):len(c.asks)], c.answers[0]), "\n"))
			if len(c.asks) > 1 {
				require.Contains(t, strings.Join(got, "\n"), "the batch has none to", "answers that are missing")
			}
		})
	}
}
