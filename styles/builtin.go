package styles

import (
	"errors"
	"fmt"
	"strings"

	"github.com/toolspeak/toolspeak/ir"
)

// all holds the built-in styles, in the order that breaks ties in detection.
// It is never changed.
var all = build(builtin)

// builtin is data that no code makes.
var builtin = []Style{
	{
		Name: "react", Summary: "Thought / Action / Action Input, Answer",
		Source:  "LlamaIndex's ReActAgent with the prompt of tslmy/agent",
		Thought: "Thought:", Call: "Action:", Input: "Action Input:", Observation: "Observation:", Answer: "Answer:",
		ObjectArgs: true, ThoughtBeforeCall: true, ThoughtBeforeAnswer: true, Says: ByThought,
		Sentences: [ir.NumSentences]string{
			ir.NeedTool:     "I need to use a tool to help me answer the question.",
			ir.CanAnswer:    "I can answer without using any more tools.",
			ir.CannotAnswer: "I cannot answer the question with the provided tools.",
		},
	},
	{
		Name: "tool-input", Summary: "Thought / Tool / Tool Input, Final Answer",
		Source:  "the family of Haystack 1.x agents",
		Thought: "Thought:", Call: "Tool:", Input: "Tool Input:", Observation: "Observation:", Answer: "Final Answer:",
		CallToo: "Tool Used:", ObservationToo: "Tool Output:", ResultToo: "Tool Result:",
		ThoughtBeforeCall: true,
	},
	{
		Name: "tool-json", Summary: "Thought / Tool with a fenced JSON blob",
		Source:  "the family of LangChain's structured chat",
		Thought: "Thought:", Call: "Tool:", Observation: "Observation:", Answer: "Final Answer:",
		BlobTool: "tool", BlobInput: "tool_input",
		ObjectArgs: true, ThoughtBeforeCall: true,
	},
	{
		Name: "tao", Summary: "Thought / Action / Args, Answer with Successful",
		Source:  "KodeAgent",
		Thought: "Thought:", Call: "Action:", Input: "Args:", Observation: "Observation:", Answer: "Answer:", Outcome: "Successful:",
		Wrapped:    true,
		ObjectArgs: true, ThoughtBeforeCall: true, ThoughtBeforeAnswer: true, Says: ByLine,
		Sentences: [ir.NumSentences]string{
			ir.CanAnswer:    "I have enough information to answer. I will use the user's language.",
			ir.CannotAnswer: "I cannot answer the question with the provided tools/information.",
		},
	},
	{
		Name: "xml", Family: Tags, Summary: "<tool_use> and <answer> in prose",
		Source: "CriticSearch, after Cherry Studio",
		Tag: TagNames{
			Call: "tool_use", Name: "name", Arguments: "arguments",
			Result: "tool_use_result", Output: "result", Error: "error", Answer: "answer", Citation: "citation",
		},
		ObjectArgs: true, NamesResults: true, MarksErrors: true,
	},
	{
		Name: "langchain", Summary: "Thought / Action / Action Input, Final Answer",
		Source: "LangChain's ReAct agents", Variant: true, Nested: true,
		Prints:  "Invoking: `",
		Thought: "Thought:", Call: "Action:", Input: "Action Input:", Observation: "Observation:", Answer: "Final Answer:",
		ThoughtBeforeCall: true,
	},
	{
		Name: "crewai", Summary: "Thought / Action / Action Input with an object, Final Answer",
		Source: "CrewAI's agents", Variant: true, Nested: true,
		Prints:  "## Using tool:",
		Thought: "Thought:", Call: "Action:", Input: "Action Input:", Observation: "Observation:", Answer: "Final Answer:",
		ObjectArgs: true, ThoughtBeforeCall: true,
	},
	{
		Name: "langchain-json", Summary: "Thought / Action with a fenced JSON blob, also for the answer",
		Source: "LangChain's structured chat agents", Variant: true, Nested: true,
		Thought: "Thought:", Call: "Action:", Input: "Action Input:", Observation: "Observation:", Answer: "Final Answer:",
		BlobTool: "action", BlobInput: "action_input", AnswerTool: "Final Answer",
		ThoughtBeforeCall: true,
	},
	{
		Name: "react-paper", Summary: "Thought 1 / Action 1: tool[argument], finish[answer]",
		Source: "the prompts of the ReAct paper", Variant: true,
		Thought: "Thought:", Call: "Action:", Observation: "Observation:",
		Brackets: true, Numbered: true, AnswerTool: "finish",
		ThoughtBeforeCall: true,
	},
	{
		Name: "toolbench", Summary: "Thought / Action / Action Input, answer by the tool Finish",
		Source: "ToolBench's ReAct prompt", Variant: true,
		Thought: "Thought:", Call: "Action:", Input: "Action Input:", Observation: "Observation:",
		AnswerTool: "Finish", AnswerKey: "final_answer", OutcomeKey: "return_type", Solved: "give_answer", GaveUp: "give_up_and_restart",
		ObjectArgs: true, ThoughtBeforeCall: true, Says: ByKey,
	},
	{
		Name: "hermes", Family: Tags, Summary: "<tool_call> with a JSON object in it, answers in prose",
		Source: "the Hermes models and what is trained on their format", Variant: true,
		Tag:      TagNames{Call: "tool_call", Result: "tool_response"},
		BlobTool: "name", BlobInput: "arguments",
		ObjectArgs: true,
	},
	{
		Name: "langchain-xml", Family: Tags, Summary: "<tool> and <tool_input>, <final_answer>",
		Source: "LangChain's XML agent", Variant: true,
		Tag: TagNames{Name: "tool", Arguments: "tool_input", Result: "observation", Answer: "final_answer"},
	},
	{
		Name: "cherry", Family: Tags, Summary: "<tool_use> in prose, answers without a tag",
		Source: "Cherry Studio", Variant: true,
		Tag: TagNames{
			Call: "tool_use", Name: "name", Arguments: "arguments",
			Result: "tool_use_result", Output: "result", Error: "error",
		},
		ObjectArgs: true, NamesResults: true, MarksErrors: true,
	},
}

