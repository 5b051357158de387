package layouts

import (
	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
)

// The shapes that are read and not written: what agents and environments log.
const (
	Session Layout = "session"
	NeMoGym Layout = "nemo-gym"
)

// readOnly is what shapes have that are not written.
type readOnly struct{}

func (readOnly) put(*mover, *convert.Output) *ir.Diagnostic {
	return reject(ir.CodeLayoutTooNarrow, "the shape is read and not written")
}

// nemoGym is a rollout of NeMo Gym: the items of a request and of its response.
type nemoGym struct{ readOnly }

func (nemoGym) about() *about { return &nemoGymAbout }

var nemoGymAbout = about{
	name: NeMoGym, what: "a rollout of NeMo Gym", summary: "NeMo Gym: Responses items of a request and its response",
}

func (nemoGym) shows(r *Record) bool {
	return r.kind("responses_create_params") == '{' && r.kind("response") == '{'
}

func (l nemoGym) find(r *Record, _ bool) *ir.Diagnostic {
	b := r.turns(l)
	r.layout = l
	if !l.shows(r) {
		return r.lacksKey("responses_create_params")
	}
	b.takes("responses_create_params", "response")
	request, response := b.object(r.value("responses_create_params")), b.object(r.value("response"))
	if at, ok := request.takeKind("tools", '['); ok {
		b.tools(at)
	}
	if t, ok := request.text("instructions"); ok {
		b.systemText(content{text: t}, request.at)
	}
	if t, ok := request.text("input"); ok {
		b.begin(ir.RoleUser, request.at)
		b.block(content{text: t})
	} else if at, ok := request.takeKind("input", '['); ok {
		b.responsesItems(at)
	}
	b.end() // what the model said before is no part of what it says next
	if at, ok := response.takeKind("output", '['); ok {
		b.responsesItems(at)
	}
	return b.done()
}

// session is what coding agents log: lines that each hold a message of Anthropic's
// API, in one list or each in a record of its own.
type session struct{ readOnly }

func (session) about() *about { return &sessionAbout }

var sessionAbout = about{
	name: Session, what: "the log of a session", summary: "logs of coding agents: lines with a message of the API",
}

func (session) shows(r *Record) bool {
	if r.kind("loglines") == '[' {
		return true
	}
	return r.kind("message") == '{' && r.kind("type") == '"' && (r.kind("sessionId") == '"' || r.kind("uuid") == '"')
}

func (l session) find(r *Record, _ bool) *ir.Diagnostic {
	b := r.turns(l)
	r.layout = l
	if r.kind("loglines") != '[' {
		if r.kind("message") != '{' {
			if r.kind("type") != '"' {
				return r.lacksKey("loglines")
			}
			return b.done() // a line that holds no message
		}
		b.takes("message")
		o := b.object(r.value("message"))
		b.anthropicMessage(&o)
		return b.done()
	}
	b.takes("loglines")
	if n := b.sessionLines(b.value("loglines")); n > 1 {
		return r.holdsSeveral(n)
	}
	return b.done()
}
