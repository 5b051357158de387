package convert

import (
	"bytes"
	"encoding/binary"
	"errors"
	"slices"
	"sync"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/memo"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
	"github.com/toolspeak/toolspeak/styles"
)

// translation is what was made of a system prompt and a record's tools. It may
// serve many records and is never changed.
type translation struct {
	// text is the prompt in the target's style; dropped means that there is to
	// be none.
	text    ir.Text
	dropped bool
	// style is the one that the prompt taught, or nil.
	style *styles.Style
	// definitions is the tool list as a JSON array, or nil; tools serves calls.
	definitions []byte
	tools       toolbox
	// diags have no message number, and places in the prompt, whose length is source:
	// they quote it.
	diags  []ir.Diagnostic
	source int
	err    *ir.Diagnostic
	// list is the tool list for a shape, in OpenAI's form or as the record has it, or
	// nil. taught means that the prompt offers the tools.
	list   []byte
	taught bool
	// guessed means that list was read from the prompt.
	guessed bool
}

// offers reports whether the prompt, if there is one, offers the tools.
func (t *translation) offers() bool {
	return t != nil && !t.dropped && (t.definitions != nil || t.taught && t.tools != nil)
}

// way says what a prompt is translated for.
type way byte

const (
	fromText way = iota // from a style to a style, or to the neutral document
	teach               // from a shape, whose prompts teach no format, to a style
	strip               // from a style to a shape
)

// maxPrompts is how many bytes of translations are remembered. The records of a
// data set mostly share theirs.
const maxPrompts = 32 << 20

// promptCache translates system prompts and remembers those that come again.
type promptCache struct {
	by    *prompts.Translator
	to    *styles.Style
	shape *Target
	opts  prompts.Options

	known *memo.Cache[translation]
}

// newPromptCache returns a cache for prompts that are translated to a style; own are the
// styles that are known besides the built-in ones.
func newPromptCache(to *styles.Style, shape *Target, opts prompts.Options, results prompts.Results, own []*styles.Style) *promptCache {
	opts.Results = results
	if to == nil {
		opts.To = nil // there is no format to teach
	}
	return &promptCache{by: prompts.New(own...), to: to, shape: shape, opts: opts, known: memo.New[translation](maxPrompts)}
}

// buffers are for bytes that are needed for the time of a call.
var buffers = sync.Pool{New: func() any { return new([]byte) }}

// translate translates a prompt, or reads the tools alone where prompt is nil.
// tools is the value of the record's own key, or nil.
func (c *promptCache) translate(prompt *ir.Text, tools []byte, w way) *translation {
	if prompt == nil && tools == nil && w != teach {
		return nil
	}
	const most = maxPrompts / 16 // bytes that are worth to be looked for
	if len(tools) > most || prompt != nil && prompt.Len() > most {
		return c.make(prompt, tools, w)
	}
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	key := appendKey(append((*buf)[:0], byte(w)), prompt, tools)
	*buf = key
	t, again := c.known.FindBytes(key)
	if t != nil {
		return t
	}
	t = c.make(prompt, tools, w)
	if again {
		c.known.Keep(string(key), t, t.size())
	}
	return t
}

// appendKey appends all that a translation depends on.
func appendKey(dst []byte, prompt *ir.Text, tools []byte) []byte {
	some, said := byte(0), []byte(nil)
	if prompt != nil {
		some, said = 1, prompt.B
	}
	dst = binary.AppendUvarint(append(dst, some), uint64(len(said)))
	return append(append(dst, said...), tools...)
}

// size returns about how many bytes a translation takes.
func (t *translation) size() int {
	const fixed = 500
	n := fixed + 2*len(t.text.B) + len(t.definitions) + len(t.list) // with what the tools are parts of
	if len(t.diags) > 0 {
		n += t.source + len(t.diags)*fixed/3 // they quote the prompt
	}
	return n
}

