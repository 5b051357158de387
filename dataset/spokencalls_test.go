package dataset_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// object is JSON.
type object = map[string]any

// turn is a message of a test's records.
type turn struct{ Role, Content string }

// spokenSource has three calls.
const spokenSource = `{"messages": [{"role": "user", "content": "Tide?"},
	{"role": "assistant", "content": "I look it up.", "tool_calls": [{"id": "a", "type": "function", "function": {"name": "tide_at", "arguments": "{\"place\": \"Ness\", \"hours\": \"six\"}"}}]},
	{"role": "tool", "tool_call_id": "a", "content": "4.1 m"},
	{"role": "assistant", "content": "And the moon.", "tool_calls": [{"id": "b", "type": "function", "function": {"name": "moon_phase", "arguments": "{\"day\": \"today\"}"}}]},
	{"role": "tool", "tool_call_id": "b", "content": "full"},
	{"role": "assistant", "content": "High water, full moon."}]}`

// spokenTools is a tool list in the forms of shapes.
func spokenTools(form string) (list []any) {
	for _, tool := range []struct{ name, key string }{{"tide_at", "place"}, {"moon_phase", "day"}} {
		parameters := object{"type": "object", "properties": object{tool.key: object{"type": "string"}, "hours": object{"type": "string"}}}
		definition := object{"name": tool.name, "description": "d", "parameters": parameters}
		switch form {
		case "wrapped":
			list = append(list, object{"type": "function", "function": definition})
		case "input_schema":
			list = append(list, object{"name": tool.name, "input_schema": parameters})
		case "flat":
			list = append(list, object{"type": "function", "name": tool.name, "parameters": parameters})
		default:
			list = append(list, definition)
		}
	}
	return list
}

// mapped returns what make says of each turn.
func mapped(turns []turn, make func(turn) any) (list []any) {
	for _, t := range turns {
		list = append(list, make(t))
	}
	return list
}

// typed returns a message whose content is a list of a part.
func typed(t turn, kind string) any {
	return object{"role": t.Role, "content": []any{object{"type": kind, "text": t.Content}}}
}

// asUser returns turns in which results are the user's.
func asUser(turns []turn) []turn {
	turns = slices.Clone(turns)
	for i := range turns {
		if turns[i].Role == "tool" {
			turns[i].Role = "user"
		}
	}
	return turns
}

// spokenShapes put turns into the records of shapes, whose fields hold no call.
var spokenShapes = map[string]func(turns []turn, tools bool) object{
	"openai": func(turns []turn, tools bool) object {
		list := mapped(turns, func(t turn) any { return object{"role": t.Role, "content": t.Content} })
		list[len(list)-1].(object)["reasoning_content"] = "Because."
		return offering(object{"messages": list}, tools, "wrapped")
	},
	"anthropic": func(turns []turn, tools bool) object {
		return offering(object{"messages": mapped(asUser(turns), func(t turn) any { return typed(t, "text") }), "system": []any{object{"type": "text", "text": "Be brief."}}}, tools, "input_schema")
	},
	"gemini": func(turns []turn, tools bool) object {
		r := object{"contents": mapped(asUser(turns), func(t turn) any {
			return object{"role": map[string]string{"user": "user", "assistant": "model"}[t.Role], "parts": []any{object{"text": t.Content}}}
		})}
		if tools {
			r["tools"] = []any{object{"functionDeclarations": spokenTools("")}}
		}
		return r
	},
	"responses": func(turns []turn, tools bool) object {
		return offering(object{"input": mapped(asUser(turns), func(t turn) any { return object{"role": t.Role, "content": t.Content} })}, tools, "flat")
	},
	"responses, typed": func(turns []turn, tools bool) object {
		return offering(object{"instructions": "Be brief.", "input": mapped(asUser(turns), func(t turn) any {
			return typed(t, map[string]string{"user": "input_text", "assistant": "output_text"}[t.Role])
		})}, tools, "flat")
	},
	"atif": func(turns []turn, tools bool) object {
		agent := object{"name": "a", "version": "1"}
		if tools {
			agent["tool_definitions"] = spokenTools("wrapped")
		}
		n := 0
		return object{"schema_version": "ATIF-v1.6", "agent": agent, "steps": mapped(asUser(turns), func(t turn) any {
			n++
			return object{"step_id": n, "source": map[string]string{"user": "user", "assistant": "agent"}[t.Role], "message": t.Content}
		})}
	},
	"adp": func(turns []turn, _ bool) object {
		return object{"id": "x", "content": mapped(turns, func(t turn) any {
			switch t.Role {
			case "assistant":
				return object{"class_": "message_action", "content": t.Content}
			case "tool":
				return object{"class_": "text_observation", "source": "environment", "content": t.Content}
			}
			return object{"class_": "text_observation", "source": "user", "content": t.Content}
		})}
	},
	"nemo-gym": func(turns []turn, tools bool) object {
		list := mapped(asUser(turns), func(t turn) any { return object{"role": t.Role, "content": t.Content} })
		return object{"responses_create_params": offering(object{"input": list[:len(list)-1]}, tools, "flat"), "response": object{"output": list[len(list)-1:]}}
	},
	"session": func(turns []turn, _ bool) object {
		return object{"loglines": mapped(asUser(turns), func(t turn) any {
			return object{"type": t.Role, "message": object{"role": t.Role, "content": []any{object{"type": "text", "text": t.Content}}}}
		})}
	},
	"llamafactory": func(turns []turn, tools bool) object {
		r := object{"conversations": mapped(asUser(turns), func(t turn) any {
			return object{"from": map[string]string{"user": "human", "assistant": "gpt"}[t.Role], "value": t.Content}
		})}
		if tools {
			list, _ := json.Marshal(spokenTools(""))
			r["tools"] = string(list)
		}
		return r
	},
	"a request and its answer": func(turns []turn, tools bool) object {
		list := mapped(turns, func(t turn) any { return object{"role": t.Role, "content": t.Content} })
		return object{"request": offering(object{"model": "m", "messages": list[:len(list)-1]}, tools, "wrapped"), "response": object{"choices": []any{object{"message": list[len(list)-1]}}}}
	},
}

