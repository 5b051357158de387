package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"
	"strings"
)

// What counts the calls in an output of the matrix: it knows the styles and shapes by
// their looks alone, and shares no code with the readers.

// matrixCall is a call of a source: a tool, and a word in the call's argument that is
// nowhere else in the record.
type matrixCall struct{ tool, word string }

// UnmarshalJSON reads a pair.
func (c *matrixCall) UnmarshalJSON(b []byte) error {
	var pair [2]string
	err := json.Unmarshal(b, &pair)
	c.tool, c.word = pair[0], pair[1]
	return err
}

const (
	threeMarkers = `(?m)^ *Action: TOOL *\n *Action Input: .*WORD`
	toolUse      = `<tool_use>\s*<name>TOOL</name>\s*<arguments>[^<]*WORD[^<]*</arguments>`
)

// looks are what a call looks like in a text of each style.
var looks = map[string]string{
	"react": threeMarkers, "langchain": threeMarkers, "crewai": threeMarkers, "toolbench": threeMarkers,
	"tool-input":     `(?m)^ *Tool: TOOL *\n *Tool Input: .*WORD`,
	"tao":            `(?m)^ *Action: TOOL *\n *Args: .*WORD`,
	"tool-json":      `"tool": *"TOOL",\s*"tool_input": *[^}]*WORD`,
	"langchain-json": `"action": *"TOOL",\s*"action_input": *[^}]*WORD`,
	"xml":            toolUse, "cherry": toolUse,
	"react-paper":   `(?m)^ *Action \d+: TOOL\[.*WORD`,
	"hermes":        `<tool_call>\s*\{"name": *"TOOL", *"arguments": *[^}]*WORD`,
	"langchain-xml": `<tool>TOOL</tool><tool_input>[^<]*WORD[^<]*</tool_input>`,
	"llamafactory":  `"name": *"TOOL", *"arguments": *[^}]*WORD`,
	"codeact":       `<execute>\s*[^<]*WORD`, "python-tag": `<\|python_tag\|>[^<]*WORD`, "gemma3": "```tool_code\\s*[^<]*WORD", "smolagents-code": `<code>\s*[^<]*WORD`,
	"swift": `"name": *"TOOL", *"arguments": *[^}]*WORD`,
}

// fields are the keys of a call in each shape: its name, its arguments and, if there is
// one, a key that tells it from others with its value.
var fields = map[string][]string{
	"openai": {"name", "arguments"}, "anthropic": {"name", "input", "type", "tool_use"}, "gemini": {"name", "args"},
	"responses": {"name", "arguments", "type", "function_call"}, "atif": {"function_name", "arguments"},
	"openai-batch": {"name", "arguments"}, "langchain-chat": {"name", "args", "type", "tool_call"}, "vercel": {"toolName", "input", "type", "tool-call"}, "bedrock": {"name", "input"},
	"inspect": {"function", "arguments"}, "adp": {"function", "kwargs", "class_", "api_action"}, "ir": {"tool", "args", "kind", "call"},
}

// custom are the keys of a call whose argument is text, where they are others.
var custom = map[string][]string{"openai": {"name", "input"}, "openai-batch": {"name", "input"}, "responses": {"name", "input", "type", "custom_tool_call"}, "ir": {"tool", "input", "kind", "call"}}

// countCalls returns how often a call is in an output of a style or shape.
func countCalls(out []byte, target string, c matrixCall) (n int) {
	look, known := looks[target]
	if !known { // a format of models
		look = `(?s)\bTOOL\b.{0,150}?WORD`
	}
	if fields[target] != nil {
		for _, value := range values(out) {
			n += countFields(value, fields[target], c)
			if keys := custom[target]; keys != nil {
				n += countFields(value, keys, c)
			}
		}
		return n
	}
	re := regexp.MustCompile(strings.NewReplacer("TOOL", c.tool, "WORD", c.word).Replace(look))
	for _, text := range texts(out) {
		n += len(re.FindAllString(text, -1))
	}
	return n
}

// values returns the JSON values of an output, or nil where it is none.
func values(out []byte) (list []any) {
	d := json.NewDecoder(bytes.NewReader(out))
	for {
		var v any
		switch err := d.Decode(&v); {
		case errors.Is(err, io.EOF):
			return list
		case err != nil:
			return nil
		}
		list = append(list, v)
	}
}

// texts returns the strings in an output or, where it is no JSON, the output.
func texts(out []byte) (list []string) {
	all := values(out)
	if all == nil {
		return []string{string(out)}
	}
	var walk func(any)
	walk = func(v any) {
		switch v := v.(type) {
		case string:
			if inner := inString(v); inner != nil {
				walk(inner)
			} else {
				list = append(list, v)
			}
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			for key, e := range v {
				if key != "tools" {
					walk(e)
				}
			}
		}
	}
	walk(all)
	return list
}

// inString returns the list of messages that is in a string, or nil.
func inString(s string) (list any) {
	if strings.HasPrefix(s, "[{") && !strings.HasPrefix(s, `[{"name"`) { // which are calls
		_ = json.Unmarshal([]byte(s), &list) // or it is text
	}
	return list
}

// countFields counts the objects in a value that are the call.
func countFields(v any, keys []string, c matrixCall) (n int) {
	switch v := v.(type) {
	case string:
		return countFields(inString(v), keys, c)
	case []any:
		for _, e := range v {
			n += countFields(e, keys, c)
		}
	case map[string]any:
		args, has := v[keys[1]]
		if kind, _ := v["type"].(string); kind == "tool-"+c.tool { // a page's part of Vercel's
			has, keys = true, []string{"type", "input"}
			c.tool, args = kind, v["input"]
		}
		if v[keys[0]] == c.tool && has && (len(keys) < 4 || v[keys[2]] == keys[3]) {
			spelled, _ := json.Marshal(args) // it was JSON
			if bytes.Contains(spelled, []byte(c.word)) {
				return 1
			}
		}
		for _, e := range v {
			n += countFields(e, keys, c)
		}
	}
	return n
}
