package ir

import (
	"bytes"
	"fmt"

	"github.com/tidwall/gjson"
)

// ErrDocument is what every error of ParseDocument wraps.
var ErrDocument = &notDocument

var notDocument = Report(CodeBadDocument, "not a neutral document")

// ParseDocument reads a neutral document. The transcript shares the bytes of
// doc. record is the JSON object under "record", or nil. Every error is, in the
// sense of errors.Is, ErrDocument.
//
// Messages and roles may be missing: a step of the user and each result then
// begin a message, and so does a model's step behind either or behind an answer.
func ParseDocument(doc []byte) (t Transcript, record []byte, err error) {
	if !gjson.ValidBytes(doc) {
		return t, nil, documentError("not valid JSON")
	}
	p := documentParser{}
	p.object("the document", gjson.ParseBytes(doc), func(key string, v gjson.Result) {
		switch key {
		case "toolspeak":
			p.expect(v.Raw == fmt.Sprint(Version), "version %s, expected %d", v.Raw, Version)
			p.versioned = true
		case "system":
			t.System = p.system(v)
		case "steps":
			t.Steps = p.steps("step", v, nil)
			p.stepped = true
		case "alternatives":
			t.HasAlternatives = true
			p.expect(v.IsArray(), "alternatives: expected a list")
			p.later = append(p.later, v)
		case "record":
			p.expect(v.IsObject(), "record: expected an object")
			record = []byte(v.Raw)
		default:
			p.expect(false, "unknown key %q", key)
		}
	})
	p.expect(p.versioned, "the key \"toolspeak\" is missing")
	p.expect(p.stepped, "the key \"steps\" is missing")
	for _, alternatives := range p.later {
		for i, a := range alternatives.Array() {
			t.Alternatives = append(t.Alternatives, p.steps(fmt.Sprintf("alternative %d, step", i+1), a, t.Steps))
		}
	}
	p.number(&t)
	return t, record, p.err
}

func documentError(format string, args ...any) error {
	d := Reportf(CodeBadDocument, "not a neutral document: "+format, args...)
	return &d
}

type documentParser struct {
	err       error
	versioned bool
	stepped   bool
	later     []gjson.Result
}

// expect notes the first thing that is wrong.
func (p *documentParser) expect(ok bool, format string, args ...any) {
	if !ok && p.err == nil {
		p.err = documentError(format, args...)
	}
}

// object calls yield for each member of v and refuses a key that comes twice.
func (p *documentParser) object(what string, v gjson.Result, yield func(key string, v gjson.Result)) {
	p.expect(v.IsObject(), "%s: expected an object", what)
	seen := map[string]bool{}
	v.ForEach(func(key, value gjson.Result) bool {
		name := key.String()
		p.expect(!seen[name], "%s: the key %q comes twice", what, name)
		seen[name] = true
		yield(name, value)
		return p.err == nil
	})
}

func (p *documentParser) text(what string, v gjson.Result) Text {
	if v.Type != gjson.String {
		p.expect(false, "%s: expected a string", what)
		return Text{}
	}
	return Escaped([]byte(v.Raw[1 : len(v.Raw)-1]))
}

func (p *documentParser) truth(what string, v gjson.Result) bool {
	p.expect(v.IsBool(), "%s: expected true or false", what)
	return v.Bool()
}

func (p *documentParser) system(v gjson.Result) *System {
	s := &System{}
	p.object("system", v, func(key string, v gjson.Result) {
		switch key {
		case "text":
			s.Text = p.text("system.text", v)
		case "style":
			p.expect(v.Type == gjson.String, "system.style: expected a string")
			s.Style = v.String()
		case "tools":
			p.expect(v.IsArray(), "system.tools: expected a list")
			s.Tools = []byte(v.Raw)
		default:
			p.expect(false, "system: unknown key %q", key)
		}
	})
	return s
}

// steps reads a list of steps that continue before.
func (p *documentParser) steps(what string, v gjson.Result, before []Step) []Step {
	p.expect(v.IsArray(), "%ss: expected a list", what)
	var out []Step
	last, role := -1, RoleUser
	if len(before) > 0 {
		last, role = before[len(before)-1].Message, before[len(before)-1].Role
	}
	for i, item := range v.Array() {
		if p.err != nil {
			break
		}
		s := p.step(fmt.Sprintf("%s %d", what, i+1), item)
		if s.Message >= 0 {
			p.expect(s.Message >= last, "%s %d: message %d comes after message %d", what, i+1, s.Message, last)
			p.expect(s.Message != last || s.Role == role, "%s %d: the role %s in a message of the role %s", what, i+1, s.Role, role)
			last, role = s.Message, s.Role
		}
		out = append(out, s)
	}
	return out
}