// offering adds a tool list to a record.
func offering(record object, tools bool, form string) object {
	if tools {
		record["tools"] = spokenTools(form)
	}
	return record
}

// onlyPrograms reports whether calls in a format of models are programs and nothing else.
func onlyPrograms(name string) bool {
	return !slices.ContainsFunc(page.ByName(name).Call, func(c string) bool { return !strings.Contains(c, "{code}") })
}

// spokenTurns are the turns of spokenSource in each style and in each format of a model.
func spokenTurns(t *testing.T) map[string][]turn {
	all := map[string][]turn{}
	names := slices.DeleteFunc(layouts.FormatNames(), onlyPrograms)
	for _, s := range styles.All() {
		names = append(names, s.Name)
	}
	for _, name := range names {
		e := nativeEngine(t, convert.Options{To: name, AssumeOutcome: convert.AssumeTrue})
		out, _, err := e.Record([]byte(spokenSource))
		if err != nil { // the format has no place for words next to a call
			out, _, err = e.Record([]byte(strings.NewReplacer("I look it up.", "", "And the moon.", "").Replace(spokenSource)))
		}
		require.NoError(t, err, name)
		var record struct{ Messages []turn }
		require.NoError(t, json.Unmarshal(out, &record))
		turns := record.Messages
		if turns[0].Role == "system" {
			turns = turns[1:]
		}
		all[name] = turns
	}
	return all
}

// TestCallsInWordsOfShapes: a call that the model writes in the text of a style or of a format,
// in a record whose shape has fields for calls, is a call or a reject, and never an answer.
func TestCallsInWordsOfShapes(t *testing.T) {
	e := nativeEngine(t, convert.Options{To: "openai"})
	read, refused, told := 0, map[string]int{}, map[string]int{}
	for style, turns := range spokenTurns(t) {
		for shape, record := range spokenShapes {
			for _, tools := range []bool{false, true} {
				name := fmt.Sprintf("%s in %s, tools %v", style, shape, tools)
				raw, err := json.Marshal(record(turns, tools))
				require.NoError(t, err)
				out, res, err := e.Record(raw)
				if err != nil {
					require.Contains(t, []ir.Code{ir.CodeForeignStyle, ir.CodeBrokenCall}, codeOf(err), "%s: %v\n%s", name, err, raw)
					refused[style+" in "+shape]++
					continue
				}
				var tools []string
				for _, c := range callsOf(t, out) {
					tools = append(tools, c.name)
				}
				if len(tools) == 0 && slices.Contains(codesOf(res.Diagnostics), ir.CodeCallLike) { // without a marker, and without a tool list
					told[style]++
					continue
				}
				if !slices.Equal([]string{"tide_at", "moon_phase"}, tools) {
					t.Errorf("%s, read as %s: %q\n%s\n%s", name, res.Style, tools, raw, out)
				}
				read++
			}
		}
	}
	t.Logf("%d read, refused: %v, told: %v", read, refused, told)
	require.Greater(t, read, 1300)
	require.LessOrEqual(t, len(told), 3)
}

