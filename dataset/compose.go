package dataset

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// piece is a value of a record that holds messages of a transcript: a list of
// them, a plain transcript, or the words of one message.
type piece struct {
	key string // the path by which diagnostics name it
	// value is where it stands in the record. Of words it is the inside of a
	// string.
	value jsonx.Range
	// list is the piece as a record of its own, or nil for words; inString means
	// that it is JSON which stands inside a string.
	list     *record
	inString bool
	// role is who says the words; also is a second string of the same message.
	role ir.Role
	also jsonx.Range
}

// messages counts the messages of the piece.
func (p *piece) messages() int {
	if p.list == nil {
		return 1
	}
	return len(p.list.conv.Messages)
}

// composed is a record with transcripts that are put together from pieces, or
// with several transcripts.
type composed struct {
	raw    []byte
	layout Layout
	pieces []piece
	// transcripts hold the indexes of their pieces, in order.
	transcripts [][]int
	// blank are values of the layout's keys that say nothing.
	blank []jsonx.Range
	// noSystem is the inside of a "system" that is the empty string: what is left
	// of a prompt that was dropped.
	noSystem jsonx.Range
	// around holds the record's own system prompt and its tools.
	around *record
}

// compose finds the transcripts of a record by its fields or its layout. It
// returns nil where the layout is one of those of decode.
func (e *Engine) compose(raw []byte) (*composed, *ir.Diagnostic) {
	s := jsonx.TrimSpace(raw)
	if raw[s.Start] != '{' {
		if len(e.opts.Fields) > 0 {
			return nil, rejectAt(raw, s.Start, ir.CodeUnknownLayout, "the record is %s: expected an object with %s", kindOf(raw, s), strings.Join(e.opts.Fields, ", "))
		}
		return nil, nil
	}
	c := &composed{raw: raw, layout: e.opts.Layout, around: &record{raw: raw}}
	if len(e.opts.Fields) > 0 {
		c.layout = Fields
		return c, c.fields(s, e.opts.Fields)
	}
	found, d := topLevel(raw, s)
	if d != nil {
		return nil, d
	}
	if c.layout == Auto {
		c.layout = composedLayout(raw, found)
	}
	read := map[Layout]func(map[string]jsonx.Range) *ir.Diagnostic{
		Preference: c.preference, PromptCompletion: c.promptCompletion, Alpaca: c.alpaca,
	}[c.layout]
	if read == nil {
		return nil, nil
	}
	if c.layout != Alpaca {
		c.around.beside(found["system"], found["tools"])
	} else {
		c.around.beside(jsonx.Range{}, found["tools"])
	}
	return c, read(found)
}

// composedKeys are the keys of a record that the composed layouts read.
var composedKeys = []string{
	"system", "tools", "messages", "conversations", "text",
	"chosen", "rejected", "prompt", "completion", "instruction", "input", "output", "history",
}

// topLevel finds the values of the keys that mean something.
func topLevel(raw []byte, s jsonx.Range) (map[string]jsonx.Range, *ir.Diagnostic) {
	found := map[string]jsonx.Range{}
	for m := range jsonx.Members(raw, s.Start) {
		key := jsonx.Unquote(m.Key.Of(raw))
		if !slices.Contains(composedKeys, key) {
			continue
		}
		if _, twice := found[key]; twice {
			return nil, rejectAt(raw, m.Key.Start-1, ir.CodeDuplicateKey, "the key %q comes twice in the record", key)
		}
		found[key] = m.Value
	}
	return found, nil
}

// composedLayout recognises a layout by its keys, or returns Auto.
func composedLayout(raw []byte, found map[string]jsonx.Range) Layout {
	has := func(key string) bool {
		at, ok := found[key]
		return ok && (raw[at.Start] == '"' || raw[at.Start] == '[')
	}
	switch {
	case has("messages") || has("conversations") || has("text"):
		return Auto
	case has("chosen") && has("rejected"):
		return Preference
	case has("prompt") && has("completion"):
		return PromptCompletion
	case has("instruction") && has("output"):
		return Alpaca
	}
	return Auto
}

