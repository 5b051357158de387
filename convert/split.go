package convert

import "github.com/toolspeak/toolspeak/ir"

// splitCalls makes a message of each of several calls in one turn, followed by its
// results: as styles teach whose messages hold one call.
func (l *lowerer) splitCalls(messages []message) []message {
	l.links.Find(l.steps)
	out := make([]message, 0, len(messages))
	for i := 0; i < len(messages); {
		g, end := messages[i], i+1
		if g.role != ir.RoleAssistant || !splittable(g) {
			out = append(out, g)
			i = end
			continue
		}
		for end < len(messages) && onlyResults(messages[end]) {
			end++
		}
		l.lose(&g.items[0], ir.CodeCallsSplit, "the calls of one message became messages of their own, each followed by its result")
		out = l.splitTurn(out, g, messages[i+1:end])
		i = end
	}
	return out
}

// splittable reports whether a message holds more than one call and no result.
func splittable(g message) bool {
	calls := 0
	for i := range g.items {
		switch g.items[i].Kind {
		case ir.Call:
			calls++
		case ir.Observation:
			return false
		}
	}
	return calls > 1
}

// splitTurn appends the calls of a message, each with the results that answer it.
func (l *lowerer) splitTurn(out []message, g message, results []message) []message {
	first := g.at - 1 // the index of the message's first step
	given := make([]bool, len(results))
	used := map[[2]int]bool{}
	// give appends the results of which that is true, as messages of their own.
	give := func(answers func(call int) bool) {
		for k := range results {
			for i := range results[k].items {
				if used[[2]int{k, i}] || !answers(l.links.Call[results[k].at-1+i]) {
					continue
				}
				used[[2]int{k, i}] = true
				piece := results[k].piece(i, i+1)
				if piece.src = -1; !given[k] {
					piece.src, given[k] = results[k].src, true
				}
				out = append(out, piece)
			}
		}
	}
	give(func(call int) bool { return call >= 0 && call < first }) // of calls before
	for from := 0; from < len(g.items); {
		to := from
		for to < len(g.items) && g.items[to].Kind != ir.Call {
			to++
		}
		call := first + to
		to = min(to+1, len(g.items))
		rest := to
		for rest < len(g.items) && g.items[rest].Kind != ir.Call {
			rest++
		}
		if rest == len(g.items) { // what follows the last call stays with it
			to = rest
		}
		out = append(out, g.piece(from, to))
		give(func(of int) bool { return of == call })
		from = to
	}
	give(func(int) bool { return true })
	return ordered(out)
}

// piece returns some of the steps of a message as one of their own, which takes the
// message's place if it begins it.
func (g message) piece(from, to int) message {
	p := message{role: g.role, src: g.src, items: g.items[from:to:to], at: g.at + from}
	if from > 0 {
		p.src = -1
	}
	return p
}

// ordered takes the places of source messages from those that would go back: the
// messages of a list are written in its order.
func ordered(messages []message) []message {
	last := -1
	for i := range messages {
		if src := messages[i].src; src >= 0 {
			if src <= last {
				messages[i].src = -1
				continue
			}
			last = src
		}
	}
	return messages
}
