package convert

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// tidied is a conversation as a style's reader takes it: without the stop text, which ends
// at cuts, and then, in place of words, with line feeds alone. crlf is the first message
// that had others.
type tidied struct {
	words, tidy *ir.Conversation
	cuts        []cut
	crlf        int
}

func (c *Converter) tidied(style *grammar.Style, in *ir.Conversation) (t tidied) {
	t.words, t.cuts = withoutStop(style, in, c.opts.StopText)
	t.tidy, t.crlf = withLineFeeds(style, t.words)
	return t
}

// withLineFeeds returns a conversation in a style whose messages have line feeds alone,
// and the number, from 1, of the first that had CR LF at the end of each line; 0 means
// that none had, and in is returned.
//
// A CR may also be content. It is none where all line ends of a message are CR LF, and
// a marker follows one of them, or one of a message before: the program that wrote the lines
// wrote it. What tools and users say stays as it is, results in tags apart.
func withLineFeeds(s *grammar.Style, in *ir.Conversation) (out *ir.Conversation, first int) {
	out = in
	fix := func(t ir.Text, message int, put func(ir.Text)) {
		if lf, ok := lineFeeds(s, t, in.Flat, first > 0); ok {
			if first == 0 {
				first = message
				copied := *in
				copied.Messages, copied.Alternatives = slices.Clone(in.Messages), slices.Clone(in.Alternatives)
				out = &copied
			}
			put(lf)
		}
	}
	if in.Flat {
		fix(in.Text, 1, func(t ir.Text) { out.Text = t })
		return out, first
	}
	for i := range in.Messages {
		m := &in.Messages[i]
		if m.Role != ir.RoleAssistant && !s.InElements() {
			continue
		}
		if m.Role != ir.RoleAssistant {
			if _, result := s.Lexicon().At(m.Content, 0, grammar.ResultMark); !result {
				continue
			}
		}
		fix(m.Content, i+1, func(t ir.Text) { out.Messages[i].Content = t })
	}
	for i := range in.Alternatives {
		fix(in.Alternatives[i], len(in.Messages)+1, func(t ir.Text) { out.Alternatives[i] = t })
	}
	return out, first
}

// lineFeeds returns a text with line feeds in place of CR LF, if all its line ends are
// that and one is before a marker; with marked none has to be.
func lineFeeds(s *grammar.Style, t ir.Text, flat, marked bool) (out ir.Text, ok bool) {
	set := grammar.StyleMarks
	if flat {
		set |= grammar.RoleMarks
	}
	var b []byte
	line := 0
	for nl, next := text.Newline(t, 0); nl >= 0; nl, next = text.Newline(t, line) {
		words := t.Slice(line, nl)
		if text.Last(words) != '\r' { // mostly the first line, so that no other is looked at
			return t, false
		}
		words = words.Slice(0, words.Len()-1)
		if text.MayHold(words, '\r') {
			return t, false
		}
		if b == nil {
			b = make([]byte, 0, t.Len())
		}
		b = append(append(b, words.B...), t.B[nl:next]...)
		line = next
		if !marked {
			c, _ := text.At(t, text.SkipSpaces(t, line))
			_, marked = s.Lexicon().At(t, line, set)
			marked = marked || c == '\x1b' || c == '<' && s.InElements() || !s.InElements() && readers.SpelledAt(s, t, line)
		}
	}
	if rest := text.From(t, line); !marked || text.MayHold(rest, '\r') {
		return t, false
	}
	return ir.Text{B: append(b, t.B[line:]...)}, true
}

// lineEnds says of a conversation that the lines of messages, the first of which is
// named, ended in CR LF.
func lineEnds(message int) ir.Diagnostic {
	d := ir.Report(ir.CodeLineEnds, "the lines end in CR LF, which was read as LF")
	d.Message, d.Pos = message, ir.Place{Line: 1, Column: 1}
	return d
}
