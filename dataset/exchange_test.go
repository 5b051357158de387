package dataset_test

import (
	"bytes"
	"compress/gzip"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// exchangeAPIs has, for each API, a request in which the system prompt says "Be brief.", the
// user asks "Tide?" and there is a tool, and an answer that says "I look." and calls it; at once
// and in events.
var exchangeAPIs = []struct{ name, shape, request, answer, events string }{
	{
		"chat", "openai",
		`{"model": "m", "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Tide?"}], "tools": [{"type": "function", "function": {"name": "tide", "parameters": {"type": "object", "properties": {"at": {"type": "string"}}}}}]}`,
		`{"id": "x", "choices": [{"index": 0, "finish_reason": "tool_calls", "message": {"role": "assistant", "content": "I look.", "refusal": null, "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "tide", "arguments": "{\"at\": \"Ness\"}"}}]}}]}`,
		`{"choices": [{"index": 0, "delta": {"role": "assistant", "content": "I "}}]}
{"choices": [{"index": 0, "delta": {"content": "look."}}]}
{"choices": [{"index": 0, "delta": {"tool_calls": [{"index": 0, "id": "c1", "type": "function", "function": {"name": "tide", "arguments": ""}}]}}]}
{"choices": [{"index": 0, "delta": {"tool_calls": [{"index": 0, "function": {"arguments": "{\"at\": \"Ne"}}]}}]}
{"choices": [{"index": 0, "delta": {"tool_calls": [{"index": 0, "function": {"arguments": "ss\"}"}}]}}]}
{"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls"}]}
{"choices": [], "usage": {"total_tokens": 3}}`,
	},
	{
		"old chat", "openai",
		`{"messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Tide?"}], "functions": [{"name": "tide", "parameters": {"type": "object", "properties": {"at": {"type": "string"}}}}]}`,
		`{"choices": [{"message": {"role": "assistant", "content": "I look.", "function_call": {"name": "tide", "arguments": "{\"at\": \"Ness\"}"}}}]}`,
		`{"choices": [{"index": 0, "delta": {"role": "assistant", "content": "I look."}}]}
{"choices": [{"index": 0, "delta": {"function_call": {"name": "tide", "arguments": ""}}}]}
{"choices": [{"index": 0, "delta": {"function_call": {"arguments": "{\"at\": "}}}]}
{"choices": [{"index": 0, "delta": {"function_call": {"arguments": "\"Ness\"}"}}}]}`,
	},
	{
		"Responses", "responses",
		`{"model": "m", "instructions": "Be brief.", "input": [{"role": "user", "content": "Tide?"}], "tools": [{"type": "function", "name": "tide", "parameters": {"type": "object", "properties": {"at": {"type": "string"}}}}]}`,
		`{"object": "response", "output": [{"type": "message", "id": "m1", "role": "assistant", "status": "completed", "content": [{"type": "output_text", "text": "I look.", "annotations": []}]}, {"type": "function_call", "id": "f1", "call_id": "c1", "name": "tide", "arguments": "{\"at\": \"Ness\"}"}]}`,
		`{"type": "response.created", "response": {"id": "r", "output": []}}
{"type": "response.output_item.added", "output_index": 0, "item": {"type": "message", "role": "assistant", "content": []}}
{"type": "response.output_text.delta", "output_index": 0, "content_index": 0, "delta": "I look."}
{"type": "response.output_item.added", "output_index": 1, "item": {"type": "function_call", "call_id": "c1", "name": "tide", "arguments": ""}}
{"type": "response.function_call_arguments.delta", "output_index": 1, "delta": "{\"at\": "}
{"type": "response.function_call_arguments.delta", "output_index": 1, "delta": "\"Ness\"}"}`,
	},
	{
		"Messages", "anthropic",
		`{"model": "m", "system": [{"type": "text", "text": "Be brief."}], "messages": [{"role": "user", "content": "Tide?"}], "tools": [{"name": "tide", "input_schema": {"type": "object", "properties": {"at": {"type": "string"}}}}]}`,
		`{"id": "x", "type": "message", "role": "assistant", "stop_reason": "tool_use", "content": [{"type": "text", "text": "I look."}, {"type": "tool_use", "id": "c1", "name": "tide", "input": {"at": "Ness"}}]}`,
		`{"type": "message_start", "message": {"id": "x", "type": "message", "role": "assistant", "content": [], "usage": {"input_tokens": 3}}}
{"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
{"type": "ping"}
{"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "I "}}
{"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": "look."}}
{"type": "content_block_stop", "index": 0}
{"type": "content_block_start", "index": 1, "content_block": {"type": "tool_use", "id": "c1", "name": "tide", "input": {}}}
{"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": ""}}
{"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": "{\"at\": \"Ne"}}
{"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": "ss\"}"}}
{"type": "message_delta", "delta": {"stop_reason": "tool_use"}, "usage": {"output_tokens": 3}}
{"type": "message_stop"}`,
	},
	{
		"Gemini", "gemini",
		`{"systemInstruction": {"parts": [{"text": "Be brief."}]}, "contents": [{"role": "user", "parts": [{"text": "Tide?"}]}], "tools": [{"functionDeclarations": [{"name": "tide", "parameters": {"type": "OBJECT", "properties": {"at": {"type": "STRING"}}}}]}]}`,
		`{"candidates": [{"finishReason": "STOP", "content": {"parts": [{"text": "I look."}, {"functionCall": {"name": "tide", "args": {"at": "Ness"}}}]}}], "modelVersion": "m"}`,
		`{"candidates": [{"content": {"role": "model", "parts": [{"text": "I "}]}}]}
{"candidates": [{"content": {"role": "model", "parts": [{"text": "look."}]}}]}
{"candidates": [{"content": {"role": "model", "parts": [{"functionCall": {"name": "tide", "args": {"at": "Ness"}}}]}, "finishReason": "STOP"}]}`,
	},
	{
		"Ollama", "openai",
		`{"model": "m", "messages": [{"role": "system", "content": "Be brief."}, {"role": "user", "content": "Tide?"}], "tools": [{"type": "function", "function": {"name": "tide", "parameters": {"type": "object", "properties": {"at": {"type": "string"}}}}}]}`,
		`{"model": "m", "done": true, "message": {"role": "assistant", "content": "I look.", "tool_calls": [{"function": {"name": "tide", "arguments": {"at": "Ness"}}}]}}`,
		`{"model": "m", "done": false, "message": {"role": "assistant", "content": "I "}}
{"model": "m", "done": false, "message": {"role": "assistant", "content": "look."}}
{"model": "m", "done": false, "message": {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "tide", "arguments": {"at": "Ness"}}}]}}
{"model": "m", "done": true, "message": {"role": "assistant", "content": ""}}`,
	},
}

// sse writes events as a server sends them.
func sse(events string) string {
	var b strings.Builder
	for line := range strings.Lines(events) {
		fmt.Fprintf(&b, "event: e\ndata: %s\n\n", strings.TrimSpace(line))
	}
	return b.String() + "data: [DONE]\n\n"
}

// asJSON returns a text as a JSON string.
func asJSON(t *testing.T, s string) string {
	t.Helper()
	b, err := json.Marshal(s)
	require.NoError(t, err)
	return string(b)
}

// requireTide checks that a record is read as the exchange of exchangeAPIs.
func requireTide(t *testing.T, shape string, rec *dataset.Record) {
	t.Helper()
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "ir"}})
	require.NoError(t, err)
	out, res, err := e.ConvertRecord(rec)
	require.NoError(t, err, "%s", rec.Raw)
	require.Equal(t, shape, res.Style)
	tr, _, err := ir.ParseDocument(out)
	require.NoError(t, err)
	require.Equal(t, "Be brief.", tr.System.Text.String())
	require.Contains(t, string(tr.Tools), `"tide"`)
	var steps []string
	for _, s := range tr.Steps {
		steps = append(steps, s.Kind.String()+" "+s.Tool.String()+s.Text.String()+s.Args.Raw.String())
	}
	require.Equal(t, []string{"user Tide?", "thought I look.", `call tide{"at": "Ness"}`}, steps)
}

