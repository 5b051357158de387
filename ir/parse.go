package ir

import (
	"bytes"
	"fmt"
	"strconv"
	"sync"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/spell"
)

var documentScans = sync.Pool{New: func() any { return new(jsonx.Index) }}

// ParseDocument reads a neutral document. The transcript shares the bytes of
// doc. record is the JSON object under "record", or nil. Every error is a *Diagnostic
// with CodeBadDocument.
//
// Messages and roles may be missing: a step of the user and each result then
// begin a message, and so does a model's step after either or after an answer.
func ParseDocument(doc []byte) (t Transcript, record []byte, err error) {
	x := documentScans.Get().(*jsonx.Index)
	defer documentScans.Put(x)
	if !x.Scan(doc) {
		return t, nil, documentError("not valid JSON")
	}
	p := documentParser{doc: jsonx.Value{B: doc, X: x}}
	record = p.document(&t)
	return t, record, p.err
}

func documentError(format string, args ...any) error {
	d := Reportf(CodeBadDocument, "not a neutral document: "+format, args...)
	return &d
}

type documentParser struct {
	doc jsonx.Value
	// room is memory for what its strings say, which is the transcript's.
	room spell.Room
	// what is the kind of steps that are read, and step the number of the one at
	// hand, for errors.
	what string
	step int
	// marked is the value of "marked" in the current step.
	marked bool
	// version is what the document says, and newer a key in it that version 1 lacks.
	version int
	newer   string
	err     error // the first thing that is wrong
}

func (p *documentParser) fail(format string, args ...any) {
	if p.err == nil {
		p.err = documentError(format, args...)
	}
}

// failStep is fail about the current step.
func (p *documentParser) failStep(format string, args ...any) {
	p.fail("%s %d: %s", p.what, p.step, fmt.Sprintf(format, args...))
}

// keys are those of an object that were met, by their number in it.
type keys uint32

// again notes a key and reports whether it was met before.
func (k *keys) again(number int) bool {
	bit := keys(1) << number
	was := *k&bit != 0
	*k |= bit
	return was
}

// The keys of documents and of their system prompts.
var (
	documentKeys = [...]string{"toolspeak", "system", "steps", "alternatives", "record", "shape", "tools", "envelope"}
	systemKeys   = [...]string{"text", "style", "tools"}
)

// said returns what the inside of a string says. It allocates nothing where that
// is spelled without escapes.
func said(inside []byte) []byte {
	if bytes.IndexByte(inside, '\\') < 0 {
		return inside
	}
	return jsonx.AppendUnquoted(nil, inside)
}

// key returns the number of a member's key in the list. ok is false where it is
// none of them or comes twice, which is a fault.
func (p *documentParser) key(what string, m jsonx.Member, names []string, met *keys) (number int, ok bool) {
	name := said(m.Key.Of(p.doc.B))
	for n, known := range names {
		if string(name) != known {
			continue
		}
		if met.again(n) {
			p.fail("%s: the key %q comes twice", what, known)
			return n, false
		}
		return n, true
	}
	return 0, false
}

func (p *documentParser) first(r jsonx.Range) byte { return p.doc.B[r.Start] }

func (p *documentParser) document(t *Transcript) (record []byte) {
	var met keys
	var alternatives jsonx.Range
	at := jsonx.TrimSpace(p.doc.B)
	if p.first(at) != '{' {
		p.fail("the document: expected an object")
		return nil
	}
	for m := range p.doc.Members(at.Start) {
		n, ok := p.key("the document", m, documentKeys[:], &met)
		switch value := m.Value.Of(p.doc.B); {
		case p.err != nil:
			return nil
		case !ok:
			p.fail("unknown key %q", said(m.Key.Of(p.doc.B)))
		case n == 0:
			p.versionOf(value)
		case n != 2 && value[0] == 'n': // as a key that is not there
		case n == 1:
			t.System = p.system(m.Value)
		case n == 2:
			t.Steps = p.steps("step", m.Value, nil)
		case n == 3:
			t.HasAlternatives = true
			if alternatives = m.Value; value[0] != '[' {
				p.fail("alternatives: expected a list")
			}
		case n == 4:
			if object, ok := p.inText(m.Value); ok {
				value = object
			}
			if record = value; value[0] != '{' {
				p.fail("record: expected an object")
			}
		default:
			p.newer = documentKeys[n]
			p.moreOf(t, n, m.Value)
		}
		if p.err != nil {
			return record
		}
	}
	if !met.again(0) {
		p.fail("the key \"toolspeak\" is missing")
	}
	if !met.again(2) {
		p.fail("the key \"steps\" is missing")
	}
	if p.err == nil && t.HasAlternatives {
		p.alternatives(t, alternatives)
	}
	if p.newer != "" && p.version == Version {
		p.fail("the key %q needs \"toolspeak\": %d", p.newer, MoreVersion)
	}
	p.number(t)
	return record
}

