package train

import (
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/ir"
)

// DetailPart is an element of axolotl's train_detail: characters of a message's content,
// counted from 0, the last one included.
type DetailPart struct {
	Begin int  `json:"begin_offset"`
	End   int  `json:"end_offset"`
	Train bool `json:"train"`
}

// Detail says which characters of a text are trained, in the words of axolotl's
// train_detail: its offsets count characters, and the end is that of the last one. Spans
// are those of the text alone, in order.
func Detail(text string, spans []ir.Span) []DetailPart {
	var list []DetailPart
	at, chars := 0, 0
	add := func(end int, train bool) {
		if n := utf8.RuneCountInString(text[at:end]); n > 0 {
			list = append(list, DetailPart{Begin: chars, End: chars + n - 1, Train: train})
			at, chars = end, chars+n
		}
	}
	for _, s := range spans {
		add(s.Start, false)
		add(s.End, true)
	}
	add(len(text), false)
	return list
}
