package stats

// distinct counts different values, and how many came again, in bounded memory: exactly
// up to maxDistinct, and from then on by a sample of the values, those whose checksums
// end in zeros. A value is in the sample always or never, so that repetitions are found
// however far apart they are.
type distinct struct {
	seen  map[uint64]uint32 // how often each was seen
	shift uint              // one value of 2^shift is in the sample
}

// maxDistinct is how many values are held.
const maxDistinct = 1 << 19

// add counts a value and reports whether it was seen before.
func (d *distinct) add(sum uint64) (again bool) {
	if !d.samples(sum) {
		return false
	}
	if d.seen == nil {
		d.seen = map[uint64]uint32{}
	}
	before := len(d.seen)
	if d.seen[sum]++; len(d.seen) == before {
		return true
	}
	for len(d.seen) > maxDistinct {
		d.shift++
		for s := range d.seen {
			if !d.samples(s) {
				delete(d.seen, s)
			}
		}
	}
	return false
}

func (d *distinct) samples(sum uint64) bool { return sum&(1<<d.shift-1) == 0 }

func (d *distinct) exact() bool { return d.shift == 0 }

// different returns how many different values there are.
func (d *distinct) different() int { return len(d.seen) << d.shift }

// repeated returns how many values were seen before.
func (d *distinct) repeated() int {
	n := 0
	for _, times := range d.seen {
		n += int(times) - 1
	}
	return n << d.shift
}