// fields reads the transcripts at the paths that the user named.
func (c *composed) fields(s jsonx.Range, paths []string) *ir.Diagnostic {
	found, d := topLevel(c.raw, s)
	if d != nil {
		return d
	}
	c.around.beside(found["system"], found["tools"])
	for _, path := range paths {
		r := gjson.GetBytes(c.raw, path)
		if !r.Exists() || r.Index == 0 {
			return absent(c.raw, s, fmt.Sprintf("the record has nothing at --field %q", path))
		}
		at := jsonx.RangeOf(r.Index, r.Index+len(r.Raw))
		for _, p := range c.pieces {
			if at.Start < p.value.End && p.value.Start < at.End {
				return reject(ir.CodeUnknownLayout, "--field %q and %q name the same place", p.key, path)
			}
		}
		if d := c.value(path, at, ir.RoleAssistant, true); d != nil {
			return d
		}
		c.transcripts = append(c.transcripts, []int{len(c.pieces) - 1})
	}
	return nil
}

// value adds a piece: a list, or a string. A string holds messages as JSON, or a
// plain transcript where flat is set, else what the role says.
func (c *composed) value(key string, at jsonx.Range, role ir.Role, flat bool) *ir.Diagnostic {
	switch c.raw[at.Start] {
	case '[':
		list, d := decode(at.Of(c.raw), Auto)
		if d != nil {
			return within(key, d)
		}
		c.pieces = append(c.pieces, piece{key: key, value: at, list: list})
		return nil
	case '"':
	default:
		return rejectAt(c.raw, at.Start, ir.CodeWrongType, "%q is %s: expected a string or a list of messages", key, kindOf(c.raw, at))
	}
	inside := ir.Escaped(at.Inside().Of(c.raw)).AppendPlain(nil)
	if first := jsonx.SkipSpace(inside, 0); first < len(inside) && inside[first] == '[' && check(inside) == nil {
		if list, d := decode(inside, Auto); d == nil && !list.conv.Flat {
			c.pieces = append(c.pieces, piece{key: key, value: at.Inside(), list: list, inString: true})
			return nil
		}
	}
	if !flat {
		c.pieces = append(c.pieces, piece{key: key, value: at.Inside(), role: role})
		return nil
	}
	text, d := decode(at.Of(c.raw), Text)
	if d != nil {
		return within(key, d)
	}
	c.pieces = append(c.pieces, piece{key: key, value: at, list: text})
	return nil
}

// within words a reject about a piece: its places count in the piece.
func within(key string, d *ir.Diagnostic) *ir.Diagnostic {
	d.Text = fmt.Sprintf("in %q: %s", key, d.Text)
	if d.Message == 0 {
		d.Line, d.Column = 0, 0
	}
	return d
}

// preference reads a pair of transcripts that may begin with the same prompt.
func (c *composed) preference(found map[string]jsonx.Range) *ir.Diagnostic {
	prompt := -1
	if at, ok := found["prompt"]; ok && (c.raw[at.Start] == '[' || c.raw[at.Start] == '"') {
		if d := c.value("prompt", at, ir.RoleUser, false); d != nil {
			return d
		}
		prompt = 0
	}
	for _, key := range []string{"chosen", "rejected"} {
		at, ok := found[key]
		if !ok {
			return lacksKey(c.raw, jsonx.TrimSpace(c.raw), key, c.layout)
		}
		if d := c.value(key, at, ir.RoleAssistant, prompt < 0); d != nil {
			return d
		}
		last := len(c.pieces) - 1
		if prompt >= 0 && !c.repeats(prompt, last) {
			c.transcripts = append(c.transcripts, []int{prompt, last})
		} else {
			c.transcripts = append(c.transcripts, []int{last})
		}
	}
	if prompt == 0 && len(c.transcripts[0]) == 1 && len(c.transcripts[1]) == 1 && c.pieces[prompt].list != nil {
		c.transcripts = append(c.transcripts, []int{prompt})
	}
	return nil
}

// repeats tells whether a list begins with the prompt itself.
func (c *composed) repeats(prompt, list int) bool {
	p, l := &c.pieces[prompt], &c.pieces[list]
	if l.list == nil || len(l.list.conv.Messages) == 0 {
		return false
	}
	if p.list == nil {
		return l.list.conv.Messages[0].Role != ir.RoleAssistant
	}
	return len(p.list.conv.Messages) > 0 && l.list.conv.Messages[0].Role == p.list.conv.Messages[0].Role &&
		ir.EqualText(l.list.conv.Messages[0].Content, p.list.conv.Messages[0].Content)
}

