package layouts

import (
	"strconv"
	"strings"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// ATIF is the shape of the Agent Trajectory Interchange Format, of its versions 1.0
// to 1.8. Version 1.7 is written.
const ATIF Layout = "atif"

type atif struct{}

func (atif) about() *about { return &atifAbout }

var atifAbout = about{
	name: ATIF, what: "a trajectory of ATIF", summary: "ATIF: steps with tool_calls and an observation",
	keys: []string{"schema_version", "agent", "steps"}, nest: "extra", adopts: true,
	tops: []string{"schema_version", "session_id", "trajectory_id", "agent", "steps", "notes", "final_metrics", "continued_trajectory_ref", "subagent_trajectories"},
	holds: &convert.Target{
		Name: string(ATIF), Arguments: convert.ArgumentsObject, Itself: true, NeedsIDs: true, CallIDs: true, OneText: true, Reasoning: true, Errors: true,
		UserParts: true, ResultParts: true, AnswerParts: true, UserPart: atifImage, ResultPart: atifImage, Weights: convert.Weights{Out: "false"}, Order: convert.Order{ResultsNext: true},
	},
}

func (atif) shows(r *Record) bool {
	if at := r.value("schema_version"); at.End > 0 && r.doc.B[at.Start] == '"' {
		if strings.HasPrefix(jsonx.Unquote(at.Inside().Of(r.doc.B)), "ATIF-v") {
			return true
		}
	}
	return r.kind("agent") == '{' && r.showsItem(r.value("steps"), func(o *object) bool { return o.has("step_id") })
}

func (l atif) find(r *Record, _ bool) *ir.Diagnostic {
	return r.readList(l, "steps", func(b *turnReader) {
		b.takes("schema_version", "agent")
		agent := b.object(r.value("agent"))
		for _, kind := range []byte{'[', '"'} { // in a column of a table the list is JSON in a string
			if at, ok := agent.takeKind("tool_definitions", kind); ok {
				b.tools(at)
			}
		}
	}, (*turnReader).atifStep)
}

func (b *turnReader) atifStep(o *object) {
	var said content
	if at, ok := o.take("message"); ok {
		said = b.content(at, typedWords)
	}
	switch source := o.word("source"); source {
	case "agent":
		b.begin(ir.RoleAssistant, o.at)
		b.atifTurn(o, said)
	case "system":
		if said.parts != nil || !said.text.Empty() || !o.has("observation") || len(b.sources) == 0 {
			b.begin(ir.RoleSystem, o.at)
			b.block(said)
		}
	case "user":
		b.begin(ir.RoleUser, o.at)
		b.block(said)
	default:
		b.begin(ir.RoleUser, o.at)
		b.unknownRole(source, "system, user and agent")
	}
	o.takeKind("step_id", o.first("step_id"))
	seen := b.object(o.value("observation"))
	results, ok := seen.takeKind("results", '[')
	if ok && seen.left() == 0 {
		o.take("observation")
	}
	b.keep(o)
	if ok {
		for e := range b.doc.Elements(results.Start) {
			r := b.object(e)
			b.atifResult(&r)
		}
	}
}

// atifTurn adds what the agent thinks, says and does in a step.
func (b *turnReader) atifTurn(o *object, said content) {
	if o.says("reasoning_content") {
		t, _ := o.text("reasoning_content")
		b.reason(t, nil)
	}
	calls, ok := o.takeKind("tool_calls", '[')
	acts := ok && !emptyValue(b.raw(calls))
	if said.parts != nil || !said.text.Empty() || !acts && len(b.list) == b.begun {
		b.speak(said)
	}
	if acts {
		for e := range b.doc.Elements(calls.Start) {
			c := b.object(e)
			b.callOf(&c, callKeys{name: "function_name", id: "tool_call_id", args: "arguments"})
		}
	}
	if copied, ok := o.takeKind("is_copied_context", 't'); ok {
		for i := b.begun; i < len(b.list); i++ {
			b.more(&b.list[i]).Train = []byte("false")
		}
		_ = copied
	}
}

// atifResult adds a result, which is a message of its own.
func (b *turnReader) atifResult(o *object) {
	b.begin(ir.RoleTool, o.at)
	var said content
	if at, ok := b.resultOf(o, "content"); ok {
		said = b.content(at, typedWords)
	}
	it := b.say(ir.Observation, said)
	b.answers(it, o, "source_call_id")
	more := b.object(o.value("extra"))
	meta := b.object(more.value("tool_result_metadata"))
	it.Failed = o.isTrue("is_error") || more.isTrue("is_error") || more.isTrue("tool_result_is_error") || meta.isTrue("is_error") ||
		more.is("status", "failed") || more.is("status", "error")
	if len(more.members) == 1 && more.isTrue("is_error") {
		o.take("extra")
	}
	b.extra(it, o)
}

// first returns the first byte of the value of a key, or 0.
func (o *object) first(key string) byte {
	at := o.value(key)
	if at.End == 0 {
		return 0
	}
	return o.doc.B[at.Start]
}

func (l atif) put(w *mover, out *convert.Output) *ir.Diagnostic {
	return w.shaped(l, out, func(w *stepWriter) {
		if !w.keepsMember(true, "schema_version") {
			w.comma()
			w.raw(`"schema_version": "ATIF-v1.7"`)
		}
		if !w.keepsMember(w.sameTools, "agent") {
			w.raw(`, "agent": {"name": "toolspeak", "version": "1"`)
			if tools := w.r.editor.tools.do(wrappedForm, w.t.Tools); tools != nil {
				w.raw(`, "tool_definitions": `)
				w.dst = append(w.dst, tools...)
			}
			w.raw("}")
		}
		w.raw(`, "steps": `)
		w.list(func() { w.atifSteps() })
	})
}

// atifSteps writes a step for each message, with the results that follow it.
func (w *stepWriter) atifSteps() {
	number := 0
	begin := func(source string) {
		number++
		w.comma()
		w.raw(`{"step_id": `)
		w.dst = strconv.AppendInt(w.dst, int64(number), 10)
		w.raw(`, "source": "` + source + `"`)
	}
	if w.t.System != nil && w.keepsLeading() {
		number++
	} else if w.t.System != nil {
		begin("system")
		w.textMember("message", w.t.System.Text)
		w.raw("}")
	}
	steps := w.t.Steps
	for len(steps) > 0 {
		end := messageEnd(steps)
		if all := w.atifStays(steps, number+1); all > 0 {
			number++
			w.comma()
			w.dst = append(w.dst, w.r.sources[w.sourceOf(steps[0].Message)].object.Of(w.r.doc.B)...)
			steps = steps[all:]
			continue
		}
		w.lostKeys(steps[:end])
		if steps[0].Kind == ir.Observation {
			begin("system") // nothing comes before it
			w.raw(`, "message": ""`)
			end = 0
		} else {
			begin([...]string{ir.RoleUser: "user", ir.RoleAssistant: "agent", ir.RoleSystem: "system", ir.RoleTool: "user"}[steps[0].Role])
			w.atifTurn(steps[:end])
		}
		results := end
		for results < len(steps) && steps[results].Kind == ir.Observation {
			results++
		}
		if results > end {
			w.raw(`, "observation": {"results": `)
			w.list(func() {
				for i := end; i < results; i++ {
					w.atifResult(&steps[i])
				}
			})
			w.raw("}")
		}
		w.raw("}")
		steps = steps[results:]
	}
}

// atifStays returns how many of the steps, beginning with those of a message, are as they
// are in the record under the same number: 0 where they are not.
func (w *stepWriter) atifStays(steps []ir.Step, number int) int {
	source := w.sourceOf(steps[0].Message)
	if source < 0 {
		return 0
	}
	object := w.r.sources[source].object
	if at := member(w.r.doc.B, object.Start, "step_id"); at.End == 0 || string(at.Of(w.r.doc.B)) != strconv.Itoa(number) {
		return 0
	}
	inside := func(source int) bool {
		return source >= 0 && source < len(w.r.sources) && w.r.sources[source].object.Start < object.End
	}
	all, last := 0, source-1
	for all < len(steps) {
		end := all + messageEnd(steps[all:])
		next := w.sourceOf(steps[all].Message)
		if next != last+1 || !inside(next) {
			break
		}
		if !w.stays(steps[all:end]) {
			return 0
		}
		all, last = end, next
	}
	if inside(last+1) || all < len(steps) && steps[all].Kind == ir.Observation { // it has another result, or one more
		return 0
	}
	return all
}

// messageEnd returns how many of the steps are in the message of the first.
func messageEnd(steps []ir.Step) int {
	end := 1
	for end < len(steps) && steps[end].Message == steps[0].Message {
		end++
	}
	return end
}

// atifTurn writes what a message says and calls.
func (w *stepWriter) atifTurn(steps []ir.Step) {
	said, calls := false, false
	for i := range steps {
		switch s := &steps[i]; {
		case s.Kind == ir.Call:
			calls = true
		case s.Rare().Reasoning:
			w.textMember("reasoning_content", s.Text)
		default:
			said = true
			w.raw(`, "message": `)
			w.content(s, anthropicWords)
		}
	}
	if !said {
		w.raw(`, "message": ""`)
	}
	if string(steps[0].Rare().Train) == "false" {
		w.raw(`, "is_copied_context": true`)
	}
	if !calls {
		return
	}
	w.raw(`, "tool_calls": `)
	w.list(func() {
		for i := range steps {
			if s := &steps[i]; s.Kind == ir.Call {
				w.comma()
				w.raw("{")
				w.id("tool_call_id", s)
				w.textMember("function_name", s.Tool)
				w.comma()
				w.key("arguments")
				w.argsValue(&s.Args)
				w.extra(s)
				w.raw("}")
			}
		}
	})
}

func (w *stepWriter) atifResult(s *ir.Step) {
	w.comma()
	w.raw("{")
	w.id("source_call_id", s)
	w.comma()
	w.key("content")
	w.content(s, anthropicWords)
	w.extra(s)
	if s.Failed && extraOf(s, "extra") == nil {
		w.raw(`, "extra": {"is_error": true}`)
	}
	w.raw("}")
}
