package readers

import (
	"bytes"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

func isNone(t ir.Text) bool {
	const most = 64
	switch c, _ := text.At(t, text.SkipSpace(t, 0, t.Len())); lower(c) {
	case 'n', '"', '\'', '`', '*', '(', '{', 0:
	default:
		return false
	}
	return t.Len() <= most && slices.Contains(vocabulary.None, strings.Trim(strings.ToLower(t.String()), " \t\r\n.\"'`*()"))
}

// saysNone reports whether the call at mark i says that no tool is called, with neither a name nor an
// argument. Where a result follows, a harness took it for a call, and so it is one.
func (r *reader) saysNone(t ir.Text, marks []mark, i int) bool {
	end := t.Len()
	if i+2 < len(marks) {
		end = marks[i+2].gap
	}
	name := t.Slice(marks[i].value, marks[i+1].gap)
	return !name.Blank() && isNone(name) && isNone(t.Slice(marks[i+1].value, end)) && !r.resultFollows() && !r.answered(marks, i+1)
}

// cutCall joins a message of the model that ends in a call's name with the next
// one, if that begins with the marker of its argument, or one that ends within an
// argument's object with the next one of the model's, if that is its rest. It returns the message and
// where in it the second one begins, or 0.
func (r *reader) cutCall(c *ir.Conversation, i int) (joined ir.Text, cut int) {
	t := c.Messages[i].Content
	if !r.recovers || r.style.Marker.Input == "" || i+1 >= len(c.Messages) {
		return t, 0
	}
	next := &c.Messages[i+1]
	if next.Role != ir.RoleUser && next.Role != ir.RoleAssistant {
		return t, 0
	}
	if _, ok := r.lex.At(next.Content, 0, 1<<grammar.MarkInput); !ok {
		return r.cutArgument(t, next)
	}
	line, end := lastLine(t, 0, t.Len())
	found, ok := r.lex.At(t, line, 1<<grammar.MarkCall)
	if !ok || !isIdentifier(t.Slice(min(found.End, end), end).Trim()) {
		return t, 0
	}
	return joinedWith(t, next.Content, []byte("\n"))
}

// joinedWith returns two messages with a gap between them, and where the second begins, or 0.
func joinedWith(t, next ir.Text, gap []byte) (joined ir.Text, cut int) {
	both := append(append(append(make([]byte, 0, t.Len()+next.Len()+len(gap)), t.B...), gap...), next.B...)
	if bytes.IndexByte(both, 0x1b) >= 0 {
		return t, 0 // colours move what is after them
	}
	return ir.Text{B: both}, t.Len() + len(gap)
}

// cutArgument is cutCall where a message ends within an argument's object, or before it.
func (r *reader) cutArgument(t ir.Text, next *ir.Message) (joined ir.Text, cut int) {
	if next.Role != ir.RoleAssistant {
		return t, 0
	}
	if _, marked := r.lex.At(next.Content, 0, grammar.StyleMarks); marked {
		return t, 0
	}
	last := -1
	for line := 0; line >= 0; _, line = text.Newline(t, line) {
		if found, ok := r.lex.At(t, line, grammar.StyleMarks); ok {
			if last = -1; found.Mark == grammar.MarkInput {
				last = found.End
			}
		}
	}
	if last < 0 {
		return t, 0
	}
	start := text.SkipSpace(t, last, t.Len())
	if c, _ := text.At(t, start); start < t.Len() && c != '{' {
		return t, 0
	}
	if _, _, whole := objectAt(t, start); whole {
		return t, 0
	}
	both, cut := joinedWith(t, next.Content, nil)
	if start == t.Len() {
		start = text.SkipSpace(both, start, both.Len())
	}
	if c, _ := text.At(both, start); cut == 0 || c != '{' {
		return t, 0
	}
	if _, end, whole := objectAt(both, start); !whole || !text.From(both, end).Blank() {
		return t, 0
	}
	return both, cut
}

// danglingMarker reports whether a message ends in the bare marker of a result, on a line
// of its own and without the space that an emitter puts after it.
func (r *reader) danglingMarker(t ir.Text, from, end int) (line int, ok bool) {
	marker := r.style.Marker.Result
	if marker == "" || !near(t, end, marker) {
		return 0, false
	}
	line, _ = lastLine(t, from, end)
	stop, ok := text.Prefix(t, line, marker)
	return line, ok && line > from && skipAny(t, stop, "\r\n") == end
}

// withoutCue takes the marker of a thought off the end of a result, if the
// model's message follows: it continues with the thought.
func (r *reader) withoutCue(content ir.Text) ir.Text {
	marker := r.style.Marker.Thought
	if !r.recovers || !r.modelNext || marker == "" || !near(content, content.Len(), marker) {
		return content
	}
	line, end := lastLine(content, 0, content.Len())
	if stop, ok := text.Prefix(content, line, marker); !ok || stop != end || line == 0 {
		return content
	}
	r.report(line, ir.CodeCutMessage, "the marker at the end belongs to the next message, and was left out")
	return content.Slice(0, gapOf(0, line))
}