// promptCompletion reads a transcript in two pieces.
func (c *composed) promptCompletion(found map[string]jsonx.Range) *ir.Diagnostic {
	for i, key := range []string{"prompt", "completion"} {
		at, ok := found[key]
		if !ok {
			return lacksKey(c.raw, jsonx.TrimSpace(c.raw), key, c.layout)
		}
		if d := c.value(key, at, []ir.Role{ir.RoleUser, ir.RoleAssistant}[i], false); d != nil {
			return d
		}
	}
	c.transcripts = [][]int{{0, 1}}
	return nil
}

// alpaca reads a transcript in the keys of the Alpaca data set and of the
// trainers that extended it: system, history, instruction, input and output.
func (c *composed) alpaca(found map[string]jsonx.Range) *ir.Diagnostic {
	words := func(key string, at jsonx.Range, role ir.Role) *ir.Diagnostic {
		if c.raw[at.Start] != '"' {
			return rejectAt(c.raw, at.Start, ir.CodeWrongType, "%q is %s: expected a string", key, kindOf(c.raw, at))
		}
		c.pieces = append(c.pieces, piece{key: key, value: at.Inside(), role: role})
		return nil
	}
	for _, key := range []string{"instruction", "output"} {
		if _, ok := found[key]; !ok {
			return lacksKey(c.raw, jsonx.TrimSpace(c.raw), key, c.layout)
		}
	}
	if at, ok := found["system"]; ok && c.raw[at.Start] == '"' {
		if at.End-at.Start == 2 {
			c.noSystem = at.Inside()
		} else if d := words("system", at, ir.RoleSystem); d != nil {
			return d
		}
	}
	if at, ok := found["history"]; ok && c.raw[at.Start] == '[' {
		for turn := range jsonx.Elements(c.raw, at.Start) {
			if c.raw[turn.Start] != '[' {
				return rejectAt(c.raw, turn.Start, ir.CodeWrongType, "a turn of \"history\" is %s: expected a list of two strings", kindOf(c.raw, turn))
			}
			n := 0
			for said := range jsonx.Elements(c.raw, turn.Start) {
				if d := words("history", said, []ir.Role{ir.RoleUser, ir.RoleAssistant}[n%2]); d != nil {
					return d
				}
				n++
			}
			if n != 2 {
				return rejectAt(c.raw, turn.Start, ir.CodeWrongType, "a turn of \"history\" has %d strings: expected two", n)
			}
		}
	}
	if d := words("instruction", found["instruction"], ir.RoleUser); d != nil {
		return d
	}
	if at, ok := found["input"]; ok && c.raw[at.Start] == '"' && at.End-at.Start > 2 {
		c.pieces[len(c.pieces)-1].also = at.Inside()
	}
	if d := words("output", found["output"], ir.RoleAssistant); d != nil {
		return d
	}
	for _, key := range []string{"system", "input", "history"} {
		if at, ok := found[key]; ok && isBlank(at.Of(c.raw)) {
			c.blank = append(c.blank, at)
		}
	}
	all := make([]int, len(c.pieces))
	for i := range all {
		all[i] = i
	}
	c.transcripts = [][]int{all}
	return nil
}

// isBlank tells whether a value is null, an empty string or an empty list.
func isBlank(value []byte) bool {
	switch value[0] {
	case 'n':
		return true
	case '"', '[':
		return jsonx.SkipSpace(value, 1) == len(value)-1
	}
	return false
}

// conversation puts a transcript together.
func (c *composed) conversation(transcript []int) (*ir.Conversation, *ir.Diagnostic) {
	conv := &ir.Conversation{Beside: c.around.conv.Beside}
	for n, at := range transcript {
		p := &c.pieces[at]
		if p.list == nil {
			conv.Messages = append(conv.Messages, ir.Message{Role: p.role, Content: c.said(p)})
			continue
		}
		l := &p.list.conv
		if conv.Foreign == "" {
			conv.Foreign = l.Foreign
		}
		if l.Flat {
			conv.Flat, conv.Text = true, l.Text
		}
		if l.HasAlternatives && n+1 < len(transcript) {
			return nil, reject(ir.CodeWrongType, "%q ends with alternatives, and more follows", p.key)
		}
		conv.Messages = append(conv.Messages, l.Messages...)
		conv.Alternatives, conv.HasAlternatives = l.Alternatives, l.HasAlternatives
	}
	return conv, nil
}

// said returns the words of a piece.
func (c *composed) said(p *piece) ir.Text {
	first := p.value.Of(c.raw)
	if p.also.End == 0 {
		return ir.Escaped(first)
	}
	return ir.Escaped(bytes.Join([][]byte{first, p.also.Of(c.raw)}, []byte(`\n`)))
}
