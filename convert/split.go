package convert

import (
	"slices"

	"github.com/toolspeak/toolspeak/ir"
)

// splitCalls makes a message of each of several calls in one turn, followed by its
// results: as styles teach whose messages hold one call.
func (l *lowerer) splitCalls(messages []message) []message {
	l.links.Find(l.steps)
	out := make([]message, 0, len(messages))
	for i := 0; i < len(messages); {
		end, calls := i, 0 // of messages with calls that follow each other
		for end < len(messages) && messages[end].role == ir.RoleAssistant {
			n, ok := callsOf(messages[end])
			if calls += n; !ok || n == 0 {
				break
			}
			end++
		}
		if calls < 2 || end == i {
			out = append(out, messages[i])
			i++
			continue
		}
		results := end
		for ; results < len(messages); results++ {
			if n := resultsFirst(messages[results]); n > 0 && n < len(messages[results].items) {
				g := messages[results]
				messages = slices.Insert(slices.Clone(messages), results+1, g.piece(n, len(g.items)))
				messages[results] = g.piece(0, n)
			}
			if !onlyResults(messages[results]) {
				break
			}
		}
		if end == i+1 || results > end {
			l.lose(&messages[i].items[0], ir.CodeCallsSplit, "the calls of one message became messages of their own, each followed by its result")
		}
		out = l.splitTurn(out, messages[i:end], messages[end:results])
		i = results
	}
	return out
}

// resultsFirst returns how many results a message begins with.
func resultsFirst(g message) (n int) {
	for n < len(g.items) && g.items[n].Kind == ir.Observation {
		n++
	}
	return n
}

// callsOf returns how many calls a message holds. ok is false where it holds a result.
func callsOf(g message) (calls int, ok bool) {
	for i := range g.items {
		switch g.items[i].Kind {
		case ir.Call:
			calls++
		case ir.Observation:
			return 0, false
		}
	}
	return calls, true
}

// splitTurn appends the calls of messages, each with the results that answer it.
func (l *lowerer) splitTurn(out []message, turn []message, results []message) []message {
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
	begun := turn[0].at - 1 // the index of the first step
	give(func(call int) bool { return call >= 0 && call < begun })
	for _, g := range turn {
		out = l.splitMessage(out, g, func(pieces []message, call int) []message {
			out = pieces
			give(func(of int) bool { return of == call })
			return out
		})
	}
	give(func(int) bool { return true })
	return ordered(out)
}

// splitMessage appends the calls of a message, each in a piece of its own after which
// answer appends its results.
func (l *lowerer) splitMessage(out []message, g message, answer func(out []message, call int) []message) []message {
	for from := 0; from < len(g.items); {
		to := from
		for to < len(g.items) && g.items[to].Kind != ir.Call {
			to++
		}
		call := g.at - 1 + to
		to = min(to+1, len(g.items))
		rest := to
		for rest < len(g.items) && g.items[rest].Kind != ir.Call {
			rest++
		}
		if rest == len(g.items) { // what follows the last call stays with it
			to = rest
		}
		out = answer(append(out, g.piece(from, to)), call)
		from = to
	}
	return out
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
