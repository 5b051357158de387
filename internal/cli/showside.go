package cli

import (
	"fmt"
	"strings"

	"github.com/toolspeak/toolspeak/internal/clip"
	"github.com/toolspeak/toolspeak/internal/present"
)

// sideBySide is how wide a page has to be for two columns.
const sideBySide = 96

// conversion prints a record next to what it becomes.
func (p *printer) conversion(c *present.Conversion) {
	p.heading(c.Source)
	p.notes(c.Source.Notes, nil)
	if c.Target == nil {
		p.transcripts(c.Source)
		return
	}
	if p.width >= sideBySide {
		left := fill("  "+c.Source.Style, p.column()+3)
		p.line(boldLook.Render(strings.TrimRight(left+"  "+p.to, " ")))
	}
	for i, pairs := range c.Pairs {
		if len(c.Pairs) > 1 {
			p.line(boldLook.Render(fmt.Sprintf("transcript %d of %d", i+1, len(c.Pairs))))
		}
		source, target := &c.Source.Transcripts[i], &c.Target.Transcripts[i]
		for k := range pairs {
			p.pair(source, target, &pairs[k])
		}
	}
	p.counts(c)
}

// column is how wide one of two columns is.
func (p *printer) column() int { return (p.width - 3) / 2 }

// pair prints messages of the source and what became of them.
func (p *printer) pair(source, target *present.Transcript, pair *present.Pair) {
	var notes []int
	for _, i := range pair.Source {
		notes = append(notes, source.Message(i).Notes...)
	}
	switch {
	case pair.Same:
		m := source.Message(pair.Source[0])
		p.rule(titleOf(source, pair.Source), "unchanged")
		lines, cut := p.fold(m.Text(), p.width-2, 6)
		if cut != "" {
			lines = append(lines, cut)
		}
		for _, l := range lines {
			p.line(faintLook.Render(strings.TrimRight("  "+l, " ")))
		}
	case p.width >= sideBySide:
		p.columns(source, target, pair)
	default:
		p.stacked(source, target, pair)
	}
	for _, n := range notes {
		p.note(source.Notes[n], 2)
	}
}

// rule prints a line with the number and the role of a message.
func (p *printer) rule(title, more string) {
	line := "── " + title + " "
	if more != "" {
		line += "· " + more + " "
	}
	p.line(faintLook.Render(line + strings.Repeat("─", max(0, p.width-columns(line)))))
}

// side is one side of a pair: its lines, of which those are marked that the other side
// does not have.
func (p *printer) side(t *present.Transcript, which []int, other map[string]bool, sign string, as look, width int) []string {
	const most = 24
	var out []string
	for n, i := range which {
		m := t.Message(i)
		if n > 0 {
			out = append(out, faintLook.Render(fmt.Sprintf("─ %s ─", nameOf(m))))
		}
		text := m.Text()
		shown := 0
		for l := range strings.SplitSeq(text, "\n") {
			mark, style := "  ", plainLook
			if !other[l] {
				mark, style, l = sign+" ", as, ending(l)
			}
			for _, w := range wrapText(harmless(clipLine(l, p.full, most*width)), width-2) {
				out = append(out, style.Render(mark+w))
				shown++
			}
			if !p.full && shown > most {
				for _, w := range wrapText(cutWords(text, width-2), width-2) {
					out = append(out, faintLook.Render("  "+w))
				}
				break
			}
		}
	}
	return out
}

// ending shows the blanks at the end of a line that changed: they may be all that did.
func ending(l string) string {
	text := strings.TrimRight(l, " ")
	if text == "" && l == "" {
		return l
	}
	return text + strings.Repeat("·", len(l)-len(text))
}

// nameOf says whose message it is, by its number in the record.
func nameOf(m *present.Message) string {
	switch {
	case m.Alternative > 0:
		return fmt.Sprintf("%s, alternative %d", m.Role, m.Alternative)
	case m.Number == 0:
		return m.Role + ", a key of its own"
	}
	return fmt.Sprintf("%d %s", m.Number, m.Role)
}

// clipLine cuts a line that would fill more than the fold of a page.
func clipLine(l string, full bool, most int) string {
	if full || len(l) <= most {
		return l
	}
	return strings.ToValidUTF8(l[:most], "") + "…"
}

// lineSet returns the lines of messages.
func lineSet(t *present.Transcript, which []int) map[string]bool {
	set := map[string]bool{}
	for _, i := range which {
		for l := range strings.SplitSeq(t.Message(i).Text(), "\n") {
			set[l] = true
		}
	}
	return set
}

func titleOf(t *present.Transcript, which []int) string {
	var words []string
	for _, i := range which {
		words = append(words, nameOf(t.Message(i)))
	}
	if len(words) == 0 {
		return "nothing"
	}
	return strings.Join(words, ", ")
}

func (p *printer) columns(source, target *present.Transcript, pair *present.Pair) {
	width := p.column()
	left := p.side(source, pair.Source, lineSet(target, pair.Target), "-", gone, width)
	right := p.side(target, pair.Target, lineSet(source, pair.Source), "+", addedLook, width)
	p.rule(titleOf(source, pair.Source), "becomes "+titleOf(target, pair.Target))
	bar := faintLook.Render(" │ ")
	for i := range max(len(left), len(right)) {
		l, r := "", ""
		if i < len(left) {
			l = left[i]
		}
		if i < len(right) {
			r = right[i]
		}
		p.line(strings.TrimRight(l+strings.Repeat(" ", max(0, width-columns(l)))+bar+r, " "))
	}
}

func (p *printer) stacked(source, target *present.Transcript, pair *present.Pair) {
	p.rule(titleOf(source, pair.Source), "")
	for _, l := range p.side(source, pair.Source, lineSet(target, pair.Target), "-", gone, p.width) {
		p.line(l)
	}
	p.rule("becomes "+titleOf(target, pair.Target), p.to)
	for _, l := range p.side(target, pair.Target, lineSet(source, pair.Source), "+", addedLook, p.width) {
		p.line(l)
	}
}

// counts sums the diagnostics up.
func (p *printer) counts(c *present.Conversion) {
	n := map[string]int{}
	count := func(notes []present.Note) {
		for i := range notes {
			n[notes[i].Severity] += notes[i].Number()
		}
	}
	for i := range c.Source.Transcripts {
		count(c.Source.Transcripts[i].Notes)
	}
	count(c.Source.Notes)
	p.line(faintLook.Render(strings.Repeat("─", p.width)))
	words := []string{clip.Counted(n["repair"], "repair"), clip.Counted(n["loss"], "loss"), clip.Counted(n["note"], "note")}
	if n["loss"] != 1 {
		words[1] = fmt.Sprintf("%d losses", n["loss"])
	}
	p.line(strings.Join(words, ", "))
}