// TestExchangeRows reads a request and its answer out of one record, however that has them.
func TestExchangeRows(t *testing.T) {
	for _, api := range exchangeAPIs {
		beside := func(key, answer string) string {
			return strings.TrimSuffix(api.request, "}") + fmt.Sprintf(", %q: %s, \"id\": 7}", key, answer)
		}
		list := "[" + strings.ReplaceAll(api.events, "\n", ", ") + "]"
		for form, raw := range map[string]string{
			"beside":           beside("response", api.answer),
			"beside, a string": beside("response", asJSON(t, api.answer)),
			"beside, streamed": beside("response", asJSON(t, sse(api.events))),
			"beside, lines":    beside("response", asJSON(t, api.events)),
			"beside, chunks":   beside("response", list),
			"members":          strings.TrimSuffix(api.request, "}") + ", " + strings.TrimPrefix(api.answer, "{"),
			"apart":            fmt.Sprintf(`{"id": 7, "request": %s, "response": %s}`, api.request, api.answer),
			"answer first":     fmt.Sprintf(`{"response": %s, "id": 7, "request": %s}`, api.answer, api.request),
			"strings":          fmt.Sprintf(`{"request": %s, "response": %s}`, asJSON(t, api.request), asJSON(t, api.answer)),
			"bodies":           fmt.Sprintf(`{"request": {"url": "u", "body": %s}, "response": {"status_code": 200, "body": %s}}`, api.request, api.answer),
			"string bodies":    fmt.Sprintf(`{"request": {"body": %s}, "response": {"body": %s}}`, asJSON(t, api.request), asJSON(t, api.answer)),
			"input and output": fmt.Sprintf(`{"input": %s, "output": %s}`, api.request, api.answer),
			"names of a proxy": fmt.Sprintf(`{"request_body": %s, "response_body": %s}`, api.request, asJSON(t, sse(api.events))),
		} {
			if form == "members" && api.name == "Ollama" {
				continue // next to "messages" a "message" is no answer
			}
			t.Run(api.name+", "+form, func(t *testing.T) { requireTide(t, api.shape, &dataset.Record{Raw: []byte(raw)}) })
		}
	}
}

