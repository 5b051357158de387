package cli

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// printable makes s harmless for a terminal: control characters, among them
// escapes and line breaks, characters that change the direction of writing, and
// bytes that are not UTF-8 are spelled out.
func printable(s string) string {
	if strings.IndexFunc(s, harmful) < 0 {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, width := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && width == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case harmful(r):
			quoted := strconv.QuoteRuneToASCII(r)
			b.WriteString(quoted[1 : len(quoted)-1])
		default:
			b.WriteRune(r)
		}
		i += width
	}
	return b.String()
}

func harmful(r rune) bool {
	return r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
}

// note is a diagnostic with the record that it is about.
type note struct {
	file   string
	record int
	order  int
	ir.Diagnostic
}

// String formats the note as file:record:message:line:col: severity code: text.
// A long text is cut: the file of --diagnostics has all of it.
func (n note) String() string {
	const most = 300
	s := n.Diagnostic.String()
	if r := []rune(n.Text()); len(r) > most {
		s = strings.TrimSuffix(s, string(r[most:])) + "…"
	}
	return printable(fmt.Sprintf("%s:%d:%s", n.file, n.record, s))
}

// notes keeps the diagnostics to print: rejects first, because the reader needs
// them most, but in the order of the records. What is of severity ir.Note is not
// printed: each good run has many.
type notes struct {
	rejects, others []note
	total           int
}

const maxNotes = 20

func (n *notes) add(m note) {
	if m.Severity == ir.Note {
		return
	}
	m.order = n.total
	n.total += m.Number()
	if m.Counted() {
		return // it was only counted
	}
	list := &n.others
	if m.Severity == ir.Reject {
		list = &n.rejects
	}
	if len(*list) < maxNotes {
		*list = append(*list, m)
	}
}

// lines returns what is to be printed, at most maxNotes diagnostics.
func (n *notes) lines(everything string) []string {
	others := n.others[:min(len(n.others), maxNotes-len(n.rejects))]
	var out []string
	i, k := 0, 0
	for i < len(n.rejects) || k < len(others) {
		if k == len(others) || i < len(n.rejects) && n.rejects[i].order < others[k].order {
			out = append(out, n.rejects[i].String())
			i++
		} else {
			out = append(out, others[k].String())
			k++
		}
	}
	if more := n.total - len(out); more > 0 {
		out = append(out, fmt.Sprintf("… and %d more; %s", more, everything))
	}
	return out
}

// summary sums a report up in two lines.
func summary(r *dataset.Report) string {
	first := fmt.Sprintf("%s: %d converted, %d rejected", counted(r.Records, "record"), r.Converted, r.Rejected)
	var steps []string
	for kind := range ir.Kind(ir.NumKinds) {
		if n := r.Steps[kind.String()]; n > 0 {
			steps = append(steps, counted(n, stepNoun(kind)))
		}
	}
	if len(steps) > 0 {
		first += "; " + strings.Join(steps, ", ")
	}
	var second []string
	for _, part := range []struct {
		name   string
		counts map[string]int
	}{{"styles", r.Styles}, {"repairs", r.Repairs}, {"losses", r.Losses}, {"notes", r.Notes}} {
		if len(part.counts) > 0 {
			second = append(second, part.name+": "+counts(part.counts))
		}
	}
	if len(second) > 0 {
		first += "\n" + strings.Join(second, "; ")
	}
	return first
}

func stepNoun(k ir.Kind) string {
	switch k {
	case ir.User:
		return "user turn"
	case ir.Prose:
		return "text"
	}
	return k.String()
}

func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// counts lists what was counted, the most frequent first.
func counts(m map[string]int) string {
	keys := slices.SortedFunc(maps.Keys(m), func(a, b string) int {
		if m[a] != m[b] {
			return m[b] - m[a]
		}
		return strings.Compare(a, b)
	})
	for i, k := range keys {
		keys[i] = fmt.Sprintf("%s %d", printable(k), m[k])
	}
	return strings.Join(keys, ", ")
}
