package dataset

import (
	"errors"
	"io"
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
)

// Offer is the tools that a record offers.
type Offer struct {
	// Catalog holds the tools, or is nil where the record offers none. It may be
	// shared between records and is not to be changed.
	Catalog *prompts.Catalog
	// Diagnostics are what was noticed in reading it, in order. Places in a
	// system message count in that message; others are where in the record the
	// key's value begins.
	Diagnostics []ir.Diagnostic
}

// Catalogs reads the tools that records offer. It remembers what it has read,
// in bounded memory: the records of a data set share a few system prompts. It
// is for one goroutine.
type Catalogs struct {
	engine *Engine
	opts   prompts.ReadOptions
	seen   map[promptKey]*Offer
	held   int // the length of the prompts in seen
}

// promptKey is a system prompt as it is spelled.
type promptKey struct {
	escaped bool
	text    string
}

// maxHeld is how many bytes of system prompts are remembered.
const maxHeld = 8 << 20

// Catalogs returns a reader of the tools that records offer, in the engine's
// layout.
func (e *Engine) Catalogs(opts prompts.ReadOptions) *Catalogs {
	return &Catalogs{engine: e, opts: opts, seen: map[promptKey]*Offer{}}
}

// Record finds the tools of a record: those of the first system message that
// offers any or, failing that, of the record's own "system" string and then of
// its "tools" key. The errors are those of Record about what is no transcript;
// what the turns say does not matter.
func (c *Catalogs) Record(raw []byte) (Offer, error) {
	var found Offer
	if d := check(raw); d != nil {
		return found, d
	}
	if c.engine.isDocument(raw) {
		return c.document(raw)
	}
	r, several, d := c.engine.decode(raw)
	if d != nil {
		return found, d
	}
	if several != nil {
		return c.composed(several)
	}
	// The messages of a foreign style are read too, as far as they were decoded.
	for i := range r.messages {
		if m := &r.messages[i]; m.speaker == ir.RoleSystem && c.prompt(&found, m.content(raw), i+1) {
			return found, nil
		}
	}
	if r.conv.Flat && c.flat(&found, &r.conv) {
		return found, nil
	}
	if !r.bare && raw[jsonx.TrimSpace(raw).Start] == '{' {
		return found, orNil(c.keys(&found, raw, jsonx.TrimSpace(raw).Start, true, "system", "tools"))
	}
	return found, nil
}

// composed reads the tools of a record with several transcripts, or with one
// that is put together.
func (c *Catalogs) composed(in *composed) (Offer, error) {
	var found Offer
	for _, transcript := range in.transcripts {
		conv, d := in.conversation(transcript)
		if d != nil {
			return found, d
		}
		if conv.Flat && c.flat(&found, conv) {
			return found, nil
		}
		for i := range conv.Messages {
			if m := &conv.Messages[i]; m.Role == ir.RoleSystem && c.prompt(&found, m.Content, i+1) {
				return found, nil
			}
		}
	}
	keys := []string{"system", "tools"}
	if in.layout == Alpaca {
		keys = keys[1:] // its "system" is a message
	}
	return found, orNil(c.keys(&found, in.raw, jsonx.TrimSpace(in.raw).Start, true, keys...))
}

// Text is Record for a transcript that is plain text.
func (c *Catalogs) Text(raw []byte) (Offer, error) {
	var found Offer
	if d := c.engine.checkText(raw); d != nil {
		return found, d
	}
	c.flat(&found, &convert.Conversation{Flat: true, Text: ir.Text{B: raw}})
	return found, nil
}

// flat reads the system turn of a plain transcript. Whether its other turns can
// be read does not matter.
func (c *Catalogs) flat(found *Offer, in *convert.Conversation) bool {
	out, _ := c.engine.conv.Read(in)
	if out == nil || out.Read.System == nil {
		return false
	}
	return c.prompt(found, out.Read.System.Text, 1)
}

// document reads the tools of a neutral document.
func (c *Catalogs) document(raw []byte) (Offer, error) {
	var found Offer
	t, keys, err := ir.ParseDocument(jsonx.TrimSpace(raw).Of(raw))
	if err != nil {
		return found, documentFault(err)
	}
	switch s := t.System; {
	case s == nil:
	case s.Tools != nil && c.definitions(&found, s.Tools, ir.Diagnostic{}), c.prompt(&found, s.Text, 0):
		return found, nil
	}
	if keys != nil {
		return found, orNil(c.keys(&found, keys, 0, false, "system", "tools"))
	}
	return found, nil
}

// prompt reads a system prompt, which is the message of that number, and tells
// whether it offers tools.
func (c *Catalogs) prompt(found *Offer, text ir.Text, message int) bool {
	if text.Empty() {
		return false
	}
	read := c.read(text)
	for _, d := range read.Diagnostics {
		d.Message = message
		found.Diagnostics = append(found.Diagnostics, d)
	}
	found.Catalog = read.Catalog
	return found.Catalog != nil
}

