package dataset_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// tracesIn returns the transcripts of an input, each as one line, and what there is to say.
func tracesIn(t *testing.T, name, input string) (found, said []string) {
	t.Helper()
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "ir"}})
	require.NoError(t, err)
	for rec, err := range e.Records(t.Context(), name, strings.NewReader(input)) {
		require.NotNil(t, rec, "%v", err)
		out, res, err := e.ConvertRecord(rec)
		if d := (*ir.Diagnostic)(nil); errors.As(err, &d) {
			said = append(said, string(d.Code)+": "+d.Text())
			continue
		}
		require.NoError(t, err)
		for _, d := range res.Diagnostics {
			said = append(said, string(d.Code))
		}
		doc, _, err := ir.ParseDocument(out)
		require.NoError(t, err)
		var words []string
		if doc.System != nil {
			words = append(words, "system "+doc.System.Text.String())
		}
		for _, s := range doc.Steps {
			switch word := s.Kind.String() + " " + s.Text.String(); {
			case s.Kind == ir.Call:
				words = append(words, "call "+s.Tool.String()+s.Args.Value.String())
			case s.Failed:
				words = append(words, "failed "+word)
			default:
				words = append(words, word)
			}
		}
		found = append(found, strings.Join(words, " | "))
	}
	return found, said
}

// tide is a transcript of two calls of a model, as a chat.
const (
	tideAsked  = `[{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Tide at Ness?"}]`
	tideCall   = `{"role": "assistant", "content": null, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "tide", "arguments": "{\"at\": \"Ness\"}"}}]}`
	tideSecond = `[{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Tide at Ness?"}, ` + tideCall + `, {"role": "tool", "tool_call_id": "c1", "content": "14:05"}]`
	tideAnswer = `{"role": "assistant", "content": "At 14:05."}`
	tideIs     = `system Be brief. | user Tide at Ness? | call tide{"at": "Ness"} | observation 14:05 | answer At 14:05.`
)

// quote returns a value as a string that holds it as JSON.
func quote(value string) string {
	b, _ := json.Marshal(value)
	return string(b)
}

// generations are the two calls as observations of Langfuse.
func generations(trace string) []string {
	return []string{
		`{"id": "` + trace + `1", "traceId": "` + trace + `", "type": "GENERATION", "startTime": "2026-01-01T00:00:01Z", "input": ` + tideAsked + `, "output": ` + tideCall + `}`,
		`{"id": "` + trace + `2", "traceId": "` + trace + `", "type": "GENERATION", "startTime": "2026-01-01T00:00:03Z", "input": {"messages": ` + tideSecond + `}, "output": ` + quote(tideAnswer) + `}`,
	}
}