// TestExchangesOfCassettes reads the same of recordings, however these have the bodies.
func TestExchangesOfCassettes(t *testing.T) {
	var packed bytes.Buffer
	zip := func(s string) string {
		packed.Reset()
		w := gzip.NewWriter(&packed)
		_, err := w.Write([]byte(s))
		require.NoError(t, err)
		require.NoError(t, w.Close())
		return base64.StdEncoding.EncodeToString(packed.Bytes())
	}
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "ir"}})
	require.NoError(t, err)
	for _, api := range exchangeAPIs {
		tape := func(request, response string) string {
			return "interactions:\n- request:\n    " + request + "\n    method: POST\n  response:\n    " + response + "\nversion: 1\n"
		}
		text := asJSON(t, api.request)
		for form, raw := range map[string]string{
			"strings":  tape("body: "+text, "body: {string: "+asJSON(t, api.answer)+"}"),
			"plain":    tape("body: "+text, "body: "+asJSON(t, api.answer)),
			"parsed":   tape("parsed_body: "+api.request, "parsed_body: "+api.answer),
			"content":  tape("body: "+text, "content: "+asJSON(t, api.answer)),
			"streamed": tape("body: "+text, "body: {string: "+asJSON(t, sse(api.events))+"}"),
			"binary":   tape("body: "+text, "body: {string: !!binary "+zip(api.answer)+"}"),
			"base64":   tape("body: {base64_string: "+base64.StdEncoding.EncodeToString([]byte(api.request))+"}", "body: {base64_string: "+zip(sse(api.events))+"}"),
			"packed":   tape("body: "+zip(api.request), "body: {string: "+zip(api.answer)+"}"),
			"HAR":      fmt.Sprintf(`{"log": {"entries": [{"request": {"method": "POST", "postData": {"mimeType": "application/json", "text": %s}}, "response": {"content": {"text": %s}}}]}}`, text, asJSON(t, api.answer)),
			"JSON":     fmt.Sprintf(`{"interactions": [{"request": {"method": "post", "body": {"encoding": "UTF-8", "string": %s}}, "response": {"body": {"string": %s}}}]}`, text, asJSON(t, api.answer)),
		} {
			t.Run(api.name+", "+form, func(t *testing.T) {
				found := 0
				for rec, err := range e.Records(t.Context(), "tape.yaml", strings.NewReader(raw)) {
					require.NoError(t, err)
					found++
					requireTide(t, api.shape, rec)
				}
				require.Equal(t, 1, found)
			})
		}
	}
}

