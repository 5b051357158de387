package readers

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/ir"
)

// What LangGraph's agents print is messages below rules that say whose they are, with calls as
// lists of their arguments:
//
//	================== Ai Message ==================
//	Tool Calls:
//	  search (call_1)
//	 Call ID: call_1
//	  Args:
//	    q: ships

// mayBeMessages is a quick look: false is certain.
func mayBeMessages(t ir.Text) bool {
	// Rules have many of the signs before these words.
	for _, sign := range [...]string{"Ai Message", "Aimessagechunk Message"} {
		if bytes.Contains(t.B, []byte(sign+" =")) && bytes.Contains(t.B, []byte("= "+sign+" =")) {
			return true
		}
		if hasEscape(t) && bytes.Contains(t.B, []byte(" "+sign+" ")) {
			return true // in bold, as in a notebook
		}
	}
	return false
}

// titledRule returns the words in a rule of a page, which may be bold.
func titledRule(line string) (title string, ok bool) {
	const least = 10 // characters of the rule on each side
	line = strings.TrimRight(withoutColours(line), blanks)
	words := strings.Trim(line, "=")
	title = strings.TrimSpace(words)
	at := strings.Index(line, words)
	return title, title != "" && at >= least && len(line)-at-len(words) >= least && words[0] == ' '
}

// messages rewrites what LangGraph's agents print. It reports whether the text is that.
func (f *framed) messages() bool {
	type block struct {
		title      string
		first, end int
	}
	var blocks []block
	for i, line := range f.lines {
		title, ok := titledRule(line)
		switch n := len(blocks); {
		case ok && strings.HasSuffix(title, " Message"):
			if n > 0 {
				blocks[n-1].end = i
			}
			blocks = append(blocks, block{title, i, len(f.lines)})
		case n == 0 && spokenLine(line):
			return false
		}
	}
	if len(blocks) == 0 {
		return false
	}
	clear(f.lines[:blocks[0].first])
	for _, b := range blocks {
		content := append([]string(nil), f.lines[b.first+1:b.end]...)
		clear(f.lines[b.first:b.end])
		said := ""
		switch b.title {
		case "Human Message":
			said = afterMarker("Question: ", unnamed(content))
		case "System Message":
			said = afterMarker("System: ", unnamed(content))
		case "Tool Message":
			said = "Observation: " + guarded(unnamed(content))
		case "Ai Message", "Aimessagechunk Message":
			said = messageOf(content)
		}
		f.spread(b.first, b.end, said)
	}
	return true
}

// unnamed returns the text of a message without the line that names who sent it.
func unnamed(lines []string) string {
	if len(lines) > 1 && strings.HasPrefix(lines[0], "Name: ") && strings.TrimSpace(lines[1]) == "" {
		lines = lines[2:]
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// messageOf returns the lines of a message of the model: its words and its calls, or an answer.
func messageOf(lines []string) string {
	at := len(lines)
	for i, line := range lines {
		if strings.TrimRight(line, blanks) == "Tool Calls:" {
			at = i
			break
		}
	}
	words := wordsOf(unnamed(lines[:at]))
	calls := listedCalls(lines[min(at+1, len(lines)):])
	if len(calls) == 0 {
		return afterMarker("Final Answer: ", words)
	}
	if words != "" {
		calls = append([]string{afterMarker("Thought: ", words)}, calls...)
	}
	return strings.Join(calls, "\n")
}

// wordsOf returns the texts in a content that is printed as a list of parts.
func wordsOf(content string) string {
	if !strings.HasPrefix(content, "[{") {
		return content
	}
	converted, end, err := literal.Python(nil, ir.Text{B: []byte(content)}, 0)
	var parts []struct{ Text string }
	if err != nil || end != len(content) || json.Unmarshal(converted, &parts) != nil {
		return content
	}
	var words []string
	for _, p := range parts {
		if p.Text != "" {
			words = append(words, p.Text)
		}
	}
	return strings.Join(words, "\n")
}

// listedCalls returns the calls of a list, each as lines with markers.
func listedCalls(lines []string) (calls []string) {
	name := ""
	var args []string
	end := func() {
		if name != "" {
			calls = append(calls, "Action: "+name+"\nAction Input: {"+strings.Join(args, ", ")+"}")
		}
		name, args = "", nil
	}
	key, listed := "", false
	var value []string
	member := func() {
		if key != "" {
			args = append(args, strconv.Quote(key)+": "+listedValue(strings.Join(value, "\n")))
		}
		key, value = "", nil
	}
	for _, line := range lines {
		tool, id, called := strings.Cut(strings.TrimPrefix(line, "  "), " (")
		switch {
		case strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "   ") && called && strings.HasSuffix(id, ")") && isIdentifier(ir.Text{B: []byte(tool)}):
			member()
			end()
			name, listed = tool, false
		case !listed && (strings.HasPrefix(line, " Call ID: ") || strings.HasPrefix(line, "  Error: ")):
		case !listed && strings.TrimRight(line, blanks) == "  Args:":
			listed = true
		case listed:
			if k, v, ok := strings.Cut(strings.TrimPrefix(line, "    "), ":"); ok && strings.HasPrefix(line, "    ") && isIdentifier(ir.Text{B: []byte(k)}) {
				member()
				key, value = k, []string{strings.TrimPrefix(v, " ")}
			} else if key != "" {
				value = append(value, line)
			}
		}
	}
	member()
	end()
	return calls
}

// listedValue returns the JSON of a value as Python prints it. What is neither a number, a
// word for one of three values nor a list or object is a string.
func listedValue(printed string) string {
	printed = strings.TrimRight(printed, " \n")
	switch printed {
	case "True", "False", "None":
		return map[string]string{"True": "true", "False": "false", "None": "null"}[printed]
	case "":
		return `""`
	}
	switch c := printed[0]; {
	case c == '{' || c == '[':
		if converted, end, err := literal.Python(nil, ir.Text{B: []byte(printed)}, 0); err == nil && end == len(printed) {
			return string(converted)
		}
	case (c == '-' || '0' <= c && c <= '9') && json.Valid([]byte(printed)):
		return printed
	}
	return string(jsonx.Quoted(printed))
}
