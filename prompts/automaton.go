package prompts

// automaton finds all words of a set in one pass over a text, after Aho and
// Corasick. An ASCII letter stands for both of its cases.
type automaton struct {
	// class numbers the bytes that words have; 0 is any other byte.
	class [256]uint8
	// next is the state after a state and a byte: a state is the offset of its
	// row, which has an element for each class.
	next []uint32
	// ends are the words that end in a state, by row, from the state first on:
	// in no state before it does a word end.
	first uint32
	width int
	ends  [][]int
}

// node is a state while an automaton is built: what its words have in common.
type node struct {
	next []int // by class; 0 is none, since nothing leads to the root
	fail int
	ends []int
}

// newAutomaton returns an automaton for words in lower case.
func newAutomaton(words []string) *automaton {
	a := &automaton{width: 1}
	for _, w := range words {
		for _, c := range []byte(w) {
			if a.class[c] > 0 {
				continue
			}
			a.class[c] = uint8(a.width)
			if 'a' <= c && c <= 'z' {
				a.class[c-'a'+'A'] = uint8(a.width)
			}
			a.width++
		}
	}
	a.number(a.connect(a.trie(words)))
	return a
}

// trie returns the nodes of all beginnings of the words; the first is the root.
func (a *automaton) trie(words []string) []node {
	nodes := []node{{next: make([]int, a.width)}}
	for i, w := range words {
		at := 0
		for _, c := range []byte(w) {
			to := nodes[at].next[a.class[c]]
			if to == 0 {
				to = len(nodes)
				nodes = append(nodes, node{next: make([]int, a.width)})
				nodes[at].next[a.class[c]] = to
			}
			at = to
		}
		nodes[at].ends = append(nodes[at].ends, i)
	}
	return nodes
}

// connect gives each node a successor for each class: where no word continues, that
// of the longest end of what was read which begins a word.
func (a *automaton) connect(nodes []node) []node {
	queue := []int{0}
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		for class, to := range nodes[at].next {
			fall := 0
			if at != 0 {
				fall = nodes[nodes[at].fail].next[class]
			}
			if to == 0 {
				nodes[at].next[class] = fall
				continue
			}
			nodes[to].fail = fall
			nodes[to].ends = append(nodes[to].ends, nodes[fall].ends...)
			queue = append(queue, to)
		}
	}
	return nodes
}

// number makes the table of the nodes, those in which words end last.
func (a *automaton) number(nodes []node) {
	row := make([]int, len(nodes))
	n := 0
	for _, ends := range []bool{false, true} {
		if ends {
			a.first = uint32(n * a.width)
		}
		for i := range nodes {
			if (len(nodes[i].ends) > 0) == ends {
				row[i] = n
				n++
			}
		}
	}
	a.next = make([]uint32, n*a.width)
	a.ends = make([][]int, n-int(a.first)/a.width)
	for i := range nodes {
		for class, to := range nodes[i].next {
			a.next[row[i]*a.width+class] = uint32(row[to] * a.width)
		}
		if k := row[i] - int(a.first)/a.width; k >= 0 {
			a.ends[k] = nodes[i].ends
		}
	}
}

// index returns the place in ends of a state in which words end.
func (a *automaton) index(state uint32) int { return int(state-a.first) / a.width }
