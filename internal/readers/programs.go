package readers

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// program is what prints calls in words of its own: a line that shows that it did, and what
// each line is in the words of a style.
type program struct {
	shows func(line string) bool
	say   func(f *framed)
}

// programs are those whose prints are read.
var programs = []program{
	{isFunctionCall, (*framed).functionCalls},
	{isSuggestion, (*framed).conversation},
	{func(line string) bool { return strings.HasPrefix(line, "[ACTION]") }, (*framed).bracketed},
	{isCommand, (*framed).commands},
}

// say rewrites the lines of a program that is known. It reports whether one was.
func (f *framed) say() bool {
	for _, p := range programs {
		if slices.ContainsFunc(f.lines, p.shows) {
			p.say(f)
			return true
		}
	}
	return false
}

// replaced puts other words in place of those that a line begins with. It reports whether
// it did.
func (f *framed) replaced(i int, words ...string) bool {
	for k := 0; k < len(words); k += 2 {
		if rest, ok := strings.CutPrefix(f.lines[i], words[k]); ok {
			f.lines[i] = words[k+1] + rest
			return true
		}
	}
	return false
}

// isFunctionCall reports whether a line is a call as LlamaIndex prints it.
func isFunctionCall(line string) bool {
	_, rest, ok := cutWord(line, "Calling function: ")
	return ok && strings.HasPrefix(rest, " with args: ")
}

// functionCalls rewrites what LlamaIndex prints of models with tool calls.
func (f *framed) functionCalls() {
	for i, line := range f.lines {
		switch {
		case strings.HasPrefix(line, "=== Calling Function ==="), strings.HasPrefix(line, "STARTING TURN "), isRule(line), line == "---------------":
			f.lines[i] = ""
		default:
			if i > 0 && f.was[i-1] == outputEnd && !f.callsNext(i) {
				f.printedAnswer(i)
			}
			if line == "=== LLM Response ===" && f.callsNext(i+1) {
				f.lines[i] = "Thought:"
			} else if line == "=== LLM Response ===" {
				f.sayOnce(i + 1)
			}
			f.replaced(i, "Got output:", "Observation:", "=== Function Output ===", "Observation:", "=== LLM Response ===", "Final Answer:", "Added user message to memory: ", "Question: ")
		}
	}
}

// outputEnd is the line after each result that older versions of LlamaIndex print.
var outputEnd = strings.Repeat("=", 24)

// printedAnswer makes the words from line i on an answer, which the user printed after the last
// result.
func (f *framed) printedAnswer(i int) {
	for ; i < len(f.lines); i++ {
		switch line := f.lines[i]; {
		case strings.TrimSpace(line) == "", isLogLine(line), isClientLine(line):
		case frameWord(line) < 0 && !strings.HasPrefix(line, "===") && !strings.HasPrefix(line, "STARTING TURN "):
			f.lines[i] = "Final Answer: " + line
			return
		default:
			return
		}
	}
}

// callsNext reports whether a call is printed after line i before anything else than words is.
func (f *framed) callsNext(i int) bool {
	for _, line := range f.was[i:] {
		switch {
		case isFunctionCall(line):
			return true
		case strings.HasPrefix(line, "Got output:"), line == "=== Function Output ===", line == "=== LLM Response ===", strings.HasPrefix(line, "Added user message to memory: "):
			return false
		}
	}
	return false
}

// sayOnce takes the second half off the lines from i to the end of the text if it is the first
// again: an answer that the program printed and then the user.
func (f *framed) sayOnce(i int) {
	end := len(f.lines)
	for end > i && strings.TrimSpace(f.lines[end-1]) == "" {
		end--
	}
	if half := (end - i) / 2; half > 0 && (end-i)%2 == 0 && slices.Equal(f.lines[i:i+half], f.lines[i+half:end]) {
		clear(f.lines[i+half : end])
	}
}

// starred returns what follows the asterisks with which a line begins, or nothing.
func starred(line string) string {
	if rest := strings.TrimLeft(line, "*"); len(rest) < len(line) {
		return rest
	}
	return ""
}

// offered returns what follows the words with which a line suggests a call, or nothing. Older
// versions write some of them with a capital.
func offered(line string) string {
	rest := starred(line)
	for _, words := range [...]string{" suggested tool call", " suggested function call"} {
		if len(rest) > len(words) && strings.EqualFold(rest[:len(words)], words) {
			return rest[len(words):]
		}
	}
	return ""
}