func build(list []Style) []*Style {
	out := make([]*Style, len(list))
	for i := range list {
		list[i].checked = true
		out[i] = &list[i]
	}
	return out
}

// All returns the built-in styles, in the order that breaks ties. The caller
// owns the slice; the styles are shared and must not be changed.
func All() []*Style { return append([]*Style(nil), all...) }

// UnknownError says that there is no style of a name.
type UnknownError struct {
	Name  string
	Known []string
}

// Error names the known styles.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("unknown style %q: known are %s", e.Name, strings.Join(e.Known, ", "))
}

// TakenError says that two styles have the same name.
type TakenError struct {
	Name string
	// Place is the file and line of the second one, or "".
	Place string
}

// Error names the place and the name.
func (e *TakenError) Error() string {
	words := fmt.Sprintf("the style name %q is taken: choose another", e.Name)
	if e.Place != "" {
		words = e.Place + ": " + words
	}
	return words
}

// errUnbuilt says that a style is no result of Parse.
var errUnbuilt = errors.New("a style that was not made by styles.Parse")

// With returns the built-in styles and then those of own, which come from
// Parse. A name that comes twice is a *TakenError.
func With(own ...*Style) ([]*Style, error) {
	out := All()
	for _, s := range own {
		if s == nil || !s.checked {
			return nil, errUnbuilt
		}
		for _, other := range out {
			if other.Name == s.Name {
				return nil, &TakenError{Name: s.Name, Place: s.place}
			}
		}
		out = append(out, s)
	}
	return out, nil
}

// Find returns the style of that name in a list, or an *UnknownError.
func Find(list []*Style, name string) (*Style, error) {
	known := make([]string, 0, len(list))
	for _, s := range list {
		if s.Name == name {
			return s, nil
		}
		known = append(known, s.Name)
	}
	return nil, &UnknownError{Name: name, Known: known}
}

// Lookup returns the built-in style of that name, or an *UnknownError.
func Lookup(name string) (*Style, error) { return Find(all, name) }
