package readers

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/ir"
)

// LangGraph's agents print messages below rules that say whose they are, with calls as
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
	for _, sign := range [...]string{"Ai Message", "AI Message", "Aimessagechunk Message"} {
		if bytes.Contains(t.B, []byte(sign+" =")) && bytes.Contains(t.B, []byte("= "+sign+" =")) {
			return true
		}
		if hasEscape(t) && bytes.Contains(t.B, []byte(" "+sign+" ")) {
			return true // in bold, as in a notebook
		}
	}
	return false
}

// titledRule returns the words in a rule of a page, which may be bold, in small letters.
func titledRule(line string) (title string, ok bool) {
	const least = 10 // characters of the rule on each side
	line = strings.TrimRight(colours.ReplaceAllString(line, ""), blanks)
	words := strings.Trim(line, "=")
	title = strings.ToLower(strings.TrimSpace(words))
	at := strings.Index(line, words)
	return title, title != "" && at >= least && len(line)-at-len(words) >= least && words[0] == ' '
}

// messageBlock is a message below a rule: its lines, from the rule on.
type messageBlock struct {
	title      string
	first, end int
	lines      []string
}

// unindent takes off all lines what the first rule is indented by, as in the documentation of code. Such
// a print ends with its fence.
func (f *framed) unindent() {
	first := slices.IndexFunc(f.lines, func(line string) bool {
		_, ok := titledRule(strings.TrimLeft(line, blanks))
		return ok
	})
	if first < 0 {
		return
	}
	indent := f.lines[first][:len(f.lines[first])-len(strings.TrimLeft(f.lines[first], blanks))]
	opened, ended := first > 0 && strings.HasPrefix(strings.TrimSpace(f.lines[first-1]), "```"), false
	for i, line := range f.lines {
		if indent == "" {
			return
		}
		f.lines[i] = strings.TrimPrefix(line, indent)
		if ended = ended || opened && i > first && strings.TrimSpace(line) == "```"; ended {
			f.lines[i] = "" // the code around the comment
		}
	}
}

// messages rewrites what LangGraph's agents print. It reports whether the text is that.
func (f *framed) messages() bool {
	var blocks []messageBlock
	f.unindent()
	for i, line := range f.lines {
		title, ok := titledRule(line)
		switch n := len(blocks); {
		case ok && strings.HasSuffix(title, " message"):
			if n > 0 {
				blocks[n-1].end = i
			}
			blocks = append(blocks, messageBlock{title: title, first: i, end: len(f.lines)})
		case n == 0 && spokenLine(line):
			return false
		}
	}
	if len(blocks) == 0 {
		return false
	}
	for i := range blocks {
		b := &blocks[i]
		b.lines = append([]string(nil), f.lines[b.first+1:b.end]...)
		if n := len(b.lines); n > 0 && i+1 < len(blocks) && strings.HasPrefix(b.lines[n-1], "Update from node: ") { // of the next message
			b.lines = b.lines[:n-1]
		}
	}
	clear(f.lines)
	var calls []listedCall
	for i := 0; i < len(blocks); i++ {
		b := &blocks[i]
		said := ""
		switch b.title {
		case "human message":
			said = afterMarker("Question: ", unnamed(b.lines))
		case "system message":
			said = afterMarker("System: ", unnamed(b.lines))
		case "tool message":
			n := i + 1
			for n < len(blocks) && blocks[n].title == b.title {
				n++
			}
			f.results(calls, blocks[i:n])
			i = n - 1
			continue
		case "ai message", "aimessagechunk message":
			said, calls = messageOf(b.lines)
			for _, c := range calls {
				f.calls = append(f.calls, c.id)
			}
		}
		f.spread(b.first, b.end, said)
	}
	return true
}