// isSuggestion reports whether a line begins as one that suggests a call.
func isSuggestion(line string) bool { return offered(line) != "" }

// suggested returns the tool that a line suggests to call: ***** Suggested tool call (id): f *****.
func suggested(line string) (name string, ok bool) {
	rest := offered(line)
	if strings.HasPrefix(rest, " (") {
		_, rest, _ = strings.Cut(rest, ")")
	}
	rest, ok = strings.CutPrefix(rest, ": ")
	name = strings.TrimRight(rest, "*")
	if !ok || len(name) == len(rest) {
		return "", false
	}
	return strings.CutSuffix(name, " ")
}

// isResponse reports whether a line is the header of a result.
func isResponse(line string) bool {
	rest := starred(line)
	return strings.HasSuffix(rest, "*") &&
		(strings.HasPrefix(rest, " Response from calling tool ") || strings.HasPrefix(rest, " Response from calling function "))
}

// addressed returns who speaks, of a line that is the header of a message to another agent:
// user (to assistant):.
func addressed(line string) (speaker string, ok bool) {
	const longest = 81 // characters of a name
	rest, ok := strings.CutSuffix(line, "):")
	k := strings.LastIndex(rest, " (to ")
	if !ok || k <= 0 {
		return "", false
	}
	speaker, to := rest[:k], rest[k+len(" (to "):]
	first, width := utf8.DecodeRuneInString(speaker)
	ok = to != "" && !strings.Contains(to, ")") && !unicode.IsSpace(first) && !strings.Contains(speaker[width:], ":") && utf8.RuneCountInString(speaker) <= longest
	return speaker, ok
}

// messageEnd is the line after each message of AutoGen's. What follows it up to the next header
// is the program's.
var messageEnd = strings.Repeat("-", 80)

// conversation rewrites what AutoGen prints: agents that speak to each other, of whom one
// suggests calls and another makes them.
func (f *framed) conversation() {
	ends := slices.Contains(f.lines, messageEnd)
	callers := map[string]bool{}
	kinds := map[int]string{} // of the blocks, by the line of their headers
	header, speaker, words := -1, "", false
	for i, line := range f.lines {
		if name, ok := addressed(line); ok {
			if header >= 0 && !words {
				kinds[header] = "\n" // printed twice
			}
			header, speaker, words = i, name, false
			continue
		}
		words = words || strings.TrimSpace(line) != ""
		if _, ok := suggested(line); ok {
			callers[speaker], kinds[header] = true, "Thought:"
		} else if isResponse(line) {
			kinds[header] = " "
		}
	}
	outside := true // of the messages
	for i, line := range f.lines {
		name, begins := addressed(line)
		switch {
		case !begins:
		case kinds[i] != "":
			f.lines[i] = strings.TrimSpace(kinds[i])
		case callers[name]:
			f.lines[i] = "Final Answer:"
		default:
			f.lines[i] = "User:"
		}
		if outside = !begins && (outside || strings.HasPrefix(line, ">>>>>>>> EXECUTING ") || line == messageEnd); outside {
			f.lines[i] = ""
			continue
		}
		switch name, ok := suggested(line); {
		case ok:
			f.lines[i] = "Action: " + name
		case isResponse(line):
			f.lines[i] = "Observation:"
		case isRule(line) && (!ends || line[0] == '*'), strings.HasPrefix(line, ">>>>>>>> "):
			f.lines[i] = ""
		default:
			f.replaced(i, "Arguments:", "Action Input:")
		}
	}
}