// make translates what is not remembered.
func (c *promptCache) make(prompt *ir.Text, tools []byte, w way) *translation {
	t := &translation{}
	own, unread := c.by.ParseDefinitions(tools)
	if w != strip {
		t.diags = leftOut(own.LeftOut)
	}
	switch {
	case w == teach && prompt == nil && c.opts.Mode != prompts.ModeKeep && c.opts.Mode != prompts.ModeDrop:
		prompt = new(ir.Text)
	case prompt == nil:
		t.tools = newToolbox(own.Tools)
		if w == strip {
			t.list = bytes.Clone(tools)
		}
		return t
	}
	if w != teach && isBlank(prompt) && (c.opts.Mode == "" || c.opts.Mode == prompts.ModeAuto) {
		t.text = *prompt
		t.text.B = bytes.Clone(prompt.B)
		t.tools = newToolbox(own.Tools)
		return t
	}
	opts := c.opts
	if len(own.Tools) > 0 {
		opts.RecordTools = &own
	}
	if w == teach && (opts.Mode == "" || opts.Mode == prompts.ModeAuto) {
		opts.Mode = prompts.ModeAppend
	}
	out, err := c.translated(*prompt, opts, w)
	t.text, t.style, t.source = out.Text, out.Style, prompt.Len()
	t.diags = diag.Append(t.diags, out.Diagnostics...)
	if err != nil && !errors.As(err, &t.err) {
		t.err = rejected(ir.CodeInternal, "%v", err)
	}
	t.dropped = c.opts.Mode == prompts.ModeDrop || w == strip && isBlank(&t.text) && !isBlank(prompt)
	t.taught = w == teach && opts.Mode != prompts.ModeKeep && opts.Mode != prompts.ModeDrop &&
		!slices.ContainsFunc(out.Diagnostics, func(d ir.Diagnostic) bool { return d.Code == ir.CodePromptKept })
	toolList := &out.ToolList
	switch {
	case toolList.Form == prompts.FormVerbatim:
		return t
	case len(toolList.Tools) > 0:
		t.definitions = toolList.Definitions()
		if w == strip {
			t.list, t.guessed = toolList.OpenAI(), tools == nil
		}
	case unread != nil:
		d := ir.Reportf(ir.CodeToolListUnread, "the record's \"tools\" can't be read: %v", unread)
		d.Pos = ir.Place{Line: 1, Column: 1}
		t.diags = diag.Append(t.diags, d)
	default:
		toolList = &own
	}
	if w == strip && tools != nil {
		t.list = bytes.Clone(tools)
	}
	if t.style == nil && len(own.Tools) > 0 {
		toolList = &own // a prompt that teaches no style may list anything
	}
	t.tools = newToolbox(toolList.Tools)
	return t
}

// leftOut reports the elements of a record's tool list that are no functions.
func leftOut(others []string) (diags []ir.Diagnostic) {
	for _, other := range others {
		d := ir.Reportf(ir.CodeToolDropped, "the record's \"tools\" has %s, which is no function: it was left out", other)
		d.Pos = ir.Place{Line: 1, Column: 1}
		diags = diag.Append(diags, d)
	}
	return diags
}

// of returns the translation for steps. A list of names in a prompt that teaches no style is no
// tool list if the steps call tools and none of these: such sentences may name anything.
func (t *translation) of(steps []ir.Step) *translation {
	if t == nil || t.style != nil || t.definitions == nil || t.tools == nil {
		return t
	}
	called := false
	for i := range steps {
		if steps[i].Kind != ir.Call {
			continue
		}
		if called = true; t.tools.named(steps[i].Tool) != nil {
			return t
		}
	}
	if !called {
		return t
	}
	other := *t
	other.definitions, other.tools = nil, nil
	if other.guessed {
		other.list = nil
	}
	return &other
}

// unspoken returns the translation for a transcript of plain chat: what it became has a place for
// everything, and a prompt that teaches nothing is no trap there.
func (t *translation) unspoken() *translation {
	if t == nil || !keptPrompt(t) {
		return t
	}
	other := *t
	other.diags = slices.DeleteFunc(slices.Clone(t.diags), func(d ir.Diagnostic) bool { return d.Code == ir.CodePromptKept })
	return &other
}

// translated translates a prompt as its way asks for.
func (c *promptCache) translated(prompt ir.Text, opts prompts.Options, w way) (prompts.Translation, error) {
	if w == strip {
		return c.by.Strip(prompt, opts), nil
	}
	return c.by.Translate(prompt, c.to, opts)
}

// isBlank reports whether a prompt is white space alone.
func isBlank(prompt *ir.Text) bool {
	return len(bytes.TrimSpace(prompt.B)) == 0
}
