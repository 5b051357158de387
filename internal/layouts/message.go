package layouts

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// message is one message of a list and where its parts are.
type message struct {
	object jsonx.Range
	role   jsonx.Range // the role's word, inside its quotes
	value  jsonx.Range // the content, whole
	// text is the inside of the string that holds the content, or of the first
	// text part; hasText is false where a list of parts has none.
	text    jsonx.Range
	hasText bool
	// parts are the elements of a content that is a list of parts, else nil.
	parts []contentPart
	// alternatives are the insides of the strings of a content that is a list
	// of strings, else nil.
	alternatives []jsonx.Range
	// from means that the role is under "from" and not "role", valued that the
	// content is under "value" and not "content".
	from, valued bool
	keys         int // how many keys the object has,
	flags        int // and how many of them say whether the message is trained
	// speaker is the role, foreign a sign of a style that is not ours.
	speaker ir.Role
	foreign string
}

// contentPart is one element of a list of content parts.
type contentPart struct {
	element jsonx.Range
	text    jsonx.Range // inside the quotes
	isText  bool
}

// messageKeys are the values under the keys of a message that mean something.
type messageKeys struct{ role, from, content, value, kind jsonx.Range }

// slot returns the place for the value of a key, nil where the key means nothing. Without a
// value its End is 0.
func (k *messageKeys) slot(key string) *jsonx.Range {
	switch key {
	case "role":
		return &k.role
	case "from":
		return &k.from
	case "content":
		return &k.content
	case "value":
		return &k.value
	case "type":
		return &k.kind
	}
	return nil
}

// messageFault is the number of a message and makes a reject of what is wrong in
// it, without line and column: those of a message count in its text.
type messageFault int

func (number messageFault) is(code ir.Code, format string, args ...any) *ir.Diagnostic {
	d := reject(code, format, args...)
	d.Message = int(number)
	return d
}

// decode reads the message, the one of a list with that number, whose object is
// known.
func (m *message) decode(doc jsonx.Value, number int) *ir.Diagnostic {
	raw, s := doc.B, m.object
	fault := messageFault(number)
	if raw[s.Start] != '{' {
		return fault.is(ir.CodeWrongType, "the message is %s: expected an object", kindOf(raw, s))
	}
	var keys messageKeys
	for member := range doc.Members(s.Start) {
		m.keys++
		key := jsonx.Unquote(member.Key.Of(raw))
		if foreignKey(raw, key, member.Value) {
			m.foreign = key
			return nil
		}
		at := keys.slot(key)
		if at == nil {
			continue
		}
		if at.End > 0 {
			return fault.is(ir.CodeDuplicateKey, "the key %q comes twice in the message", key)
		}
		*at = member.Value
	}
	if m.foreign = keys.foreign(raw); m.foreign != "" {
		return nil
	}
	if d := m.speaks(raw, &keys, fault); d != nil {
		return d
	}
	return m.says(doc, &keys, fault)
}

// foreign returns the message's type or role where it is one of native tool calls. A role of
// results is none: those of texts may have it, too.
func (k *messageKeys) foreign(raw []byte) string {
	for _, word := range [...]jsonx.Range{k.role, k.from, k.kind} {
		if word.End > 0 && raw[word.Start] == '"' {
			w := jsonx.Unquote(word.Inside().Of(raw))
			if _, role := roleOf(w); foreignType(w) && (word == k.kind || !role) {
				return w
			}
		}
	}
	return ""
}

// speaks finds the message's role.
func (m *message) speaks(raw []byte, keys *messageKeys, fault messageFault) *ir.Diagnostic {
	hasRole, hasFrom := keys.role.End > 0, keys.from.End > 0
	m.from = hasFrom && (!hasRole || keys.content.End == 0)
	word, key := keys.role, "role"
	if m.from {
		word, key = keys.from, "from"
	}
	if !hasRole && !hasFrom {
		return fault.is(ir.CodeWrongType, `the message has neither "role" nor "from"`)
	}
	if raw[word.Start] != '"' {
		return fault.is(ir.CodeWrongType, "%q is %s: expected a string", key, kindOf(raw, word))
	}
	m.role = word.Inside()
	var known bool
	if m.speaker, known = roleOf(jsonx.Unquote(m.role.Of(raw))); !known {
		return fault.is(ir.CodeUnknownRole,
			"unknown role %.40q: expected user, assistant, system or tool, or another word for one of them", jsonx.Unquote(m.role.Of(raw)))
	}
	return nil
}

