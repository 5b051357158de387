//go:build !js

package trainers

import (
	"github.com/toolspeak/toolspeak/internal/dialogue"
	"github.com/toolspeak/toolspeak/ir"
)

// order holds the row to the trainer's rules of who speaks after whom.
func (r *row) order() *ir.Diagnostic {
	if r.alternates {
		r.join()
	}
	if r.alternates || r.endsWithModel {
		r.trim()
	}
	model := false
	for i := range r.messages {
		m := &r.messages[i]
		model = model || m.role == ir.RoleAssistant
		switch {
		case !r.alternates || i == 0 && m.role == ir.RoleSystem:
		case m.role == ir.RoleSystem:
			return r.reject(ir.CodeRowOrder, "{style} takes a system message only at the beginning")
		case i > 0 && m.role == ir.RoleAssistant && r.messages[i-1].role == ir.RoleAssistant:
			return r.reject(ir.CodeRowOrder, "{style} takes no row in which the model speaks twice in a row")
		case m.role == ir.RoleAssistant && r.first(i):
			return r.reject(ir.CodeRowOrder, "{style} takes no row in which the model speaks first")
		}
	}
	if !model {
		return r.reject(ir.CodeNothingTrained, "the model says nothing that {style} could train on")
	}
	return nil
}

// first reports whether a message is the first after the system prompt.
func (r *row) first(i int) bool { return i == 0 || i == 1 && r.messages[0].role == ir.RoleSystem }

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
		inside := append([]byte(nil), before.inside()...)
		if len(inside) > 0 {
			inside = append(inside, `\n`...)
		}
		before.text = append(inside, m.inside()...)
		r.lose(ir.CodeTurnMerged, "messages that follow each other are one in {style}").Message = m.source + 1
	}
	r.messages = kept
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
	if r.answered {
		links.Find(steps)
	}
	open := map[int]bool{} // calls without a result, by their indexes
	for i := range steps {
		switch s := &steps[i]; s.Kind {
		case ir.Call:
			if most := r.toolNames; most > 0 && !toolName(s.Tool.String(), most) {
				d := r.reject(ir.CodeToolName, "{style} takes names of tools of at most {count} letters, digits, _ and -, not {tool}")
				d.Tool, d.Count = s.Tool.String(), most
				return d
			}
			open[i] = true
		case ir.Observation:
			if !r.answered {
				continue
			}
			if links.Call[i] < 0 {
				return r.reject(ir.CodeRowOrder, "{style} takes no result of a call that is not there")
			}
			delete(open, links.Call[i])
		}
		next := i+1 < len(steps) && steps[i+1].Message != steps[i].Message && steps[i+1].Kind != ir.Observation
		if r.answered && next && len(open) > 0 {
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
