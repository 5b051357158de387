package ir

// Links finds out which call a result of native tool calls answers. The calls of the
// latest turn that has some are open: each is closed by one result, and all of them
// by the first call after a result. Users' messages and answers close none, since
// results may come late.
//
// A result closes the first open call of its id; where no open call has that, or
// it has no id, the first of its tool; and where it has neither id nor tool, the
// first. A result for which there is none is an orphan.
type Links struct {
	// Call holds for each step the index of the call whose result it is, or -1.
	Call []int
	// Open are the indexes of the calls without a result, in order.
	Open []int

	open     []int // the open calls; closed ones are negative
	first    int   // the first of open that may not be closed
	answered bool
	byID     map[string][]int // places in open, made where they are many
	byTool   map[string][]int
}

// Find pairs the results among steps with their calls. What it found before is
// forgotten.
func (l *Links) Find(steps []Step) {
	l.Call, l.Open = l.Call[:0], l.Open[:0]
	l.begin()
	for i := range steps {
		s, call := &steps[i], -1
		switch s.Kind {
		case Call:
			if l.answered {
				l.end()
				l.begin()
			}
			l.open = append(l.open, i)
		case Observation:
			l.answered = true
			call = l.close(steps, s)
		}
		l.Call = append(l.Call, call)
	}
	l.end()
}

// begin begins a turn without open calls.
func (l *Links) begin() {
	l.open, l.first, l.answered = l.open[:0], 0, false
	l.byID, l.byTool = nil, nil
}

// end takes down the calls that are open at the end of a turn.
func (l *Links) end() {
	for _, call := range l.open[l.first:] {
		if call >= 0 {
			l.Open = append(l.Open, call)
		}
	}
}

// close closes the call that a result answers and returns its index, or -1.
func (l *Links) close(steps []Step, s *Step) int {
	for l.first < len(l.open) && l.open[l.first] < 0 {
		l.first++
	}
	at, more := -1, s.Rare()
	if more.HasID {
		at = l.find(steps, more.ID, true)
	}
	if at < 0 && !s.Tool.Empty() {
		at = l.find(steps, s.Tool, false)
	}
	if at < 0 && !more.HasID && s.Tool.Empty() && l.first < len(l.open) {
		at = l.first
	}
	if at < 0 {
		return -1
	}
	call := l.open[at]
	l.open[at] = -1
	return call
}

// find returns the place in open of the first open call of that id, or of that
// tool, or -1.
func (l *Links) find(steps []Step, name Text, id bool) int {
	const few = 32 // calls that are compared one by one
	of := func(call int) (Text, bool) {
		if !id {
			return steps[call].Tool, true
		}
		more := steps[call].Rare()
		return more.ID, more.HasID
	}
	if len(l.open) <= few {
		for at := l.first; at < len(l.open); at++ {
			if l.open[at] < 0 {
				continue
			}
			if is, ok := of(l.open[at]); ok && EqualText(is, name) {
				return at
			}
		}
		return -1
	}
	index := &l.byTool
	if id {
		index = &l.byID
	}
	if *index == nil { // a turn has all its calls before its first result
		*index = map[string][]int{}
		for at, call := range l.open {
			if call < 0 {
				continue
			}
			if is, ok := of(call); ok {
				(*index)[is.String()] = append((*index)[is.String()], at)
			}
		}
	}
	key := name.String()
	places := (*index)[key]
	for len(places) > 0 && l.open[places[0]] < 0 {
		places = places[1:]
	}
	(*index)[key] = places
	if len(places) == 0 {
		return -1
	}
	return places[0]
}
