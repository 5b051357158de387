package prompts

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// change is a paragraph with other words, or the tool list with other tools.
type change struct {
	*framePart
	// spelled is what is in its place in the translation.
	spelled []byte
	// said is what it says, where a diagnostic quotes it. lines and width are its extent with the
	// space that follows it.
	said         string
	lines, width int
	// tools is the list, room the buffer that holds what is in its place.
	tools *ToolList
	room  *[]byte
}

// translate translates a prompt that differs from the frame's in the words of
// paragraphs that are free. The result does not share the prompt's bytes.
func (f *frame) translate(prompt ir.Text) (out Translation, ok bool) {
	var few [4]change
	changes, ok := f.changes(few[:0], prompt.B)
	if ok {
		out = f.apply(changes)
	}
	for i := range changes {
		if room := changes[i].room; room != nil {
			buffers.Put(room)
		}
	}
	return out, ok
}

// apply returns the translation with these changes.
func (f *frame) apply(changes []change) Translation {
	out := f.out
	out.Diagnostics = f.diagnostics(changes)
	if len(changes) > 1 {
		sort.Slice(changes, func(i, j int) bool { return changes[i].at < changes[j].at })
	}
	size, last := len(f.out.Text.B), 0
	for i := range changes {
		if c := &changes[i]; c.at >= 0 {
			size += len(c.spelled) - c.size
		}
		if c := &changes[i]; c.tools != nil {
			out.ToolList = *c.tools
		}
	}
	out.Text.B = make([]byte, 0, size)
	for i := range changes {
		if c := &changes[i]; c.at >= 0 {
			out.Text.B = append(append(out.Text.B, f.out.Text.B[last:c.at]...), c.spelled...)
			last = c.at + c.size
		}
	}
	out.Text.B = append(out.Text.B, f.out.Text.B[last:]...)
	return out
}

// changes appends the paragraphs that differ. It returns false where something else
// differs, or something on which a decision rests.
func (f *frame) changes(out []change, b []byte) ([]change, bool) {
	a := f.source.B
	front := text.CommonPrefix(a, b)
	until := len(a) - text.CommonSuffix(a[front:], b[front:])
	more := len(b) - len(a)
	others := until-front > len(a)/2 && max(more, -more) > widest // tools, most likely
	if others && f.form != FormJSON && f.form != FormOpenAI {
		return out, false
	}
	if f.prepare(); others && f.list == nil {
		return out, false
	}
	i := sort.Search(len(f.paragraphs), func(i int) bool { return f.paragraphs[i].end >= front })
	end := i
	for end < len(f.paragraphs) && f.paragraphs[end].start <= until {
		end++
	}
	if i == end || f.paragraphs[i].start > front || f.paragraphs[end-1].end < until {
		return out, false
	}
	for at := f.paragraphs[i].start; i < end; i++ {
		p := &f.paragraphs[i]
		stop := p.end + len(b) - len(a)
		if f.list != nil && p.kind == toolListBlock {
			c, n, ok := f.readList(b[at:])
			if c.framePart = p; !ok || i+1 == end && at+n != stop || !bytes.HasPrefix(b[at+n:], f.gap(i)) {
				return out, false
			}
			out = append(out, c)
			at += n + len(f.gap(i))
			continue
		}
		if i+1 < end {
			gap := a[p.end:f.paragraphs[i+1].start]
			n := bytes.Index(b[at:], gap)
			if n < 0 || len(gap) == 0 {
				return out, false
			}
			if bytes.HasPrefix(b[at:], a[p.start:p.end+len(gap)]) {
				n = p.end - p.start // the gap may be in it
			}
			stop = at + n
		}
		if stop < at {
			return out, false
		}
		if spelled := b[at:stop]; !bytes.Equal(spelled, a[p.start:p.end]) {
			if !p.free || len(spelled) == 0 {
				return out, false
			}
			out = append(out, change{framePart: p, spelled: spelled})
		}
		if i+1 < end {
			at = stop + f.paragraphs[i+1].start - p.end
		}
	}
	for i := range out {
		if c := &out[i]; c.tools == nil && !f.quiet(c) && !f.complete(c) {
			return out, false
		}
	}
	return out, true
}

