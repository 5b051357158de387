package readers

import (
	"regexp"
	"strings"
)

// program is what prints calls in words of its own: a sign that it did, and what each line
// is in the words of a style.
type program struct {
	word string // is in the sign
	sign *regexp.Regexp
	say  func(f *framed)
}

// programs are those whose prints are read.
var programs = []program{
	{"Calling function: ", regexp.MustCompile(`(?m)^Calling function: \S+ with args: `), (*framed).functionCalls},
	{" Suggested ", regexp.MustCompile(`(?m)^\*+ Suggested (?:tool|function) call`), (*framed).conversation},
	{"[ACTION]", regexp.MustCompile(`(?m)^\[ACTION\]`), (*framed).bracketed},
	{"NEXT ACTION:", regexp.MustCompile(`(?m)^NEXT ACTION: +COMMAND = `), (*framed).commands},
}

// say rewrites the lines of a program that is known. It reports whether one was.
func (f *framed) say() bool {
	text := strings.Join(f.lines, "\n")
	for _, p := range programs {
		if strings.Contains(text, p.word) && p.sign.MatchString(text) {
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

// functionCalls rewrites what LlamaIndex prints of models with tool calls.
func (f *framed) functionCalls() {
	for i, line := range f.lines {
		switch {
		case strings.HasPrefix(line, "=== Calling Function ==="), strings.HasPrefix(line, "STARTING TURN "), isRule(line), line == "---------------":
			f.lines[i] = ""
		default:
			f.replaced(i, "Got output:", "Observation:", "=== LLM Response ===", "Final Answer:", "Added user message to memory: ", "Question: ")
		}
	}
}

var (
	suggested = regexp.MustCompile(`^\*+ Suggested (?:tool|function) call(?: \([^)]*\))?: (.*?) \*+$`)
	responded = regexp.MustCompile(`^\*+ Response from calling (?:tool|function) .*\*+$`)
	addressed = regexp.MustCompile(`^(\S[^:]{0,80}) \(to [^)]+\):$`)
)

// conversation rewrites what AutoGen prints: agents that speak to each other, of whom one
// suggests calls and another makes them.
func (f *framed) conversation() {
	callers := map[string]bool{}
	kinds := map[int]string{} // of the blocks, by the line of their headers
	header, speaker := -1, ""
	for i, line := range f.lines {
		switch m := addressed.FindStringSubmatch(line); {
		case m != nil:
			header, speaker = i, m[1]
		case suggested.MatchString(line):
			callers[speaker], kinds[header] = true, "Thought:"
		case responded.MatchString(line):
			kinds[header] = " "
		}
	}
	for i, line := range f.lines {
		switch m := addressed.FindStringSubmatch(line); {
		case m == nil:
		case kinds[i] != "":
			f.lines[i] = strings.TrimSpace(kinds[i])
		case callers[m[1]]:
			f.lines[i] = "Final Answer:"
		default:
			f.lines[i] = "User:"
		}
		switch m := suggested.FindStringSubmatch(line); {
		case m != nil:
			f.lines[i] = "Action: " + m[1]
		case responded.MatchString(line):
			f.lines[i] = "Observation:"
		case isRule(line), strings.HasPrefix(line, ">>>>>>>> "):
			f.lines[i] = ""
		default:
			f.replaced(i, "Arguments:", "Action Input:")
		}
	}
}

var plannedAction = regexp.MustCompile(`^\[ACTION\]\s*\{\s*"action"\s*:\s*"([^"\\]+)"\s*,\s*"action_variables"\s*:\s*(\{.*\})\s*\}\s*$`)

// bracketed rewrites what Semantic Kernel's stepwise planner prints.
func (f *framed) bracketed() {
	for i, line := range f.lines {
		if m := plannedAction.FindStringSubmatch(line); m != nil {
			f.lines[i] = "Calling function: " + m[1] + " with args: " + m[2]
			continue
		}
		f.replaced(i, "[THOUGHT]", "Thought:", "[ACTION]", "Action:", "[OBSERVATION]", "Observation:", "[FINAL ANSWER]", "Final Answer:", "[QUESTION]", "Question:")
	}
}

var (
	nextCommand = regexp.MustCompile(`^NEXT ACTION: +COMMAND = (\S+) +ARGUMENTS = (\{.*\})\s*$`)
	returned    = regexp.MustCompile(`^SYSTEM: +Command \S+ returned: ?`)
)

// commands rewrites what AutoGPT prints.
func (f *framed) commands() {
	for i, line := range f.lines {
		switch m := nextCommand.FindStringSubmatch(line); {
		case m != nil:
			f.lines[i] = "Calling function: " + m[1] + " with args: " + m[2]
		case returned.MatchString(line):
			f.lines[i] = "Observation: " + line[len(returned.FindString(line)):]
		default:
			f.replaced(i, "THOUGHTS:", "Thought:")
		}
	}
}
