package text

import (
	"bytes"

	"github.com/toolspeak/toolspeak/ir"
)

// JoinParts returns the texts among parts, joined by line feeds.
func JoinParts(parts []ir.Part) Text {
	var joined Text
	n := 0
	for i := range parts {
		if parts[i].Raw != nil {
			continue
		}
		t := parts[i].Text
		switch n++; {
		case n == 1:
			joined = t
			continue
		case n == 2: // in memory of its own
			joined = Text{B: bytes.Clone(joined.B), Esc: joined.Esc}
		}
		if !joined.Esc && t.Esc {
			joined = Text{B: joined.Append(nil, true, false), Esc: true}
		}
		feed := "\n"
		if joined.Esc {
			feed = `\n`
		}
		joined.B = t.Append(append(joined.B, feed...), joined.Esc, false)
	}
	return joined
}
