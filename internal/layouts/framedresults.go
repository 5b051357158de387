package layouts

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/ir"
)

// resultWraps are what stands around a result within its message.
var resultWraps = [][2]string{
	{"<tool_response>", "</tool_response>"}, {"<response>", "</response>"}, {"<result>", "</result>"}, {"<tool_result>", "</tool_result>"},
	{"<|tool_response_start|>", "<|tool_response_end|>"},
}

// rawContent is a result of Mistral whose words are no JSON, as templates of others write it.
var rawContent = regexp.MustCompile(`^\{"content": ((?s).*), "call_id": "[^"]*"\}$`)

// isWrapped reports whether a message of the user is results and nothing else.
func isWrapped(words string) bool {
	return slices.ContainsFunc(resultWraps, func(w [2]string) bool { return strings.HasPrefix(words, w[0]) && strings.HasSuffix(words, w[1]) })
}

// framedResults returns the results of a message that holds nothing else.
func framedResults(words string) []ir.Step {
	if list := listedResults(words); list != nil {
		return list
	}
	if _, after, ok := strings.Cut(words, "[TOOL_CONTENT]"); ok {
		return []ir.Step{resultOf(after)}
	}
	if _, after, ok := strings.Cut(words, "<|tool_response:result|>"); ok {
		said, _, _ := strings.Cut(after, "<|tool_response:end|>")
		return []ir.Step{resultOf(said)}
	}
	if rest, ok := strings.CutPrefix(words, "## Return of "); ok {
		for _, end := range []string{"\n", `\n`} { // one template has a backslash and a letter there
			if id, after, ok := strings.Cut(rest, end); ok && !strings.ContainsAny(id, " \n") {
				return []ir.Step{resultOf(after)}
			}
		}
	}
	if m := rawContent.FindStringSubmatch(words); m != nil {
		return []ir.Step{resultOf(m[1])}
	}
	if rest, ok := strings.CutPrefix(words, "<tool_output name=\""); ok {
		if _, after, ok := strings.Cut(rest, ">"); ok {
			return []ir.Step{resultOf(strings.Trim(strings.TrimSuffix(after, "</tool_output>"), "\n"))}
		}
	}
	for _, w := range resultWraps {
		if inside, ok := strings.CutPrefix(words, w[0]); ok && strings.HasSuffix(inside, w[1]) {
			var list []ir.Step
			for _, said := range strings.Split(strings.TrimSuffix(inside, w[1]), w[1]+"\n"+w[0]) {
				list = append(list, resultOf(strings.Trim(said, "\n")))
			}
			return list
		}
	}
	return []ir.Step{resultOf(words)}
}

// resultOf returns a result. One that is a string of JSON says what that says.
func resultOf(words string) ir.Step {
	if strings.HasPrefix(words, `"`) {
		var said string
		if json.Unmarshal([]byte(words), &said) == nil {
			words = said
		}
	}
	return ir.Step{Kind: ir.Observation, Text: ir.Plain(words)}
}

// listedResults reads results that are a list of JSON with results or content, or one such
// object, or returns nil.
func listedResults(words string) (list []ir.Step) {
	if words == "" || words[0] != '[' && words[0] != '{' {
		return nil
	}
	end, wrong := literal.JSON(ir.Plain(words), 0)
	if rest := words[end:]; wrong != nil || strings.TrimSpace(rest) != "" && !strings.HasPrefix(strings.TrimSpace(rest), "<|END_TOOL_RESULT|>") {
		return nil
	}
	type result struct {
		CallID  *string `json:"call_id"`
		ToolID  *string `json:"tool_call_id"`
		Content json.RawMessage
		Results map[string]json.RawMessage
	}
	var all []result
	if words[0] == '[' {
		if json.Unmarshal([]byte(words[:end]), &all) != nil {
			return nil
		}
	} else {
		var one result
		if json.Unmarshal([]byte(words[:end]), &one) != nil {
			return nil
		}
		all = append(all, one)
	}
	for _, r := range all {
		if r.CallID == nil && r.ToolID == nil {
			return nil
		}
		said := r.Content
		if len(r.Results) == 1 {
			said = r.Results["0"]
		}
		var inner struct{ Content *string }
		switch {
		case said == nil:
			return nil
		case said[0] == '{' && json.Unmarshal(said, &inner) == nil && inner.Content != nil:
			list = append(list, ir.Step{Kind: ir.Observation, Text: ir.Plain(*inner.Content)})
		default:
			list = append(list, resultOf(string(said)))
		}
	}
	return list
}
