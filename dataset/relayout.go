package dataset

import (
	"bytes"
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// moved is a record whose transcript goes to another layout.
type moved struct {
	raw []byte
	// members are the record's members but those of its transcript, in order; at
	// is how many of them stand before it. A record that is its transcript has
	// none.
	members []jsonx.Member
	at      int
	// keys is what members point into where that is not raw.
	keys   []byte
	losses []ir.Diagnostic
}

// moves tells whether a record of a layout goes to another one.
func (e *Engine) moves(from Layout) bool {
	return e.opts.OutLayout != Auto && e.opts.OutLayout != from
}

// source returns the record as one to be moved.
func (r *record) source() *moved {
	m := &moved{raw: r.raw, losses: r.lossesIn("the new layout")}
	if r.bare {
		return m
	}
	transcript := r.value.Start
	if r.layout == Text {
		transcript-- // the quote
	}
	for each := range jsonx.Members(r.raw, jsonx.TrimSpace(r.raw).Start) {
		if each.Value.Start == transcript {
			m.at = len(m.members)
			continue
		}
		m.members = append(m.members, each)
	}
	return m
}

func (c *composed) source() (*moved, *ir.Diagnostic) {
	if len(c.transcripts) != 1 {
		return nil, reject(ir.CodeLayoutTooNarrow, "the record has %d transcripts, and the new layout holds one", len(c.transcripts))
	}
	if _, ok := c.otherKeys(); !ok {
		return nil, reject(ir.CodeLayoutTooNarrow, "the transcript lies deeper in the record: it can't be moved to another layout")
	}
	m := &moved{raw: c.raw, at: -1}
	for i := range c.pieces {
		if list := c.pieces[i].list; list != nil {
			m.losses = append(m.losses, list.lossesIn("the new layout")...)
		}
	}
	for each := range jsonx.Members(c.raw, jsonx.TrimSpace(c.raw).Start) {
		if c.holds(each.Value) {
			if m.at < 0 {
				m.at = len(m.members)
			}
			continue
		}
		m.members = append(m.members, each)
	}
	return m, nil
}

// holds tells whether a value of the record is, or holds, a piece.
func (c *composed) holds(value jsonx.Range) bool {
	if slices.Contains(c.blank, value) {
		return true
	}
	for _, p := range c.pieces {
		if value.Holds(p.value) || value.Holds(p.also) {
			return true
		}
	}
	return false
}

// membersOf returns the members of an object, or none.
func membersOf(object []byte) (list []jsonx.Member) {
	if object == nil {
		return nil
	}
	for m := range jsonx.Members(object, 0) {
		list = append(list, m)
	}
	return list
}

// relayout writes a record with its transcript in another layout, in the place
// of the old one.
func (e *Engine) relayout(from *moved, out *convert.Output, res *Result) ([]byte, Result, error) {
	source := from.raw
	if from.keys != nil {
		source = from.keys
	}
	keys := outKeys[e.opts.OutLayout]
	var others [][]byte
	for _, m := range from.members {
		key := jsonx.Unquote(m.Key.Of(source))
		for _, taken := range keys {
			if key == taken {
				return nil, *res, reject(ir.CodeDuplicateKey, "the record has a key %q beside its transcript", key)
			}
		}
		piece := source[m.Key.Start-1 : m.Value.End]
		if key == "system" && out.System != nil && source[m.Value.Start] == '"' {
			at := jsonx.RangeOf(m.Value.Start-m.Key.Start+2, len(piece)-1)
			piece = splice(nil, piece, jsonx.RangeOf(0, len(piece)), systemEdit(nil, piece, at, out.System))
		}
		others = append(others, piece)
	}
	if out.Lowered.HasAlternatives && e.opts.OutLayout == Text {
		return nil, *res, reject(ir.CodeLayoutTooNarrow, "a plain transcript has no room for alternatives")
	}
	at := max(from.at, 0)
	w := &moveWriter{layout: e.opts.OutLayout, ascii: ir.Text{B: from.raw}.IsASCII()}
	w.dst = append(make([]byte, 0, len(from.raw)+64), '{')
	for i := 0; i <= len(others); i++ {
		if i == at {
			w.comma()
			w.transcript(out)
		}
		if i < len(others) {
			w.comma()
			w.dst = append(w.dst, others[i]...)
		}
	}
	written := append(w.dst, '}')
	return e.finish(written, res, from.losses, func() error { return e.proveMoved(written, others, out) })
}

// outKeys are the keys that hold the transcript in the layouts that records are
// moved to.
var outKeys = map[Layout][]string{
	Text: {"text"}, Messages: {"messages"}, ShareGPT: {"conversations"}, PromptCompletion: {"prompt", "completion"},
}

// moveWriter writes a transcript in a new layout, spaced as Python does.
type moveWriter struct {
	layout Layout
	ascii  bool
	dst    []byte
}

func (w *moveWriter) raw(s string) { w.dst = append(w.dst, s...) }

func (w *moveWriter) comma() {
	if last := w.dst[len(w.dst)-1]; last != '{' && last != '[' {
		w.raw(", ")
	}
}

func (w *moveWriter) text(t ir.Text) {
	w.raw(`"`)
	w.dst = t.Append(w.dst, true, w.ascii)
	w.raw(`"`)
}

func (w *moveWriter) transcript(out *convert.Output) {
	keys := outKeys[w.layout]
	w.raw(`"` + keys[0] + `": `)
	if w.layout == Text {
		w.text(out.Text)
		return
	}
	w.raw("[")
	completes := false
	for i := range out.Messages {
		m := &out.Messages[i]
		if w.layout == PromptCompletion && !completes && m.Role == ir.RoleAssistant {
			completes = true
			w.raw(`], "` + keys[1] + `": [`)
		}
		w.comma()
		w.message(m.Role, func() { w.text(m.Content) })
	}
	if w.layout == PromptCompletion && !completes {
		w.raw(`], "` + keys[1] + `": [`)
	}
	if out.Lowered.HasAlternatives {
		w.comma()
		w.message(ir.RoleAssistant, func() {
			w.raw("[")
			for _, a := range out.Alternatives {
				w.comma()
				w.text(a)
			}
			w.raw("]")
		})
	}
	w.raw("]")
}

func (w *moveWriter) message(role ir.Role, content func()) {
	keys, word := [2]string{"role", "content"}, roleWords[role][0]
	if w.layout == ShareGPT {
		keys, word = [2]string{"from", "value"}, roleWords[role][1]
	}
	w.raw(`{"` + keys[0] + `": "` + word + `", "` + keys[1] + `": `)
	content()
	w.raw("}")
}

// proveMoved reads back a record that was moved to another layout.
func (e *Engine) proveMoved(written []byte, others [][]byte, out *convert.Output) error {
	if d := check(written); d != nil {
		return readBack("the record that was written is broken: %s", d.Text)
	}
	again := &Engine{opts: Options{Layout: e.opts.OutLayout}, styles: e.styles}
	r, c, d := again.decode(written)
	if d != nil {
		return readBack("the record that was written can't be read: %s", d.Text)
	}
	keys := outKeys[e.opts.OutLayout]
	rest := others
	for m := range jsonx.Members(written, 0) {
		if key := jsonx.Unquote(m.Key.Of(written)); key == keys[0] || key == keys[len(keys)-1] {
			continue
		}
		if len(rest) == 0 || !bytes.Equal(rest[0], written[m.Key.Start-1:m.Value.End]) {
			return readBack("the record's other keys do not read back")
		}
		rest = rest[1:]
	}
	if len(rest) > 0 {
		return readBack("the record's other keys do not read back")
	}
	if c == nil {
		return e.conv.Verify(&r.conv, out)
	}
	conv, d := c.conversation(c.transcripts[0])
	if d != nil {
		return d
	}
	return e.conv.Verify(conv, out)
}
