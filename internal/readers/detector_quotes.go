package readers

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Quote says how much the markers that a text quotes may weigh in a detection.
type Quote uint8

// From nothing to evidence that may outweigh a conversation's own.
const (
	// NoQuote: no line begins as a marker does.
	NoQuote Quote = iota
	// EscapedQuote: spaces come before a marker, which styles escape each in their own way.
	EscapedQuote
	// ResultQuote: a message that is not the model's begins as results do in styles that
	// share no marker with the conversation's. It counts as one marker for these.
	ResultQuote
	// MarkerQuote: a line may speak for another style, as often as it is there, or for one
	// that is not known.
	MarkerQuote
)

// Quotes returns the heaviest quote in a text of the model in a conversation of style s.
func (d *Detector) Quotes(s *grammar.Style, t ir.Text) (found Quote) {
	own := slices.Index(d.styles, s)
	if d.mayHoldObject(own, t) || s.InElements() && d.holdsTag(own, t) {
		return MarkerQuote
	}
	for gap, line := 0, 0; gap >= 0; gap, line = text.Newline(t, line) {
		if line >= len(t.B) {
			continue
		}
		if found = max(found, d.quoteAt(own, t, line)); found == MarkerQuote {
			break
		}
	}
	return found
}

// holdsTag reports whether a text holds the tag of another style anywhere: readers also find
// one after what begins an item of a list, and the like.
func (d *Detector) holdsTag(own int, t ir.Text) bool {
	if !text.MayHold(t, '<') {
		return false
	}
	for k := range d.signs {
		sg := &d.signs[k]
		if sg.marker.Text[0] != '<' || own >= 0 && slices.Contains(sg.always, uint16(own)) {
			continue
		}
		if at, _ := text.Index(t, 0, sg.marker.Text); at >= 0 {
			return true
		}
	}
	return false
}

// QuotedResult returns what the first line of a message of the user or of a tool quotes, in
// a conversation of style s: no detection looks at the others.
func (d *Detector) QuotedResult(s *grammar.Style, t ir.Text) Quote {
	if t.Empty() {
		return NoQuote
	}
	own := slices.Index(d.styles, s)
	found := d.quoteAt(own, t, 0)
	if found != MarkerQuote || own < 0 {
		return found
	}
	c, _ := text.At(t, 0)
	for _, k := range d.first[c] {
		sg := &d.signs[k]
		if len(sg.results) == 0 {
			continue
		}
		if _, ok := sg.marker.At(t, 0); ok && slices.ContainsFunc(sg.results, func(k uint16) bool { return d.related[own][k] }) {
			return MarkerQuote
		}
	}
	return ResultQuote
}

// quoteAt returns what a line quotes in a conversation of style number own.
func (d *Detector) quoteAt(own int, t ir.Text, line int) Quote {
	c := t.B[line]
	at, style, quote := line, own, MarkerQuote
	if c == ' ' {
		at, style, quote = text.SkipSpaces(t, line), -1, EscapedQuote
		c, _ = text.At(t, at)
	}
	switch {
	case at >= len(t.B):
	case foreignAt(t, at) != "":
		return MarkerQuote
	case saysElsewhere(t, at):
		return MarkerQuote
	case d.othersAt(style, t, at, c):
		return quote
	}
	return NoQuote
}

// saysElsewhere reports whether words begin at a line that are a call or an answer in the
// print of some program, and in no style.
func saysElsewhere(t ir.Text, line int) bool {
	_, ok := answerWordAt(t, line)
	return ok || prefixed(t, line, "Calling function: ") || prefixed(t, line, "Invoking: ")
}

// othersAt reports whether a marker begins at a line, whose first character is c, that
// does not speak for style number own whenever it is there.
func (d *Detector) othersAt(own int, t ir.Text, line int, c byte) bool {
	for _, k := range d.first[c] {
		if own >= 0 && slices.Contains(d.signs[k].always, uint16(own)) {
			continue
		}
		if _, ok := d.signs[k].marker.At(t, line); ok {
			return true
		}
	}
	return false
}

// relate notes which styles share a marker, and which have that of an answer to
// themselves, once all signs are known.
func (d *Detector) relate() {
	d.alone = make([]bool, len(d.styles))
	d.related = make([][]bool, len(d.styles))
	for k := range d.related {
		d.related[k] = make([]bool, len(d.styles))
	}
	for i := range d.signs {
		sg := &d.signs[i]
		all := slices.Concat(sg.always, sg.fenced, sg.unfenced, sg.brackets, sg.asked)
		for _, a := range all {
			for _, b := range all {
				d.related[a][b] = true
			}
		}
		if len(all) == 1 && len(sg.always) == 1 {
			s := d.styles[all[0]]
			d.alone[all[0]] = d.alone[all[0]] || s.InElements() && sg.marker.Text == s.Opening().Answer
		}
	}
}

// AnswersAlone reports whether the marker of an answer of style s speaks for no other: one
// of them outweighs all markers that others share with s.
func (d *Detector) AnswersAlone(s *grammar.Style) bool {
	own := slices.Index(d.styles, s)
	return own >= 0 && d.alone[own]
}

// TaughtBy returns the style that a conversation without any marker is taken for, by what
// its system prompts teach, or nil.
func (d *Detector) TaughtBy(c *ir.Conversation) (best *grammar.Style) {
	y := d.tallies.Get().(*tally)
	defer d.tallies.Put(y)
	instructions := -1
	for k, t := range d.taught(c, func(k int) bool { return !d.styles[k].Variant }) {
		if t.taught && t.count > instructions {
			best, instructions = d.styles[k], t.count
		}
	}
	return best
}

// MayBePrint reports whether a plain transcript may be taken for what a program printed,
// and remembers it if not.
func MayBePrint(t ir.Text, prints *Prints) bool {
	if mayBePrint(t, &prints.lines) {
		return true
	}
	prints.text, prints.found, prints.known = t, nil, true
	return false
}