// results rewrites the results that follow calls, each in the place of its call: that of its
// name or, where no open call has it, the first that no other result names.
func (f *framed) results(calls []listedCall, blocks []messageBlock) {
	order := make([]int, 0, len(blocks)) // for each result its call
	taken := make(map[int]bool, len(calls))
	for _, b := range blocks {
		at := slices.IndexFunc(calls, func(c listedCall) bool { return c.name == nameOf(b.lines) })
		for at >= 0 && at < len(calls) && (taken[at] || calls[at].name != nameOf(b.lines)) {
			at++
		}
		if at < 0 || at == len(calls) {
			at = -1
		}
		taken[at] = true
		order = append(order, at)
	}
	free := 0
	for i, at := range order {
		if at >= 0 {
			continue
		}
		for taken[free] {
			free++
		}
		order[i], taken[free] = free, true
	}
	sorted := make([]int, len(blocks))
	for i := range sorted {
		sorted[i] = i
	}
	slices.SortStableFunc(sorted, func(a, b int) int { return order[a] - order[b] })
	for i, from := range sorted {
		f.spread(blocks[i].first, blocks[i].end, "Observation: "+guarded(unnamed(blocks[from].lines)))
		name, id := "", ""
		if at := order[from]; at < len(calls) {
			name, id = calls[at].name, calls[at].id
		}
		f.answered = append(f.answered, answeredCall{name, id})
	}
}

// answeredCall is the call that a result answers: its tool and its id.
type answeredCall struct{ tool, id string }

// nameOf returns the name of who sent a message, or "".
func nameOf(lines []string) string {
	if len(lines) > 1 && strings.TrimSpace(lines[1]) == "" {
		name, _ := strings.CutPrefix(lines[0], "Name: ")
		if name != lines[0] {
			return strings.TrimSpace(name)
		}
	}
	return ""
}

// unnamed returns the text of a message without the line that names who sent it.
func unnamed(lines []string) string {
	if nameOf(lines) != "" {
		lines = lines[2:]
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// messageOf returns the lines of a message of the model: its words and its calls, or an answer.
func messageOf(lines []string) (said string, calls []listedCall) {
	at := len(lines)
	for i, line := range lines {
		if strings.TrimRight(line, blanks) == "Tool Calls:" {
			at = i
			break
		}
	}
	if ended := slices.Index(lines[at:], "Traceback (most recent call last):"); ended >= 0 {
		lines = lines[:at+ended] // the program's, which was interrupted
	}
	words := wordsOf(unnamed(lines[:at]))
	calls = listedCalls(lines[min(at+1, len(lines)):])
	if len(calls) == 0 {
		return afterMarker("Final Answer: ", words), nil
	}
	var all []string
	if words != "" && words != "[]" { // no parts
		all = append(all, afterMarker("Thought: ", words))
	}
	for _, c := range calls {
		all = append(all, c.said)
	}
	return strings.Join(all, "\n"), calls
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

// listedCall is a call of a list: its tool, its id, and its lines with markers.
type listedCall struct{ name, id, said string }

// listedCalls returns the calls of a list.
func listedCalls(lines []string) (calls []listedCall) {
	name, own := "", ""
	var args []string
	end := func() {
		if name != "" {
			calls = append(calls, listedCall{name, own, "Action: " + name + "\nAction Input: {" + strings.Join(args, ", ") + "}"})
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
	for i, line := range lines {
		tool, id, called := strings.Cut(strings.TrimLeft(line, " "), " (")
		called = called && strings.HasSuffix(id, ")") && isIdentifier(ir.Text{B: []byte(tool)})
		switch {
		case called && (len(line) == len(tool)+len(" (")+len(id)+len("  ") || i+1 < len(lines) && strings.TrimLeft(lines[i+1], " ") == "Call ID: "+strings.TrimSuffix(id, ")")):
			member()
			end()
			name, own, listed = tool, strings.TrimSuffix(id, ")"), false
		case !listed && (strings.HasPrefix(strings.TrimLeft(line, " "), "Call ID: ") || strings.HasPrefix(line, "  Error: ")):
		case !listed && strings.TrimSpace(line) == "Args:":
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
