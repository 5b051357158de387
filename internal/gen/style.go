package gen

import (
	"fmt"
	"strings"

	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/styles"
)

// stems are what drawn markers are made of: short, so that they come near one
// another, and with what needs an escape in JSON or more than one byte.
var stems = []string{"a", "b", "Q", "Step", "Tool", "Action", "Answer", "思考", "é", "#", "## ", "**", "-", "> ", "<", "1", "/", "&", "'", "it's", "[x", "(", "😀", " b"}

// tagStems are what drawn element names are made of.
var tagStems = []string{"a", "b", "tool", "use", "_", "-", ".", "name", "Result", "x1"}

// Style draws the file of a style with markers or tags of its own: one that
// styles.Parse takes. The words in it that are syntax come with it.
func Style(t *rapid.T) (*styles.Style, []string) {
	for {
		file, words := styleFile(t)
		if s, err := styles.Parse([]byte(file), "drawn.toml"); err == nil {
			return s, words
		}
	}
}

func styleFile(t *rapid.T) (file string, words []string) {
	d := &styleDrawer{t: t}
	d.text("name", "drawn")
	if rapid.IntRange(0, 3).Draw(t, "family") == 0 {
		d.tags()
	} else {
		d.markers()
	}
	d.sentence()
	return d.b.String(), d.words
}

// styleDrawer draws a style file and collects the words in it that are syntax.
type styleDrawer struct {
	t     *rapid.T
	b     strings.Builder
	words []string
}

func (d *styleDrawer) text(key, value string) { fmt.Fprintf(&d.b, "%s = '''%s'''\n", key, value) }

func (d *styleDrawer) flag(key string) bool {
	yes := rapid.Bool().Draw(d.t, key)
	fmt.Fprintf(&d.b, "%s = %t\n", key, yes)
	return yes
}

func (d *styleDrawer) marker(key string) {
	m := ""
	for range rapid.IntRange(1, 3).Draw(d.t, "stems") {
		m += rapid.SampledFrom(stems).Draw(d.t, key)
	}
	m += rapid.SampledFrom([]string{":", ":", "："}).Draw(d.t, "colon")
	d.words = append(d.words, m)
	d.text(key, m)
}

// tags draws the fields of a style whose steps are elements.
func (d *styleDrawer) tags() {
	d.text("family", "tags")
	d.flag("object_args")
	d.flag("thought_before_call")
	keys := []string{"result"}
	form := rapid.IntRange(0, 2).Draw(d.t, "call")
	switch form {
	case 0:
		keys = append(keys, "call", "name", "arguments")
	case 1:
		keys = append(keys, "name", "arguments")
	default:
		keys = append(keys, "call")
		d.text("blob_tool", "a")
		d.text("blob_input", rapid.SampledFrom([]string{"in", "é", "</"}).Draw(d.t, "blob_input"))
	}
	if rapid.Bool().Draw(d.t, "output") {
		keys = append(keys, "output")
		if form == 0 {
			d.flag("names_results")
		}
		if d.flag("marks_errors") {
			keys = append(keys, "error")
		}
	}
	if rapid.Bool().Draw(d.t, "answer") {
		keys = append(keys, "answer")
		d.flag("thought_before_answer")
	}
	d.b.WriteString("[tag]\n")
	for _, key := range keys {
		tag := rapid.SampledFrom(tagStems).Draw(d.t, key) + rapid.SampledFrom(tagStems).Draw(d.t, key)
		d.words = append(d.words, "<"+tag+">", "</"+tag+">")
		d.text(key, tag)
	}
}

// markers draws the fields of a style whose steps begin with markers.
func (d *styleDrawer) markers() {
	d.text("family", "markers")
	for _, key := range []string{"thought", "call", "observation", "answer"} {
		d.marker(key)
	}
	switch rapid.IntRange(0, 3).Draw(d.t, "form") {
	case 0:
		d.text("blob_tool", rapid.SampledFrom([]string{"tool", "a", "é", "<"}).Draw(d.t, "blob_tool"))
		d.text("blob_input", "in")
		if rapid.Bool().Draw(d.t, "by call") {
			d.text("answer_tool", rapid.SampledFrom([]string{"End", "é x"}).Draw(d.t, "answer_tool"))
		}
		d.flag("object_args")
	case 1:
		d.b.WriteString("brackets = true\n")
		if rapid.Bool().Draw(d.t, "by call") {
			d.text("answer_tool", rapid.SampledFrom([]string{"End", "x1"}).Draw(d.t, "answer_tool"))
		}
	default:
		d.marker("input")
		d.flag("object_args")
	}
	d.flag("numbered")
	d.flag("nested")
	d.flag("wrapped")
	d.flag("thought_before_call")
	d.flag("thought_before_answer")
	says := rapid.SampledFrom([]string{"nothing", "by-thought", "by-line"}).Draw(d.t, "says")
	d.text("says", says)
	if says == "by-line" {
		d.marker("outcome")
		d.words[len(d.words)-1] += " True"
	}
}

func (d *styleDrawer) sentence() {
	d.b.WriteString("[fixed_sentence]\n")
	need, both := rapid.Bool().Draw(d.t, "need-tool"), rapid.Bool().Draw(d.t, "can-answer") || strings.Contains(d.b.String(), "by-thought")
	for k, key := range []string{"need-tool", "can-answer", "cannot-answer"} {
		if k == 0 && need || k > 0 && both {
			d.text(key, rapid.SampledFrom(d.words).Draw(d.t, "word")+strings.Repeat("!", k+1))
		}
	}
}