// TestSpans reads the same conversation out of what each writer makes of it.
func TestSpans(t *testing.T) {
	span := func(n int, attributes string) string {
		return fmt.Sprintf(`{"name": "chat", "context": {"trace_id": "0xa", "span_id": "0x%d"}, "start_time": "2026-01-01T00:00:0%dZ", "attributes": {%s}}`, n, n, attributes)
	}
	parts := [...]string{
		`[{"role": "system", "parts": [{"type": "text", "content": "Be brief."}]}, {"role": "user", "parts": [{"type": "text", "content": "Tide at Ness?"}]}]`,
		`[{"role": "assistant", "parts": [{"type": "tool_call", "id": "c1", "name": "tide", "arguments": {"at": "Ness"}}], "finish_reason": "tool_call"}]`,
		`[{"role": "user", "parts": [{"type": "text", "content": "Tide at Ness?"}]}, {"role": "assistant", "parts": [{"type": "tool_call", "id": "c1", "name": "tide", "arguments": "{\"at\": \"Ness\"}"}]}, {"role": "tool", "parts": [{"type": "tool_call_response", "id": "c1", "response": "14:05"}]}]`,
		`[{"role": "assistant", "parts": [{"type": "text", "content": "At 14:05."}]}]`,
	}
	otlp := func(n int, attributes string) string {
		return fmt.Sprintf(`{"resourceSpans": [{"scopeSpans": [{"spans": [{"traceId": "a", "spanId": "%d", "name": "chat", "startTimeUnixNano": "176722560%d000000000", "attributes": [%s]}]}]}]}`, n, n, attributes)
	}
	attribute := func(key, value string) string {
		return `{"key": "` + key + `", "value": {"stringValue": ` + quote(value) + `}}`
	}
	prompt := func(prefix string, n int, role, rest string) string {
		return fmt.Sprintf(`"%s.%d.role": "%s"%s`, prefix, n, role, rest)
	}
	for name, input := range map[string]string{
		"langfuse, JSONL": strings.Join(generations("t"), "\n"),
		"langfuse, pages": `{"data": [` + strings.Join(generations("t"), ",") + `], "meta": {"page": 1}}`,
		"langfuse, trace": `{"id": "t", "sessionId": "s", "timestamp": "2026-01-01T00:00:00Z", "tags": [], "observations": [` + strings.Join(generations("t"), ",") + `]}`,
		"langfuse, downloads": `{"trace": {"id": "t", "sessionId": "s", "timestamp": "2026-01-01T00:00:00Z"}, "observations": [` + generations("t")[0] + `]}
{"trace": {"id": "u", "sessionId": "s", "timestamp": "2026-01-01T00:00:02Z"}, "observations": [` + generations("u")[1] + `]}`,
		"langsmith": `{"id": "r2", "run_type": "llm", "trace_id": "t", "start_time": "2026-01-01T00:00:02", "inputs": {"messages": ` + tideSecond + `}, "outputs": {"choices": [{"index": 0, "message": ` + tideAnswer + `}]}}
{"id": "r1", "run_type": "llm", "trace_id": "t", "start_time": "2026-01-01T00:00:01", "inputs": {"messages": ` + tideAsked + `}, "outputs": {"choices": [{"index": 0, "message": ` + tideCall + `}]}}`,
		"langsmith, rows": `[{"inputs": ` + quote(`{"messages": `+tideSecond+`}`) + `, "outputs": ` + quote(`{"generations": [[{"text": "At 14:05.", "message": {"lc": 1, "type": "constructor", "id": ["langchain", "schema", "messages", "AIMessage"], "kwargs": {"content": "At 14:05."}}}]]}`) + `, "run_type": "llm", "trace_id": "t", "id": "r"}]`,
		"otel, messages": span(2, `"gen_ai.system_instructions": "[{\"type\": \"text\", \"content\": \"Be brief.\"}]", "gen_ai.input.messages": `+quote(parts[2])+`, "gen_ai.output.messages": `+quote(parts[3])) + "\n" +
			span(1, `"gen_ai.input.messages": `+quote(parts[0])+`, "gen_ai.output.messages": `+quote(parts[1])),
		"otel, OTLP": otlp(1, attribute("gen_ai.input.messages", parts[0])+","+attribute("gen_ai.output.messages", parts[1])) + "\n" +
			otlp(2, attribute("gen_ai.system_instructions", `[{"type": "text", "content": "Be brief."}]`)+","+attribute("gen_ai.input.messages", parts[2])+","+attribute("gen_ai.output.messages", parts[3])),
		"otel, numbered": span(1, prompt("gen_ai.prompt", 0, "system", `, "gen_ai.prompt.0.content": "Be brief.", `)+prompt("gen_ai.prompt", 1, "user", `, "gen_ai.prompt.1.content": "Tide at Ness?", `)+
			prompt("gen_ai.prompt", 2, "assistant", `, "gen_ai.prompt.2.tool_calls.0.id": "c1", "gen_ai.prompt.2.tool_calls.0.name": "tide", "gen_ai.prompt.2.tool_calls.0.arguments": "{\"at\": \"Ness\"}", `)+
			prompt("gen_ai.prompt", 3, "tool", `, "gen_ai.prompt.3.content": "14:05", "gen_ai.prompt.3.tool_call_id": "c1", `)+prompt("gen_ai.completion", 0, "assistant", `, "gen_ai.completion.0.content": "At 14:05."`)),
		"otel, span events": `{"name": "chat", "traceId": "a", "spanId": "1", "startTimeUnixNano": 1767225600000000000, "attributes": [], "events": [
			{"name": "gen_ai.content.prompt", "attributes": [` + attribute("gen_ai.prompt", tideSecond) + `]}, {"name": "gen_ai.content.completion", "attributes": [` + attribute("gen_ai.completion", "["+tideAnswer+"]") + `]}]}`,
		"otel, Jaeger": `{"data": [{"traceID": "a", "spans": [{"traceID": "a", "spanID": "1", "operationName": "chat", "startTime": 1767225600000000, "tags": [
			{"key": "gen_ai.input.messages", "type": "string", "value": ` + quote(tideSecond) + `}, {"key": "gen_ai.output.messages", "type": "string", "value": ` + quote("["+tideAnswer+"]") + `}]}]}]}`,
		"otel, events": `{"event_name": "gen_ai.user.message", "trace_id": "a", "span_id": "1", "timestamp": "2026-01-01T00:00:02Z", "body": {"content": "Tide at Ness?"}}
{"event_name": "gen_ai.system.message", "trace_id": "a", "span_id": "1", "timestamp": "2026-01-01T00:00:01Z", "body": {"content": "Be brief."}}
{"event_name": "gen_ai.choice", "trace_id": "a", "span_id": "1", "timestamp": "2026-01-01T00:00:05Z", "body": {"index": 0, "message": {"content": "At 14:05."}}}
{"event_name": "gen_ai.assistant.message", "trace_id": "a", "span_id": "1", "timestamp": "2026-01-01T00:00:03Z", "body": ` + tideCall + `}
{"event_name": "gen_ai.tool.message", "trace_id": "a", "span_id": "1", "timestamp": "2026-01-01T00:00:04Z", "body": {"id": "c1", "content": "14:05"}}`,
		"openinference": span(1, `"openinference.span.kind": "LLM", "llm.input_messages.0.message.role": "system", "llm.input_messages.0.message.content": "Be brief.", "llm.input_messages.1.message.role": "user",
			"llm.input_messages.1.message.contents.0.message_content.type": "text", "llm.input_messages.1.message.contents.0.message_content.text": "Tide at Ness?",
			"llm.input_messages.2.message.role": "assistant", "llm.input_messages.2.message.tool_calls.0.tool_call.id": "c1", "llm.input_messages.2.message.tool_calls.0.tool_call.function.name": "tide",
			"llm.input_messages.2.message.tool_calls.0.tool_call.function.arguments": "{\"at\": \"Ness\"}", "llm.input_messages.3.message.role": "tool", "llm.input_messages.3.message.content": "14:05",
			"llm.input_messages.3.message.tool_call_id": "c1", "llm.output_messages.0.message.role": "assistant", "llm.output_messages.0.message.content": "At 14:05."`),
		"openinference, nested": `{"name": "chat", "span_kind": "LLM", "context": {"trace_id": "a", "span_id": "1"}, "attributes": {"llm": {"input_messages": [{"message": {"role": "system", "content": "Be brief."}}, {"message.role": "user", "message.content": "Tide at Ness?"},
			{"message": {"role": "assistant", "tool_calls": [{"tool_call": {"id": "c1", "function": {"name": "tide", "arguments": "{\"at\": \"Ness\"}"}}}]}}, {"message": {"role": "tool", "content": "14:05", "tool_call_id": "c1"}}],
			"output_messages": [{"message": {"role": "assistant", "content": "At 14:05."}}]}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			input = strings.ReplaceAll(input, "\n\t\t\t", " ")
			found, said := tracesIn(t, "in.json", input)
			require.Equal(t, []string{tideIs}, found)
			require.Empty(t, said)
		})
	}
}

// TestSpansApart reads two conversations whose spans come in any order.
func TestSpansApart(t *testing.T) {
	all := append(generations("t"), strings.ReplaceAll(strings.Join(generations("u"), "\n"), "Ness", "Brae"))
	all = strings.Split(strings.Join(all, "\n"), "\n")
	for range 20 {
		rand.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		found, said := tracesIn(t, "in.jsonl", strings.Join(all, "\n")+"\n")
		require.ElementsMatch(t, []string{tideIs, strings.ReplaceAll(tideIs, "Ness", "Brae")}, found)
		require.Empty(t, said)
	}
}

// TestSpansLeft says what is in no transcript.
func TestSpansLeft(t *testing.T) {
	chat := func(n int, attributes string) string {
		return fmt.Sprintf(`{"name": "chat", "context": {"trace_id": "a", "span_id": "%d"}, "parent_id": "p", "start_time": "2026-01-01T00:00:0%dZ", "attributes": {"gen_ai.operation.name": "chat"%s}}`, n, n, attributes)
	}
	talk := func(in, out string) string {
		return `, "gen_ai.input.messages": ` + quote(in) + `, "gen_ai.output.messages": ` + quote("["+out+"]")
	}
	tool := `{"name": "execute_tool tide", "context": {"trace_id": "a", "span_id": "t"}, "start_time": "2026-01-01T00:00:02Z", "attributes": {"gen_ai.operation.name": "execute_tool", "gen_ai.tool.name": "tide", "gen_ai.tool.call.id": "c1", "gen_ai.tool.call.result": "14:05"}}`
	other := `{"name": "GET", "context": {"trace_id": "b", "span_id": "1"}, "start_time": "2026-01-01T00:00:01Z", "attributes": {"http.method": "GET"}}`
	for name, c := range map[string]struct {
		lines       []string
		found, said []string
	}{
		"a result of a tool": {[]string{tool, chat(1, talk(tideAsked, tideCall))}, []string{`system Be brief. | user Tide at Ness? | call tide{"at": "Ness"} | observation 14:05`}, []string{"results-of-tools"}},
		"an answer that was cut": {
			[]string{chat(1, talk(tideAsked, tideCall)), chat(3, `, "gen_ai.input.messages": "[{\"role\": \"user\", \"cont"`)}, []string{`system Be brief. | user Tide at Ness? | call tide{"at": "Ness"}`}, []string{"spans-unread"},
		},
		"no content":     {[]string{chat(1, "")}, nil, []string{"no-transcript: the spans of the trace have no messages that can be read: calls without messages: their content was not recorded (1)"}},
		"other programs": {[]string{other, chat(1, talk(tideSecond, tideAnswer))}, []string{tideIs}, []string{"other-spans"}},
		"an answer as a stream": {
			[]string{strings.Join(generations("t")[:1], ""), `{"id": "t2", "traceId": "t", "type": "GENERATION", "startTime": "2026-01-01T00:00:03Z", "input": ` + tideSecond + `, "output": "data: {\"choices\": [{\"index\": 0, \"delta\": {\"role\": \"assistant\", \"content\": \"At \"}}]}\n\ndata: {\"choices\": [{\"index\": 0, \"delta\": {\"content\": \"14:05.\"}}]}\n\n"}`},
			[]string{tideIs}, nil,
		},
		"calls as words": {
			[]string{`{"id": "t1", "traceId": "t", "type": "GENERATION", "startTime": "2026-01-01T00:00:01Z", "input": ` + tideAsked + `, "output": [{"role": "assistant", "content": "[{\"id\": \"c1\", \"type\": \"function\", \"function\": {\"name\": \"tide\", \"arguments\": \"{\\\"at\\\": \\\"Ness\\\"}\"}}]"}, {"role": "assistant", "content": ""}]}`, generations("t")[1]},
			[]string{tideIs}, nil,
		},
		"a retry": {
			[]string{chat(1, talk(tideAsked, `{"role": "assistant", "content": "Hm."}`)), chat(2, talk(tideAsked, tideCall)), chat(3, talk(tideSecond, tideAnswer))}, []string{tideIs}, []string{"unused-answers"},
		},
		"what is no span": {[]string{chat(1, talk(tideSecond, tideAnswer)), `{"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}]}`}, []string{"user Hi | answer Ho", tideIs}, []string{"no-markers"}},
		"only what is new": {
			[]string{chat(1, talk(tideAsked, tideCall)), chat(3, talk(`[{"role": "tool", "tool_call_id": "c1", "content": "14:05"}]`, tideAnswer))}, []string{tideIs}, nil,
		},
		"another agent": {
			[]string{chat(1, talk(tideSecond, tideAnswer)), chat(2, talk(`[{"role": "user", "content": "Name the chat."}]`, `{"role": "assistant", "content": "Tides"}`))},
			[]string{tideIs, "user Name the chat. | answer Tides"}, nil,
		},
	} {
		t.Run(name, func(t *testing.T) {
			found, said := tracesIn(t, "in.jsonl", strings.Join(c.lines, "\n"))
			require.Equal(t, c.found, found)
			require.Equal(t, c.said, said)
		})
	}
}

// TestNoSpans reads records that name the span that they are of as what they are.
func TestNoSpans(t *testing.T) {
	const chat = `"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Ho"}]`
	for _, input := range []string{
		`{"trace_id": "a", "span_id": "b", "name": "chat", "start_time": 1, ` + chat + `}`,
		`{"traceId": "a", "spanId": "b", "meta": {"a": 1}, ` + chat + `}`,
		`{"id": "r", "trace_id": "a", "tags": ["x"], "session_id": "s", ` + chat + `}`,
	} {
		found, _ := tracesIn(t, "in.jsonl", input+"\n")
		require.Equal(t, []string{"user Hi | answer Ho"}, found, input)
	}
}

// TestExtract writes what is in no place of its input, so that it can be read in any order.
func TestExtract(t *testing.T) {
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "ir"}})
	require.NoError(t, err)
	for name, input := range map[string]string{
		"spans.jsonl": strings.Join(generations("t"), "\n"),
		"book.ipynb":  `{"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": [{"cell_type": "code", "source": "run()", "metadata": {}, "outputs": [{"output_type": "stream", "name": "stdout", "text": ["Question: q\nThought: t\nAction: f\nAction Input: {}\nObservation: low\nThought: u\nFinal Answer: done\n"]}]}]}`,
	} {
		var b strings.Builder
		require.NoError(t, e.Extract(t.Context(), &b, name, strings.NewReader(input)))
		before, _ := tracesIn(t, name, input)
		after, _ := tracesIn(t, "made.jsonl", b.String())
		require.Equal(t, before, after)
		require.Len(t, after, 1)
	}
}
