package prompts

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/toolspeak/toolspeak/internal/memo"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// Translation is what was made of a system prompt. Others may have the tools and the
// diagnostics, too: they are not to be changed.
type Translation struct {
	// Text is what the prompt became, escaped where the prompt was.
	Text ir.Text
	// Style is the style that the prompt taught, or nil.
	Style *styles.Style
	// ToolList is the prompt's tools or, where it has none, Options.RecordTools if they
	// were written.
	ToolList ToolList
	// Diagnostics have no message number: places are in the prompt.
	Diagnostics []ir.Diagnostic
}

// frame is a prompt that was translated. Another prompt that differs from it in the
// words of some paragraphs, and in nothing on which a decision rests, becomes the same
// text with these words in it. Most data sets have such prompts: a date, a name, a
// number or a question of its own in each record, or another choice of tools.
type frame struct {
	frameKey
	by     *Translator
	source ir.Text
	// said is what the source says. ascii means that its spelling has no byte above 0x7F.
	said       string
	ascii      bool
	out        Translation
	paragraphs []framePart
	// spelled is the source with where its characters are, looker what finds words.
	spelled  *text.Decoded
	looker   *looker
	reserved *reserved
	// form is that of the tool list.
	form  Form
	edges memo.Edges
	// list is the place of the tool list where it may be another, or nil.
	list *listPlace
	// prepare finds the paragraphs and what goes with them. Before it only what a new frame
	// has may be read: others may be preparing it.
	prepare func()
}

// frameKey is all that a translation depends on besides the prompt.
type frameKey struct {
	to    *styles.Style
	opts  Options
	strip bool
}

// framePart is a paragraph of a frame.
type framePart struct {
	*Paragraph
	// start and end are its offsets in the source's spelling.
	start, end int
	// free means that other words may be in its place.
	free bool
	// lead is what follows in the same paragraph of the source and announces what comes
	// next: only the words before it may change. decided are the facts of both.
	lead    string
	decided *facts
	// at and size are its place in the spelling of the translation; at is -1 where it is
	// removed, and diagnostic the place of the one that says so.
	at, size, diagnostic int
	// space is the length of what is between the paragraph and its lead, indent that of what
	// is before its first word. lines and width are the extent of it with the space.
	space, indent, lines, width int
	// asked is what quietAround was asked last.
	asked atomic.Pointer[asked]
}

// frames are those of the prompts that were met last.
type frames struct {
	known [32]atomic.Pointer[frame]
	next  atomic.Uint32
	// met has the edges of prompts: a frame is made of the second that has one of another.
	met          *memo.Met
	asked, found atomic.Uint32
	// served is the number of the frame that served last.
	served   atomic.Uint32
	reserved lastReserved
	// tools are those that prompts had in the place of a frame's, by how their objects begin.
	tools *memo.Cache[[]frameTool]
}

// inVain reports whether frames hardly ever serve: the prompts differ in more than
// words. They are tried again from time to time.
func (l *frames) inVain() bool {
	const patience, rare = 16, 16
	asked := l.asked.Load()
	return asked > patience && l.found.Load() < asked/rare && asked%rare != 0
}

// The lengths of prompts that frames are made of.
const (
	minFramed = 4 * memo.Edge
	maxFramed = 64 << 10
	// widest is how much longer or shorter a prompt may be that has little in common with
	// the frame.
	widest = 256
)

// newFrameKey returns the key of translations with these options, and whether frames serve
// them.
// Templates and tools of the user's own may depend on any word.
func newFrameKey(prompt ir.Text, to *styles.Style, opts Options, strip bool) (frameKey, bool) {
	if opts.Results == ResultsUser {
		opts.Results = ResultsAny // what differs is for prompts that a template matches
	}
	plain := opts.Results == ResultsAny && opts.From == nil && opts.To == nil && opts.RecordTools == nil && (opts.Mode == "" || opts.Mode == ModeAuto || opts.Mode == ModeAppend)
	return frameKey{to, opts, strip}, plain && prompt.Len() >= minFramed && prompt.Len() <= maxFramed
}

// framed translates a prompt by a frame that was kept or, where none serves, by anew, which
// may become one.
func (t *Translator) framed(prompt ir.Text, to *styles.Style, opts Options, strip bool, anew func() (Translation, *Reading, error)) (Translation, error) {
	key, serves := newFrameKey(prompt, to, opts, strip)
	serves = serves && t.cache != nil
	if serves {
		if out, ok := t.cache.frames.find(prompt, key); ok {
			return out, nil
		}
	}
	out, reading, err := anew()
	if serves && err == nil {
		t.cache.frames.keep(prompt, key, reading, out)
	}
	return out, err
}

