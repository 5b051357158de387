//go:build !js

package trainers

import (
	"cmp"
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/ir"
)

// row is a record on its way to what a trainer takes.
type row struct {
	*Trainer
	fit    *Fit // the chat template, or nil
	tokens *Tokens
	out    *convert.Output
	to     string // the style or shape
	shaped bool   // calls are fields
	b      []byte
	// list is the key of the messages.
	list     string
	others   []jsonx.Member // keys that stay as they are
	system   []byte         // the inside of a system prompt next to the messages, or nil
	messages []message
	pieces   []piece // of the layout segments
	tools    []byte  // a tool list that does not stay as it is, as JSON
	// listText means that it is to be a string of that JSON.
	listText bool
	losses   []ir.Diagnostic
	judged   []byte // a member that says how good the row is, or nil
}

// Row makes a record that was converted to a style or shape a row of the trainer; where
// there are several, each but the last ends in a line feed. out is what was converted, and
// asked what the user asks of rows. It returns what changed; a row that the trainer would
// refuse is a reject.
func (t *Trainer) Row(written []byte, out *convert.Output, to string, asked Asked) ([]byte, []ir.Diagnostic, *ir.Diagnostic) {
	r := &row{Trainer: t, fit: asked.Fit, tokens: asked.Tokens, out: out, to: to, shaped: layouts.IsShape(to)}
	switch {
	case r.Service:
		return r.serviceRow(written)
	case r.Preference:
		return r.preferenceRow(written)
	}
	if d := r.read(written); d != nil {
		return nil, nil, d
	}
	if d := r.judge(); d != nil {
		return nil, nil, d
	}
	if r.list == "segments" {
		return r.segments()
	}
	for _, rule := range []func() *ir.Diagnostic{r.placeSystem, r.shapeForTemplate, r.order, r.calls, r.trained, r.rewritten, r.between, r.proveTemplate} {
		if d := rule(); d != nil {
			return nil, nil, d
		}
	}
	lists, d := r.withinLength()
	if d != nil {
		return nil, nil, d
	}
	var rows []byte
	for _, r.messages = range lists {
		var own []byte
		switch {
		case r.EachPart:
			own, d = r.messageTurns()
		case r.LastAlways, r.LastOnly && r.has("tools"):
			own, d = r.lastTurns()
		case r.Parted:
			at := slices.IndexFunc(r.messages, func(m message) bool { return m.role == ir.RoleAssistant })
			own = r.write(part{"prompt", r.messages[:at]}, part{"completion", r.messages[at:]})
		default:
			own = r.write(part{cmp.Or(r.Key, r.list), r.messages})
		}
		if d != nil {
			return nil, nil, d
		}
		rows = appendRow(rows, own)
	}
	return rows, r.losses, nil
}

// listKey is the key of the messages of the record, which may have another list under
// another shape's.
func (r *row) listKey() string {
	if r.to == string(layouts.LlamaFactory) || !r.shaped && r.Layout == layouts.ShareGPT {
		return "conversations"
	}
	return "messages"
}

// read takes a record apart.
func (r *row) read(b []byte) *ir.Diagnostic {
	at := jsonx.TrimSpace(b)
	r.b = b
	if b[at.Start] == '[' { // a bare list of messages
		r.list = "messages"
		return r.readMessages(at)
	}
	listKey := r.listKey()
	var functions []byte // a tool list as Chat Completions had it before it had tools
	for m := range jsonx.Members(b, at.Start) {
		key := jsonx.Unquote(m.Key.Of(b))
		switch {
		case key == listKey && b[m.Value.Start] == '[':
			r.list = key
			if d := r.readMessages(m.Value); d != nil {
				return d
			}
		case key == "segments" && r.Layout == layouts.Segments:
			r.list = key
			r.pieces = piecesOf(b, m.Value)
		case key == "system" && b[m.Value.Start] == '"':
			r.system = m.Value.Inside().Of(b)
		case key == "tools":
			r.toolList(m)
		case key == "functions" && r.shaped && isToolList(m.Value.Of(b)):
			functions = m.Value.Of(b)
		case judges[key] != 0 && (r.Verdict != "" || r.Reward != ""): // it says how good the row is
		case slices.Contains(r.Reads, key) || r.Closed:
			d := r.lose(ir.CodeRowKey, `the key {name} means something to {style}, or no row may have it: it was left out`)
			d.Name = key
		default:
			r.others = append(r.others, m)
		}
	}
	if functions != nil && r.tools == nil && !r.has("tools") {
		r.functions(functions)
	}
	if r.list == "" { // such a record is not converted
		return r.reject(ir.CodeRowOrder, "the row has no messages")
	}
	return nil
}

func (r *row) lose(code ir.Code, words string) *ir.Diagnostic {
	d := ir.Report(code, words)
	d.Style = r.Name
	r.losses = diag.Append(r.losses, d)
	return &r.losses[len(r.losses)-1]
}

func (r *row) reject(code ir.Code, words string) *ir.Diagnostic {
	d := ir.Report(code, words)
	d.Style = r.Name
	return &d
}

var roles = map[string]ir.Role{
	"system": ir.RoleSystem, "developer": ir.RoleSystem, "assistant": ir.RoleAssistant, "gpt": ir.RoleAssistant, "function_call": ir.RoleAssistant,
	"tool_call": ir.RoleAssistant, "tool": ir.RoleTool, "tool_response": ir.RoleTool, "observation": ir.RoleTool,
}

