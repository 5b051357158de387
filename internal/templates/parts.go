package templates

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/jinja"
	"github.com/toolspeak/toolspeak/internal/page"
	"github.com/toolspeak/toolspeak/ir"
)

// place is where the words of a message stand in the text, or where those before it end if it
// has none.
type place struct {
	role     string
	from, to int
	silent   bool
}

// parts parts the text into messages. Between the words of two, the first one has all up to
// what closes it, and the next one what follows its opener: of the text nothing but frames is
// left out.
func (w *writing) parts() {
	places := w.places()
	f := &w.t.Frames
	at := 0
	for n := 0; n < len(places); {
		first := n
		for n < len(places)-1 && places[n].silent {
			n++ // of those without words, what they have stands before the next one
		}
		p := places[n]
		rest := w.text[at:max(at, p.from)]
		for k := first; k < n; k++ {
			rest = w.next(rest, places[k].role, strings.Index)
			for _, o := range f.openers(places[k].role) {
				if after, ok := strings.CutPrefix(strings.TrimLeft(rest, " \n"), strings.TrimLeft(o, " \n")); ok {
					rest = after
					break
				}
			}
			w.begin(places[k].role, "")
		}
		lead := w.next(rest, p.role, strings.LastIndex)
		w.lead(lead, p.role)
		w.last().Content += w.text[p.from:p.to]
		at, n = max(at, p.to), n+1
	}
	rest := w.text[at:]
	for _, c := range []string{f.Close[w.last().Role], f.End} {
		if c = strings.TrimSpace(c); c != "" {
			if i := strings.LastIndex(rest, c); i >= 0 {
				rest = rest[:i]
				break
			}
		}
	}
	w.last().Content += rest
	w.Misplaced = w.misplaced()
}

// last returns the message at hand.
func (w *writing) last() *Message {
	if len(w.Messages) == 0 {
		w.Messages = append(w.Messages, Message{})
	}
	return &w.Messages[len(w.Messages)-1]
}

func (w *writing) begin(role, words string) {
	w.Messages = append(w.Messages, Message{role, words})
}

// next gives the message at hand what belongs to it of a text before a message of a role, and
// returns the rest. find looks for what closes it.
func (w *writing) next(text, role string, find func(s, part string) int) (rest string) {
	f := &w.t.Frames
	if len(w.Messages) == 0 {
		return strings.TrimPrefix(text, f.Start)
	}
	m := w.last()
	if c := strings.TrimSpace(f.Close[m.Role]); c != "" {
		if i := find(text, c); i >= 0 {
			m.Content += text[:i]
			return strings.TrimPrefix(text[i+len(c):], strings.TrimPrefix(f.Close[m.Role][strings.Index(f.Close[m.Role], c):], c))
		}
	}
	for _, o := range f.openers(role) {
		if i := find(text, o); i >= 0 {
			m.Content += text[:i]
			return text[i:]
		}
	}
	if c := w.t.callsEnd(); c != "" && role == "tool" {
		if i := strings.LastIndex(text, c); i >= 0 {
			m.Content += text[:i+len(c)]
			return text[i+len(c):]
		}
	}
	m.Content += text
	return ""
}

// callsEnd returns what the calls of a message end with, or "".
func (t *Template) callsEnd() string {
	if t.Page == nil {
		return ""
	}
	if s := t.Page.Section; s != nil && strings.TrimSpace(s[1]) != "" {
		return strings.TrimSpace(s[1])
	}
	parts := page.Split(t.Page.Call[0])
	if last := parts[len(parts)-1]; !last.Hole {
		return strings.TrimSpace(last.Text)
	}
	return ""
}

// lead begins a message of a role with what stands before its words: after its opener. Other
// messages of the template's own may stand before that. A result may be in a message of the user.
func (w *writing) lead(text, role string) {
	if o := w.t.Frames.Open["user"]; role == "tool" && w.t.Frames.Open[role] == "" && o != "" && strings.Contains(text, o) {
		role = "user"
	}
	for _, o := range w.t.Frames.openers(role) {
		for {
			before, after, ok := strings.Cut(text, o)
			if !ok {
				break
			}
			if words := strings.TrimSpace(before); words != "" {
				c := strings.TrimSpace(w.t.Frames.Close[role])
				w.begin(role, strings.TrimSuffix(strings.TrimSpace(before), c))
			}
			text = after
		}
	}
	w.begin(role, text)
}

// places returns where the words of the messages are, in the order of the text.
func (w *writing) places() (list []place) {
	end := 0
	for i, item := range w.messages.Items {
		m, ok := item.(*jinja.Dict)
		if !ok {
			continue
		}
		role, _ := textOf(m, "role")
		p := place{role: role, from: -1}
		for k := range w.contents {
			if c := &w.contents[k]; c.message == i && c.from >= 0 {
				if p.from < 0 || c.from < p.from {
					p.from = c.from
				}
				p.to = max(p.to, c.to)
			}
		}
		switch {
		case p.from >= 0:
			end = p.to
		case len(callsOf(m)) == 0:
			continue
		default:
			p.from, p.to, p.silent = end, end, true
		}
		list = append(list, p)
	}
	slices.SortStableFunc(list, func(a, b place) int { return cmp.Compare(a.from, b.from) })
	return list
}

// openers returns the openers of a role.
func (f *Frames) openers(role string) []string {
	o := f.Open[role]
	if strings.TrimSpace(o) == "" {
		return nil
	}
	list := []string{o}
	if role == "assistant" && f.Asks != "" && f.Asks != o {
		list = append(list, f.Asks)
	}
	if role == "assistant" { // what follows its token is often otherwise before a call
		token := strings.TrimSpace(o)
		if end := strings.IndexByte(token, '>'); token[0] == '<' && end > 0 && strings.TrimSpace(f.Open["user"]) != token[:end+1] && !strings.HasPrefix(f.Open["user"], token[:end+1]) {
			list = append(list, token[:end+1])
		}
	}
	return list
}

// misplaced returns the role of a message that has a call which is the model's, or "": what the
// template writes does not say where the message before it ends.
func (w *writing) misplaced() string {
	if w.t.reader == nil {
		return ""
	}
	calls := func(text string) (n int) {
		for _, s := range w.t.reader.Read(text, nil).Steps {
			if s.Kind == ir.Call {
				n++
			}
		}
		return n
	}
	own := map[string]int{}
	for i := range w.contents {
		own[w.contents[i].role] += calls(w.contents[i].text)
	}
	for _, m := range w.Messages {
		if own[m.Role] -= calls(m.Content); m.Role == "user" && own[m.Role] < 0 {
			return m.Role
		}
	}
	return ""
}
