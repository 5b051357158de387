package readers

import (
	"cmp"
	"slices"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// model counts the markers at line starts of what the model said.
func (d *Detector) model(y *tally, t ir.Text) {
	y.inResult, y.held = false, nil
	for gap, line := 0, 0; gap >= 0; gap, line = text.Newline(t, line) {
		if line < len(t.B) {
			d.modelLine(y, t, line)
		}
	}
}

// modelLine counts the markers with which a line begins.
func (d *Detector) modelLine(y *tally, t ir.Text, line int) {
	c := t.B[line]
	d.markers(y, t, line)
	if y.foreign == "" && (c == ' ' || c == '<' || c == '[') {
		y.foreign = d.foreignAt(t, text.SkipSpaces(t, line))
	}
}

// turns counts the markers in the turns of a plain transcript, from the line at an offset on.
func (d *Detector) turns(y *tally, t ir.Text, start int) {
	y.inResult, y.held = false, nil
	for gap, line := 0, start; gap >= 0 && line < len(t.B); gap, line = text.Newline(t, line) {
		d.modelLine(y, t, line)
		d.afterRole(y, t, line)
	}
}

// heads returns where the turns of a plain transcript begin that opens with a system prompt, or 0,
// and where the model's first turn does that has a role, or the same. What a system prompt
// teaches is not what the model says.
func heads(t ir.Text) (turns, model int) {
	role, ok := grammar.RoleAt(t, 0)
	for gap, line := text.Newline(t, 0); ok && role != grammar.MarkAssistant && gap >= 0; gap, line = text.Newline(t, line) {
		next, isRole := grammar.RoleAt(t, line)
		if !isRole {
			continue
		}
		if role == grammar.MarkSystem {
			turns, model = line, line
		}
		if role = next; role == grammar.MarkAssistant {
			model = line
		}
	}
	return turns, model
}

// asked counts the markers in a user's turn, which goes up to the model's, and after it. In most
// styles no role follows a question, so that the model's steps may be in the user's turn. Where
// markers are in the model's turns, those of styles that have none there are what the user shows.
func (d *Detector) asked(y *tally, t ir.Text, turns, model int) {
	known := y.foreign
	d.turns(y, t.Slice(0, model), turns)
	shown, foreign := slices.Clone(y.evidence), y.foreign
	y.foreign = known
	d.turns(y, t, model)
	if slices.Equal(shown, y.evidence) {
		y.foreign = cmp.Or(foreign, y.foreign)
		return
	}
	for k, n := range shown {
		switch {
		case y.evidence[k] == n:
			y.evidence[k], y.settled[k], y.leads[k] = 0, 0, 0
		case d.styles[k].InElements(): // whose steps have roles
			y.evidence[k] -= n
		}
	}
}

// afterRole counts the marker right after a role of a plain transcript: only a tag, since what ends in
// a colon may follow a role in prose.
func (d *Detector) afterRole(y *tally, t ir.Text, line int) {
	_, end := lowerRoleAt(t, line)
	if end == line {
		if _, ok := grammar.RoleAt(t, line); !ok {
			return
		}
		y.inResult, y.held = false, nil
		_, end = text.Index(t, line, ":")
	}
	end = afterSpace(t, end)
	if c, _ := text.At(t, end); c == '<' {
		d.markers(y, t, end)
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
		if end = afterSpace(t, end); end < t.Len() {
			d.markers(y, t, end)
		}
	}
}

// markers counts the markers with which a line, which is not empty, may begin.
func (d *Detector) markers(y *tally, t ir.Text, line int) {
	signs := d.first[t.B[line]]
	if signs == nil {
		return
	}
	y.line++
	glued, leads := -1, false
	for _, k := range signs {
		sg := &d.signs[k]
		end, ok := sg.marker.At(t, line)
		if !ok {
			continue
		}
		if d.follows(y, t, sg, line); sg.begins {
			glued = end
		}
		d.add(y, t, sg, line, 1)
		leads = y.leading && line >= y.leadFrom
	}
	y.leading = y.leading && !leads
	if glued >= 0 && glued < t.Len() {
		d.markers(y, t, glued)
	}
}

// add counts a sign at the start of a line n times for the styles that have it, each once a
// line. Where it is the first one in a message, it leads there.
func (d *Detector) add(y *tally, t ir.Text, sg *sign, line, n int) {
	for _, k := range sg.styles {
		if y.asked[k] == y.line && n > 0 {
			continue
		}
		w := weightAt(d.styles[k], t, line)
		y.evidence[k] += n * w.count
		if w.settles {
			y.settled[k] += n
		}
		if n < 0 {
			continue
		}
		if y.asked[k] = y.line; w.leads && y.leading && line >= y.leadFrom {
			y.leads[k]++
		}
	}
}

// follows notes that a sign comes next, in line of t. An answer's right after a result's is held:
// where another sign follows, it was a line of the result.
func (d *Detector) follows(y *tally, t ir.Text, sg *sign, line int) {
	if y.held != nil && y.heldAt != line {
		d.add(y, t, y.held, y.heldAt, -1)
		y.held = nil
	}
	switch {
	case sg.result:
		y.inResult = true
	case sg.answers && y.inResult:
		y.held, y.heldAt = sg, line
	default:
		y.inResult = false
	}
}

// foreignAt returns the foreign sign at offset i, but for one that begins a
// call of a style that is known.
func (d *Detector) foreignAt(t ir.Text, i int) string {
	sign := foreignAt(t, i)
	for k := 0; sign != "" && k < len(d.styles); k++ {
		if weightAt(d.styles[k], t, i).count > 0 {
			return ""
		}
	}
	return sign
}

// result counts the marker with which a user's or a tool's message begins.
func (d *Detector) result(y *tally, t ir.Text) {
	for k, s := range d.styles {
		if _, ok := s.Lexicon().At(t, 0, grammar.ResultMark); ok {
			y.given[k]++
		}
	}
}
