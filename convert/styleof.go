package convert

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// unmarked says once of a conversation, in place of once for each message, that no
// marker is in it. There is no style whose markers were missed.
func unmarked(diags []ir.Diagnostic) []ir.Diagnostic {
	diags = slices.DeleteFunc(diags, func(d ir.Diagnostic) bool { return d.Code == ir.CodePlainAnswer })
	return append(diags, ir.Report(ir.CodeNoMarkers, "no call and no marker of any style is in the record; --plain reject keeps such records out"))
}

// styleOf returns the style to read a conversation in, or nil for plain chat.
func (c *Converter) styleOf(in *Conversation) (*grammar.Style, error) {
	switch {
	case in.Foreign != "":
		return nil, foreign(in.Foreign, ", which no shape has at its place: --field says where a list of messages is, and --from its shape")
	case c.from != nil:
		return c.from, nil
	}
	style, sign := c.detector().Best(in)
	if sign != "" {
		return nil, foreign(sign, "")
	}
	if style == nil {
		return readers.DetectLenient(c.all, in), nil
	}
	if style.Family == styles.Markers && !style.Blob() { // results alone may have its markers
		if s := readers.SpeaksObjects(c.all, in); s != nil {
			return s, nil
		}
	}
	return style, nil
}

// foreign rejects a conversation for a sign. advice says what there is to do about it.
func foreign(name, advice string) error {
	d := rejected(ir.CodeForeignStyle, "the transcript speaks a style that is none of ours: it has %s%s", name, advice)
	d.Name = name
	return d
}

// framedLines reports that a program put something around n lines of a print.
func framedLines(n, first int) ir.Diagnostic {
	d := ir.Report(ir.CodeTerminalPrint, "what a program put around {lines} was left out")
	d.Count, d.Message, d.Pos = n, 1, ir.Place{Line: first, Column: 1}
	return d
}
