package layouts

import (
	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/dialects"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// Messages is a list of {"role", "content"}, bare or under "messages".
const Messages Layout = "messages"

type messages struct{}

// usualOut is where the transcripts of shapes go if nobody says where.
var usualOut target = messages{}

func (messages) about() *about { return &messagesAbout }

var messagesAbout = about{
	name: Messages,
	keys: []string{"messages"}, makes: convert.MessageShape, trains: TrainsMessages,
}

func (messages) shows(r *Record) bool { return r.hasValue("messages") && !r.hasAnswers() }

func (l messages) find(r *Record, asked bool) *ir.Diagnostic {
	if !asked && r.hasValue("messages") && r.hasValue("conversations") {
		return reject(ir.CodeUnknownLayout, `the record has "messages" and "conversations": --layout says which one holds the transcript`)
	}
	if d := r.findList(l, "messages", asked); d != nil || asked || !r.is('[') {
		return d
	}
	if p := &r.pieces[0]; len(p.messages) > 0 && p.messages[0].from {
		r.layout = shareGPT{} // of a bare list, the first message's keys decide
	}
	return nil
}

func (l messages) put(w *mover, out *convert.Output) *ir.Diagnostic {
	return w.object(l, out.System, func() {
		w.key("messages")
		w.raw("[")
		w.messages(out.Messages, false)
		w.alternatives(out, false)
		w.raw("]")
	})
}

// hasValue reports whether the record has a value under a key that is not null.
func (r *Record) hasValue(key string) bool {
	kind := r.kind(key)
	return kind != 0 && kind != 'n'
}

// findList finds one list of messages, bare or under a key.
func (r *Record) findList(l layout, key string, asked bool) *ir.Diagnostic {
	r.transcripts = append(r.transcripts, onlyPiece)
	switch r.doc.B[r.at.Start] {
	case '"':
		return r.rejectAt(r.at.Start, ir.CodeUnknownLayout, "the transcript is a string: expected the layout %s", l.about().name)
	case '[':
		return r.addList(key, r.at)
	case '{':
	default:
		return r.noRecord()
	}
	if d := r.readContext(asked); d != nil {
		return d
	}
	list := r.value(key)
	switch {
	case !r.hasValue(key):
		return r.lacksKey(key)
	case r.doc.B[list.Start] != '[':
		return r.rejectAt(list.Start, ir.CodeWrongType, "%q is %s: expected a list of messages", key, kindOf(r.doc.B, list))
	}
	return r.addList(key, list)
}

// readContext takes the system prompt and the tools that the record has next to
// its transcript. Where the layout was asked for, the keys that say so are not
// known to come once.
func (r *Record) readContext(asked bool) *ir.Diagnostic {
	if asked {
		if d := r.once(placeKeys[:]...); d != nil {
			return d
		}
	}
	r.takeSystem()
	r.takeTools()
	return nil
}

func (r *Record) takeSystem() {
	if r.kind("system") == '"' {
		r.system = r.value("system").Inside()
		r.context.System, r.context.HasSystem = r.keyText(r.system), true
	}
}

func (r *Record) takeTools() {
	if tools := r.value("tools"); tools.End > 0 {
		r.context.Tools = tools.Of(r.object())
	} else if config := r.value("toolConfig"); config.End > 0 { // Bedrock's
		r.context.Tools = r.editor.tools.do(wrappedLine, config.Of(r.object()))
	}
}

// IsMessage reports whether an element of an array is a message of a transcript
// and not a record.
func IsMessage(element []byte) bool {
	return element[0] == '{' && Check(element) == nil && (isMessage(jsonx.Value{B: element}, 0) || dialects.MayBe(element) && dialects.IsElement(dialects.Parse(element)))
}

// isMessage reports whether the value at offset at is an object that says who says
// what.
func isMessage(doc jsonx.Value, at int) bool {
	if doc.B[at] != '{' {
		return false
	}
	var speaks, says bool
	for m := range doc.Members(at) {
		switch jsonx.Unquote(m.Key.Of(doc.B)) {
		case "role", "from":
			speaks = speaks || doc.B[m.Value.Start] == '"'
		case "content", "value":
			says = true
		}
	}
	return speaks && says
}
