package carry

import (
	"bytes"
)

// most is the largest product of two stretches of tokens that are compared each with
// each. Longer ones are cut at tokens that both have once.
const most = 1 << 17

// differ finds where two lists of tokens differ. It takes time in proportion to their
// length, whatever they hold, and finds few edits, not always the fewest.
type differ struct {
	a, b  []uint64 // numbers of the tokens: see numbers
	edits []edit
	// closed is how many edits are of other blocks than the current ones.
	closed int
	table  []uint16
}

// numbers returns for each token a number that stands for its text, and mixed so that
// the smallest of them are a sample of the texts. known has those that were given.
func (t *tokens) numbers(known map[string]uint64) []uint64 {
	list := make([]uint64, len(t.ends))
	for i := range list {
		text := t.b[t.start(i):t.ends[i]]
		n, ok := known[string(text)]
		if !ok {
			n = mixed(uint64(len(known)))
			known[string(text)] = n
		}
		list[i] = n
	}
	return list
}

// mixed gives each number another one, as SplitMix64 does.
func mixed(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// diff returns the edits that make want of base, in order. Blocks that are like each
// other are compared with each other: so a message is compared with what it became, and
// not with another one that has some of its words.
func diff(base, want *tokens) []edit {
	if bytes.Equal(base.b, want.b) {
		return nil
	}
	known := map[string]uint64{}
	d := differ{a: base.numbers(known), b: want.numbers(known)}
	at, to := 0, 0
	for _, pair := range alike(base, want, &d) {
		i, j := pair[0], pair[1]
		d.apart(at, base.blocks[i], to, want.blocks[j])
		at, to = base.blocks[i+1], want.blocks[j+1]
		d.between(edit{base.blocks[i], at, want.blocks[j], to})
		d.closed = len(d.edits)
	}
	d.apart(at, len(d.a), to, len(d.b))
	return d.edits
}

// apart adds the edits of blocks that are like none of the other record.
func (d *differ) apart(from, to, newFrom, newTo int) {
	if from < to || newFrom < newTo {
		d.between(edit{from, to, newFrom, newTo})
		d.closed = len(d.edits)
	}
}

// between compares two stretches of tokens.
func (d *differ) between(all edit) {
	work := []edit{all} // a stack: no recursion, whatever the input
	for len(work) > 0 {
		e := work[len(work)-1]
		work = work[:len(work)-1]
		e = d.trim(e)
		n, m := e.to-e.from, e.newTo-e.newFrom
		switch {
		case n == 0 && m == 0:
		case n == 0 || m == 0:
			d.add(e)
		case n*m <= most:
			d.small(e)
		default:
			anchors := d.anchors(e)
			if len(anchors) == 0 {
				d.add(e)
				continue
			}
			last := e // the last range comes first onto the stack
			for i := len(anchors) - 1; i >= 0; i-- {
				x, y := anchors[i][0], anchors[i][1]
				work = append(work, edit{x + 1, last.to, y + 1, last.newTo})
				last.to, last.newTo = x, y
			}
			work = append(work, last)
		}
	}
}

func (d *differ) add(e edit) {
	if n := len(d.edits); n > d.closed && d.edits[n-1].to == e.from && d.edits[n-1].newTo == e.newFrom {
		d.edits[n-1].to, d.edits[n-1].newTo = e.to, e.newTo
		return
	}
	d.edits = append(d.edits, e)
}

// trim leaves out what is equal at both ends.
func (d *differ) trim(e edit) edit {
	for e.from < e.to && e.newFrom < e.newTo && d.a[e.from] == d.b[e.newFrom] {
		e.from, e.newFrom = e.from+1, e.newFrom+1
	}
	for e.from < e.to && e.newFrom < e.newTo && d.a[e.to-1] == d.b[e.newTo-1] {
		e.to, e.newTo = e.to-1, e.newTo-1
	}
	return e
}

// small adds the edits of a range by its longest common subsequence.
func (d *differ) small(e edit) {
	a, b := d.a[e.from:e.to], d.b[e.newFrom:e.newTo]
	n, m := len(a), len(b)
	w := m + 1
	if need := (n + 1) * w; cap(d.table) < need {
		d.table = make([]uint16, need)
	}
	t := d.table[:(n+1)*w]
	clear(t[n*w:])
	for i := n - 1; i >= 0; i-- {
		t[i*w+m] = 0
		for j := m - 1; j >= 0; j-- {
			if a[i] == b[j] {
				t[i*w+j] = t[(i+1)*w+j+1] + 1
			} else {
				t[i*w+j] = max(t[(i+1)*w+j], t[i*w+j+1])
			}
		}
	}
	for i, j := 0, 0; i < n || j < m; {
		switch {
		case i < n && j < m && a[i] == b[j]:
			i, j = i+1, j+1
		case j == m || i < n && t[(i+1)*w+j] >= t[i*w+j+1]:
			d.add(edit{e.from + i, e.from + i + 1, e.newFrom + j, e.newFrom + j})
			i++
		default:
			d.add(edit{e.from + i, e.from + i, e.newFrom + j, e.newFrom + j + 1})
			j++
		}
	}
}

// anchors returns pairs of tokens that are equal and that a range of both lists has
// once, growing in both: the longest such list.
func (d *differ) anchors(e edit) [][2]int {
	type seen struct{ inA, inB, x, y int }
	count := make(map[uint64]*seen, e.to-e.from)
	for x := e.from; x < e.to; x++ {
		s := count[d.a[x]]
		if s == nil {
			s = new(seen)
			count[d.a[x]] = s
		}
		s.inA, s.x = s.inA+1, x
	}
	for y := e.newFrom; y < e.newTo; y++ {
		if s := count[d.b[y]]; s != nil {
			s.inB, s.y = s.inB+1, y
		}
	}
	var once [][2]int
	for x := e.from; x < e.to; x++ {
		if s := count[d.a[x]]; s.inA == 1 && s.inB == 1 {
			once = append(once, [2]int{x, s.y})
		}
	}
	return longest(once)
}

// longest returns the longest part of a list, which grows in the first place, that
// grows in the second, too.
func longest(pairs [][2]int) [][2]int {
	var tails []int // of the best list of each length, the last pair
	before := make([]int, len(pairs))
	for i, p := range pairs {
		low, high := 0, len(tails)
		for low < high {
			if mid := (low + high) / 2; pairs[tails[mid]][1] < p[1] {
				low = mid + 1
			} else {
				high = mid
			}
		}
		before[i] = -1
		if low > 0 {
			before[i] = tails[low-1]
		}
		if low == len(tails) {
			tails = append(tails, i)
		} else {
			tails[low] = i
		}
	}
	if len(tails) == 0 {
		return nil
	}
	out := make([][2]int, len(tails))
	for i, at := len(tails)-1, tails[len(tails)-1]; i >= 0; i, at = i-1, before[at] {
		out[i] = pairs[at]
	}
	return out
}
