package readers

// tally is the evidence of one conversation.
type tally struct {
	// near is the style that is spoken nearby, if it has as much evidence as any, or -1.
	near    int
	foreign string
	// found and fenced count the signs, by their number.
	found, fenced []int
	// asked is the line at which marksAt was asked last, for each style; line
	// numbers the lines.
	asked []int
	line  int
	// evidence is what speaks for each style; -1 where the style is out. given is what
	// others than the model say of that.
	evidence, given []int
	// settled counts the markers of a call's argument and of an answer, for each style.
	settled []int
	// leading: no marker was found in the message so far, from leadFrom on. leads counts, for each style, the
	// messages of the model whose first marker may be one of its own; ledAt is the line of
	// the last of them.
	leading      bool
	leadFrom     int
	leads, ledAt []int
	// inResult: the last marker was that of a result. held is one more than the number of the
	// sign of an answer that came right after it, at line heldAt: if a marker follows, the
	// result holds it.
	inResult     bool
	held, heldAt int
	// counts are all of these, in one piece of memory.
	counts []int
}

// newTally returns a tally of so many signs and styles.
func newTally(signs, list int) *tally {
	y := &tally{counts: make([]int, 2*signs+6*list)}
	rest := y.counts
	for _, part := range []*[]int{&y.found, &y.fenced} {
		*part, rest = rest[:signs:signs], rest[signs:]
	}
	for _, part := range []*[]int{&y.asked, &y.evidence, &y.given, &y.settled, &y.leads, &y.ledAt} {
		*part, rest = rest[:list:list], rest[list:]
	}
	return y
}

// nearby notes the style that is spoken nearby, number near, as the best one if no other
// has more evidence than own.
func (y *tally) nearby(near, own int) {
	if near < 0 || own <= 0 {
		return
	}
	if most, _ := y.best(); own >= most {
		y.near, y.evidence[near] = near, own
	}
}

// weigh makes of the evidence that was added up what it says.
func (y *tally) weigh() {
	y.addGiven()
	y.settle()
	y.dropQuoted()
}

// addGiven adds what others than the model said. Where that is all that speaks for a style,
// it is less than as much in the model's own words.
func (y *tally) addGiven() {
	evidence := y.evidence
	given := y.given[:len(evidence)]
	said := 0
	for k, n := range evidence {
		if n > 0 {
			said = max(said, n+given[k])
		}
	}
	for k, n := range given {
		if n == 0 {
			continue
		}
		if evidence[k] == 0 && n == said {
			n--
		}
		evidence[k] += n
	}
}

// settle takes from the evidence for styles that have no marker of a call's argument or of
// an answer, where as much speaks for one that has.
func (y *tally) settle() {
	evidence := y.evidence
	settled := y.settled[:len(evidence)]
	most := 0
	for k, n := range settled {
		if n > 0 {
			most = max(most, evidence[k])
		}
	}
	if most == 0 {
		return
	}
	for k, n := range evidence {
		if n == most && settled[k] == 0 {
			evidence[k]--
		}
	}
}

// lead notes that the current line is the first with a marker in a message of the model,
// and that it is one of some styles.
func (y *tally) lead(to []uint16) {
	for _, k := range to {
		if y.ledAt[k] != y.line {
			y.ledAt[k] = y.line
			y.leads[k]++
		}
	}
}

// dropQuoted takes from the evidence for styles whose markers come after those of another
// in nearly all messages: they are quoted there, and weigh less than that one's.
func (y *tally) dropQuoted() {
	leads, evidence := y.leads, y.evidence
	leader, led := -1, 0
	for k, n := range leads {
		if n >= led && n > 0 && y.settled[k] > 0 && (n > led || evidence[k] > evidence[leader]) {
			leader, led = k, n
		}
	}
	if leader < 0 {
		return
	}
	most := max(evidence[leader]-1, 0)
	for k, n := range leads {
		if 2*n < led && evidence[k] > most {
			evidence[k] = most
		}
	}
}

// addTo adds n to the counts of some styles.
func addTo(counts []int, to []uint16, n int) {
	for _, k := range to {
		counts[k] += n
	}
}

// dropVariants leaves out the variants that have no more evidence than the best of
// the other styles: those come first.
func (d *Detector) dropVariants(y *tally) {
	most := 0
	for k, n := range y.evidence {
		if n > most && !d.variant[k] {
			most = n
		}
	}
	for k, n := range y.evidence {
		if n <= most && d.variant[k] {
			y.evidence[k] = -1
		}
	}
}

// best returns the evidence of the best style, and how many have as much: only
// where it is not one alone are the system prompts looked at.
func (y *tally) best() (most, ties int) {
	for _, e := range y.evidence {
		switch {
		case e > most:
			most, ties = e, 1
		case e == most:
			ties++
		}
	}
	return most, ties
}

// follows notes that a sign comes next. An answer's right after a result's is held: where another
// sign follows, it was a line of the result.
func (y *tally) follows(k int, sg *sign) {
	if y.held > 0 && y.heldAt != y.line {
		y.found[y.held-1]--
		y.held = 0
	}
	switch {
	case len(sg.results) > 0:
		y.inResult = true
	case sg.answers && y.inResult:
		y.held, y.heldAt = k+1, y.line
	default:
		y.inResult = false
	}
}
