package cli

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"github.com/toolspeak/toolspeak/internal/present"
)

// sideBySide is how wide a page has to be for two columns.
const sideBySide = 96

// conversion prints a record next to what it becomes.
func (p *printer) conversion(c *present.Conversion) {
	p.heading(c.Source)
	p.notes(c.Source.Notes, nil)
	if c.Target == nil {
		p.rejected(c)
		return
	}
	if p.width >= sideBySide {
		left := columns.FillRight("  "+c.Source.Style, p.column()+3)
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

// rejected prints a record that was not converted, and why.
func (p *printer) rejected(c *present.Conversion) {
	said := false
	for i := range c.Source.Transcripts {
		t := &c.Source.Transcripts[i]
		p.system(t)
		p.steps(t, t.Steps)
		said = said || slices.ContainsFunc(t.Notes, func(n present.Note) bool { return n == *c.Source.Reject })
	}
	if !said {
		p.note(*c.Source.Reject, 0)
	}
}

// column is how wide one of two columns is.
func (p *printer) column() int { return (p.width - 3) / 2 }

// pair prints messages of the source and what became of them.
func (p *printer) pair(source, target *present.Transcript, pair *present.Pair) {
	var notes []int
	for _, i := range pair.Source {
		notes = append(notes, source.Messages[i].Notes...)
	}
	switch {
	case pair.Same:
		m := &source.Messages[pair.Source[0]]
		p.rule(fmt.Sprintf("%d %s", pair.Source[0]+1, m.Role), "unchanged")
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
	p.line(faintLook.Render(line + strings.Repeat("─", max(0, p.width-ansi.StringWidth(line)))))
}

// side is one side of a pair: its lines, of which those are marked that the other side
// does not have.
func (p *printer) side(t *present.Transcript, which []int, other map[string]bool, sign string, look lipgloss.Style, width int) []string {
	const most = 24
	var out []string
	for n, i := range which {
		m := &t.Messages[i]
		if n > 0 {
			out = append(out, faintLook.Render(fmt.Sprintf("─ %s ─", m.Role)))
		}
		text := m.Text()
		shown := 0
		for l := range strings.SplitSeq(text, "\n") {
			mark, style := "  ", plainLook
			if !other[l] {
				mark, style = sign+" ", look
			}
			for _, w := range wrapText(harmless(clipLine(l, p.full, most*width)), width-2) {
				out = append(out, style.Render(mark+w))
				shown++
			}
			if !p.full && shown > most {
				out = append(out, faintLook.Render(fmt.Sprintf("  … %s in all, --full shows them", counted(strings.Count(text, "\n")+1, "line"))))
				break
			}
		}
	}
	return out
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
		for l := range strings.SplitSeq(t.Messages[i].Text(), "\n") {
			set[l] = true
		}
	}
	return set
}

func titleOf(t *present.Transcript, which []int) string {
	var words []string
	for _, i := range which {
		words = append(words, fmt.Sprintf("%d %s", i+1, t.Messages[i].Role))
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
		p.line(strings.TrimRight(l+strings.Repeat(" ", max(0, width-ansi.StringWidth(l)))+bar+r, " "))
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
	for i := range c.Source.Transcripts {
		for _, note := range c.Source.Transcripts[i].Notes {
			n[note.Severity]++
		}
	}
	for _, note := range c.Source.Notes {
		n[note.Severity]++
	}
	p.line(faintLook.Render(strings.Repeat("─", p.width)))
	words := []string{counted(n["repair"], "repair"), counted(n["loss"], "loss"), counted(n["note"], "note")}
	if n["loss"] != 1 {
		words[1] = fmt.Sprintf("%d losses", n["loss"])
	}
	p.line(strings.Join(words, ", "))
}