// versionOf reads the version.
func (p *documentParser) versionOf(value []byte) {
	var err error
	if p.version, err = strconv.Atoi(string(value)); err != nil || p.version != Version && p.version != MoreVersion {
		p.fail("version %s, expected %d or %d", value, Version, MoreVersion)
	}
}

// moreOf reads a key that documents of version 1 lack.
func (p *documentParser) moreOf(t *Transcript, key int, r jsonx.Range) {
	switch name := documentKeys[key]; {
	case name == "shape":
		words, ok := p.text(r)
		if !ok {
			p.fail("shape: expected a string")
		}
		t.Shape = words.String()
	case p.first(r) != '[' && (name != "tools" || p.first(r) == 'n'):
		p.fail("%s: expected a list", name)
	case name == "tools":
		t.Tools = r.Of(p.doc.B)
		if list, ok := p.inText(r); ok && list[0] == '[' {
			t.Tools = list
		}
	default:
		t.Envelope = r.Of(p.doc.B)
	}
}

func (p *documentParser) alternatives(t *Transcript, list jsonx.Range) {
	i := 0
	for a := range p.doc.Elements(list.Start) {
		i++
		t.Alternatives = append(t.Alternatives, p.steps(fmt.Sprintf("alternative %d, step", i), a, t.Steps))
	}
}

// inText returns the list or the object whose JSON a string holds, as a column of a table
// has it where the values of its rows have keys of their own.
func (p *documentParser) inText(r jsonx.Range) (value []byte, ok bool) {
	if p.first(r) != '"' {
		return nil, false
	}
	value = jsonx.AppendUnquoted(nil, r.Inside().Of(p.doc.B))
	if len(value) == 0 || value[0] != '[' && value[0] != '{' || !jsonx.Valid(value) {
		return nil, false
	}
	return value, true
}

// text returns the text of a string.
func (p *documentParser) text(r jsonx.Range) (t Text, ok bool) {
	if p.first(r) != '"' {
		return t, false
	}
	return Text{B: p.room.Decode(r.Inside().Of(p.doc.B))}, true
}

func (p *documentParser) system(r jsonx.Range) *System {
	s := &System{}
	if p.first(r) != '{' {
		p.fail("system: expected an object")
		return s
	}
	var met keys
	for m := range p.doc.Members(r.Start) {
		n, ok := p.key("system", m, systemKeys[:], &met)
		if p.err != nil {
			return s
		}
		switch words, isText := p.text(m.Value); {
		case !ok:
			p.fail("system: unknown key %q", said(m.Key.Of(p.doc.B)))
		case p.first(m.Value) == 'n': // as a key that is not there
		case n == 0 && !isText:
			p.fail("system.text: expected a string")
		case n == 0:
			s.Text = words
		case n == 1 && !isText:
			p.fail("system.style: expected a string")
		case n == 1:
			s.Style = words.String()
		case p.first(m.Value) != '[':
			p.fail("system.tools: expected a list")
		default:
			s.Tools = m.Value.Of(p.doc.B)
		}
	}
	return s
}

// steps reads a list of steps that continue before.
func (p *documentParser) steps(what string, r jsonx.Range, before []Step) []Step {
	p.what, p.step = what, 0
	if p.first(r) != '[' {
		p.fail("%ss: expected a list", what)
		return nil
	}
	count := 0
	for range p.doc.Elements(r.Start) {
		count++
	}
	if count == 0 {
		return nil
	}
	out := make([]Step, 0, count)
	last, role := -1, RoleUser
	if len(before) > 0 {
		last, role = before[len(before)-1].Message, before[len(before)-1].Role
	}
	for item := range p.doc.Elements(r.Start) {
		p.step++
		out = append(out, Step{Message: -1})
		s := &out[len(out)-1]
		p.readStep(s, item)
		if s.Message >= 0 {
			if s.Message < last {
				p.failStep("message %d comes after message %d", s.Message, last)
			}
			if s.Message == last && s.Role != role {
				p.failStep("the role %s in a message of the role %s", s.Role, role)
			}
			last, role = s.Message, s.Role
		}
		if p.err != nil {
			break
		}
	}
	return out
}

// number gives each step without a message one.
func (p *documentParser) number(t *Transcript) {
	first := 0
	if t.System != nil {
		first = 1
	}
	at := numberSteps(t.Steps, first, nil)
	for _, a := range t.Alternatives {
		var last *Step
		if len(t.Steps) > 0 {
			last = &t.Steps[len(t.Steps)-1]
		}
		numberSteps(a, at, last)
	}
}

// numberSteps numbers steps on from message next and returns the next number.
func numberSteps(steps []Step, next int, before *Step) int {
	for i := range steps {
		s := &steps[i]
		if s.Message < 0 {
			s.Message = next
			model := s.Role == RoleAssistant
			if before != nil && before.Role == RoleAssistant && model && before.Kind != Answer {
				s.Message = before.Message
			}
		}
		s.Pos.Message = s.Message
		next = s.Message + 1
		before = s
	}
	return next
}
