package prompts

import (
	"strings"

	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// regret is the answer that goes with a stock thought that says failure.
const regret = "Sorry, I cannot answer your query."

// contract is a style with toolspeak's own template for it.
type contract struct {
	style    *styles.Style
	template *Template
}

func buildContracts(list []*styles.Style) []contract {
	var out []contract
	for _, s := range list {
		if src := contractText(s); src != "" {
			// The text is ours and a test parses it.
			if t, err := ParseTemplate(src, Mustache); err == nil {
				out = append(out, contract{s, t})
			}
		}
	}
	return out
}

// Contract returns toolspeak's own template for a style: what it tells a model,
// with the style's markers, the catalog and the tools' names, also for a style
// that styles.Parse made. There is none for the neutral document.
func Contract(s *styles.Style) *Template { return builtIn.contract(s) }

// contract returns the template of a style, which need not be known.
func (k *Known) contract(s *styles.Style) *Template {
	for _, c := range k.contracts {
		if c.style == s {
			return c.template
		}
	}
	if src := contractText(s); src != "" {
		if t, err := ParseTemplate(src, Mustache); err == nil {
			return t
		}
	}
	return nil
}

// contractText composes the contract of a style of a known family. The
// placeholders of a message are words in capitals.
func contractText(s *styles.Style) string {
	const tools = "# Tools\n\nYou may call these tools and no others:\n\n{{TOOLS}}\n\n"
	switch s.Family {
	case styles.Markers:
		return tools + markersContract(s)
	case styles.Tags:
		return tools + tagsContract(s)
	case styles.Document:
	}
	return ""
}

// markersContract tells how to write with markers at line starts.
func markersContract(s *styles.Style) string {
	f := s.Frames()
	plain := func(fr styles.Frame) string { return fr.Of(false) }
	step := 1
	thought := func(meaning ir.Stock, otherwise string) string {
		if words := s.Stock[meaning]; words != "" {
			otherwise = words
		}
		return f.Marked(f.Thought, step) + otherwise + "\n"
	}
	var b strings.Builder
	b.WriteString("# Messages\n\nWrite every message in one of the forms below. A marker stands at the start of a line, spelled as it is here; words in capitals stand for what you fill in.\n\n")
	b.WriteString("Calling a tool:\n\n")
	b.WriteString(thought(ir.NeedTool, "WHY THIS TOOL, AND WHY THESE ARGUMENTS"))
	name, args := "NAME", "ARGUMENTS"
	if s.Blob() {
		name, args = `"NAME"`, "{ARGUMENTS}"
	}
	b.WriteString(f.Marked(f.CallOpen, step) + name + plain(f.CallArgs) + args + plain(f.CallClose) + "\n\n")
	b.WriteString("NAME is one of: {{TOOL_NAMES}}. ")
	switch {
	case s.Blob():
		b.WriteString("The fenced object is valid JSON and its ARGUMENTS are the tool's, by name. Inside its strings, write the third of three backticks as \\u0060.\n")
	case s.ObjectArgs:
		b.WriteString("ARGUMENTS is one valid JSON object that names the tool's arguments; it is {} for a tool that takes none.\n")
	case s.Brackets:
		b.WriteString("ARGUMENTS is the text that the tool takes, or one JSON object that names its arguments. Steps are numbered from 1.\n")
	default:
		b.WriteString("ARGUMENTS is the text that the tool takes, or one JSON object that names its arguments.\n")
	}
	b.WriteString("A message holds a single call and ends with it. What the tool gives back comes as the user's next message:\n\n")
	b.WriteString(f.Marked(f.Observation, step) + "RESULT\n\n")
	b.WriteString("Never write a line with `" + s.Observation + "` yourself: wait for it. Then call another tool, or the same with other arguments, for as long as that brings you further.\n\n")
	b.WriteString("Ending with an answer, also where no tool is needed:\n\n")
	done := plain(f.Succeeded)
	if s.Says != styles.ByLine {
		done = ""
	}
	step++
	if s.ThoughtBeforeAnswer || s.Blob() {
		b.WriteString(thought(ir.CanAnswer, "WHAT YOU KNOW NOW"))
	}
	if s.AnswerTool != "" {
		b.WriteString(answerCall(s, step))
		return b.String()
	}
	b.WriteString(plain(f.Answer) + "ANSWER" + done + "\n\n")
	b.WriteString(failure(s, thought))
	end := ""
	if s.Says == styles.ByLine {
		end = " up to `" + s.Outcome + "`"
	}
	b.WriteString("All that follows `" + s.Answer + "`" + end + " is the answer: never put a call into the same message.")
	return b.String()
}

// answerCall tells how to end with the call that gives the answer.
func answerCall(s *styles.Style, step int) string {
	f := s.Frames()
	answer := "ANSWER"
	if s.QuotesAnswer() {
		answer = `"ANSWER"`
	}
	closing := f.AnswerClose.Of(false)
	out := f.Marked(f.Answer, step) + f.AnswerOpen.Of(false) + answer + closing + "\n\n"
	if s.Says == styles.ByKey {
		out += "Giving up, once nothing is left to try:\n\n" + f.Marked(f.Answer, step) + f.GaveUpOpen.Of(false) + answer + closing + "\n\n"
	} else {
		out += "Where the tools are not enough, say so in the answer. "
	}
	return out + "This ends the conversation: never put another call into the same message."
}

// failure tells how to give up.
func failure(s *styles.Style, thought func(ir.Stock, string) string) string {
	f := s.Frames()
	switch s.Says {
	case styles.ByThought:
		return "Giving up, once nothing is left to try:\n\n" + thought(ir.CannotAnswer, "") + f.Answer.Of(false) + regret + "\n\n"
	case styles.ByLine:
		return "Giving up, once nothing is left to try:\n\n" + thought(ir.CannotAnswer, "WHY THE TASK CAN'T BE DONE") + f.Answer.Of(false) + "WHAT STOOD IN THE WAY" + f.FailedLine.Of(false) + "\n\n"
	case styles.Nothing:
	}
	return "Where the tools are not enough, say so in the answer.\n\n"
}

// tagsContract tells how to write with tags.
func tagsContract(s *styles.Style) string {
	f, t := s.Frames(), s.Tag
	var b strings.Builder
	b.WriteString("# Messages\n\nCalls, results and answers stand in tags, spelled as they are here; words in capitals stand for what you fill in.\n\n")
	b.WriteString("Calling a tool:\n\n")
	name, place := "NAME", "Between <"+t.Arguments+"> and its end tag stands one valid JSON object that names the tool's arguments."
	if s.Blob() {
		name, place = `"NAME"`, "Between <"+t.Call+"> and its end tag stands one valid JSON object, and its ARGUMENTS are the tool's, by name."
	}
	b.WriteString(f.CallOpen.Of(false) + name + f.CallArgs.Of(false) + "{ARGUMENTS}" + f.CallClose.Of(false) + "\n\n")
	b.WriteString("NAME is the exact name of a tool. " + place + " It is JSON, not XML: leave & and < as they are, but write <\\/ for </ inside its strings. You may think aloud in prose before the tag.\n")
	b.WriteString("A message holds a single call and ends with it. What the tool gives back comes as the user's next message:\n\n")
	named, failed := "", ""
	if s.NamesResults {
		named = "NAME"
	}
	if s.MarksErrors {
		failed = "A call that failed has <" + t.Error + "> in place of <" + t.Output + ">. "
	}
	b.WriteString(f.ResultOpen.Of(false) + named + f.OutputOpen.Of(false) + "RESULT" + f.OutputClose.Of(false) + "\n\n")
	b.WriteString(failed + "Never write <" + t.Result + "> yourself: wait for it. Then call another tool, or the same with other arguments, for as long as that brings you further.\n\n")
	if s.ProseAnswer() {
		b.WriteString("Ending with an answer: write it in plain prose, without any tag. Where the tools are not enough, say so in the answer.")
		return b.String()
	}
	b.WriteString("Ending with an answer:\n\n")
	b.WriteString(f.Answer.Of(false) + "ANSWER" + f.AnswerClose.Of(false) + "\n\n")
	b.WriteString("Put the address of a source behind what you took from it, as <citation>https://example.org</citation>. Where no tool is needed, answer in plain prose. Where the tools are not enough, say so in the answer.")
	return b.String()
}
