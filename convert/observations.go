package convert

import (
	"slices"

	"github.com/toolspeak/toolspeak/ir"
)

// place moves results to where the options want them, and out of the model's
// text where they could not stay: in a plain transcript each is a turn of its
// own, and where a real result follows they would read as inventions (R18).
func (l *lowerer) place(groups []group) []group {
	switch {
	case l.shape != nil && l.opts.Observations == KeepObservations:
		return groups
	case l.flat:
		return l.placeApart(groups, ir.RoleUser)
	case l.opts.Observations == UserObservations:
		return l.placeApart(groups, ir.RoleUser)
	case l.opts.Observations == ToolObservations:
		return l.placeApart(groups, ir.RoleTool)
	case l.opts.Observations == InlineObservations:
		groups = l.placeInline(groups)
	}
	return l.placeCertain(groups)
}

// placeCertain takes results out of messages of the model that a result follows.
// It goes backwards, since what it takes out may come to follow such a message.
func (l *lowerer) placeCertain(groups []group) []group {
	certain := true
	for i := 1; i < len(groups) && certain; i++ {
		certain = !beginsWithResult(groups[i]) || !ir.HasInlineResults(groups[i-1].items)
	}
	if certain {
		return groups
	}
	var backwards []group
	for i := len(groups) - 1; i >= 0; i-- {
		pieces := []group{groups[i]}
		if n := len(backwards); n > 0 && ir.HasInlineResults(groups[i].items) && beginsWithResult(backwards[n-1]) {
			pieces = l.apart(groups[i], ir.RoleUser)
		}
		slices.Reverse(pieces)
		backwards = append(backwards, pieces...)
	}
	slices.Reverse(backwards)
	return backwards
}

func beginsWithResult(g group) bool {
	return g.role == ir.RoleTool || g.role == ir.RoleUser && g.items[0].Kind == ir.Observation
}

// placeApart gives each result in the model's text a message of its own and
// moves the others to the role that is wanted.
func (l *lowerer) placeApart(groups []group, role ir.Role) []group {
	var out []group
	for _, g := range groups {
		if g.role == ir.RoleAssistant {
			out = append(out, l.apart(g, role)...)
			continue
		}
		out = append(out, moved(g, role))
	}
	return out
}

// apart cuts a message of the model at the results in it.
func (l *lowerer) apart(g group, role ir.Role) []group {
	var out []group
	add := func(r ir.Role, it ir.Step, fresh bool) {
		if len(out) == 0 || fresh {
			src := -1
			if len(out) == 0 {
				src = g.src
			}
			out = append(out, group{role: r, src: src})
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
func moved(g group, role ir.Role) group {
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

// placeInline moves results, and what the model says after them, into the
// message of the call that they answer.
func (l *lowerer) placeInline(groups []group) []group {
	var out []group
	joinable := false // the last message of out is the model's and has room
	for _, g := range groups {
		switch {
		case joinable && (g.role == ir.RoleAssistant || onlyResults(g)):
			last := &out[len(out)-1]
			last.items, last.at = append(last.items, g.items...), 0
		default:
			out = append(out, g)
		}
		last := &out[len(out)-1]
		joinable = last.role == ir.RoleAssistant && last.items[len(last.items)-1].Kind != ir.Answer &&
			(joinable || calls(last.items))
	}
	return out
}

func onlyResults(g group) bool {
	for i := range g.items {
		if g.items[i].Kind != ir.Observation {
			return false
		}
	}
	return g.role != ir.RoleAssistant
}

func calls(items []ir.Step) bool {
	for i := range items {
		if items[i].Kind == ir.Call {
			return true
		}
	}
	return false
}