// read takes a prompt apart, or remembers what it was.
func (c *Catalogs) read(text ir.Text) *Offer {
	if o, ok := c.seen[promptKey{text.Esc, string(text.B)}]; ok {
		return o
	}
	r := prompts.Read(text.String(), c.opts)
	o := &Offer{Diagnostics: r.Diagnostics}
	if len(r.Catalog.Tools) > 0 {
		catalog := r.Catalog // without what else the reading holds
		o.Catalog = &catalog
	}
	if size := len(text.B); size <= maxHeld/8 {
		if c.held+size > maxHeld {
			clear(c.seen)
			c.held = 0
		}
		c.seen[promptKey{text.Esc, string(text.B)}] = o
		c.held += size
	}
	return o
}

// keys reads the keys "system" and "tools", as far as they are wanted, of the
// record that begins at offset at: the second one where the first offers none.
// here tells that raw is the record itself, so that it has places.
func (c *Catalogs) keys(found *Offer, raw []byte, at int, here bool, wanted ...string) *ir.Diagnostic {
	spot := func(off int) (d ir.Diagnostic) {
		if here {
			d.Line, d.Column = jsonx.Place(raw, off)
		}
		return d
	}
	values := map[string]jsonx.Range{}
	for m := range jsonx.Members(raw, at) {
		key := jsonx.Unquote(m.Key.Of(raw))
		if !slices.Contains(wanted, key) {
			continue
		}
		if _, twice := values[key]; twice {
			d := reject(ir.CodeDuplicateKey, "the key %q comes twice in the record", key)
			d.Line, d.Column = spot(m.Key.Start-1).Line, spot(m.Key.Start-1).Column
			return d
		}
		values[key] = m.Value
	}
	if system, ok := values["system"]; ok && raw[system.Start] == '"' {
		before := len(found.Diagnostics)
		offers := c.prompt(found, ir.Escaped(system.Inside().Of(raw)), 0)
		for i := range found.Diagnostics[before:] {
			d := &found.Diagnostics[before+i]
			d.Line, d.Column = spot(system.Start).Line, spot(system.Start).Column
		}
		if offers {
			return nil
		}
	}
	if tools, ok := values["tools"]; ok {
		c.definitions(found, tools.Of(raw), spot(tools.Start))
	}
	return nil
}

// definitions reads a list of definitions and tells whether it offers tools.
func (c *Catalogs) definitions(found *Offer, list []byte, spot ir.Diagnostic) bool {
	catalog, err := prompts.ParseDefinitions(list)
	if err != nil {
		var cause *prompts.DefinitionsError
		words := err.Error()
		if errors.As(err, &cause) && spot.Line > 0 {
			at := ir.Diagnostic{Line: cause.Line, Column: cause.Column}
			baseLine(&at, spot.Line, spot.Column)
			spot, words = at, cause.Text
		}
		found.note(spot, ir.CodeToolListUnread, "the tools beside the messages can't be read: "+words)
		return false
	}
	if catalog.Python {
		found.note(spot, ir.CodeToolListPython, "the tools beside the messages are a Python literal and were read as the JSON that it means")
	}
	if len(catalog.Tools) == 0 {
		return false
	}
	found.Catalog = &catalog
	return true
}

// note adds a diagnostic at the place of spot.
func (o *Offer) note(spot ir.Diagnostic, code ir.Code, text string) {
	spot.Severity, spot.Code, spot.Text = code.Severity(), code, text
	o.Diagnostics = append(o.Diagnostics, spot)
}

// File calls yield with the tools of each record of an input, in order. The
// error is nil or a *ir.Diagnostic; what yield returns ends the run.
func (c *Catalogs) File(name string, r io.Reader, yield func(it *Item, found Offer, err error) error) error {
	return scan(name, r, c.engine.opts.Layout, c.engine.maxRecord, &offering{catalogs: c, yield: yield})
}

// offering visits an input and reads the tools that its records offer.
type offering struct {
	catalogs *Catalogs
	yield    func(*Item, Offer, error) error
}

func (v *offering) begin(*source, container, bool) error { return nil }
func (v *offering) filler([]byte) error                  { return nil }
func (v *offering) end() error                           { return nil }

func (v *offering) item(it *Item) error {
	var found Offer
	var err error
	switch {
	case it.fault != nil:
		err = it.fault
	case it.plain:
		found, err = v.catalogs.Text(it.Raw)
	default:
		found, err = v.catalogs.Record(it.Raw)
	}
	for i := range found.Diagnostics {
		baseLine(&found.Diagnostics[i], it.line, it.column)
	}
	var d *ir.Diagnostic
	if errors.As(err, &d) {
		baseLine(d, it.line, it.column)
		err = d
	}
	return v.yield(it, found, err)
}