// TestChoices makes a record of each answer, of a recording and of other inputs. Where a record can
// only give one, it is a reject.
func TestChoices(t *testing.T) {
	const exchange = `{"messages": [{"role": "user", "content": "?"}]}`
	const answer = `{"choices": [{"message": {"role": "assistant", "content": "one"}}, {"message": {"role": "assistant", "content": null, "tool_calls": [{"id": "a", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}}]}`
	tape := "interactions:\n- request:\n    body: '" + exchange + "'\n  response:\n    body: '" + answer + "'\n"
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "react"}})
	require.NoError(t, err)
	var said []string
	for rec, err := range e.Records(t.Context(), "calls.yaml", strings.NewReader(tape)) {
		require.NoError(t, err)
		out, _, err := e.ConvertRecord(rec)
		require.NoError(t, err)
		said = append(said, gjson.GetBytes(out, "messages.@reverse.0.content").String()+gjson.GetBytes(out, "choice").Raw)
		require.Equal(t, "calls.yaml:3: interaction 1", gjson.GetBytes(out, "place").String())
	}
	require.Len(t, said, 2)
	require.Contains(t, said[0], "one")
	require.Contains(t, said[1], "Action: f")
	for _, record := range []string{`{"request": ` + exchange + `, "response": ` + answer + `}`, exchange[:len(exchange)-1] + ", " + answer[1:]} {
		for name, input := range map[string]string{"a.jsonl": record + "\n", "a.json": record, "list.json": "[" + record + "]", "b.jsonl": `{"id": "r", "custom_id": "q", "response": {"status_code": 200, "body": {"object": "chat.completion", ` + answer[1:] + "}}\n"} {
			var rows bytes.Buffer
			report, err := e.CopyWith(t.Context(), &rows, strings.NewReader(input), dataset.CopyOptions{Name: name})
			require.NoError(t, err)
			require.EqualValues(t, 2, report.Converted, name)
			require.Contains(t, rows.String(), "Answer: one")
			require.Contains(t, rows.String(), "Action: f")
		}
		_, _, err = e.Record([]byte(record))
		require.Equal(t, ir.CodeOtherChoices, codeOf(err))
		var lines bytes.Buffer
		report, err := e.Filter(t.Context(), &lines, nil, dataset.NamedReader{Reader: strings.NewReader(record + "\n")})
		require.NoError(t, err)
		require.EqualValues(t, 1, report.Rejected)
		require.Contains(t, lines.String(), "toolspeak_reject")
	}
}

// TestOtherExchanges says which requests of a recording are none to a model.
func TestOtherExchanges(t *testing.T) {
	const other = "- request:\n    method: GET\n    uri: https://example.org/list?page=1\n    body: '{\"page\": 1}'\n  response:\n    body: {string: '[]'}\n"
	const model = "- request:\n    method: POST\n    body: '{\"messages\": [{\"role\": \"user\", \"content\": \"?\"}]}'\n  response:\n    body: {string: '{\"error\": {\"message\": \"busy\"}}'}\n"
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "ir"}})
	require.NoError(t, err)
	var last dataset.Result
	var reasons []string
	for rec, err := range e.Records(t.Context(), "a.yaml", strings.NewReader("interactions:\n"+other+model+other)) {
		require.NoError(t, err)
		_, _, err = e.ConvertRecord(rec)
		require.ErrorContains(t, err, "unanswered-request: the model gave no answer to the request: busy")
		found, err := e.Inspect(rec)
		require.Error(t, err)
		last = found.Result
	}
	require.Contains(t, codesOf(last.Diagnostics), ir.CodeExchangesUnread)
	for rec, err := range e.Records(t.Context(), "a.yaml", strings.NewReader("interactions:\n"+other)) {
		require.Error(t, err)
		reasons = append(reasons, rec.Fault.Error())
	}
	require.Len(t, reasons, 1)
	require.Contains(t, reasons[0], `GET https://example.org/list with "page"`)
}

// TestNoExchange leaves records alone that have such keys and are none, or that have the
// answer already.
func TestNoExchange(t *testing.T) {
	for _, raw := range []string{
		`{"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}], "response": "b"}`,
		`{"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}], "choices": [{"message": {"role": "assistant", "content": "b"}}]}`,
		`{"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}], "output": {"score": 1}, "content": "c"}`,
		`{"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}], "choices": ["a", "b"]}`,
		`{"instruction": "a", "input": "{}", "output": "b"}`,
		`{"messages": [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}], "request": {"id": 1}, "response": {"error": "x"}}`,
	} {
		e, err := dataset.New(dataset.Options{Options: convert.Options{To: "react"}})
		require.NoError(t, err)
		_, res, err := e.Record([]byte(raw))
		require.NoError(t, err, raw)
		require.Equal(t, 1, res.Steps[ir.User], raw)
		require.Equal(t, 1, res.Steps[ir.Answer], raw)
	}
}