// find translates a prompt by a frame that was kept: the one that served last, or one of those
// that have most in common with it.
func (l *frames) find(prompt ir.Text, key frameKey) (Translation, bool) {
	l.asked.Add(1)
	if l.inVain() {
		return Translation{}, false
	}
	served := l.known[l.served.Load()].Load()
	if served != nil && served.isFor(prompt, key) {
		if out, ok := served.translate(prompt); ok {
			l.found.Add(1)
			return out, true
		}
	}
	for _, i := range l.alike(prompt, key) {
		if f := l.known[max(i, 0)].Load(); i >= 0 && f != nil && f != served {
			if out, ok := f.translate(prompt); ok {
				l.found.Add(1)
				l.served.Store(uint32(i))
				return out, true
			}
		}
	}
	return Translation{}, false
}

// framesTried is how many frames are tried.
const framesTried = 4

// alike returns the numbers of the frames that share an edge with a prompt and have most in common
// with it; -1 is none.
func (l *frames) alike(prompt ir.Text, key frameKey) (out [framesTried]int) {
	var common [framesTried]int
	for i := range out {
		out[i] = -1
	}
	edges := l.edges(prompt)
	for i := range l.known {
		f := l.known[i].Load()
		if f == nil {
			break
		}
		if !f.edges.Alike(&edges) || !f.isFor(prompt, key) {
			continue
		}
		a, b := f.source.B, prompt.B
		n := text.CommonPrefix(a, b)
		n += text.CommonSuffix(a[n:], b[n:])
		for k := range out {
			if out[k] < 0 || common[k] < n {
				copy(out[k+1:], out[k:])
				copy(common[k+1:], common[k:])
				out[k], common[k] = i, n
				break
			}
		}
	}
	return out
}

// isFor reports whether a prompt is spelled as that of the frame, and translated for the same.
func (f *frame) isFor(prompt ir.Text, key frameKey) bool {
	return f.source.Esc == prompt.Esc && f.frameKey == key
}

// edges returns the edges of a prompt.
func (l *frames) edges(prompt ir.Text) memo.Edges {
	if prompt.Esc {
		return l.met.Edges(prompt.B, []byte(`\n`))
	}
	return l.met.Edges(prompt.B, []byte{'\n'})
}

// keep makes a frame of a translation if the prompt has an edge of another that was met.
func (l *frames) keep(prompt ir.Text, key frameKey, r *Reading, out Translation) {
	edges := l.edges(prompt)
	if again := l.met.Again(&edges); !again || r.Template != nil || l.inVain() {
		return
	}
	f := newFrame(prompt, key, r, out)
	f.edges = edges
	l.known[(l.next.Add(1)-1)%uint32(len(l.known))].Store(f)
}

// newFrame makes a frame of a prompt that was taken apart by its evidence.
func newFrame(prompt ir.Text, key frameKey, r *Reading, out Translation) *frame {
	prompt.B = bytes.Clone(prompt.B)
	f := &frame{frameKey: key, by: r.by, source: prompt, said: r.prompt, out: out, form: out.ToolList.Form}
	f.prepare = sync.OnceFunc(func() {
		if list := out.ToolList; list.made == nil {
			list.Tools = slices.Clone(list.Tools) // which others may read
			f.out.ToolList = newList(list, 0).toolList
		}
		f.ascii, f.reserved = text.IsASCII(prompt), r.by.cache.frames.reserved.of(r.by.known, key.to)
		f.spelled, f.looker = text.Decode(prompt), r.by.known.looker()
		f.divide(slices.Concat(r.Kept, r.Removed))
		f.placeList(r.by.known)
	})
	return f
}

// divide finds out which of the prompt's paragraphs are free.
func (f *frame) divide(list []Paragraph) {
	sort.SliceStable(list, func(i, j int) bool { return list[i].Start < list[j].Start })
	f.paragraphs = make([]framePart, len(list))
	for i := range list {
		p := &f.paragraphs[i]
		p.Paragraph = &list[i]
		p.start, p.end = f.spelled.Offset(p.Start), f.spelled.Offset(p.End)
		p.size = p.end - p.start
	}
	for i := range f.paragraphs {
		p := &f.paragraphs[i]
		p.indent = len(p.Text) - len(strings.TrimLeft(p.Text, " \t\r\n"))
		p.free = !p.part && !p.example && f.isApart(i) && f.decide(i) && f.isPlainProse(p.Text) && f.isUsual(f.source.B[p.start:p.end], p.Text) && f.place(p)
		p.space = len(p.lead) - len(strings.TrimLeft(p.lead, " \t\r\n"))
		p.lines, p.width = extent(p.Text + p.lead[:p.space])
	}
}

