package prompts

import (
	"slices"
	"strconv"
	"strings"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// regret is the answer that goes with a fixed thought that says failure.
const regret = "Sorry, I cannot answer your query."

// instructions are a style with toolspeak's own template for it.
type instructions struct {
	style    *styles.Style
	results  Results
	template *Template
	// bare is the template without a tool list, for transcripts that have none.
	bare *Template
}

func buildInstructions(list []*styles.Style) []instructions {
	var out []instructions
	for _, results := range []Results{ResultsUser, ResultsTool, ResultsInline} {
		for _, s := range list {
			// The text is ours and a test parses it.
			src := instructionsText(s, results)
			t, err := parseTemplate(src, true)
			bare, bareErr := parseTemplate(strings.TrimPrefix(src, toolSection(s)), true)
			if err == nil && bareErr == nil {
				out = append(out, instructions{s, results, t, bare})
			}
		}
	}
	return out
}

// instructions returns toolspeak's own template for a style, which need not be known: what
// it tells a model, with the style's markers, the place of results and the tool list.
func (k *known) instructions(s *styles.Style, results Results) *Template {
	if results == ResultsAny {
		results = ResultsUser
	}
	for _, c := range k.instructionsList {
		if c.style == s && c.results == results {
			return c.template
		}
	}
	t, err := parseTemplate(instructionsText(s, results), true)
	if err != nil {
		return nil
	}
	return t
}

// toolSection returns what the format instructions of a style begin with.
func toolSection(s *styles.Style) string {
	return "# Tools\n\nYou can call these tools, and only these:\n\n" + s.Tools.Open + "{{TOOLS}}" + s.Tools.Close + "\n\n"
}

// instructionsText composes the format instructions of a style. The
// placeholders of a message are words in capitals.
func instructionsText(s *styles.Style, results Results) string {
	if s.InElements() {
		return toolSection(s) + tagsInstructions(grammar.Of(s), results)
	}
	return toolSection(s) + markersInstructions(grammar.Of(s), results)
}

// of returns the format instructions that a template is, with a tool list or without, or nil
// where it is none of toolspeak's own.
func (k *known) of(t *Template) *instructions {
	i := slices.IndexFunc(k.instructionsList, func(c instructions) bool { return t != nil && (c.template == t || c.bare == t) })
	if i < 0 {
		return nil
	}
	return &k.instructionsList[i]
}

// resultsInstructions tells where results come, marked as given, and that the model never
// writes what begins them.
func resultsInstructions(results Results, marked, begins string) string {
	again := " Then call another tool, or the same tool with other arguments, as often as you need to.\n\n"
	switch results {
	case ResultsTool:
		return "Stop after the call. The tool's result is the next message, whose role is tool:\n\nRESULT\n\nNever write a result yourself; wait for it." + again
	case ResultsInline:
		return "Stop after the call. The tool's result is then written after it, in the same message:\n\n" + marked + "Never write " + begins + " yourself; wait for it." + again
	}
	return "Stop after the call. The tool's result arrives in the next user message:\n\n" + marked + "Never write " + begins + " yourself; wait for it." + again
}

// filled returns a pattern with the values of its holes, each after its name, in a step.
func filled(pattern string, step int, values ...string) string {
	return page.Fill(pattern, func(hole string) string {
		if hole == "step" {
			return strconv.Itoa(step)
		}
		for i := 0; i < len(values); i += 2 {
			if values[i] == hole {
				return values[i+1]
			}
		}
		return ""
	})
}

// markersInstructions tells how to write with markers at line starts.
func markersInstructions(s *grammar.Style, results Results) string {
	p := s.Page
	step := 1
	thought := func(meaning ir.FixedSentence, otherwise string) string {
		if words := s.Sentences[meaning.String()]; words != "" {
			otherwise = words
		}
		return filled(p.Thought[0], step, "text", otherwise) + "\n"
	}
	var b strings.Builder
	b.WriteString("# Format\n\nUse exactly one of the formats below in every message. Markers start a line and are written exactly as shown; replace the words in CAPITALS.\n\n")
	b.WriteString("To call a tool:\n\n")
	b.WriteString(thought(ir.NeedTool, "WHY THIS TOOL AND THESE ARGUMENTS"))
	name, args := "NAME", "ARGUMENTS"
	if s.HoldsJSON() {
		name, args = `"NAME"`, "{ARGUMENTS}"
	}
	b.WriteString(filled(p.WrittenCall(), step, "name", name, "args", args) + "\n\n")
	b.WriteString("NAME is the exact name of a tool. ")
	switch {
	case s.HoldsJSON():
		b.WriteString("The fenced block holds one valid JSON object, in which ARGUMENTS are the tool's arguments by name. Inside its strings, never write three backticks in a row: write the third as \\u0060.\n")
	case s.WantsObject():
		b.WriteString("ARGUMENTS is one valid JSON object with the tool's arguments by name, or {} if the tool takes none.\n")
	case s.InBrackets:
		b.WriteString("ARGUMENTS is the text that the tool takes, or one JSON object with its arguments by name. Number the steps from 1.\n")
	default:
		b.WriteString("ARGUMENTS is the text that the tool takes, or one JSON object with its arguments by name.\n")
	}
	observation := s.Marker.Result
	if s.Counts {
		observation = strings.TrimRight(observation, ":：")
	}
	b.WriteString(resultsInstructions(results, filled(p.WrittenResult(false), step, "text", "RESULT")+"\n\n", "`"+observation+"`"))
	b.WriteString("To give the final answer (also when no tool is needed):\n\n")
	step++
	if s.ThoughtNeeded(ir.Answer) || s.HoldsJSON() {
		b.WriteString(thought(ir.CanAnswer, "WHAT YOU KNOW NOW"))
	}
	if s.Finish.Name != "" {
		b.WriteString(answerCall(s, step))
		return b.String()
	}
	b.WriteString(filled(p.WrittenAnswer(), step, "text", "ANSWER", "outcome", p.Outcome.Success) + "\n\n")
	b.WriteString(failure(s, thought))
	end := ""
	if s.Outcome.By == page.ByLine {
		end = " up to `" + s.Marker.Outcome + "`"
	}
	b.WriteString("Everything after `" + s.Marker.Answer + "`" + end + " is the answer, so never put a call in the same message.")
	return b.String()
}

// answerCall tells how to end with the call that gives the answer.
func answerCall(s *grammar.Style, step int) string {
	p := s.Page
	answer := "ANSWER"
	if s.QuotesAnswer() {
		answer = `"ANSWER"`
	}
	out := filled(p.WrittenAnswer(), step, "text", answer, "outcome", p.Outcome.Success) + "\n\n"
	if s.Outcome.By == page.ByKey {
		out += "If you cannot answer with the tools provided:\n\n" + filled(p.WrittenAnswer(), step, "text", answer, "outcome", p.Outcome.Failure) + "\n\n"
	} else {
		out += "If the tools provided are not enough, say so in the answer. "
	}
	return out + "The final answer ends the conversation, so never put another call in the same message."
}

// failure tells how to give up.
func failure(s *grammar.Style, thought func(ir.FixedSentence, string) string) string {
	p := s.Page
	answer := func(words string) string {
		return filled(p.WrittenAnswer(), 0, "text", words, "outcome", p.Outcome.Failure) + "\n\n"
	}
	switch s.Outcome.By {
	case page.BySentence:
		return "If you cannot answer with the tools provided:\n\n" + thought(ir.CannotAnswer, "") + answer(regret)
	case page.ByLine:
		return "If you cannot answer with the tools provided:\n\n" + thought(ir.CannotAnswer, "WHY THE TASK CANNOT BE DONE") + answer("WHAT WENT WRONG")
	}
	return "If the tools provided are not enough, say so in the answer.\n\n"
}

// tagsInstructions tells how to write with tags.
func tagsInstructions(s *grammar.Style, results Results) string {
	p, t := s.Page, s.Tag
	var b strings.Builder
	what := "calls and answers"
	if s.ProseAnswer() {
		what = "calls"
	}
	b.WriteString("# Format\n\nWrite " + what + " in tags, exactly as shown; replace the words in CAPITALS.\n\n")
	b.WriteString("To call a tool:\n\n")
	name, place := "NAME", "<"+t.Arguments+"> holds one valid JSON object with the tool's arguments by name."
	if s.HoldsJSON() {
		name, place = `"NAME"`, "<"+t.Call+"> holds one valid JSON object, in which ARGUMENTS are the tool's arguments by name."
	}
	b.WriteString(filled(p.WrittenCall(), 0, "name", name, "args", "{ARGUMENTS}") + "\n\n")
	b.WriteString("NAME is the exact name of a tool. " + place + " It is JSON, not XML: leave & and < as they are, but write <\\/ instead of </ inside its strings. You may explain your reasoning before the tag.\n")
	failed := ""
	if s.MarksErrors && results != ResultsTool {
		failed = "If the call failed, <" + t.Error + "> takes the place of <" + t.Output + ">. "
	}
	marked := filled(p.WrittenResult(false), 0, "name", "NAME", "text", "RESULT") + "\n\n" + failed
	b.WriteString(resultsInstructions(results, marked, "<"+t.Result+">"))
	if s.ProseAnswer() {
		b.WriteString("To give the final answer (also when no tool is needed), write plain prose without any tag. If the tools provided are not enough, say so in the answer.")
		return b.String()
	}
	b.WriteString("To give the final answer:\n\n")
	b.WriteString(filled(p.WrittenAnswer(), 0, "text", "ANSWER") + "\n\n")
	if s.Citation != "" {
		b.WriteString("Cite a source right after what you took from it, as <" + s.Citation + ">https://example.org</" + s.Citation + ">. ")
	}
	b.WriteString("When no tool is needed, answer in plain prose. If the tools provided are not enough, say so in the answer.")
	return b.String()
}
