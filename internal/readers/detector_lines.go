package readers

import (
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// model counts the markers at line starts of what the model said.
func (d *Detector) model(y *tally, t ir.Text) {
	y.inResult, y.held = false, 0
	for gap, line := 0, 0; gap >= 0; gap, line = text.Newline(t, line) {
		if line < len(t.B) {
			d.modelLine(y, t, line)
		}
	}
}

// modelLine counts the markers with which a line begins.
func (d *Detector) modelLine(y *tally, t ir.Text, line int) {
	c := t.B[line]
	if len(d.first[c]) > 0 {
		d.markers(y, t, line, c)
	}
	if y.foreign == "" && (c == ' ' || c == '<' || c == '[') {
		y.foreign = d.foreignAt(t, text.SkipSpaces(t, line))
	}
}

// turns counts the markers in the turns of a plain transcript, from the line at an offset on.
func (d *Detector) turns(y *tally, t ir.Text, start int) {
	y.inResult, y.held = false, 0
	for gap, line := 0, start; gap >= 0 && line < len(t.B); gap, line = text.Newline(t, line) {
		d.modelLine(y, t, line)
		if beginsRole[t.B[line]] {
			d.afterRole(y, t, line)
		}
	}
}

// afterSystem returns where the turns of a plain transcript begin that opens with a system
// prompt, or 0: what that teaches is not what the model says.
func afterSystem(t ir.Text) int {
	if mark, ok := grammar.RoleAt(t, 0); !ok || mark != grammar.MarkSystem {
		return 0
	}
	for gap, line := text.Newline(t, 0); gap >= 0; gap, line = text.Newline(t, line) {
		if _, ok := grammar.RoleAt(t, line); ok {
			return line
		}
	}
	return 0
}

// afterRole counts the marker right after a role of a plain transcript: only a tag, since what ends in
// a colon may follow a role in prose.
func (d *Detector) afterRole(y *tally, t ir.Text, line int) {
	_, end := lowerRoleAt(t, line)
	if end == line {
		if _, ok := grammar.RoleAt(t, line); !ok {
			return
		}
		y.inResult, y.held = false, 0
		_, end = text.Index(t, line, ":")
	}
	end = afterSpace(t, end)
	if c, _ := text.At(t, end); c == '<' && len(d.first[c]) > 0 {
		d.markers(y, t, end, c)
	}
}

// afterAssistant counts the markers right after the model's role line. It is for a plain
// transcript without any other.
func (d *Detector) afterAssistant(y *tally, t ir.Text) {
	for gap, line := 0, 0; gap >= 0; gap, line = text.Newline(t, line) {
		if mark, ok := grammar.RoleAt(t, line); !ok || mark != grammar.MarkAssistant {
			continue
		}
		_, end := text.Index(t, line, ":")
		end = afterSpace(t, end)
		if c, _ := text.At(t, end); end < t.Len() && len(d.first[c]) > 0 {
			d.markers(y, t, end, c)
		}
	}
}

// beginsRole are the characters with which a role line begins.
var beginsRole = func() (set [256]bool) {
	for _, c := range []byte("SQUHTAsuhatf\\") {
		set[c] = true
	}
	return set
}()

// markers counts the markers with which a line may begin, whose first character
// is c.
func (d *Detector) markers(y *tally, t ir.Text, line int, c byte) {
	y.line++
	glued, begins := 0, false
	found := false // and it is the first line of the message with a marker
	for _, k := range d.first[c] {
		sg := &d.signs[k]
		end, ok := sg.marker.At(t, line)
		if !ok {
			continue
		}
		if y.follows(int(k), sg); sg.begins {
			glued, begins = end, true
		}
		y.found[k]++
		fenced := len(sg.fenced)+len(sg.unfenced) > 0 && prefixed(t, text.SkipSpace(t, end, t.Len()), fence)
		if fenced {
			y.fenced[k]++
		}
		if y.leading && line >= y.leadFrom {
			found = true
			y.lead(sg.always)
			if fenced {
				y.lead(sg.fenced)
			} else {
				y.lead(sg.unfenced)
			}
			y.lead(sg.brackets)
			y.lead(sg.asked)
		}
		for _, s := range sg.outcome {
			if saysOutcome(d.styles[s], t, end) {
				y.evidence[s]++ // one more than always
			}
		}
		for _, s := range sg.brackets {
			if _, ok := bracketAt(d.styles[s].Lexicon(), t, end); ok {
				y.evidence[s] += 2
				y.settled[s]++
			}
		}
		for _, s := range sg.asked {
			if y.asked[s] != y.line {
				y.asked[s] = y.line
				y.evidence[s] += marksAt(d.styles[s], t, line)
			}
		}
	}
	y.leading = y.leading && !found
	if c, _ := text.At(t, glued); begins && glued < t.Len() && len(d.first[c]) > 0 {
		d.markers(y, t, glued, c)
	}
}

// foreignAt returns the foreign sign at offset i, but for one that begins a
// call of a style that is known.
func (d *Detector) foreignAt(t ir.Text, i int) string {
	sign := foreignAt(t, i)
	for k := 0; sign != "" && k < len(d.styles); k++ {
		if marksAt(d.styles[k], t, i) > 0 {
			return ""
		}
	}
	return sign
}

// result counts the marker with which a user's or a tool's message begins.
func (d *Detector) result(y *tally, t ir.Text) {
	if t.Empty() {
		return
	}
	for _, k := range d.first[t.B[0]] {
		sg := &d.signs[k]
		if len(sg.results) == 0 {
			continue
		}
		if _, ok := sg.marker.At(t, 0); ok {
			addTo(y.given, sg.results, 1)
		}
	}
}
