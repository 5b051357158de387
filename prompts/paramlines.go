package prompts

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tidwall/gjson"
)

// paramsMarks are between a description and a tool's parameters in prompts that write both
// as a sentence: "search: looks things up. Parameters: [{"name": "query", …}] Format the
// arguments as a JSON object."
var paramsMarks = []string{"Parameters:", "Parameters：", "parameters:", "Arguments:", "输入参数：", "输入参数:"}

// withParams looks for tools with their parameters in a sentence.
func (f *finder) withParams() {
	prompt := f.in.s
	first := -1
	for _, mark := range paramsMarks {
		if k := f.next(mark, 0); k >= 0 && (first < 0 || k < first) {
			first = k
		}
	}
	if first < 0 {
		return
	}
	at := strings.LastIndexByte(prompt[:first], '\n') + 1
	for _, start := range []int{paragraphStart(prompt, at), at} {
		if c, end := readParamLines(f.in.from(start)); end > 0 {
			f.keep(c, start, start+end)
			return
		}
	}
}

// paragraphStart returns where the paragraph of a line begins, after a line that announces
// tools. A heading of the tool's own goes with it.
func paragraphStart(s string, line int) int {
	at := line
	for at > 0 {
		before := strings.LastIndexByte(s[:at-1], '\n') + 1
		if text := s[before : at-1]; strings.TrimSpace(text) == "" || announces(text) {
			break
		}
		at = before
	}
	if own := ownHeading(s, at); own >= 0 {
		return own
	}
	return at
}

// ownHeading returns where the heading begins that stands over an offset and is the name
// with which the text goes on, or -1.
func ownHeading(s string, at int) int {
	before := strings.TrimRight(s[:at], " \t\r\n")
	begin := strings.LastIndexByte(before, '\n') + 1
	name := strings.TrimSpace(strings.TrimLeft(before[begin:], "#"))
	if len(name) == len(before)-begin || name == "" || !strings.HasPrefix(s[at:], name+":") {
		return -1
	}
	return begin
}

// readParamLines reads entries whose parameters stand in a sentence, with blank lines or none
// between them.
func readParamLines(in source) (c ToolList, end int) {
	s := in.s
	c.Form = FormArgsLines
	for at := 0; at < len(s); {
		from := at
		if line := s[at:lineEnd(s, at)]; isHeading(strings.TrimSpace(line)) {
			k := next(s, lineEnd(s, at))
			k += len(s[k:]) - len(strings.TrimLeft(s[k:], " \t\r\n"))
			if ownHeading(s, k) != at {
				break
			}
			from = k
		}
		d, ok := paramsEntry(in.from(from))
		if !ok {
			break
		}
		c.add(&d)
		end = from + d.size
		at = len(s) - len(strings.TrimLeft(s[end:], " \t\r\n"))
		if !strings.Contains(s[end:at], "\n") {
			break
		}
	}
	return c, end
}

// paramsEntry reads the entry with which a text begins.
func paramsEntry(in source) (d definition, ok bool) {
	s := in.s
	if k := strings.Index(s, "\n\n"); k >= 0 {
		s = s[:k]
	}
	width := itemMark(s)
	h, ok := argsLines.head(s[width:], oneWord)
	if !ok || h.sep != ": " || slices.Contains(noTools, strings.ToLower(h.name)) || builtIn.isMarkerName(h.name) {
		return d, false
	}
	body := width + h.end
	const tries = 8
	for from, n := body, 0; n < tries; n++ {
		mark, at := nextParams(s, from)
		if at < 0 {
			return d, false
		}
		from = at
		at += space(s[at:], 0)
		if at == len(s) || s[at] != '[' && s[at] != '{' {
			continue
		}
		raw, size, python, err := value(in.to(len(s)).from(at).b)
		if err != nil {
			continue
		}
		params, ok := parametersOf(raw)
		rest := strings.TrimSpace(s[at+size : lineEnd(s, at+size)])
		if !ok || strings.ContainsAny(rest, "{[") {
			continue
		}
		d.tool.Name, d.tool.Description, d.tool.Parameters = h.name, strings.TrimSpace(s[body:mark]), params
		if rest != "" && !strings.Contains(rest, "JSON") {
			d.tool.Description = strings.TrimSpace(d.tool.Description + " " + rest)
		}
		d.tool.sign(h.signature)
		d.python, d.size = python, lineEnd(s, at+size)
		return d, true
	}
	return d, false
}

// nextParams returns where the next mark of parameters begins and ends, or -1.
func nextParams(s string, from int) (begin, end int) {
	begin, end = -1, -1
	for _, mark := range paramsMarks {
		if k := strings.Index(s[from:], mark); k >= 0 && (begin < 0 || from+k < begin) {
			begin, end = from+k, from+k+len(mark)
		}
	}
	return begin, end
}

// parametersOf returns the JSON schema that parameters are, or that a list of them with
// names means.
func parametersOf(raw json.RawMessage) (json.RawMessage, bool) {
	v := gjson.ParseBytes(raw)
	if v.IsObject() {
		return raw, true
	}
	var properties, required bytes.Buffer
	for i, p := range v.Array() {
		name := p.Get("name")
		if !p.IsObject() || name.Type != gjson.String {
			return nil, false
		}
		if i > 0 {
			properties.WriteString(", ")
		}
		properties.WriteString(name.Raw + ": {")
		first := true
		member := func(key, value gjson.Result) bool {
			if !first {
				properties.WriteString(", ")
			}
			first = false
			properties.WriteString(key.Raw + ": " + value.Raw)
			return true
		}
		p.ForEach(func(key, value gjson.Result) bool {
			switch {
			case key.String() == "name":
			case key.String() == "required" && (value.IsBool() || value.Type == gjson.String):
				if strings.EqualFold(value.String(), "true") {
					if required.Len() > 0 {
						required.WriteString(", ")
					}
					required.WriteString(name.Raw)
				}
			case key.String() == "schema" && value.IsObject():
				value.ForEach(member)
			default:
				member(key, value)
			}
			return true
		})
		properties.WriteString("}")
	}
	out := `{"type": "object", "properties": {` + properties.String() + "}"
	if required.Len() > 0 {
		out += `, "required": [` + required.String() + "]"
	}
	return json.RawMessage(out + "}"), true
}

// areParameters reports whether what follows a text is a tool's parameters, and no list of
// tools.
func areParameters(before string) bool {
	before = strings.TrimRight(before, " \t\r\n")
	before = strings.TrimRight(strings.TrimSuffix(strings.TrimSuffix(before, ":"), "："), `"' `)
	const longest = len("parameters")
	low := strings.ToLower(before[max(0, len(before)-longest):])
	return slices.ContainsFunc([]string{"parameters", "params", "arguments", "args", "inputs", "参数"}, func(word string) bool { return strings.HasSuffix(low, word) })
}
