package convert

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
)

// unmarked says once of a conversation, in place of once for each message, that no
// marker is in it. There is no style whose markers were missed.
func unmarked(diags []ir.Diagnostic) []ir.Diagnostic {
	diags = slices.DeleteFunc(diags, func(d ir.Diagnostic) bool { return d.Code == ir.CodePlainAnswer })
	return append(diags, ir.Report(ir.CodeNoMarkers, "no call and no marker of any style is in the record; --plain reject keeps such records out"))
}

// styleOf returns the style to read a conversation in, or nil for plain chat.
func (c *Converter) styleOf(in *ir.Conversation, prints *readers.Prints) (*grammar.Style, error) {
	switch {
	case in.Foreign != "":
		return nil, foreign(in.Foreign, ", which no shape has at its place: --field says where a list of messages is, and --from its shape")
	case c.from != nil:
		return c.from, nil
	}
	style, sign := c.detected(in, prints)
	if sign != "" && !c.reads(style, in) {
		return nil, foreign(sign, "")
	}
	return style, nil
}

// reads reports whether a style reads calls in a conversation that also has the sign of a style
// that is none of ours: content of its own may hold such a sign.
func (c *Converter) reads(s *grammar.Style, in *ir.Conversation) bool {
	if s == nil {
		return false
	}
	res, err := readers.Read(s, in)
	return err == nil && hasCall(res.Transcript.Steps)
}

// detected returns the style that a conversation is in, or nil for plain chat, and the sign
// of a style that toolspeak does not read, if there is one.
func (c *Converter) detected(in *ir.Conversation, prints *readers.Prints) (style *grammar.Style, foreign string) {
	style, foreign = c.detector().Best(in, prints)
	if style == nil && foreign == "" {
		style = readers.DetectLenient(c.all, in, prints)
	}
	return style, foreign
}

// speaking returns the first style with evidence in which the model calls a tool or marks
// an answer, as that style spells it and with the repairs that are on by default. It is
// for a conversation in which it does neither in the style that was detected, whose
// markers it quotes. In the known one it does.
func (c *Converter) speaking(in *ir.Conversation, detected *grammar.Style, known string) *grammar.Style {
	for _, candidate := range c.detector().Detect(in).Candidates {
		s := candidate.Style
		if s == detected || candidate.Evidence == 0 {
			continue
		}
		if s.Name == known {
			return s
		}
		for _, read := range []func(*grammar.Style, *ir.Conversation) (readers.Result, error){readers.Read, readers.Recover} {
			if res, err := read(s, in); err != nil || foundNothing(s, &res.Transcript) {
				s = nil
				break
			}
		}
		if s != nil {
			return s
		}
	}
	return nil
}

// elsewhere returns the style in which a conversation speaks whose detected style found
// nothing, or nil. It refuses one whose model acts by writing programs, or calls tools in a
// way that no style knows.
func (c *Converter) elsewhere(in *ir.Conversation, detected *grammar.Style, plain bool, known string) (*grammar.Style, error) {
	if !plain {
		if s := c.speaking(in, detected, known); s != nil {
			return s, nil
		}
	}
	if sign := readers.ActsByPrograms(in, plain); sign != "" {
		return nil, foreign(sign, ", around programs that are the model's actions")
	}
	if sign := readers.CallsInWords(in); sign != "" {
		return nil, foreign(sign, "")
	}
	if n := readers.AnswersNoCall(in); n >= 0 {
		d := foreignFor("", "a tool answers this message, in which no call is found")
		d.Message, d.Pos = n+1, ir.Place{Line: 1, Column: 1}
		return nil, d
	}
	return nil, nil
}

// foreign rejects a conversation for a sign. advice says what there is to do about it.
func foreign(name, advice string) error { return foreignFor(name, "it has "+name+advice) }

// foreignFor rejects a conversation for a reason, which may be a sign of that name.
func foreignFor(name, reason string) *ir.Diagnostic {
	d := rejected(ir.CodeForeignStyle, "the transcript is in no style that toolspeak reads: %s", reason)
	d.Name = name
	return d
}

// framedLines reports that a program put something around n lines of a print.
func framedLines(n, first int) ir.Diagnostic {
	d := ir.Report(ir.CodeTerminalPrint, "what a program put around {lines} was left out")
	d.Count, d.Message, d.Pos = n, 1, ir.Place{Line: first, Column: 1}
	return d
}
