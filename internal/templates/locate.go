package templates

import (
	"strings"

	"github.com/toolspeak/toolspeak/internal/jinja"
	"github.com/toolspeak/toolspeak/ir"
)

// content is a text of a message, and where it stands in what was rendered.
type content struct {
	message int
	role    string
	thought bool
	text    string
	// put gives the message another text there.
	put      func(m *jinja.Dict, text string)
	mark     string
	from, to int // -1: nowhere
}

// collect finds the contents of the messages.
func (w *writing) collect() {
	base := "qz"
	for strings.Contains(w.text, base+"mark") {
		base += "z"
	}
	add := func(c content) {
		if strings.TrimSpace(c.text) == "" {
			return
		}
		n := len(w.contents)
		c.mark = base + "mark" + string('a'+rune(n/676%26)) + string('a'+rune(n/26%26)) + string('a'+rune(n%26)) + "mark"
		c.from = -1
		w.contents = append(w.contents, c)
	}
	for i, item := range w.messages.Items {
		m, ok := item.(*jinja.Dict)
		if !ok {
			continue
		}
		role, _ := textOf(m, "role")
		if w.t.Form.Reasoning != "" {
			if s, ok := textOf(m, w.t.Form.Reasoning); ok {
				add(content{message: i, role: role, thought: true, text: s, put: setter(w.t.Form.Reasoning)})
			}
		}
		v, _ := m.Get("content")
		switch v := v.(type) {
		case string:
			add(content{message: i, role: role, text: v, put: setter("content")})
		case *jinja.List:
			for k, part := range v.Items {
				if d, ok := part.(*jinja.Dict); ok {
					if s, ok := textOf(d, "text"); ok {
						add(content{message: i, role: role, text: s, put: partSetter(k)})
					}
				}
			}
		}
	}
}

// setter returns a function that sets a key of a message.
func setter(key string) func(m *jinja.Dict, text string) {
	return func(m *jinja.Dict, text string) { m.Set(key, text) }
}

// partSetter returns a function that sets the text of a part of a message's content.
func partSetter(k int) func(m *jinja.Dict, text string) {
	return func(m *jinja.Dict, text string) {
		v, _ := m.Get("content")
		parts := &jinja.List{Items: append([]jinja.Value(nil), v.(*jinja.List).Items...)}
		d := parts.Items[k].(*jinja.Dict).Clone()
		d.Set("text", text)
		parts.Items[k] = d
		m.Set("content", parts)
	}
}

// locate finds where each content stands in the text: it renders the conversation with marks
// in place of the contents, and lays both texts side by side. Where that fails, because the
// template looks into contents, they are looked for in order.
func (w *writing) locate() error {
	messages := &jinja.List{Items: append([]jinja.Value(nil), w.messages.Items...)}
	for i := range messages.Items {
		if m, ok := messages.Items[i].(*jinja.Dict); ok {
			messages.Items[i] = m.Clone()
		}
	}
	for i := range w.contents {
		c := &w.contents[i]
		c.put(messages.Items[c.message].(*jinja.Dict), c.mark)
	}
	marked, err := w.t.Render(messages, w.tools, false)
	if err != nil || !w.align(marked) {
		w.search()
	}
	for i := range w.contents {
		c := &w.contents[i]
		switch {
		case c.from >= 0 && c.to-c.from < len(c.text) && w.text[c.from:c.to] == strings.TrimSpace(c.text):
			w.Trimmed++
		case c.from >= 0:
		case c.thought, w.beforeCall(c), c.role == "assistant" && strings.HasPrefix(c.text, "<think>") && w.withoutThought(c):
			w.Thoughts++
		default:
			return fault(ir.CodeTemplateDrops, "the template leaves out a text of the role %s: %s", c.role, clip(c.text))
		}
	}
	return nil
}

// beforeCall reports whether a content is what the model says before it calls: a thought.
func (w *writing) beforeCall(c *content) bool {
	m, ok := w.messages.Items[c.message].(*jinja.Dict)
	return ok && len(callsOf(m)) > 0
}