// gap returns what is between the paragraph of that number and the next, as it is spelled.
func (f *frame) gap(i int) []byte {
	end := len(f.source.B)
	if i+1 < len(f.paragraphs) {
		end = f.paragraphs[i+1].start
	}
	return f.source.B[f.paragraphs[i].end:end]
}

// complete finds what a paragraph with other words says, and reports whether these
// decide nothing that those of the frame don't.
func (f *frame) complete(c *change) bool {
	if f.source.Esc {
		slashes := len(c.spelled) - len(bytes.TrimRight(c.spelled, `\`))
		if slashes%2 != 0 || text.IsASCII(text.Escaped(c.spelled)) != text.IsASCII(text.Escaped(f.source.B[c.start:c.end])) {
			return false
		}
	}
	c.said = ir.Text{B: c.spelled, Esc: f.source.Esc}.String()
	var one [2]Paragraph
	list := split(one[:0], c.said, 0, 0)
	if len(list) != 1 || list[0].Text != c.said || list[0].kind != c.kind || !f.isPlainProse(c.said) || !f.isUsual(c.spelled, c.said) {
		return false
	}
	whole := c.said + c.lead
	if c.lead != "" {
		line := func(s string) string { return s[strings.LastIndexByte(s, '\n')+1:] }
		k := lastSentence(whole)
		if strings.TrimRight(whole[:k], " \t\r\n") != c.said || announces(line(whole)) != announces(line(c.Text+c.lead)) {
			return false
		}
	}
	c.lines, c.width = extent(whole[:len(c.said)+c.space])
	return f.by.known.look(whole).decidesAs(c.decided) && (!c.examined || f.examinesAs(c))
}

// examinesAs reports whether each sentence of a paragraph with other words stays or goes as
// those of the frame's do, which are not divided.
func (f *frame) examinesAs(c *change) bool {
	r := &Reading{by: f.by, Style: f.out.Style}
	return !slices.ContainsFunc(r.examine(c.said, false), func(p piece) bool { return p.removed != c.removed })
}

// decidesAs reports whether nothing that the facts of two paragraphs decide differs.
func (f *facts) decidesAs(o *facts) bool {
	return f.words == o.words && f.markerLines == o.markerLines && f.strong == o.strong && f.start == o.start &&
		f.persona == o.persona && slices.Equal(f.mentions, o.mentions)
}

// diagnostics returns those of the translation with these changes.
func (f *frame) diagnostics(changes []change) []ir.Diagnostic {
	same := true
	for i := range changes {
		c := &changes[i]
		// A list has no lines, and what is said of it is the same.
		same = same && (c.tools != nil || c.at >= 0 && c.lines == c.framePart.lines && (c.lead == "" || c.width == c.framePart.width))
	}
	if same {
		return f.out.Diagnostics
	}
	out := slices.Clone(f.out.Diagnostics)
	for i := range changes {
		c := &changes[i]
		if c.tools != nil {
			continue
		}
		f.move(out, c)
		if c.at < 0 {
			d := ir.Quoting(ir.CodeInstructionsRemoved, strings.TrimSpace(c.said))
			d.Pos = out[c.diagnostic].Pos
			d.End = (&Paragraph{facts: &facts{lines: c.lines, width: c.width}}).after(d.Pos)
			out[c.diagnostic] = d
		}
	}
	return out
}

// move moves the diagnostics that follow a paragraph with other words. Their places in
// the frame tell which do.
func (f *frame) move(out []ir.Diagnostic, c *change) {
	old := c.framePart
	last := ir.Place{Line: c.Line + old.lines, Column: 1 + old.width}
	shift := func(p *ir.Place, was ir.Place) {
		if was.Line > last.Line || c.lead != "" && was.Line == last.Line && was.Column >= last.Column {
			p.Line += c.lines - old.lines
		}
		if c.lead != "" && was.Line == last.Line && was.Column >= last.Column {
			p.Column += c.width - old.width
		}
	}
	for k := range f.out.Diagnostics {
		d := &f.out.Diagnostics[k]
		shift(&out[k].Pos, d.Pos)
		shift(&out[k].End, d.End)
	}
}
