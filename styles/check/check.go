// Package check proves a style that someone describes: what each of its patterns says is read
// back, and so is a transcript that is written by them.
package check

import (
	"fmt"
	"strings"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
	"github.com/toolspeak/toolspeak/styles"
)

// These words are in the examples.
const (
	tool   = "look"
	object = `{"page": 7}`
	words  = "It is high water.\nThe wind is low."
)

// Style reads an example of each pattern of a style, and writes and reads one transcript. An error
// is a *styles.FileError, with the line of the pattern that is not read as it says, or a
// *styles.TakenError.
func Style(s *styles.Style) error {
	g := grammar.Of(s)
	for _, k := range []struct {
		key      string
		patterns []string
		want     ir.Kind
	}{
		{"thought", s.Page.Thought, ir.Thought}, {"call", s.Page.Call, ir.Call}, {"answer", s.Page.Answer, ir.Answer},
		{"result", s.Page.Result, ir.Observation}, {"alone", s.Page.Alone, ir.Observation},
	} {
		for _, pattern := range k.patterns {
			if read, ok := reads(g, pattern, k.want); !ok {
				return s.Fault(k.key, fmt.Sprintf("%s %q is not read as it says: %q is read as %s", k.key, pattern, example(s, pattern), read))
			}
		}
	}
	for _, shape := range []convert.Shape{convert.MessageShape, convert.TextShape} {
		c, err := convert.New(convert.Options{To: s.Name, Shape: shape, Styles: []*styles.Style{s}, Prompts: prompts.Options{Mode: prompts.ModeKeep}})
		if err != nil {
			return err
		}
		if err := written(c); err != nil {
			return s.Fault("name", fmt.Sprintf("what is written by the page is not read back, as %s: %v", shape, err))
		}
	}
	return nil
}

// example returns a pattern with words in its holes.
func example(s *styles.Style, pattern string) string {
	return page.Fill(pattern, func(hole string) string {
		switch hole {
		case "name":
			return tool
		case "args":
			return object
		case "call":
			return fmt.Sprintf("{%q: %q, %q: %s}", s.NameKey(), tool, s.ArgumentsKey(), object)
		case "text", "error":
			return words
		case "outcome":
			return s.Outcome.Success
		case "step":
			return "1"
		}
		return "json"
	})
}

// reads reports whether a pattern's example is read as one step of a kind that says what it does,
// and returns what was read.
func reads(g *grammar.Style, pattern string, want ir.Kind) (read string, ok bool) {
	said := ir.Message{Role: ir.RoleAssistant, Content: ir.Plain(example(g.Style, pattern))}
	in, before := &ir.Conversation{Messages: []ir.Message{{Role: ir.RoleUser, Content: ir.Plain("?")}, said}}, 1
	if want == ir.Observation {
		in.Messages[1].Content = ir.Plain(example(g.Style, g.Page.Call[0]))
		said.Role = ir.RoleUser
		in.Messages, before = append(in.Messages, said), 2
	}
	res, err := readers.Read(g, in)
	if err != nil {
		return err.Error(), false
	}
	steps := res.Transcript.Steps[before:]
	var all []string
	for i := range steps {
		all = append(all, fmt.Sprintf("%s %q", steps[i].Kind, steps[i].Text.String()+steps[i].Tool.String()+steps[i].Args.Raw.String()))
	}
	read = strings.Join(all, ", ")
	if len(steps) != 1 || steps[0].Kind != want || steps[0].Unmarked {
		return read, false
	}
	switch step := &steps[0]; {
	case want == ir.Call:
		return read, step.Tool.String() == tool && step.Args.Value.String() == object
	case strings.Contains(pattern, "{outcome}") && step.Outcome != ir.Success,
		want == ir.Observation && step.Failed != strings.Contains(pattern, "{error}"):
		return read + ", with another outcome", false
	default:
		return read, step.Text.String() == words
	}
}

// written writes a transcript with all kinds of steps, which is read back and compared.
func written(c *convert.Converter) error {
	args := ir.Args{Raw: ir.Plain(object), Value: ir.Plain(object)}
	_, err := c.ConvertTranscript(convert.Transcript{Transcript: &ir.Transcript{Steps: []ir.Step{
		{Kind: ir.User, Text: ir.Plain(words)},
		{Kind: ir.Thought, Role: ir.RoleAssistant, Message: 1, Text: ir.Plain(words)},
		{Kind: ir.Call, Role: ir.RoleAssistant, Message: 1, Tool: ir.Plain(tool), Args: args},
		{Kind: ir.Observation, Message: 2, Tool: ir.Plain(tool), Text: ir.Plain(words)},
		{Kind: ir.Call, Role: ir.RoleAssistant, Message: 3, Tool: ir.Plain(tool), Args: args},
		{Kind: ir.Observation, Message: 4, Tool: ir.Plain(tool), Text: ir.Plain(words), Failed: true},
		{Kind: ir.Thought, Role: ir.RoleAssistant, Message: 5, Text: ir.Plain(words)},
		{Kind: ir.Answer, Role: ir.RoleAssistant, Message: 5, Text: ir.Plain(words), Outcome: ir.Success},
	}}})
	return err
}