// decide finds the facts that counted of the paragraph of that number, and its lead.
func (f *frame) decide(i int) bool {
	p := &f.paragraphs[i]
	if p.decided = p.facts; p.facts != nil {
		return true
	}
	// A paragraph that was divided at its last sentence has lost its facts.
	if p.removed || i+1 == len(f.paragraphs) || f.paragraphs[i+1].facts != nil || !f.paragraphs[i+1].removed {
		return false
	}
	end := f.paragraphs[i+1].End
	p.lead = f.said[p.End:end]
	whole := f.said[p.Start:end]
	p.decided = f.by.known.look(whole)
	return strings.HasPrefix(whole[lastSentence(whole):], strings.TrimLeft(p.lead, " \t\r\n"))
}

// reservedLines returns the lines of the templates of a frame.
func reservedLines(k *known, to *styles.Style) (lines []string) {
	add := func(s string) {
		for line := range strings.Lines(s) {
			if line = strings.TrimSpace(line); line != "" {
				lines = append(lines, line)
			}
		}
	}
	add(k.opening)
	add(k.bareOpening)
	if to != nil {
		own := k.instructions(to, ResultsUser)
		for _, t := range []*Template{own, k.bare(own)} {
			if t != nil {
				add(t.text(0))
				add(t.end)
			}
		}
	}
	return lines
}

// isApart reports whether blank lines are around the paragraph of that number, and
// whether what is before it leads to no list.
func (f *frame) isApart(i int) bool {
	p, next := &f.paragraphs[i], i+1
	if p.facts == nil {
		next++ // what it leads to follows its other part
	}
	before, after := "\n\n", "\n\n"
	if i > 0 {
		last := &f.paragraphs[i-1]
		if last.kind == toolListBlock || announces(last.Text[strings.LastIndexByte(last.Text, '\n')+1:]) {
			return false
		}
		before = f.said[last.End:p.Start]
	}
	if next < len(f.paragraphs) {
		after = f.said[f.paragraphs[next-1].End:f.paragraphs[next].Start]
	}
	return (p.kind == prose || p.kind == heading) && strings.Contains(before, "\n\n") && strings.Contains(after, "\n\n")
}

// isPlainProse reports whether a paragraph holds nothing that is looked for in all of a
// prompt: no tools, no line that announces some, none of a template.
func (f *frame) isPlainProse(s string) bool {
	if strings.ContainsAny(s, "{[<") || strings.HasSuffix(strings.TrimRight(s, " *_"), ":") {
		return false
	}
	for line := range strings.Lines(s) {
		if announces(strings.TrimRight(line, "\r\n")) {
			return false
		}
	}
	return !f.reserved.holdsAny(s)
}

// isUsual reports whether a text is spelled as it would be anywhere in a translation.
func (f *frame) isUsual(spelled []byte, s string) bool {
	if !f.source.Esc {
		return string(spelled) == s
	}
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	*buf = append((*buf)[:0], s...)
	n := len(*buf)
	*buf = text.AppendEscaped(*buf, (*buf)[:n:n], f.ascii)
	return bytes.Equal((*buf)[n:], spelled)
}

// place finds out where the paragraph is in the translation, or which diagnostic says
// that it was removed.
func (f *frame) place(p *framePart) bool {
	spelled := f.source.B[p.start:p.end]
	switch {
	case bytes.Equal(f.out.Text.B, f.source.B):
		p.at = p.start
		return !p.removed || !slices.ContainsFunc(f.out.Diagnostics, p.isTold)
	case !p.removed:
		p.at = bytes.Index(f.out.Text.B, spelled)
		return p.at >= 0 && bytes.Count(f.out.Text.B, spelled) == 1
	}
	p.at, p.diagnostic = -1, slices.IndexFunc(f.out.Diagnostics, p.isTold)
	return p.diagnostic >= 0
}

// isTold reports whether a diagnostic says that the paragraph was removed.
func (p *framePart) isTold(d ir.Diagnostic) bool {
	return d.Code == ir.CodeInstructionsRemoved && d.Pos.Line == p.Line && !d.Counted
}
