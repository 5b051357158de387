package cli

import (
	"strings"

	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/styles"
)

// topic is a page of help that is about no single command.
type topic struct {
	name, usage string
	write       func(p *page)
}

var topics = []topic{
	{"styles", "how models write calls and answers, and who uses which style", styleTopic},
	{"layouts", "where transcripts are in a record", layoutTopic},
	{"prompts", "what happens to system prompts", promptTopic},
	{"errors", "rejects, losses, repairs and notes, and exit codes", errorTopic},
}

func topicNames() []string {
	var names []string
	for _, t := range topics {
		names = append(names, t.name)
	}
	return names
}

func styleTopic(p *page) {
	p.paragraph("A style is how a model writes its thoughts, tool calls and answers. --from auto, the default, recognises it record by record; toolspeak detect FILE says which it is.")
	for _, s := range styles.All() {
		p.row(s.Name, s.Summary, 16)
	}
	p.heading("Who uses which style")
	for _, s := range [][2]string{
		{"react", "LlamaIndex"}, {"langchain", "LangChain's ReAct agents"}, {"langchain-json", "LangChain's structured chat agents"}, {"langchain-xml", "LangChain's XML agent"},
		{"crewai", "CrewAI"}, {"hermes", "Hermes, and models such as Qwen that are trained on its format"}, {"tao", "KodeAgent"}, {"tool-input", "agents like those of Haystack 1"}, {"tool-json", "agents like LangChain's structured chat"},
		{"toolbench", "ToolBench"}, {"xml", "CriticSearch"}, {"cherry", "Cherry Studio"}, {"react-paper", "the prompts of the ReAct paper"},
	} {
		p.row(s[0], s[1], 16)
	}
	p.heading("Shapes, in which calls are fields of the record")
	for _, s := range layouts.Shapes() {
		p.row(s.Name, s.Summary, 16)
	}
	p.line("")
	p.paragraph("toolspeak styles says what each style can express and lists the formats in which models write calls, --show STYLE prints one as a file, and --style-file FILE reads a style of your own.")
	p.trim()
}

// layoutWords say what each layout is.
var layoutWords = map[string]string{
	"auto":              "the first of these that fits",
	"messages":          `a list of {"role", "content"} under "messages", or that list alone`,
	"chat-template":     `one string under "text" in which the tokens of a chat template part the messages`,
	"segments":          `a plain transcript in pieces, {"label", "text"}, under "segments"`,
	"sharegpt":          `a list of {"from", "value"} under "conversations"`,
	"text":              `a plain transcript under "text", or as the whole file`,
	"preference":        `two transcripts, "chosen" and "rejected", which may continue a "prompt"`,
	"prompt-completion": `one transcript in two pieces, "prompt" and "completion"`,
	"alpaca":            `"instruction" with "input" and "output", maybe "system" and "history"`,
}

func layoutTopic(p *page) {
	p.paragraph("A layout is where the transcript is in a record. All other bytes of the record stay as they are.")
	for _, name := range layouts.Names() {
		p.row(name, layoutWords[name], 19)
	}
	p.line("")
	p.paragraph("If the transcript is somewhere else, --field PATH names the place: data.turns, 0.log, or a\\.b for a key with a dot. " +
		"runs[].log makes a record of each element of a list, and **.log finds log at any depth. Of several --field the first that is there is taken. --out-layout moves transcripts to " +
		orList(layouts.Targets()) + ".")
	p.heading("Example")
	p.line("  toolspeak convert --to xml --field log.turns data.jsonl -o out.jsonl")
}

func promptTopic(p *page) {
	p.paragraph("A system prompt that teaches a style has format instructions and a list of tools. If they are recognised, those of the target style take their place; the task stays.")
	for _, m := range [][2]string{
		{"auto", "translate what is recognised, keep all else"}, {"keep", "change nothing"}, {"replace", "write a new prompt, and leave the old words out"},
		{"append", "keep the old prompt and add the new instructions"}, {"drop", "leave system prompts out"},
	} {
		p.row("--prompt "+m[0], m[1], 20)
	}
	p.row("--prompt-from FILE", "the template that the prompts were made from", 20)
	p.row("--prompt-to FILE", "write prompts from this template", 20)
	p.row("--tool-list FORM", "how to write the tool list: "+orList(formNames()), 20)
	p.heading("Examples")
	p.line("  toolspeak prompt --to xml --tools tools.json   # write one")
	p.line("  toolspeak prompt --read system.txt             # take one apart")
}

func errorTopic(p *page) {
	p.paragraph("What is reported of a record has a severity, a code, a place and a text.")
	for _, s := range [][2]string{
		{"reject", "the record was not converted; --rejects FILE keeps it"},
		{"loss", "content or meaning that the target can't hold"},
		{"repair", "the source was wrong there, but could be read"},
		{"note", "to be expected in every good run, such as format instructions that were replaced"},
	} {
		p.row(s[0], s[1], 8)
	}
	p.line("")
	p.paragraph("data.jsonl:7: message 2, line 3, column 21 is line 7 of the file and, in the text of the record's second message, line 3 and column 21.")
	p.row("toolspeak explain CODE", "what a code means, what to do about it, and an example", 24)
	p.row("--strict", "reject what suffers a loss, needs a guess or is in doubt", 24)
	p.row("--on-error skip", "leave rejects out and count them", 24)
	p.row("--max-rejects 1%", "end the run if there are more", 24)
	p.row("--diagnostics FILE", "write all diagnostics as JSONL", 24)
	p.exitCodes()
}

// help returns the page.
func (t *topic) help(width int) string {
	p := &page{width: width}
	t.write(p)
	return strings.ReplaceAll(p.b.String(), "\n\n\n", "\n\n")
}
