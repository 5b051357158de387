package stats

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/cespare/xxhash/v2"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/spell"
	"github.com/toolspeak/toolspeak/ir"
)

// tally is what is counted in one record.
type tally struct {
	messages, steps, calls, tools int
	sums                          []byte // of all texts
	user                          bool
	last, said                    *ir.Step // the last step, and the last of the model
}

// transcripts counts the transcripts of a record. What is asked of a record as a whole,
// such as how it ends, is asked of the first.
func (c *Counter) transcripts(rec *dataset.Record, found *dataset.Inspection) {
	t := &tally{sums: c.sums[:0]}
	for i := range found.Transcripts {
		r := &found.Transcripts[i]
		t.messages += c.messages(r)
		if i == 0 {
			c.system(rec, cmp.Or(r.System, r.Own))
		}
		for k := range r.Steps {
			c.step(rec, t, &r.Steps[k])
			if i == 0 {
				t.last = &r.Steps[k]
				if kind := t.last.Kind; kind != ir.User && kind != ir.Observation {
					t.said = t.last
				}
			}
		}
		for _, a := range r.Alternatives {
			for k := range a {
				c.step(rec, t, &a[k])
			}
		}
	}
	c.sums = t.sums
	c.outcome(found, t)
	if c.whole.add(xxhash.Sum64(t.sums)) && c.s.Duplicates.Transcript == nil {
		c.s.Duplicates.Transcript = exampleOf(rec, "the same steps as in an earlier record")
	}
	c.perMap.messages.add(t.messages, rec)
	c.perMap.steps.add(t.steps, rec)
	c.perMap.calls.add(t.calls, rec)
	c.perMap.tools.add(t.tools, rec)
}

// messages counts roles, and returns how many messages there are. A system prompt is one,
// also where the record has it in a key of its own; alternatives are the last message of
// the model in several versions. Text in which no layout tells messages apart has no
// roles.
func (c *Counter) messages(r *dataset.Reading) int {
	conv := r.Conversation
	if conv == nil {
		return c.shapeMessages(r)
	}
	n := len(conv.Messages)
	if conv.Flat {
		for i := range r.Steps {
			n = max(n, r.Steps[i].Message+1)
		}
		return n
	}
	systems := c.roles[ir.RoleSystem]
	for i := range conv.Messages {
		c.roles[conv.Messages[i].Role]++
	}
	if len(conv.Alternatives) > 0 {
		c.roles[ir.RoleAssistant]++
		n++
	}
	if r.Own != nil && systems == c.roles[ir.RoleSystem] {
		c.roles[ir.RoleSystem]++
		n++
	}
	return n
}

// shapeMessages is messages for a transcript whose calls are fields: its messages are
// known by their steps, and the system prompt is one of them.
func (c *Counter) shapeMessages(r *dataset.Reading) int {
	last := -1
	count := func(steps []ir.Step) {
		for i := range steps {
			if s := &steps[i]; s.Message > last {
				last = s.Message
				c.roles[s.Role]++
			}
		}
	}
	count(r.Steps)
	if len(r.Alternatives) > 0 {
		count(r.Alternatives[0])
	}
	if r.System != nil {
		c.roles[ir.RoleSystem]++
	}
	return last + 1
}

// lastPrompt is the system prompt that was counted last: most data sets have one for all
// records.
type lastPrompt struct {
	text       []byte // as it is spelled
	sum        uint64
	characters int
	tokens     int // where they are counted
}

// system counts a system prompt.
func (c *Counter) system(rec *dataset.Record, s *ir.System) {
	if s == nil {
		return
	}
	c.s.Prompts.Records++
	style := s.Style
	if style == "" {
		style = "none"
	}
	if _, known := c.s.Prompts.Styles[style]; known || len(c.s.Prompts.Styles) < maxNames {
		c.s.Prompts.Styles[style]++
	}
	l := &c.last
	if !bytes.Equal(l.text, s.Text.B) || c.s.Prompts.Records == 1 {
		text := s.Text.B
		l.text, l.sum, l.characters = append(l.text[:0], s.Text.B...), xxhash.Sum64(text), spell.CodePoints(text)
		if c.Tokens != nil {
			l.tokens = c.Tokens(string(text))
		}
	}
	c.lengths.system.add(l.characters, rec)
	c.tokens += l.tokens
	c.prompt.add(l.sum)
	p := c.prompts[l.sum]
	if p == nil && len(c.prompts) < maxPrompts {
		p = &Prompt{Example: *exampleOf(rec, s.Text.String())}
		c.prompts[l.sum] = p
	}
	if p != nil {
		p.Records++
	}
}

// step counts a step.
func (c *Counter) step(rec *dataset.Record, t *tally, s *ir.Step) {
	t.steps++
	c.kinds[s.Kind]++
	text := s.Text.B
	sum := t.sum(s.Kind, text)
	if c.Tokens != nil && s.Kind != ir.Call {
		c.tokens += c.Tokens(string(text))
	}
	switch s.Kind {
	case ir.User:
		c.lengths.user.add(spell.CodePoints(text), rec)
		if !t.user {
			t.user = true
			if c.question.add(sum) && c.s.Duplicates.Question == nil {
				c.s.Duplicates.Question = exampleOf(rec, string(text))
			}
		}
	case ir.Thought:
		c.lengths.thought.add(spell.CodePoints(text), rec)
	case ir.Observation:
		c.lengths.observation.add(spell.CodePoints(text), rec)
		if s.Failed {
			if tool := c.tools[s.Tool.String()]; tool != nil {
				tool.Failures++
			}
		}
	case ir.Answer:
		c.lengths.answer.add(spell.CodePoints(text), rec)
	case ir.Call:
		t.calls++
		c.call(rec, t, s)
	}
}

// call counts a call of a tool.
func (c *Counter) call(rec *dataset.Record, t *tally, s *ir.Step) {
	args := s.Args.Raw.B
	t.sum(s.Kind, args)
	c.lengths.argument.add(spell.CodePoints(args), rec)
	name := s.Tool.B
	t.sum(s.Kind, name)
	if c.Tokens != nil {
		c.tokens += c.Tokens(string(name)) + c.Tokens(s.Args.Raw.String())
	}
	tool := c.tools[string(name)]
	if tool == nil {
		if len(c.tools) == maxTools {
			c.s.OtherCalls++
			return
		}
		tool = &Tool{Name: string(name), Example: exampleOf(rec, s.Args.Raw.String())}
		tool.Example.Message = s.Message + 1
		c.tools[tool.Name] = tool
	}
	tool.Calls++
	if tool.last != c.s.Records {
		tool.last = c.s.Records
		tool.Records++
		t.tools++
	}
}

// outcome counts how a record ends.
func (c *Counter) outcome(found *dataset.Inspection, t *tally) {
	o := &c.s.Outcomes
	if !t.user {
		o.NoUser++
	}
	cut := slices.ContainsFunc(found.Diagnostics, func(d ir.Diagnostic) bool { return d.Code == ir.CodeCutMessage })
	if t.last == nil {
		o.Ends["nothing"]++
	} else {
		o.Ends[t.last.Kind.String()]++
		cut = cut || t.last.Kind == ir.Call || t.last.Kind == ir.Thought
	}
	if t.said != nil && t.said.Kind == ir.Answer {
		o.Answered++
		switch t.said.Outcome {
		case ir.Success:
			o.Succeeded++
		case ir.Failure:
			o.Failed++
		}
	}
	if cut {
		o.CutOff++
	}
}
