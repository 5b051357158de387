package cli

import (
	"strconv"
	"strings"

	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/styles"
)

// topic is a page of help that is about no single command. commands.toml says what its text is.
type topic struct{ Name, Usage, Text string }

func topicNames() []string {
	var names []string
	for _, t := range known().Topic {
		names = append(names, t.Name)
	}
	return names
}

// help returns the page.
func (t *topic) help(width int) string {
	p, column := &page{width: width}, 0
	words := strings.NewReplacer("{targets}", orList(layouts.Targets()), "{forms}", orList(formNames()))
	for line := range strings.Lines(t.Text) {
		line = words.Replace(strings.TrimSuffix(line, "\n"))
		term, about, isRow := strings.Cut(line, " | ")
		heading, isHeading := strings.CutPrefix(line, "# ")
		number, isColumn := strings.CutPrefix(line, "= ")
		switch {
		case line == "{styles}":
			for _, s := range styles.All() {
				p.row(s.Name, s.Summary, column)
			}
		case line == "{shapes}":
			for _, s := range layouts.Shapes() {
				p.row(s.Name, s.Summary, column)
			}
		case line == "{exits}":
			p.exitCodes()
		case isColumn:
			column, _ = strconv.Atoi(number)
		case isHeading:
			p.heading(heading)
		case strings.HasPrefix(line, " "), line == "":
			p.line(line)
		case isRow:
			p.row(term, about, column)
		default:
			p.paragraph(line)
		}
	}
	return strings.TrimRight(strings.ReplaceAll(p.b.String(), "\n\n\n", "\n\n"), "\n") + "\n"
}
