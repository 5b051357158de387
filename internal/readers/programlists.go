package readers

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/ir"
)

// mayListTools is a quick look: false is certain.
func mayListTools(t ir.Text) bool {
	return bytes.Contains(t.B, []byte("Calling tools:")) && bytes.Contains(t.B, []byte("[{'id': '"))
}

// toolLists rewrites what smolagents writes of its steps: calls as a list of Python, where no
// line has the marker of a call. It reports whether there are some.
func (f *framed) toolLists() (found bool) {
	if slices.ContainsFunc(f.lines, func(line string) bool { w := frameWord(line); return w >= 0 && w < inputWords }) {
		return false
	}
	for i, line := range f.lines {
		if strings.HasPrefix(line, "Call id: ") {
			f.lines[i] = ""
			continue
		}
		list, ok := strings.CutPrefix(line, "Calling tools:")
		if !ok {
			continue
		}
		first := i
		if list = strings.TrimSpace(list); list == "" && i+1 < len(f.lines) {
			i++
			list = strings.TrimSpace(f.lines[i])
		}
		if said := calledInList(list); said != "" {
			f.lines[i] = ""
			f.lines[first], found = said, true
		}
	}
	return found
}

// calledInList returns the calls of a list that Python printed, each on a line.
func calledInList(list string) string {
	converted, end, err := literal.Python(nil, ir.Text{B: []byte(list)}, 0)
	var calls []struct {
		Function struct {
			Name      string
			Arguments json.RawMessage
		}
	}
	if err != nil || end != len(list) || json.Unmarshal(converted, &calls) != nil {
		return ""
	}
	var said []string
	for _, c := range calls {
		name, args := c.Function.Name, ir.Text{B: c.Function.Arguments}
		if name == "" || !IsObject(args) {
			return ""
		}
		if answer, ok := onlyAnswer(args, "Final Answer"); ok && name == "final_answer" {
			said = append(said, afterMarker("Final Answer: ", string(answer.B)))
			continue
		}
		said = append(said, "Calling function: "+name+" with args: "+string(c.Function.Arguments))
	}
	return strings.Join(said, "\n")
}
