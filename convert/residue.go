package convert

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// residue counts the lines that begin with a marker of the source's style, and not with
// one of the target's, in what is copied as it is: what users say, and a system prompt
// that was kept.
func (c *Converter) residue(out *Output, l *lowerer) {
	source := c.styleNamed(out.Style)
	if source == nil || c.to == nil || source == c.to {
		return
	}
	var first *ir.Step
	lines := 0
	for i := range out.Read.Steps {
		s := &out.Read.Steps[i]
		if s.Kind != ir.User {
			continue
		}
		said := s.Text
		if i == 0 && out.opening != nil {
			said = out.opening.text
		}
		if c.opts.Residue != ResidueKeep {
			said, _ = framed(source, said)
		}
		if n := foreignLines(said, source, c.to); n > 0 {
			if lines += n; first == nil {
				first = s
			}
		}
	}
	prompt := 0
	if sys := out.Read.System; sys != nil && keptPrompt(out.prompt) {
		prompt = foreignLines(sys.Text, source, c.to)
	}
	if lines += prompt; lines == 0 {
		return
	}
	at := first
	if prompt > 0 {
		at = &ir.Step{Pos: out.Read.System.Pos}
	}
	d := l.lose(at, ir.CodeResidue, "what the user says or the prompt still has {lines} with markers of the source's style")
	d.Count, d.Name, d.Style = lines, source.Name, c.to.Name
}

// keptPrompt reports whether a prompt stayed as it was because it was not recognised.
func keptPrompt(t *translation) bool {
	return t != nil && slices.ContainsFunc(t.diags, func(d ir.Diagnostic) bool { return d.Code == ir.CodePromptKept })
}

// foreignLines counts the lines of a text that begin with a marker of one style and not
// of the other.
func foreignLines(t ir.Text, source, target *grammar.Style) (count int) {
	from, to := source.Lexicon(), target.Lexicon()
	for line := 0; line >= 0; _, line = text.Newline(t, line) {
		if _, ok := from.At(t, line, grammar.StyleMarks); !ok {
			continue
		}
		if _, ok := to.At(t, line, grammar.StyleMarks); !ok {
			count++
		}
	}
	return count
}

// styleNamed returns the known style of a name, or nil.
func (c *Converter) styleNamed(name string) *grammar.Style {
	if i := slices.IndexFunc(c.all, func(s *grammar.Style) bool { return s.Name == name }); i >= 0 {
		return c.all[i]
	}
	return nil
}