// says finds the message's content.
func (m *message) says(doc jsonx.Value, keys *messageKeys, fault messageFault) *ir.Diagnostic {
	raw, hasContent, hasValue := doc.B, keys.content.End > 0, keys.value.End > 0
	m.value = keys.content
	key := "content"
	switch {
	case hasContent && hasValue:
		return fault.is(ir.CodeDuplicateKey, `the message has both "content" and "value"`)
	case hasValue:
		m.value, key, m.valued = keys.value, "value", true
	case !hasContent:
		return fault.is(ir.CodeWrongType, `the message has neither "content" nor "value"`)
	}
	switch raw[m.value.Start] {
	case '"':
		m.text, m.hasText = m.value.Inside(), true
		return nil
	case '[':
		return m.list(doc, fault)
	}
	return fault.is(ir.CodeWrongType, "%q is %s: expected a string or a list of parts", key, kindOf(raw, m.value))
}

// list reads a content that is a list: of strings, which are alternatives, or
// of parts.
func (m *message) list(doc jsonx.Value, fault messageFault) *ir.Diagnostic {
	m.alternatives = []jsonx.Range{}
	for e := range doc.Elements(m.value.Start) {
		if doc.B[e.Start] != '"' {
			m.alternatives = nil
			return m.partList(doc, fault)
		}
		m.alternatives = append(m.alternatives, e.Inside())
	}
	return nil
}

func (m *message) partList(doc jsonx.Value, fault messageFault) *ir.Diagnostic {
	m.parts = []contentPart{}
	for e := range doc.Elements(m.value.Start) {
		if doc.B[e.Start] != '{' {
			return fault.is(ir.CodeWrongType, "the part is %s: expected an object", kindOf(doc.B, e))
		}
		p, foreign, d := decodePart(doc, e, fault)
		if d != nil || foreign != "" {
			m.foreign = foreign
			return d
		}
		if p.isText && !m.hasText {
			m.text, m.hasText = p.text, true
		}
		m.parts = append(m.parts, p)
	}
	return nil
}

// decodePart reads one content part. The text of a text part is under
// "text" or, in some data sets, under "value".
func decodePart(doc jsonx.Value, e jsonx.Range, fault messageFault) (p contentPart, foreign string, d *ir.Diagnostic) {
	raw := doc.B
	p.element = e
	var kind, words jsonx.Range
	for m := range doc.Members(e.Start) {
		key := jsonx.Unquote(m.Key.Of(raw))
		if foreignKey(raw, key, m.Value) {
			return p, key, nil
		}
		var at *jsonx.Range
		switch key {
		case "type":
			at = &kind
		case "text", "value":
			at = &words
		default:
			continue
		}
		if at.End > 0 {
			return p, "", fault.is(ir.CodeDuplicateKey, "the part says its %s twice", key)
		}
		*at = m.Value
	}
	if kind.End == 0 || raw[kind.Start] != '"' {
		return p, "", fault.is(ir.CodeWrongType, `the part has no "type"`)
	}
	switch word := jsonx.Unquote(kind.Inside().Of(raw)); {
	case foreignType(word), word == "refusal":
		return p, word, nil
	case word != "text" && word != "input_text" && word != "output_text":
		return p, "", nil
	}
	if words.End == 0 || raw[words.Start] != '"' {
		return p, "", fault.is(ir.CodeWrongType, `the text part has no string under "text"`)
	}
	p.text, p.isText = words.Inside(), true
	return p, "", nil
}

// extra counts the keys of a message that nothing reads: a flag of the model's message is
// read.
func (m *message) extra() int {
	if m.speaker == ir.RoleAssistant {
		return m.keys - 2 - m.flags
	}
	return m.keys - 2
}

// texts counts the text parts; a content that is a string counts as one.
func (m *message) texts() int {
	if m.parts == nil {
		return 1
	}
	n := 0
	for _, p := range m.parts {
		if p.isText {
			n++
		}
	}
	return n
}

// content returns the message's text. Several text parts are read as one, with
// a line break between them.
func (m *message) content(doc jsonx.Value) ir.Text {
	if !m.hasText {
		return ir.Text{}
	}
	if m.texts() == 1 {
		return textOf(doc, m.text)
	}
	var texts [][]byte
	for _, p := range m.parts {
		if p.isText {
			texts = append(texts, doc.Said(p.text))
		}
	}
	return ir.Text{B: bytes.Join(texts, []byte("\n"))}
}
