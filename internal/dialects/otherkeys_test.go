package dialects_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/dialects"
	"github.com/toolspeak/toolspeak/ir"
)

// TestOtherKeys puts a key that no format knows into each object of each format: it is in what was
// read, or in a note.
func TestOtherKeys(t *testing.T) {
	places := 0
	for name, c := range formatCases {
		for at := range c.source {
			if c.source[at] != '{' || strings.Count(c.source[:at], `"`)%2 > 0 && strings.Count(strings.ReplaceAll(c.source[:at], `\"`, ""), `"`)%2 > 0 {
				continue
			}
			if name == "flat LangChain" && strings.HasSuffix(c.source[:at], `"input": `) {
				continue // the list next to the parts has the arguments again
			}
			if line := c.source[strings.LastIndexByte(c.source[:at], '\n')+1 : at]; name == "cursor" && strings.Contains(line, "completed") && strings.Contains(line, "tool_call\": ") {
				continue // the line that begins the call has it, too
			}
			if strings.HasSuffix(c.source[:at], `"chunk": `) {
				continue // the event at the end has all of it
			}
			key := `"odd_key": "odd"`
			if !strings.HasPrefix(c.source[at+1:], "}") {
				key += ", "
			}
			v := dialects.Parse([]byte(c.source[:at+1] + key + c.source[at+1:]))
			f := dialects.Find(v)
			if f == nil { // it is a reject
				continue
			}
			said := ""
			for _, one := range f.Read(v) {
				said += string(ir.AppendDocument(nil, &one.Steps, one.Keys, false))
				for _, d := range one.Notes {
					said += fmt.Sprintln(d.Text())
				}
				if one.Fault != nil {
					said += "odd_key"
				}
			}
			if !strings.Contains(said, "odd_key") {
				t.Errorf("%s: an unknown key is lost at the mark: %s", name, c.source[max(0, at-60):at]+"▲"+c.source[at:min(len(c.source), at+60)])
			}
			places++
		}
	}
	require.Greater(t, places, 150)
}
