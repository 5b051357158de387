package ir

import (
	"math"
	"strconv"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/spell"
)

// stepKeys are the keys of steps.
var stepKeys = [...]string{
	keyKind: "kind", keyText: "text", keyMessage: "message", keyTool: "tool", keyArgs: "args", keyRole: "role", keyStock: "stock",
	keySuccess: "success", keyError: "error", keyArgsRaw: "args_raw", keyInput: "input", keyMarked: "marked",
}

const (
	keyKind = iota
	keyText
	keyMessage
	keyTool
	keyArgs
	keyRole
	keyStock
	keySuccess
	keyError
	keyArgsRaw
	keyInput
	keyMarked
)

func (p *documentParser) readStep(s *Step, r jsonx.Range) {
	if p.first(r) != '{' {
		p.failStep("expected an object")
		return
	}
	p.marked = false
	var met keys
	for m := range p.doc.Members(r.Start) {
		name := said(m.Key.Of(p.doc.B))
		n := index(stepKeys[:], name)
		switch {
		case n < 0:
			p.failStep("unknown key %q", name)
		case met.again(n):
			p.failStep("the key %q comes twice", name)
		default:
			p.member(s, n, m.Value, met)
		}
		if p.err != nil {
			return
		}
	}
	has := func(n int) bool { return met&(1<<n) != 0 }
	if !has(keyKind) {
		p.failStep("the key \"kind\" is missing")
	}
	if has(keyArgsRaw) && !jsonx.Valid(spell.EscapeSurrogates(s.Args.Raw.AppendPlain(nil))) {
		p.failStep("args_raw: expected JSON")
	}
	if !has(keyRole) {
		s.Role = s.Kind.Actor()
	}
	p.coherent(s, has)
	s.Bare = s.Kind == Observation && s.Role == RoleTool && !p.marked
}

// member reads the value of a step's key.
func (p *documentParser) member(s *Step, key int, r jsonx.Range, met keys) {
	switch key {
	case keyKind:
		s.Kind = Kind(p.word(r, "kind", kindNames[:]))
	case keyRole:
		s.Role = Role(p.word(r, "role", roleNames[:]))
	case keyStock:
		s.Stock = Stock(p.word(r, "stock sentence", stockNames[1:]) + 1)
	case keyMessage:
		s.Message = p.messageNumber(r)
	case keyText:
		s.Text = p.stepText("text", r)
	case keyTool:
		s.Tool = p.stepText("tool", r)
	case keyArgs:
		if met&(1<<keyArgsRaw) == 0 {
			s.Args = jsonArgs(Text{B: r.Of(p.doc.B)})
		}
	case keyArgsRaw:
		s.Args = jsonArgs(p.stepText("args_raw", r))
	case keyInput:
		s.Args = Args{Raw: p.stepText("input", r), Form: PlainText}
	case keySuccess:
		s.Outcome = Failure
		if p.truth("success", r) {
			s.Outcome = Success
		}
	case keyError:
		s.Failed = p.truth("error", r)
	case keyMarked:
		p.marked = p.truth("marked", r)
	}
}

// word returns the number of a word in a list.
func (p *documentParser) word(r jsonx.Range, what string, words []string) int {
	if p.first(r) == '"' {
		if n := index(words, said(r.Inside().Of(p.doc.B))); n >= 0 {
			return n
		}
	}
	p.failStep("unknown %s %s", what, r.Of(p.doc.B))
	return 0
}

func (p *documentParser) stepText(key string, r jsonx.Range) Text {
	t, ok := p.text(r)
	if !ok {
		p.failStep("%s: expected a string", key)
	}
	return t
}

func (p *documentParser) truth(key string, r jsonx.Range) bool {
	c := p.first(r)
	if c != 't' && c != 'f' {
		p.failStep("%s: expected true or false", key)
	}
	return c == 't'
}

func (p *documentParser) messageNumber(r jsonx.Range) int {
	const limit = math.MaxInt32
	n, err := strconv.Atoi(string(r.Of(p.doc.B)))
	if err != nil {
		var f float64
		if f, err = strconv.ParseFloat(string(r.Of(p.doc.B)), 64); err == nil && f >= 0 && f <= limit {
			n = int(f)
		} else {
			n = -1
		}
	}
	if n < 0 || n > limit {
		p.failStep("message: expected a number from 0")
	}
	return n
}

// coherent checks that a step has what its kind needs, nothing that its kind
// can't have, and a role that can speak it.
func (p *documentParser) coherent(s *Step, has func(key int) bool) {
	call, args := s.Kind == Call, has(keyArgs) || has(keyArgsRaw)
	switch {
	case call != (args || has(keyInput)) || args && has(keyInput):
		p.failStep("a call, and nothing else, has either \"args\" or \"input\"")
	case call && !has(keyTool):
		p.failStep("a call needs \"tool\"")
	case has(keyTool) && !call && s.Kind != Observation:
		p.failStep("a %s can't have \"tool\"", s.Kind)
	case s.Stock != NoStock && s.Kind != Thought:
		p.failStep("a %s can't have \"stock\"", s.Kind)
	case !call && has(keyText) == (s.Stock != NoStock):
		p.failStep("expected \"text\" or, in a thought, \"stock\" in its place")
	case call && has(keyText):
		p.failStep("a call can't have \"text\"")
	case s.Outcome != Unknown && s.Kind != Answer:
		p.failStep("a %s can't have \"success\"", s.Kind)
	case s.Kind != Observation && (s.Failed || p.marked):
		p.failStep("a %s can't have \"error\" or \"marked\"", s.Kind)
	}
	switch s.Kind {
	case User:
		if s.Role != RoleUser && s.Role != RoleTool {
			p.failStep("the role %s can't speak for the user", s.Role)
		}
	case Thought, Call, Answer:
		if s.Role != RoleAssistant {
			p.failStep("the role %s can't speak for the model", s.Role)
		}
	case Observation:
		if s.Role == RoleSystem {
			p.failStep("the role system can't give a result")
		}
	case Prose:
		if s.Role != RoleAssistant && s.Role != RoleSystem {
			p.failStep("the role %s can't have words of the model", s.Role)
		}
	}
}

func jsonArgs(raw Text) Args { return Args{Raw: raw, Form: JSON, Value: raw} }

func index(names []string, name []byte) int {
	for i, n := range names {
		if n == string(name) {
			return i
		}
	}
	return -1
}