// plannedAction returns the call of a line such as [ACTION] {"action": "f",
// "action_variables": {…}}.
func plannedAction(line string) (name, args string, ok bool) {
	rest, ok := cutTokens(line, "[ACTION]", "{", `"action"`, ":", `"`)
	name, rest, closed := strings.Cut(rest, `"`)
	if !ok || !closed || name == "" || strings.Contains(name, `\`) {
		return "", "", false
	}
	if rest, ok = cutTokens(rest, ",", `"action_variables"`, ":"); !ok {
		return "", "", false
	}
	if rest, ok = strings.CutSuffix(strings.TrimRight(rest, blanks), "}"); !ok {
		return "", "", false
	}
	args = strings.Trim(rest, blanks)
	return name, args, isBraced(args)
}

// blanks are the white space of one line.
const blanks = " \t\r\f"

// cutTokens cuts tokens with white space between them from the beginning of a text.
func cutTokens(s string, tokens ...string) (rest string, ok bool) {
	for _, t := range tokens {
		if s, ok = strings.CutPrefix(strings.TrimLeft(s, blanks), t); !ok {
			return s, false
		}
	}
	return s, true
}

// isBraced reports whether a text may be an object.
func isBraced(s string) bool { return len(s) > 1 && s[0] == '{' && s[len(s)-1] == '}' }

// cutWord returns the word, up to white space, that follows the beginning of a line.
func cutWord(line, beginning string) (word, rest string, ok bool) {
	if rest, ok = strings.CutPrefix(line, beginning); !ok {
		return "", line, false
	}
	end := strings.IndexAny(rest, blanks)
	if end < 0 {
		end = len(rest)
	}
	return rest[:end], rest[end:], end > 0
}

// bracketed rewrites what Semantic Kernel's stepwise planner prints.
func (f *framed) bracketed() {
	for i := range f.lines {
		line := f.lines[i]
		if strings.TrimRight(line, blanks) == "[ACTION]" {
			line = f.plannedLines(i)
		}
		if name, args, ok := plannedAction(line); ok {
			f.lines[i] = "Calling function: " + name + " with args: " + args
			continue
		}
		f.replaced(i, "[THOUGHT]", "Thought:", "[ACTION]", "Action:", "[OBSERVATION]", "Observation:", "[FINAL ANSWER]", "Final Answer:", "[QUESTION]", "Question:")
	}
}

// plannedLines returns the line of a call whose object is on the lines after it, which become
// blank. What is no call is returned as it is.
func (f *framed) plannedLines(i int) string {
	const most = 200 // lines of an object
	var call strings.Builder
	call.WriteString(f.lines[i])
	for k := i + 1; k < len(f.lines) && k <= i+most && !strings.HasPrefix(f.lines[k], "["); k++ {
		line := strings.TrimSpace(f.lines[k])
		call.WriteString(" " + line)
		if !strings.HasSuffix(line, "}") {
			continue
		}
		if _, args, ok := plannedAction(call.String()); ok && json.Valid([]byte(args)) {
			clear(f.lines[i+1 : k+1])
			return call.String()
		}
	}
	return f.lines[i]
}

// isCommand reports whether a line begins as one that says AutoGPT's next command.
func isCommand(line string) bool {
	rest, ok := strings.CutPrefix(line, "NEXT ACTION: ")
	return ok && strings.HasPrefix(strings.TrimLeft(rest, " "), "COMMAND = ")
}

// nextCommand returns the call of a line such as NEXT ACTION:  COMMAND = f  ARGUMENTS = {…}.
func nextCommand(line string) (name, args string, ok bool) {
	if !isCommand(line) {
		return "", "", false
	}
	name, rest, ok := cutWord(line[strings.Index(line, "COMMAND"):], "COMMAND = ")
	args, said := strings.CutPrefix(strings.TrimLeft(rest, " "), "ARGUMENTS = ")
	args = strings.TrimRight(args, blanks)
	return name, args, ok && said && strings.HasPrefix(rest, " ") && isBraced(args)
}

// returned returns the result of a line such as SYSTEM:  Command f returned: r.
func returned(line string) (result string, ok bool) {
	rest, ok := strings.CutPrefix(line, "SYSTEM: ")
	_, rest, word := cutWord(strings.TrimLeft(rest, " "), "Command ")
	result, said := strings.CutPrefix(rest, " returned:")
	return strings.TrimPrefix(result, " "), ok && word && said
}

// commands rewrites what AutoGPT prints.
func (f *framed) commands() {
	for i, line := range f.lines {
		if name, args, ok := nextCommand(line); ok {
			f.lines[i] = "Calling function: " + name + " with args: " + args
		} else if result, ok := returned(line); ok {
			f.lines[i] = "Observation: " + result
		} else {
			f.replaced(i, "THOUGHTS:", "Thought:")
			if name, said, ok := strings.Cut(line, " THOUGHTS:"); ok && name == strings.ToUpper(name) && !strings.Contains(name, ":") {
				f.lines[i] = "Thought:" + said
			}
		}
	}
}
