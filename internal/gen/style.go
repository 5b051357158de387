package gen

import (
	"strings"

	"pgregory.net/rapid"

	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/styles"
)

// stems are what drawn markers are made of: short, so that they come near one
// another, and with what needs an escape in JSON or more than one byte.
var stems = []string{"a", "b", "Q", "Step", "Tool", "Action", "Answer", "思考", "é", "#", "## ", "**", "-", "> ", "<", "1", "/", "&", "'", "it's", "[x", "(", "😀", " b"}

// tagStems are what drawn element names are made of.
var tagStems = []string{"a", "b", "tool", "use", "_", "-", ".", "name", "Result", "x1"}

// Style draws the page of a style with markers or elements of its own: one that
// styles.Parse takes. The words in it that are syntax come with it.
func Style(t *rapid.T) (*styles.Style, []string) {
	for {
		d := &styleDrawer{t: t, page: page.Page{
			Name: "drawn", Anchor: page.Line, Gap: "\n", Role: "user", Args: page.Any, Think: []string{"<think>\n", "\n</think>\n\n"}, Sentences: map[string]string{},
		}}
		if rapid.IntRange(0, 3).Draw(t, "family") == 0 {
			d.elements()
		} else {
			d.lines()
		}
		d.sentences()
		if s, err := styles.Parse(d.page.TOML(), "drawn.toml"); err == nil {
			return s, d.words
		}
	}
}

// styleDrawer draws a page and collects the words in it that are syntax.
type styleDrawer struct {
	t     *rapid.T
	page  page.Page
	words []string
}

func (d *styleDrawer) flag(what string) bool { return rapid.Bool().Draw(d.t, what) }

func (d *styleDrawer) one(what string, of ...string) string {
	return rapid.SampledFrom(of).Draw(d.t, what)
}

// wants draws whether a thought has to be before a step.
func (d *styleDrawer) wants(step string) {
	if d.flag("thought before " + step) {
		d.page.Wants = append(d.page.Wants, step)
	}
}

// object draws whether arguments are objects.
func (d *styleDrawer) object() {
	if d.flag("object") {
		d.page.Args = page.Object
	}
}

func (d *styleDrawer) marker(what string) string {
	m := ""
	for range rapid.IntRange(1, 3).Draw(d.t, "stems") {
		m += d.one(what, stems...)
	}
	m += d.one("colon", ":", ":", "：")
	d.words = append(d.words, m)
	return m
}

// in returns a body in a drawn element, and the element's name.
func (d *styleDrawer) in(what, body string) (element, name string) {
	name = d.one(what, tagStems...) + d.one(what, tagStems...)
	d.words = append(d.words, "<"+name+">", "</"+name+">")
	return "<" + name + ">" + body + "</" + name + ">", name
}

// elements draws the patterns of a style whose steps are elements.
func (d *styleDrawer) elements() {
	p := &d.page
	p.Gap = "\n\n"
	d.object()
	d.wants("call")
	call, head := "", ""
	form := rapid.IntRange(0, 2).Draw(d.t, "call")
	if form == 2 {
		call, _ = d.in("call", "\n{call}\n")
		p.Keys.Name, p.Keys.Arguments = []string{"a"}, []string{d.one("argument", "in", "é", "</")}
	} else {
		name, _ := d.in("name", "{name}")
		args, _ := d.in("arguments", "{args}")
		if call, head = name+args, "\n  "+name; form == 0 {
			call, _ = d.in("call", "\n  "+name+"\n  "+args+"\n")
		}
	}
	p.Call = []string{call}
	if d.flag("answer") {
		whole, name := d.in("answer", "\n{text+}\n")
		p.Answer = []string{whole, "<" + name + ">\n{text}"}
		d.wants("answer")
	}
	result, name := d.in("result", "\n{text}\n")
	p.Result = []string{result}
	if !d.flag("output") {
		return
	}
	output, _ := d.in("output", "{text}")
	failed := ""
	if d.flag("error") {
		failed, _ = d.in("error", "{error}")
		p.Alone = []string{failed}
	}
	heads := []string{""}
	if form == 0 && d.flag("names") {
		heads = []string{head, ""}
	}
	p.Result = nil
	for _, head := range heads {
		for _, body := range []string{output, failed} {
			if body != "" {
				p.Result = append(p.Result, "<"+name+">"+head+"\n  "+body+"\n</"+name+">")
			}
		}
	}
}

// lines draws the patterns of a style whose steps begin with markers.
func (d *styleDrawer) lines() {
	p := &d.page
	numbered, wrapped := d.flag("numbered"), d.flag("wrapped")
	step := func(what, hole string) string {
		m := d.marker(what)
		if numbered {
			m = strings.TrimSuffix(m, ":") + " {step}:"
		}
		return m + " " + hole
	}
	p.Thought = []string{step("thought", "{text}")}
	switch rapid.IntRange(0, 3).Draw(d.t, "form") {
	case 0:
		p.Call = []string{d.marker("call") + "\n```{skip}\n{call}\n```"}
		p.Keys = page.Keys{Name: []string{d.one("tool", "tool", "a", "é", "<")}, Arguments: []string{"in"}, Indent: 2}
		if d.flag("by call") {
			p.Finish.Name = d.one("finish", "End", "é x")
		}
		d.object()
	case 1:
		p.Call, p.Args = []string{step("call", "{name}[{args+}]")}, page.Text
		if d.flag("by call") {
			p.Finish.Name = d.one("finish", "End", "x1")
		}
	default:
		call := step("call", "{name}\n")
		p.Call = []string{call + d.marker("input") + " {args}"}
		d.object()
	}
	p.Result = []string{step("result", "{text}")}
	answer := d.marker("answer")
	p.Nested = d.flag("nested")
	d.wants("call")
	d.wants("answer")
	backticks := func(list []string, line string) []string {
		if wrapped {
			list = append(list, line)
		}
		return list
	}
	p.Thought = backticks(p.Thought, "`"+strings.Replace(p.Thought[0], "{text}", "{text+}`", 1))
	switch p.Outcome.By = d.one("says", "", page.BySentence, page.ByLine); p.Outcome.By {
	case page.ByLine:
		outcome := d.marker("outcome")
		d.words[len(d.words)-1] += " True"
		p.Outcome.Success, p.Outcome.Failure = "True", "False"
		p.Answer = backticks([]string{answer + " {text+}\n" + outcome + " {outcome}"}, "`"+answer+" {text+}`\n`"+outcome+" {outcome}`")
		p.Answer = append(p.Answer, answer+" {text}")
	default:
		p.Answer = backticks([]string{answer + " {text}"}, "`"+answer+" {text+}`")
	}
}

// sentences draws the fixed sentences, made of the style's own words.
func (d *styleDrawer) sentences() {
	need, both := d.flag("need-tool"), d.flag("can-answer") || d.page.Outcome.By == page.BySentence
	for k, key := range []string{"need-tool", "can-answer", "cannot-answer"} {
		if k == 0 && need || k > 0 && both {
			d.page.Sentences[key] = d.one("word", d.words...) + strings.Repeat("!", k+1)
		}
	}
}