// TestCallNextToFields: a call in words next to calls in fields is reported.
func TestCallNextToFields(t *testing.T) {
	e := nativeEngine(t, convert.Options{To: "anthropic"})
	for style, turns := range spokenTurns(t) {
		var spoken string
		for _, turn := range turns {
			if turn.Role == "assistant" {
				spoken = turn.Content
				break
			}
		}
		var record object
		require.NoError(t, json.Unmarshal([]byte(strings.ReplaceAll(spokenSource, "tide_at", "water")), &record))
		messages := record["messages"].([]any)
		record["messages"] = append(messages[:len(messages)-1], object{"role": "assistant", "content": spoken})
		raw, err := json.Marshal(offering(record, true, "wrapped"))
		require.NoError(t, err)
		_, res, err := e.Record(raw)
		if err != nil {
			var d *ir.Diagnostic
			require.True(t, errors.As(err, &d))
			continue
		}
		if !slices.ContainsFunc(res.Diagnostics, func(d ir.Diagnostic) bool {
			return d.Code == ir.CodeUnreadMarker || d.Code == ir.CodeForeignCall || d.Code == ir.CodeCallLike
		}) {
			t.Errorf("%s: %s", style, raw)
		}
	}
}

// TestQuotedCallOfShape: an answer that quotes a call stays one where the shape is named, is
// reported, and is refused where a reader who names nothing would take it for the call.
func TestQuotedCallOfShape(t *testing.T) {
	const record = `{"input": [{"role": "user", "content": "How does ReAct look?"}, {"role": "assistant", "content": "So:\nThought: I look.\nAction: search\nAction Input: {}"}]}`
	_, _, err := nativeEngine(t, convert.Options{From: "responses", To: "anthropic"}).Record([]byte(record))
	require.Equal(t, ir.CodeReadBack, codeOf(err))
	out, res, err := nativeEngine(t, convert.Options{From: "responses", To: "anthropic", ReadBack: convert.ReadBackStyle}).Record([]byte(record))
	require.NoError(t, err)
	require.Contains(t, string(out), "So:\\nThought: I look.")
	require.Equal(t, []ir.Code{ir.CodeUnreadMarker}, codesOf(res.Diagnostics))
}

// TestSpokenCallKeeps: hidden reasoning, images, tools and weights of a record whose calls are
// in words are kept or reported.
func TestSpokenCallKeeps(t *testing.T) {
	const record = `{"contents": [{"role": "user", "parts": [{"text": "Tide?"}, {"inlineData": {"mimeType": "image/png", "data": "aaaa"}}]},
		{"role": "model", "parts": [{"text": "Because.", "thought": true}, {"text": "Thought: I look.\nAction: tide_at\nAction Input: {\"place\": \"Ness\"}"}]},
		{"role": "user", "parts": [{"text": "Observation: 4 m"}]}, {"role": "model", "parts": [{"text": "Thought: so\nFinal Answer: 4 m"}]}],
		"tools": [{"functionDeclarations": [{"name": "tide_at", "parameters": {"type": "OBJECT", "properties": {"place": {"type": "STRING"}}}}]}], "id": 7}`
	out, res, err := nativeEngine(t, convert.Options{To: "openai"}).Record([]byte(record))
	require.NoError(t, err)
	require.Contains(t, string(out), `"reasoning_content": "Because."`)
	require.Contains(t, string(out), `"tools": [{"type": "function", "function": {"name": "tide_at"`)
	require.Contains(t, string(out), `"id": 7`)
	require.Contains(t, string(out), "data:image/png;base64,aaaa")
	require.NotContains(t, codesOf(res.Diagnostics), ir.CodePartsDropped)
	text, res, err := nativeEngine(t, convert.Options{To: "hermes"}).Record([]byte(record))
	require.NoError(t, err)
	require.Contains(t, string(text), "tide_at")
	require.Contains(t, codesOf(res.Diagnostics), ir.CodePartsDropped)
}
