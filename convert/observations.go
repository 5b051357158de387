package convert

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/dialogue"
	"github.com/toolspeak/toolspeak/ir"
)

// place moves results to where the options want them, and out of the model's
// text where they could not stay: in a plain transcript each is a turn of its
// own, and where a real result follows they would read as inventions.
func (l *lowerer) place(messages []message) []message {
	switch {
	case l.shape != nil && l.opts.Observations == KeepObservations:
		return messages
	case l.flat:
		return l.placeApart(messages, ir.RoleUser)
	case l.opts.Observations == UserObservations:
		return l.placeApart(messages, ir.RoleUser)
	case l.opts.Observations == ToolObservations:
		return l.placeApart(messages, ir.RoleTool)
	case l.opts.Observations == InlineObservations:
		messages = l.placeInline(messages)
	case !l.stays:
		l.placeTaught(messages)
	}
	return l.placeCertain(messages)
}

// placeTaught gives results of a tool's role the user's, where the format instructions of
// the target say that they come. A result of no open call would read as a question there.
func (l *lowerer) placeTaught(messages []message) {
	open := false
	for i := range messages {
		if messages[i].role == ir.RoleTool && open {
			messages[i] = moved(messages[i], ir.RoleUser)
		}
		for k := range messages[i].items {
			switch messages[i].items[k].Kind {
			case ir.Call:
				open = true
			case ir.User, ir.Answer:
				open = false
			}
		}
	}
}

// serverResults takes results out of messages of the model: those of calls that a service ran
// itself are no words of the model.
func (l *lowerer) serverResults(messages []message) []message {
	var out []message
	for _, g := range messages {
		if dialogue.Inlined(g.items) {
			out = append(out, l.apart(g, ir.RoleTool)...)
		} else {
			out = append(out, g)
		}
	}
	return out
}

// placeCertain takes results out of messages of the model that a result follows.
// It goes backwards, since what it takes out may come to follow such a message.
func (l *lowerer) placeCertain(messages []message) []message {
	var backwards []message
	for i := len(messages) - 1; i >= 0; i-- {
		pieces := []message{messages[i]}
		if n := len(backwards); n > 0 && dialogue.Inlined(messages[i].items) && beginsWithResult(backwards[n-1]) {
			pieces = l.apart(messages[i], ir.RoleUser)
		}
		slices.Reverse(pieces)
		backwards = append(backwards, pieces...)
	}
	slices.Reverse(backwards)
	return backwards
}

func beginsWithResult(g message) bool {
	return g.role == ir.RoleTool || g.role == ir.RoleUser && g.items[0].Kind == ir.Observation
}

// placeApart gives each result in the model's text a message of its own and
// moves the others to the role that is wanted.
func (l *lowerer) placeApart(messages []message, role ir.Role) []message {
	var out []message
	for _, g := range messages {
		if g.role == ir.RoleAssistant {
			out = append(out, l.apart(g, role)...)
			continue
		}
		out = append(out, moved(g, role))
	}
	return out
}

// apart cuts a message of the model at the results in it.
func (l *lowerer) apart(g message, role ir.Role) []message {
	var out []message
	add := func(r ir.Role, it ir.Step, fresh bool) {
		if len(out) == 0 || fresh {
			src := -1
			if len(out) == 0 {
				src = g.src
			}
			out = append(out, message{role: r, src: src})
		}
		last := &out[len(out)-1]
		last.items = append(last.items, it)
	}
	result := false // the last step was one
	for _, it := range g.items {
		if it.Kind == ir.Observation {
			if l.opts.Observations == KeepObservations {
				l.lose(&it, ir.CodeMessageSplit, "the result left the model's message for one of its own")
			}
			it.Bare = role == ir.RoleTool
			add(role, it, true)
		} else {
			add(ir.RoleAssistant, it, result)
		}
		result = it.Kind == ir.Observation
	}
	return out
}

// moved gives a message of results the role, bare where that is a tool's.
func moved(g message, role ir.Role) message {
	for i := range g.items {
		if g.items[i].Kind != ir.Observation {
			return g
		}
	}
	for i := range g.items {
		g.items[i].Bare = role == ir.RoleTool && len(g.items) == 1
	}
	g.role = role
	return g
}

// placeLate gives results of native tool calls that come in a user's message when no call
// is open, as late ones do, messages of the tool: in the user's they would read as questions.
func (l *lowerer) placeLate(messages []message) []message {
	var out []message
	open := false
	for _, g := range messages {
		from := 0 // what is before it went to messages of its own
		for i := range g.items {
			switch it := &g.items[i]; it.Kind {
			case ir.Call:
				open = true
			case ir.User, ir.Answer:
				open = false
			case ir.Observation:
				if g.role != ir.RoleUser || open {
					continue
				}
				if i > from {
					out = append(out, message{role: g.role, items: slices.Clip(g.items[from:i]), src: -1})
				}
				it.Bare = true
				out = append(out, message{role: ir.RoleTool, items: slices.Clip(g.items[i : i+1]), src: -1})
				from = i + 1
			}
		}
		if from == len(g.items) {
			continue
		}
		if from > 0 {
			g = message{role: g.role, items: slices.Clip(g.items[from:]), src: -1}
		}
		out = append(out, g)
	}
	return out
}

// placeInline moves results, and what the model says after them, into the
// message of the call that they answer.
func (l *lowerer) placeInline(messages []message) []message {
	var out []message
	joinable := false // the last message of out is the model's and has room
	for _, g := range messages {
		switch {
		case joinable && (g.role == ir.RoleAssistant || onlyResults(g)):
			last := &out[len(out)-1]
			last.items = append(last.items, g.items...)
		default:
			out = append(out, g)
		}
		last := &out[len(out)-1]
		joinable = last.role == ir.RoleAssistant && last.items[len(last.items)-1].Kind != ir.Answer &&
			(joinable || hasCall(last.items))
	}
	return out
}

func onlyResults(g message) bool {
	return g.role != ir.RoleAssistant && resultsFirst(g) == len(g.items)
}