// withoutThought reports whether the text has what is behind the thought with which a content
// begins.
func (w *writing) withoutThought(c *content) bool {
	_, words, ok := strings.Cut(c.text, "</think>")
	if words = strings.TrimSpace(words); !ok {
		return false
	}
	return words == "" || strings.Contains(w.text, words)
}

// mostMarks bounds how often a template may write contents.
const mostMarks = 100_000

// align lays the text beside one with marks, and reports whether it is that text with the
// contents in the places of the marks.
func (w *writing) align(marked string) bool {
	byMark := make(map[string]*content, len(w.contents))
	for i := range w.contents {
		byMark[w.contents[i].mark] = &w.contents[i]
	}
	if len(w.contents) == 0 {
		return marked == w.text
	}
	width := len(w.contents[0].mark)
	head := w.contents[0].mark[:width-7]
	pos := 0
	for n := 0; n < mostMarks; n++ {
		at, c := nextMark(marked, head, width, byMark)
		if c == nil {
			return w.text[pos:] == marked
		}
		if !strings.HasPrefix(w.text[pos:], marked[:at]) {
			return w.forget()
		}
		pos += at
		marked = marked[at+width:]
		next, following := nextMark(marked, head, width, byMark)
		if following == nil {
			next = len(marked)
		}
		end := spelledAt(w.text, pos, c.text, marked[:next], following == nil)
		if end < 0 {
			return w.forget()
		}
		if c.from < 0 {
			c.from, c.to = pos, end
		}
		pos = end
	}
	return w.forget()
}

// forget takes back what was found and returns false.
func (w *writing) forget() bool {
	for i := range w.contents {
		w.contents[i].from = -1
	}
	return false
}

// nextMark returns where the next mark is and whose it is, or nil.
func nextMark(s, head string, width int, byMark map[string]*content) (int, *content) {
	for from := 0; ; {
		at := strings.Index(s[from:], head)
		if at < 0 || from+at+width > len(s) {
			return 0, nil
		}
		if c := byMark[s[from+at:from+at+width]]; c != nil {
			return from + at, c
		}
		from += at + 1
	}
}

// spelledAt returns where a content ends that stands at an offset in one of the ways in which
// templates write it, and before what follows it; or -1.
func spelledAt(text string, pos int, words, follows string, last bool) int {
	for _, s := range spellings(words) {
		if rest, ok := strings.CutPrefix(text[pos:], s); ok && strings.HasPrefix(rest, follows) && (!last || rest == follows) {
			return pos + len(s)
		}
	}
	return -1
}

// spellings returns the ways in which templates write a content: as it is, trimmed, and
// inside a JSON string.
func spellings(words string) []string {
	list := []string{words, strings.TrimSpace(words), strings.TrimLeft(words, " \t\r\n"), strings.TrimRight(words, " \t\r\n"), strings.Trim(words, "\n")}
	for _, s := range []string{words, strings.TrimSpace(words)} {
		if quoted, err := jinja.ToJSON(s); err == nil {
			list = append(list, string(quoted[1:len(quoted)-1]))
		}
	}
	return list
}

// search looks for the contents in order.
func (w *writing) search() {
	pos := 0
	for i := range w.contents {
		c := &w.contents[i]
		for _, s := range spellings(c.text) {
			from := pos
			if c.role == "system" {
				from = 0
			}
			if at := strings.Index(w.text[from:], s); at >= 0 && s != "" {
				c.from, c.to = from+at, from+at+len(s)
				pos = max(pos, c.to)
				break
			}
		}
	}
}

// region returns the part of the text that has the messages from first to last, which are the
// model's, and what stands around them up to other contents.
func (w *writing) region(first, last int) (from, to int) {
	to = len(w.text)
	for i := range w.contents {
		c := &w.contents[i]
		if c.from >= 0 && c.message < first && c.role != "system" {
			from = max(from, c.to)
		}
	}
	for i := range w.contents {
		if c := &w.contents[i]; c.from >= from && c.message > last {
			to = min(to, c.from)
		}
	}
	return from, to
}