func (r *row) readMessages(list jsonx.Range) *ir.Diagnostic {
	for e := range jsonx.Elements(r.b, list.Start) {
		m := message{raw: e.Of(r.b), source: len(r.messages)}
		if m.raw[0] != '{' {
			return r.reject(ir.CodeRowOrder, "{style} takes no list of alternatives in place of a message")
		}
		for k := range jsonx.Members(m.raw, 0) {
			value := k.Value.Of(m.raw)
			switch key := jsonx.Unquote(k.Key.Of(m.raw)); key {
			case "reasoning", "thinking", "reasoning_content":
				r.reasoning(&m, key, value)
			case "role", "from":
				m.role = roles[jsonx.Unquote(k.Value.Inside().Of(m.raw))]
			case "content", "value":
				if m.content = k.Value; value[0] == '[' {
					if d := r.partsOf(&m); d != nil {
						return d
					}
				}
			}
		}
		r.messages = append(r.messages, m)
	}
	return nil
}

// reasoning gives a thought the key under which the templates of models look for it.
func (r *row) reasoning(m *message, key string, value []byte) {
	wanted := "reasoning_content"
	if r.fit != nil && r.fit.Key != "" {
		wanted = r.fit.Key
	}
	if !r.shaped || value[0] != '"' || key == wanted || m.member(wanted) != nil {
		return
	}
	m.dropped = append(m.dropped, key)
	m.added = append(append(m.added, `, "`+wanted+`": `...), value...)
}

// partsOf makes one string of a content in parts, unless the trainer takes parts.
func (r *row) partsOf(m *message) *ir.Diagnostic {
	for e := range jsonx.Elements(m.raw, m.content.Start) {
		if m.raw[e.Start] != '{' {
			return r.reject(ir.CodeAlternativesSplit, "a row of {style} has no place for alternatives")
		}
	}
	if !r.Parts {
		r.joinParts(m)
	}
	return nil
}

func (r *row) joinParts(m *message) {
	texts, others := 0, 0
	m.text = []byte{}
	for e := range jsonx.Elements(m.raw, m.content.Start) {
		part := message{raw: e.Of(m.raw)}
		text := part.member("text")
		if string(part.member("type")) != `"text"` || text == nil || text[0] != '"' {
			others++
			continue
		}
		if texts++; texts > 1 {
			m.text = append(m.text, `\n`...)
		}
		m.text = append(m.text, text[1:len(text)-1]...)
	}
	if texts > 1 {
		d := r.lose(ir.CodePartsJoined, "{count} text parts were joined into one")
		d.Message, d.Count = m.source+1, texts
	}
	if others > 0 {
		d := r.lose(ir.CodePartsDropped, "{style} has no place there for what is not text: {count} parts were left out")
		d.Message, d.Count = m.source+1, others
	}
}

// placeSystem puts a system prompt next to the messages in front of them, where the
// trainer would not see it. One that the first message says, too, goes.
func (r *row) placeSystem() *ir.Diagnostic {
	first := len(r.messages) > 0 && r.messages[0].role == ir.RoleSystem
	same := first && jsonx.Unquote(r.system) == jsonx.Unquote(r.messages[0].inside())
	switch {
	case r.system == nil, r.SystemKey && !first:
		return nil
	case same:
		r.system = nil
		r.systemTwice()
		return nil
	case r.SystemKey:
		return r.reject(ir.CodeRowOrder, "{style} takes one system prompt, and the row has another next to the messages")
	}
	role, content := "role", "content"
	if r.list == "conversations" {
		role, content = "from", "value"
	}
	raw := []byte(`{"` + role + `": "system", "` + content + `": "`)
	start := len(raw) - 1
	raw = append(append(raw, r.system...), '"')
	end := len(raw)
	r.messages = slices.Insert(r.messages, 0, message{raw: append(raw, '}'), role: ir.RoleSystem, content: jsonx.RangeOf(start, end), source: -1})
	r.system = nil
	r.systemMoved()
	return nil
}

func (r *row) systemTwice() {
	r.lose(ir.CodeSystemMoved, "the transcript begins with the same system prompt as is next to the messages: {style} gets it once")
}

func (r *row) systemMoved() {
	r.lose(ir.CodeSystemMoved, "{style} does not see a system prompt next to the messages: it became the first of them")
}

func isCall(role []byte) bool { return string(role) == `"tool_call"` }

// part is a list of messages of a row, under its key.
type part struct {
	key      string
	messages []message
}

// write puts a row together.
func (r *row) write(parts ...part) []byte {
	dst := []byte("{")
	// The transcript comes first, so that programs that look at the beginning see it.
	if r.system != nil {
		dst = append(append(appendKey(dst, "system"), '"'), r.system...)
		dst = append(dst, '"')
	}
	for _, p := range parts {
		dst = append(appendKey(dst, p.key), '[')
		for i := range p.messages {
			dst = p.messages[i].append(jsonx.AppendComma(dst))
		}
		dst = append(dst, ']')
	}
	return r.close(dst)
}

// close appends the other keys of the record and ends the row.
func (r *row) close(dst []byte) []byte {
	for _, m := range r.others {
		dst = append(jsonx.AppendComma(dst), r.b[m.Key.Start-1:m.Value.End]...)
	}
	dst = r.appendTools(dst)
	if r.judged != nil {
		dst = append(jsonx.AppendComma(dst), r.judged...)
	}
	for _, name := range r.Fill {
		if !r.has(name) {
			dst = append(appendKey(dst, name), `""`...)
		}
	}
	return jsonx.OneLine(append(dst, '}'))
}

func appendKey(dst []byte, name string) []byte {
	dst = append(jsonx.AppendComma(dst), '"')
	return append(append(dst, name...), `": `...)
}

// has reports whether the row has a key.
func (r *row) has(name string) bool {
	if name == "system" && r.system != nil || name == "tools" && r.tools != nil {
		return true
	}
	return slices.ContainsFunc(r.others, func(m jsonx.Member) bool { return jsonx.Unquote(m.Key.Of(r.b)) == name })
}
