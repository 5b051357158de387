//go:build !js

package trainers

import (
	"bytes"
	"slices"

	"github.com/toolspeak/toolspeak/internal/dialogue"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// order holds the row to the trainer's rules of who speaks after whom.
func (r *row) order() *ir.Diagnostic {
	if r.SaysSomething {
		r.leaveOutEmpty()
	}
	if r.OneSystem {
		r.oneSystemMessage()
	}
	if r.Alternates {
		r.join()
	}
	if r.Paired {
		if d := r.pair(); d != nil {
			return d
		}
	}
	if r.Alternates || r.EndsWithModel {
		r.trim()
	}
	if r.AskedFirst && len(r.messages) > 0 && r.messages[0].role == ir.RoleAssistant {
		return r.reject(ir.CodeRowOrder, "where the model speaks first {style} trains the system prompt that a template adds")
	}
	asked, model := false, false
	for i := range r.messages {
		m := &r.messages[i]
		model = model || m.role == ir.RoleAssistant
		switch {
		case m.role == ir.RoleSystem && (i == 0 || !r.Alternates && !r.OneSystem):
		case m.role == ir.RoleSystem:
			return r.reject(ir.CodeRowOrder, "{style} takes a system message only at the beginning")
		case m.role == ir.RoleAssistant && r.UserFirst && !asked:
			return r.reject(ir.CodeRowOrder, "{style} takes no row in which the model speaks first")
		case !r.Alternates:
		case i > 0 && m.role == ir.RoleAssistant && r.messages[i-1].role == ir.RoleAssistant:
			return r.reject(ir.CodeRowOrder, "{style} takes no row in which the model speaks twice in a row")
		}
		asked = asked || m.role != ir.RoleSystem
	}
	if !model {
		return r.reject(ir.CodeNothingTrained, "the model says nothing that {style} could train on")
	}
	return nil
}

// leaveOutEmpty leaves out messages of the model that say nothing.
func (r *row) leaveOutEmpty() {
	r.messages = slices.DeleteFunc(r.messages, func(m message) bool {
		if m.role != ir.RoleAssistant || !m.empty() {
			return false
		}
		d := r.lose(ir.CodeEmptyText, "an answer without words was left out, since {style} takes no such message")
		d.Message, d.Kind = m.source+1, ir.Answer
		return true
	})
}

// oneSystemMessage makes one of the system messages that the row begins with.
func (r *row) oneSystemMessage() {
	for len(r.messages) > 1 && r.messages[0].role == ir.RoleSystem && r.messages[1].role == ir.RoleSystem {
		r.messages[0].takeUp(&r.messages[1])
		r.lose(ir.CodeTurnMerged, "messages that follow each other are one in {style}").Message = r.messages[1].source + 1
		r.messages = append(r.messages[:1], r.messages[2:]...)
	}
}

// join makes one message of those that follow each other on one side.
func (r *row) join() {
	kept := r.messages[:0]
	for _, m := range r.messages {
		if len(kept) == 0 {
			kept = append(kept, m)
			continue
		}
		before := &kept[len(kept)-1]
		model := m.role == ir.RoleAssistant
		if m.role == ir.RoleSystem || before.role == ir.RoleSystem || model != (before.role == ir.RoleAssistant) || model && r.shaped {
			kept = append(kept, m)
			continue
		}
		before.takeUp(&m)
		r.lose(ir.CodeTurnMerged, "messages that follow each other are one in {style}").Message = m.source + 1
	}
	r.messages = kept
}

// pair puts what the user says after a result into that, since nothing may be between a
// result and the model, and ends the first of messages that will be one with a line feed.
func (r *row) pair() *ir.Diagnostic {
	kept := r.messages[:0]
	for _, m := range r.messages {
		if len(kept) == 0 || len(kept) == 1 && kept[0].role == ir.RoleSystem {
			if m.role == ir.RoleTool {
				return r.reject(ir.CodeRowOrder, "{style} takes no result before anything else is said")
			}
			kept = append(kept, m)
			continue
		}
		before := &kept[len(kept)-1]
		switch {
		case m.role == ir.RoleSystem:
			return r.reject(ir.CodeRowOrder, "{style} takes a system message only at the beginning")
		case m.role == ir.RoleUser && before.role == ir.RoleTool:
			before.takeUp(&m)
			r.lose(ir.CodeTurnMerged, "messages that follow each other are one in {style}").Message = m.source + 1
			continue
		case m.role == before.role && m.role != ir.RoleTool && before.endLine():
			r.lose(ir.CodeLineAdded, "a message got a line feed, since {style} puts the next one right after it").Message = before.source + 1
		}
		kept = append(kept, m)
	}
	r.messages = kept
	for i := range kept {
		if kept[i].role == ir.RoleTool && reacts(kept[:i]) {
			return r.reject(ir.CodeRowOrder, "{style} takes a call that holds Action: and Action Input: for one of ReAct, and would train Observation: after it")
		}
	}
	return nil
}

// reacts reports whether the model's last turn is one piece, words or calls, that holds
// the markers of ReAct.
func reacts(before []message) bool {
	pieces, calls, action, input := 0, false, false, false
	for i := len(before) - 1; i >= 0 && before[i].role == ir.RoleAssistant; i-- {
		m := &before[i]
		more := m.member("tool_calls") != nil || isCall(m.member("role"))
		if more && !calls {
			pieces++
		}
		calls = more
		if !isCall(m.member("role")) && len(m.inside()) > 0 {
			pieces, calls = pieces+1, false
		}
		action, input = action || bytes.Contains(m.raw, []byte("Action:")), input || bytes.Contains(m.raw, []byte("Action Input:"))
	}
	return pieces == 1 && action && input
}

// trim leaves out what follows the model's last message: nothing is trained there.
func (r *row) trim() {
	for n := len(r.messages) - 1; n >= 0 && r.messages[n].role != ir.RoleAssistant; n-- {
		if r.messages[n].role == ir.RoleSystem && n == 0 {
			return
		}
		r.lose(ir.CodeTurnTrimmed, "{style} must end with the model: the message at the end was left out").Message = r.messages[n].source + 1
		r.messages = r.messages[:n]
	}
}

// calls holds calls and their results to the rules of servers.
func (r *row) calls() *ir.Diagnostic {
	if !r.shaped {
		return nil
	}
	steps := r.out.Lowered.Steps
	var links dialogue.Links
	if r.Answered {
		links.Find(steps)
	}
	open := map[int]bool{} // calls without a result, by their indexes
	for i := range steps {
		switch s := &steps[i]; s.Kind {
		case ir.Call:
			if most := r.ToolNames; most > 0 && !toolName(s.Tool.String(), most) {
				d := r.reject(ir.CodeToolName, "{style} takes names of tools of at most {count} letters, digits, _ and -, not {tool}")
				d.Tool, d.Count = s.Tool.String(), most
				return d
			}
			open[i] = true
		case ir.Observation:
			if !r.Answered {
				continue
			}
			if links.Call[i] < 0 {
				return r.reject(ir.CodeRowOrder, "{style} takes no result of a call that is not there")
			}
			delete(open, links.Call[i])
		}
		next := i+1 < len(steps) && steps[i+1].Message != steps[i].Message && steps[i+1].Kind != ir.Observation
		if r.Answered && next && len(open) > 0 {
			return r.reject(ir.CodeRowOrder, "{style} wants the result of each call before anything else is said")
		}
	}
	return nil
}

// toolName reports whether a name has at most so many characters, all of them letters,
// digits, _ or -.
func toolName(name string, most int) bool {
	for _, c := range name {
		if !(c == '_' || c == '-' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z') {
			return false
		}
	}
	return name != "" && len(name) <= most
}

// between reports thoughts in think blocks between the calls of a message: templates of
// reasoning models keep what follows the last block.
func (r *row) between() *ir.Diagnostic {
	if r.shaped || r.fit != nil && r.fit.Prove != nil { // which finds out what is left out
		return nil
	}
	call := -1 // the message of the last call
	for i := range r.out.Lowered.Steps {
		s := &r.out.Lowered.Steps[i]
		_, opens := text.Prefix(s.Text.Trim(), 0, "<think>")
		block := opens || s.Rare().Reasoning
		switch {
		case s.Kind == ir.Call:
			call = s.Message
		case s.Kind == ir.Thought && s.Message == call && block:
			r.lose(ir.CodeReasoningBetween, "a think block follows a call: templates that keep the last block alone leave out the call before it").Message = s.Message + 1
		}
	}
	return nil
}
