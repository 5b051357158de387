package stats

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"math/bits"
	"slices"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// tally is what is counted in one record.
type tally struct {
	messages, steps, calls, tools int
	hash                          hash.Hash
	question                      bool
	user                          bool
	last, said                    *ir.Step // the last step, and the last of the model
}

// transcripts counts the transcripts of a record. What is asked of a record as a whole,
// such as how it ends, is asked of the first.
func (c *Counter) transcripts(rec *dataset.Record, found *dataset.Inspection) {
	t := &tally{hash: sha256.New()}
	for i := range found.Transcripts {
		r := &found.Transcripts[i]
		t.messages += c.messages(r)
		if i == 0 {
			c.system(rec, r.System)
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
	c.outcome(found, t)
	if c.whole.add(sum64(t.hash)) && c.s.Duplicates.Transcript == nil {
		c.s.Duplicates.Transcript = exampleOf(rec, "the same steps as in an earlier record")
	}
	c.perMap.messages.add(t.messages, rec)
	c.perMap.steps.add(t.steps, rec)
	c.perMap.calls.add(t.calls, rec)
	c.perMap.tools.add(t.tools, rec)
}

// messages counts roles, and returns how many messages there are.
func (c *Counter) messages(r *dataset.Reading) int {
	if r.Conversation == nil || r.Conversation.Flat {
		n := 0
		for i := range r.Steps {
			n = max(n, r.Steps[i].Message+1)
		}
		return n
	}
	for i := range r.Conversation.Messages {
		c.s.Roles[r.Conversation.Messages[i].Role.String()]++
	}
	return len(r.Conversation.Messages)
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
	c.lengths.system.add(characters(s.Text), rec)
	h := c.sum(s.Text)
	c.prompt.add(h)
	p := c.prompts[h]
	if p == nil && len(c.prompts) < maxPrompts {
		p = &Prompt{Example: *exampleOf(rec, s.Text.String())}
		c.prompts[h] = p
	}
	if p != nil {
		p.Records++
	}
}

// step counts a step.
func (c *Counter) step(rec *dataset.Record, t *tally, s *ir.Step) {
	t.steps++
	c.s.Steps[s.Kind.String()]++
	t.hash.Write([]byte{0xFF, byte(s.Kind)}) // no text has such a byte
	c.write(t.hash, s.Text)
	switch s.Kind {
	case ir.User:
		c.lengths.user.add(characters(s.Text), rec)
		t.user = true
		if !t.question {
			t.question = true
			if c.question.add(c.sum(s.Text)) && c.s.Duplicates.Question == nil {
				c.s.Duplicates.Question = exampleOf(rec, s.Text.String())
			}
		}
	case ir.Thought:
		c.lengths.thought.add(characters(s.Text), rec)
	case ir.Observation:
		c.lengths.observation.add(characters(s.Text), rec)
		if s.Failed {
			if tool := c.tools[s.Tool.String()]; tool != nil {
				tool.Failures++
			}
		}
	case ir.Answer:
		c.lengths.answer.add(characters(s.Text), rec)
	case ir.Call:
		t.calls++
		c.write(t.hash, s.Tool)
		c.write(t.hash, s.Args.Raw)
		c.lengths.argument.add(characters(s.Args.Raw), rec)
		c.call(rec, t, s)
	}
}

// call counts a call of a tool.
func (c *Counter) call(rec *dataset.Record, t *tally, s *ir.Step) {
	c.scratch = s.Tool.AppendPlain(c.scratch[:0])
	tool := c.tools[string(c.scratch)]
	if tool == nil {
		if len(c.tools) == maxTools {
			c.s.OtherCalls++
			return
		}
		tool = &Tool{Name: string(c.scratch), Example: exampleOf(rec, s.Args.Raw.String())}
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

// sum returns a checksum of the characters of a text.
func (c *Counter) sum(t ir.Text) uint64 {
	h := sha256.New()
	c.write(h, t)
	return sum64(h)
}

// write adds the characters of a text to a checksum.
func (c *Counter) write(h hash.Hash, t ir.Text) {
	h.Write([]byte{0xFE})
	if !t.Esc || bytes.IndexByte(t.B, '\\') < 0 {
		h.Write(t.B)
		return
	}
	c.scratch = t.AppendPlain(c.scratch[:0])
	h.Write(c.scratch)
}

func sum64(h hash.Hash) uint64 {
	var b [sha256.Size]byte
	return binary.LittleEndian.Uint64(h.Sum(b[:0]))
}

// characters counts the code points of a text.
func characters(t ir.Text) int {
	if !t.Esc {
		return utf8.RuneCount(t.B)
	}
	n := runes(t.B)
	for b := t.B; ; {
		k := bytes.IndexByte(b, '\\')
		if k < 0 || k+1 >= len(b) {
			return n
		}
		width := 2
		if b[k+1] == 'u' {
			width = 6
			if len(b) >= k+12 && isHigh(b[k+2:]) && b[k+6] == '\\' && b[k+7] == 'u' && isLow(b[k+8:]) {
				width = 12
			}
		}
		n -= width - 1
		b = b[min(len(b), k+width):]
	}
}

// runes counts the characters of UTF-8 that is valid: the bytes that continue none.
func runes(b []byte) int {
	const word, high = 8, 0x8080808080808080
	n := len(b)
	for ; len(b) >= word; b = b[word:] {
		if w := binary.LittleEndian.Uint64(b); w&high != 0 {
			n -= bits.OnesCount64(w &^ (w << 1) & high)
		}
	}
	for _, c := range b {
		if !utf8.RuneStart(c) {
			n--
		}
	}
	return n
}

// isHigh and isLow report whether four digits are those of a half of a pair.
func isHigh(b []byte) bool {
	return (b[0] == 'd' || b[0] == 'D') && bytes.IndexByte([]byte("89abAB"), b[1]) >= 0
}
func isLow(b []byte) bool {
	return (b[0] == 'd' || b[0] == 'D') && bytes.IndexByte([]byte("cdefCDEF"), b[1]) >= 0
}
