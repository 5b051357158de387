package layouts

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// piece is a value of a record that holds messages of a transcript.
type piece struct {
	form form
	key  string // by which diagnostics name it
	// at is where it is in the record: a list with its brackets, a string without
	// its quotes.
	at jsonx.Range
	// text is what a string says, a list apart.
	text ir.Text
	// role is who says what one message says; also is a second string of the same
	// message.
	role ir.Role
	also jsonx.Range
	// inString means that the list is JSON that a string holds.
	inString bool
	// inSegments means that the text is in several strings; labels are what they say of
	// the loss.
	inSegments bool
	labels     []ir.Weight
	// chat is the chat template that parts a text, and turns are its messages there.
	// continues: the text begins within a message of the model, which the prompt opened.
	chat      *chatForm
	turns     []chatTurn
	continues bool
	*list
}

// noList is that of the pieces that are none: a record may have very many of them.
var noList list

// form is what a piece is.
type form uint8

const (
	listPiece form = iota // a list of messages
	textPiece             // a plain transcript
	saidPiece             // what one message says
	chatPiece             // messages in a text, in a chat template
)

// clear forgets all but the memory.
func (p *piece) clear() {
	l := p.list
	if l != &noList {
		clear(l.messages)
		clear(l.texts)
		*l = list{index: l.index, messages: l.messages[:0], texts: l.texts[:0], weights: l.weights[:0], flags: l.flags[:0]}
	}
	*p = piece{list: l}
}

// ownList gives the piece a list that may be changed.
func (p *piece) ownList() *list {
	if p.list == &noList {
		p.list = new(list)
	}
	return p.list
}

// count counts the messages of the piece.
func (p *piece) count() int {
	if p.form == saidPiece {
		return 1
	}
	return len(p.texts)
}

// addPiece adds a piece, which is to be filled.
func (r *Record) addPiece(key string) *piece {
	if len(r.pieces) == cap(r.pieces) {
		r.pieces = append(r.pieces, piece{})
	} else {
		r.pieces = r.pieces[:len(r.pieces)+1]
	}
	p := &r.pieces[len(r.pieces)-1]
	if p.key = key; p.list == nil {
		p.list = &noList
	}
	return p
}

// addList adds a list of messages.
func (r *Record) addList(key string, at jsonx.Range) *ir.Diagnostic {
	p := r.addPiece(key)
	l := p.ownList()
	p.at, l.doc, l.where = at, r.doc, at
	return l.read()
}

// addText adds a plain transcript, the string at at.
func (r *Record) addText(key string, at jsonx.Range) {
	p := r.addPiece(key)
	p.form, p.at = textPiece, at.Inside()
	p.text = textOf(r.doc, p.at)
}

// addChat adds the messages of a text in a chat template, if it is one.
func (r *Record) addChat(key string, at jsonx.Range) (bool, *ir.Diagnostic) {
	chat, turns := r.chatAt(at)
	if chat == nil {
		return false, nil
	}
	if d := crowded(len(turns), r.doc); d != nil {
		return true, d
	}
	p := r.addPiece(key)
	p.at = at
	p.setChat(textOf(r.doc, at), chat, turns)
	return true, nil
}

// addContinued adds the messages of a text that continues a prompt in a chat template, if
// it has a token of that template.
func (r *Record) addContinued(key string, at jsonx.Range) (bool, *ir.Diagnostic) {
	if len(r.pieces) == 0 || r.pieces[0].form != chatPiece {
		return false, nil
	}
	chat, t := r.pieces[0].chat, textOf(r.doc, at)
	turns, whole := chat.turns(t)
	if !whole {
		var ok bool
		if turns, ok = chat.continued(t); !ok {
			return false, nil
		}
	}
	if d := crowded(len(r.pieces)+len(turns), r.doc); d != nil {
		return true, d
	}
	p := r.addPiece(key)
	p.at, p.continues = at, !whole
	p.setChat(t, chat, turns)
	return true, nil
}

// addSaid adds what a message says, the string at at.
func (r *Record) addSaid(key string, at jsonx.Range, role ir.Role) *ir.Diagnostic {
	if r.doc.B[at.Start] != '"' {
		return r.rejectAt(at.Start, ir.CodeWrongType, "%q is %s: expected a string", key, kindOf(r.doc.B, at))
	}
	if d := crowded(len(r.pieces), r.doc); d != nil {
		return d
	}
	p := r.addPiece(key)
	p.form, p.at, p.role = saidPiece, at.Inside(), role
	p.text = textOf(r.doc, p.at)
	return nil
}

// addAny adds a list, or a string. A string holds messages as JSON or, where flat is set or
// the user speaks, in a chat template; else a plain transcript, or what the role says.
func (r *Record) addAny(key string, at jsonx.Range, role ir.Role, flat bool) *ir.Diagnostic {
	switch r.doc.B[at.Start] {
	case '[':
		return within(key, r.addList(key, at))
	case '"':
	default:
		return r.rejectAt(at.Start, ir.CodeWrongType, "%q is %s: expected a string or a list of messages", key, kindOf(r.doc.B, at))
	}
	switch {
	case r.addListInString(key, at):
	case flat || role == ir.RoleUser:
		if is, d := r.addChat(key, at.Inside()); is {
			return within(key, d)
		}
		if !flat {
			return r.addSaid(key, at, role)
		}
		r.addText(key, at)
	default:
		if is, d := r.addContinued(key, at.Inside()); is {
			return within(key, d)
		}
		return r.addSaid(key, at, role)
	}
	return nil
}

// addListInString adds a list of messages that the string at at holds as JSON, if
// it does.
func (r *Record) addListInString(key string, at jsonx.Range) bool {
	list := textOf(r.doc, at.Inside())
	if start := text.SkipSpace(list, 0, list.Len()); start == list.Len() || list.B[start] != '[' {
		return false
	}
	p := r.addPiece(key)
	p.ownList()
	p.at, p.inString = at.Inside(), true
	p.doc.B = list.B
	if p.where = jsonx.TrimSpace(p.doc.B); p.doc.B[p.where.Start] == '[' && p.index.Scan(p.doc.B) {
		p.doc.X = &p.index
		if p.read() == nil {
			return true
		}
	}
	p.clear()
	r.pieces = r.pieces[:len(r.pieces)-1]
	return false
}

// within words a reject about a piece: its places count in the piece.
func within(key string, d *ir.Diagnostic) *ir.Diagnostic {
	if d == nil {
		return nil
	}
	inside := diag.Within(d, fmt.Sprintf("in %q: ", key))
	if d.Message == 0 {
		inside.Pos, inside.End = ir.Place{}, ir.Place{}
	}
	return &inside
}

// joined adds a second string to what the last piece says, on a line of its own.
func (r *Record) joined(at jsonx.Range) {
	p := &r.pieces[len(r.pieces)-1]
	p.also = at.Inside()
	p.text = ir.Text{B: bytes.Join([][]byte{p.text.B, r.doc.Said(p.also)}, []byte("\n"))}
}

// holds reports whether a value of the record is, or holds, a piece.
func (r *Record) holds(value jsonx.Range) bool {
	for i := range r.pieces {
		if value.Holds(r.pieces[i].at) || value.Holds(r.pieces[i].also) {
			return true
		}
	}
	return slices.Contains(r.blank, value) || slices.Contains(r.taken, value)
}