func (p *documentParser) step(what string, v gjson.Result) Step {
	s := Step{Message: -1}
	var has members
	p.object(what, v, func(key string, v gjson.Result) {
		switch key {
		case "kind":
			k := index(kindNames[:], v.String())
			p.expect(k >= 0, "%s: unknown kind %s", what, v.Raw)
			s.Kind, has.kind = Kind(max(k, 0)), true
		case "role":
			k := index(roleNames[:], v.String())
			p.expect(k >= 0, "%s: unknown role %s", what, v.Raw)
			s.Role, has.role = Role(max(k, 0)), true
		case "message":
			p.expect(v.Type == gjson.Number && v.Int() >= 0 && v.Int() < 1<<31, "%s: message: expected a number from 0", what)
			s.Message = int(v.Int())
		case "text":
			s.Text, has.text = p.text(what+": text", v), true
		case "tool":
			s.Tool, has.tool = p.text(what+": tool", v), true
		case "stock":
			k := index(stockNames[1:], v.String()) + 1
			p.expect(k > 0, "%s: unknown stock sentence %s", what, v.Raw)
			s.Stock = Stock(k)
		case "args":
			has.args = true
			if !has.raw {
				s.Args = jsonArgs(Text{B: []byte(v.Raw)})
			}
		case "args_raw":
			has.raw = true
			s.Args = jsonArgs(p.text(what+": args_raw", v))
		case "input":
			has.input = true
			s.Args = Args{Raw: p.text(what+": input", v), Form: PlainText}
		case "success":
			s.Outcome = Failure
			if p.truth(what+": success", v) {
				s.Outcome = Success
			}
		case "error":
			s.Failed = p.truth(what+": error", v)
		case "marked":
			has.marked = p.truth(what+": marked", v)
		default:
			p.expect(false, "%s: unknown key %q", what, key)
		}
	})
	p.expect(has.kind, "%s: the key \"kind\" is missing", what)
	p.expect(!has.raw || gjson.ValidBytes(s.Args.Raw.AppendPlain(nil)), "%s: args_raw: expected JSON", what)
	if !has.role {
		s.Role = s.Kind.Actor()
	}
	p.coherent(what, &s, has)
	s.Bare = s.Kind == Observation && s.Role == RoleTool && !has.marked
	return s
}

// members tells which keys a step has.
type members struct{ kind, role, text, tool, args, raw, input, marked bool }

// coherent checks that a step has what its kind needs, nothing that its kind
// can't have, and a role that can speak it.
func (p *documentParser) coherent(what string, s *Step, has members) {
	call, argument := s.Kind == Call, has.args || has.raw || has.input
	p.expect(call == argument && !(has.input && (has.args || has.raw)), "%s: a call, and nothing else, has either \"args\" or \"input\"", what)
	p.expect(!call || has.tool, "%s: a call needs \"tool\"", what)
	p.expect(!has.tool || call || s.Kind == Observation, "%s: a %s can't have \"tool\"", what, s.Kind)
	p.expect(s.Stock == NoStock || s.Kind == Thought, "%s: a %s can't have \"stock\"", what, s.Kind)
	p.expect(call || has.text != (s.Stock != NoStock), "%s: expected \"text\" or, in a thought, \"stock\" in its place", what)
	p.expect(!call || !has.text, "%s: a call can't have \"text\"", what)
	p.expect(s.Outcome == Unknown || s.Kind == Answer, "%s: a %s can't have \"success\"", what, s.Kind)
	p.expect(s.Kind == Observation || !s.Failed && !has.marked, "%s: a %s can't have \"error\" or \"marked\"", what, s.Kind)
	switch s.Kind {
	case User:
		p.expect(s.Role == RoleUser || s.Role == RoleTool, "%s: the role %s can't speak for the user", what, s.Role)
	case Thought, Call, Answer:
		p.expect(s.Role == RoleAssistant, "%s: the role %s can't speak for the model", what, s.Role)
	case Observation:
		p.expect(s.Role != RoleSystem, "%s: the role system can't give a result", what)
	case Prose:
		p.expect(s.Role == RoleAssistant || s.Role == RoleSystem, "%s: the role %s can't have words of the model", what, s.Role)
	}
}

func jsonArgs(raw Text) Args { return Args{Raw: raw, Form: JSON, Value: raw} }

func index(names []string, name string) int {
	for i, n := range names {
		if n == name {
			return i
		}
	}
	return -1
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

// IsDocument tells whether a record looks like a neutral document: an object
// with the key "toolspeak".
func IsDocument(record []byte) bool {
	return bytes.Contains(record, []byte(`"toolspeak"`)) && gjson.GetBytes(record, "toolspeak").Exists()
}
