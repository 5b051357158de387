package recall

import (
	"fmt"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/toolspeak/toolspeak/internal/golden"
	"github.com/toolspeak/toolspeak/ir"
)

func recallDoc(all []figures) string {
	var b strings.Builder
	b.WriteString(`# Recall on real transcripts

This page says how many of the calls that a person sees in real transcripts are read.
Calls are *seen* by simple regular expressions in the test, which share nothing with the
readers: they know the markers of each source, and where a colour begins and ends. A call
is *right* if a call of the same tool with the same argument is read in the same
transcript with the default repairs; for *named* only the tool is compared. Arguments are
compared by meaning: objects, lists and strings as JSON with sorted keys, whether they
are written as JSON or Python, all others as text. *Answers* and *observations* are
compared character by character, except for white space at their ends. *Auto* counts the
right calls if the style is detected, *guesses* those with ` + "`--repair all`" + `; all other
columns are for the default. *Surplus* calls are read but not seen. *Repairs* and
*invented* count diagnostics. ` + "`make recall`" + ` prints the tables of this page, and the test
compares them if the transcripts are available.

The following do not count as seen: a prompt's own words after the marker of a call or a
result, a sentence there ("I need to …", "Calling …"), an answer in the form of a call,
and an object with the keys of a call that is a value in another call's argument. Text
that was printed twice, first plain and then in colour, is seen once. If a page has
several prints, each is a transcript. Four spaces at the start of all its lines, which
mark code in Markdown, are removed, and so are the signs of a quotation. An object that
is too broken to be parsed counts by the name of its tool.

| source | files | transcripts | style | calls seen | named | right | share | auto | guesses | surplus | answers seen | right | observations seen | right | repairs | invented |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
`)
	var sum figures
	for i, f := range all {
		row(&b, sources[i].name, &f)
		sum.plus(&f)
	}
	row(&b, "all", &sum)
	b.WriteString("\nHow the arguments were spelled:\n\n| source | JSON | Python | text | broken |\n| --- | --- | --- | --- | --- |\n")
	for i, f := range all {
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d |\n", sources[i].name, f.forms[ir.JSON], f.forms[ir.Python], f.forms[ir.PlainText], f.forms[ir.Broken])
	}
	b.WriteString("\n## What is not read\n\n| source | calls | with guesses | why |\n| --- | --- | --- | --- |\n")
	for i, f := range all {
		if f.right < f.seen {
			fmt.Fprintf(&b, "| %s | %d | %d | %s |\n", sources[i].name, f.seen-f.right, f.seen-f.guessed, strings.Join(append(f.rejections(), sources[i].why), "; "))
		}
	}
	return b.String()
}

// plus adds the figures of a source.
func (f *figures) plus(o *figures) {
	f.files += o.files
	f.samples += o.samples
	f.seen += o.seen
	f.named += o.named
	f.right += o.right
	f.detected += o.detected
	f.guessed += o.guessed
	f.surplus += o.surplus
	f.repaired += o.repaired
	f.invented += o.invented
	for k := range 2 {
		f.answers[k] += o.answers[k]
		f.observations[k] += o.observations[k]
	}
}

// rejections says how many of the calls are in transcripts of which a part was
// rejected.
func (f *figures) rejections() (out []string) {
	for code, n := range f.rejects {
		out = append(out, fmt.Sprintf("%d in transcripts rejected as %s", n, code))
	}
	sort.Strings(out)
	return out
}

func row(b *strings.Builder, name string, f *figures) {
	share := "none seen"
	if f.seen > 0 {
		share = fmt.Sprintf("%.1f %%", 100*float64(f.right)/float64(f.seen))
	}
	fmt.Fprintf(b, "| %s | %d | %d | %s | %d | %d | %d | %s | %d | %d | %d | %d | %d | %d | %d | %d | %d |\n",
		name, f.files, f.samples, f.style, f.seen, f.named, f.right, share, f.detected, f.guessed, f.surplus,
		f.answers[0], f.answers[1], f.observations[0], f.observations[1], f.repaired, f.invented)
}

// compare compares a page of docs with what it has to be, or writes it.
func compare(t *testing.T, name, doc string) {
	t.Helper()
	golden.File(t, filepath.Join("..", "..", "docs", "internals", name), doc)
}
