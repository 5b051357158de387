package readers

import (
	"bytes"
	"math"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/memo"
	"github.com/toolspeak/toolspeak/internal/spell"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// lesson is a prompt whose words were found. Most data sets have prompts that differ in a
// few words: for another prompt that begins and ends as the lesson's, a look at what is
// between tells which words it has.
type lesson struct {
	prompt ir.Text
	edges  memo.Edges
	// first and last have, for each mention, where it is found first and last: the end of
	// the first place and the beginning of the last, or a place that nothing is before or after.
	first, last []int
}

// lessons are some that were made last.
type lessons struct {
	known [32]atomic.Pointer[lesson]
	// served is the number of the one that served last.
	served, next atomic.Uint32
	// met has the edges of prompts: a lesson is made of the second that has one of another.
	met          *memo.Met
	asked, found atomic.Uint32
}

// The lengths of prompts that lessons are made of.
const (
	minLesson = 8 * memo.Edge
	maxLesson = 64 << 10
)

// inVain reports whether lessons hardly ever serve. They are tried again from time to time.
func (l *lessons) inVain() bool {
	const patience, rare = 16, 16
	asked := l.asked.Load()
	return asked > patience && l.found.Load() < asked/rare && asked%rare != 0
}

// keepsLesson reports whether a lesson may be made of a prompt, or serve for it.
func (d *Detector) keepsLesson(prompt ir.Text) bool {
	return d.reach > 0 && prompt.Len() >= minLesson && prompt.Len() <= maxLesson
}

// like finds the words of some styles that a prompt mentions by the lesson that served
// last.
func (d *Detector) likeLast(y *study, prompt ir.Text, of func(k int) bool) bool {
	if memo.Small || !d.keepsLesson(prompt) {
		return false
	}
	l := d.lessons.known[d.lessons.served.Load()].Load()
	return l != nil && d.like(l, y, prompt, of)
}

// likeAny is likeLast for all lessons. Where none serves it makes one of a prompt that
// has an edge of another.
func (d *Detector) likeAny(y *study, prompt ir.Text, of func(k int) bool) bool {
	if memo.Small || !d.keepsLesson(prompt) {
		return false
	}
	all := d.lessons
	all.asked.Add(1)
	if all.inVain() {
		return false
	}
	edges := all.edges(prompt)
	for i := range all.known {
		if l := all.known[i].Load(); l != nil && l.edges.Alike(&edges) && d.like(l, y, prompt, of) {
			all.found.Add(1)
			all.served.Store(uint32(i))
			return true
		}
	}
	if !all.met.Again(&edges) {
		return false
	}
	l := d.newLesson(prompt)
	if l == nil {
		return false
	}
	l.edges = edges
	i := (all.next.Add(1) - 1) % uint32(len(all.known))
	all.known[i].Store(l)
	all.served.Store(i)
	return d.like(l, y, prompt, of)
}

// edges returns the edges of a prompt.
func (l *lessons) edges(prompt ir.Text) memo.Edges {
	if prompt.Esc {
		return l.met.Edges(prompt.B, []byte(`\n`))
	}
	return l.met.Edges(prompt.B, []byte{'\n'})
}

// newLesson makes a lesson of a prompt, or returns nil where lower case has other lengths.
func (d *Detector) newLesson(prompt ir.Text) *lesson {
	prompt.B = bytes.Clone(prompt.B)
	l := &lesson{prompt: prompt, first: make([]int, len(d.mentions)), last: make([]int, len(d.mentions))}
	was := text.Decode(prompt)
	for _, r := range was.Said {
		if low := unicode.ToLower(r); low != r && utf8.RuneLen(low) != utf8.RuneLen(r) {
			return nil
		}
	}
	folded := strings.ToLower(was.Said)
	for i := range d.mentions {
		m, in := &d.mentions[i], was.Said
		if m.Fold {
			in = folded
		}
		l.first[i], l.last[i] = math.MaxInt, -1
		last := -1
		for at := 0; at < len(in); at = last + 1 { // which is faster than a search from the end
			k := strings.Index(in[at:], m.Text)
			if k < 0 {
				break
			}
			if last < 0 {
				l.first[i] = was.Offset(k + len(m.Text))
			}
			last = at + k
		}
		if last >= 0 {
			l.last[i] = was.Offset(last)
		}
	}
	return l
}

// like finds the words of some styles in a prompt that begins and ends like the lesson's and
// has few other bytes between.
func (d *Detector) like(l *lesson, y *study, prompt ir.Text, of func(k int) bool) bool {
	a, b := l.prompt.B, prompt.B
	if l.prompt.Esc != prompt.Esc || l.prompt.Direct != prompt.Direct {
		return false
	}
	front := text.CommonPrefix(a, b)
	back := text.CommonSuffix(a[front:], b[front:])
	if !d.isLittle(len(b)-front-back, len(b)) {
		return false
	}
	for prompt.Esc && back > 0 && (spell.InEscape(a, len(a)-back) || spell.InEscape(b, len(b)-back)) {
		back--
	}
	y.changed = changed{prompt: prompt, from: front, to: len(b) - back, scratch: y.changed.scratch}
	w, found := &y.changed, y.found
	same := len(a) == len(b) && front == len(a)
	clear(found)
	for k := range d.styles {
		if !of(k) {
			continue
		}
		for _, i := range d.teaches[k] {
			if !found[i] {
				found[i] = l.first[i] <= front || l.last[i] >= len(a)-back || !same && w.has(d, i)
			}
		}
	}
	return true
}

// isLittle reports whether a look at so many of the bytes of a prompt, and what is next to
// them, is less than one at all.
func (d *Detector) isLittle(changed, of int) bool { return changed+2*d.reach < of/2 }

// changed is what a prompt has in place of other bytes of a lesson.
type changed struct {
	prompt   ir.Text
	from, to int
	// plain is what the prompt says there and as far around it as a word may reach; folded is the
	// same in lower case. Both are made when they are first needed, in the memory of scratch.
	plain, folded []byte
	scratch       []byte
}

// has reports whether a word has some of the bytes.
func (w *changed) has(d *Detector, i uint16) bool {
	m := &d.mentions[i]
	switch spelled := d.spelled[i]; {
	case m.Fold:
		if w.folded == nil {
			w.folded = bytes.ToLower(w.around(d.reach))
		}
		return bytes.Contains(w.folded, []byte(m.Text))
	case !w.prompt.Esc:
		return bytes.Contains(w.prompt.B[max(0, w.from-len(m.Text)+1):min(len(w.prompt.B), w.to+len(m.Text)-1)], []byte(m.Text))
	case spelled != nil && w.prompt.Direct:
		from, to := max(0, w.from-len(spelled)+1), min(len(w.prompt.B), w.to+len(spelled)-1)
		return containsIn(w.prompt.B, from, to, spelled)
	default:
		return bytes.Contains(w.around(d.reach), []byte(m.Text))
	}
}

// around returns what the bytes say with at least reach bytes on both sides.
func (w *changed) around(reach int) []byte {
	if w.plain != nil {
		return w.plain
	}
	b := w.prompt.B
	from, to := max(0, w.from-reach), min(len(b), w.to+reach)
	for w.prompt.Esc && from > 0 && spell.InEscape(b, from) {
		from--
	}
	for w.prompt.Esc && to < len(b) && spell.InEscape(b, to) {
		to++
	}
	w.plain = w.prompt.Slice(from, to).AppendPlain(w.scratch[:0])
	w.scratch = w.plain
	return w.plain
}

// reachOf returns how many bytes of a spelling the longest of some words may take, or 0
// where lessons can't serve for them.
func (d *Detector) reachOf() (reach int) {
	const most = 6 // bytes in which a byte of a word may be spelled
	for i := range d.mentions {
		s := d.mentions[i].Text
		if strings.ContainsRune(s, utf8.RuneError) {
			return 0 // which is what a part of a character would be read as
		}
		reach = max(reach, most*len(s))
	}
	return reach
}
