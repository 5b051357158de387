package readers

import (
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// called adds a call, or the answer that it gives, and the words after it.
func (m *lineReading) called(k lineMark, c *lineCall, after, end int) {
	m.addCall(k.line, c)
	m.textAfter(after, end)
}

func (m *lineReading) addCall(at int, c *lineCall) {
	switch {
	case !m.form.Answers(c.tool):
		m.add(at, ir.Step{Kind: ir.Call, Tool: c.tool, Args: c.args})
	case m.r.page.Finish.Key == "" || c.args.Form == ir.PlainText || !isObject(c.args.Value):
		m.add(at, m.saidBefore(ir.Step{Kind: ir.Answer, Text: c.args.Raw}))
	default:
		m.add(at, m.keyedAnswer(c.args.Value))
	}
}

// keyedAnswer returns the answer that an object gives. Without the answer's key it is the
// answer itself, unless it says that there is none.
func (m *lineReading) keyedAnswer(object text.Text) ir.Step {
	s := ir.Step{Kind: ir.Answer, Text: object}
	found := false
	_, _ = literal.Members(object, 0, func(key text.Text, from, _ int) bool {
		switch {
		case text.EqualString(key, m.r.page.Finish.Key):
			s.Text, found = stringAt(object, from), true
		case text.EqualString(key, m.r.page.Finish.Outcome):
			switch word := stringAt(object, from); {
			case text.EqualString(word, m.r.page.Outcome.Success):
				s.Outcome = ir.Success
			case text.EqualString(word, m.r.page.Outcome.Failure):
				s.Outcome = ir.Failure
			default:
				s.Outcome = ir.Unknown
			}
		default:
			m.repair(ir.CodeBlobKey, 0, 0, "the answer's object has a further key, which is left out")
		}
		return true
	})
	if !found && s.Outcome == ir.Failure {
		s.Text = text.Text{Esc: object.Esc}
	}
	return s
}

// stringAt returns the string that a JSON value at offset i is, or the value itself.
func stringAt(t text.Text, i int) text.Text {
	if s, _, err := literal.String(t, i); err == nil {
		return s
	}
	if end, err := literal.JSON(t, i); err == nil {
		return t.Slice(i, end)
	}
	return text.From(t, i)
}

// isObject reports whether a text, white space at its ends aside, is one JSON object.
func isObject(t text.Text) bool {
	start := text.SkipSpace(t, 0, t.Len())
	if c, _ := text.At(t, start); c != '{' {
		return false
	}
	end, err := literal.JSON(t, start)
	return err == nil && text.SkipSpace(t, end, t.Len()) == t.Len()
}

// namedCall reads a call whose argument has a mark of its own.
func (m *lineReading) namedCall(k, input lineMark, end int) {
	args, rest, ok := m.arguments(input.value, m.t.Slice(input.value, end))
	if !ok {
		m.fail(k.line)
		return
	}
	m.called(k, &lineCall{m.t.Slice(k.value, input.gap).Trim(), args}, input.value+rest, end)
}

// opensBracket returns the offset after the bracket that opens the argument of a call whose
// marker ends at offset at, or 0.
func (m *lineReading) opensBracket(at int) int {
	start := text.SkipSpace(m.t, at, m.t.Len())
	if nl, _ := text.Newline(m.t.Slice(at, start), 0); nl >= 0 {
		if _, ok := m.lex.At(m.t, start, grammar.StyleMarks|grammar.RoleMarks); ok {
			return 0
		}
	}
	end, _ := text.Newline(m.t, start)
	if end < 0 {
		end = m.t.Len()
	}
	line := m.t.Slice(start, end)
	open, behind := text.Index(line, 0, "[")
	if open <= 0 || line.Slice(0, open).Blank() {
		return 0
	}
	return start + behind
}

// bracketCall reads a call whose argument ends at the last bracket before offset end.
func (m *lineReading) bracketCall(k lineMark, end int) {
	stop, rest := text.LastIndex(m.t, k.bracket, end, "]")
	open, _ := text.LastIndex(m.t, k.value, k.bracket, "[")
	c := &lineCall{tool: m.t.Slice(k.value, open).Trim()}
	value := m.t.Slice(k.bracket, stop)
	if object := value.Trim(); isObject(value) && !m.form.Answers(c.tool) {
		c.args = ir.Args{Raw: object, Form: ir.JSON, Value: object}
	} else {
		c.args = ir.Args{Raw: m.unstuffed(value, grammar.StyleMarks, grammar.NotAtStart), Form: ir.PlainText}
	}
	m.called(k, c, rest, end)
}

// objectCall reads the call of a pattern whose call is JSON, after its first literal at offset
// at. It returns nil where there is none.
func (m *lineReading) objectCall(p pattern, at int) (c *lineCall, end int) {
	for _, x := range p[1:] {
		switch x.hole {
		case "skip":
			for b, width := text.At(m.t, at); 'a' <= b|0x20 && b|0x20 <= 'z'; b, width = text.At(m.t, at) {
				at += width
			}
		case "call":
			at = text.SkipSpace(m.t, at, m.t.Len())
			if c, at = m.object(at); c == nil {
				return nil, at
			}
		case "":
			var ok bool
			if at, ok = m.literal(&x, text.SkipSpace(m.t, at, m.t.Len())); !ok {
				return nil, at
			}
		}
	}
	return c, at
}

// object reads the call that a JSON object at offset at is, or a Python literal of one.
func (m *lineReading) object(at int) (*lineCall, int) {
	if b, _ := text.At(m.t, at); b != '{' {
		return nil, at
	}
	end, err := literal.JSON(m.t, at)
	object := m.t.Slice(at, max(at, end))
	if err != nil {
		converted, stop, failed := literal.Python(nil, m.t, at)
		if failed != nil || len(converted) == 0 || converted[0] != '{' {
			return nil, at
		}
		object, end = text.Text{B: converted, Esc: m.t.Esc}, stop
		m.repair(ir.CodePythonArgs, at, end, "the call is a Python literal and was read as the JSON that it means")
	}
	c := &lineCall{}
	names, inputs, good := 0, 0, true
	_, failed := literal.Members(object, 0, func(key text.Text, from, to int) bool {
		value := object.Slice(from, to)
		switch {
		case text.EqualString(key, m.r.page.Keys.Name[0]):
			name, _, err := literal.String(object, from)
			names++
			good = err == nil && isName(name)
			c.tool = name.Trim()
		case text.EqualString(key, m.r.page.Keys.Arguments[0]):
			inputs++
			c.args = ir.Args{Raw: value, Form: ir.JSON, Value: value}
			if b, _ := text.At(value, 0); b == '"' && m.r.page.Args == page.Any {
				c.args = ir.Args{Raw: stringAt(value, 0), Form: ir.PlainText}
			}
		default:
			m.repair(ir.CodeBlobKey, at, end, "the call's object has a further key, which is left out")
		}
		return good
	})
	if failed != nil || !good || names != 1 || inputs != 1 {
		return nil, at
	}
	return c, end
}

// textAfter keeps what is between a call and the next mark.
func (m *lineReading) textAfter(at, end int) {
	words := m.t.Slice(at, end)
	if words.Blank() {
		return
	}
	start := 0
	for {
		c, width := text.At(words, start)
		if c == '\n' {
			start += width
			break
		}
		if c != ' ' && c != '\t' && c != '\r' {
			start = 0
			break
		}
		start += width
	}
	m.repair(ir.CodeTextAfterArgs, at+start, end, "words after the call's argument are kept as text")
	m.add(at+start, ir.Step{Kind: ir.Prose, Text: m.unstuffed(text.From(words, start), grammar.StyleMarks|grammar.LenientMarks, 0)})
}
