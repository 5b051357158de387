package parquet

import (
	"errors"
	"fmt"
	"strconv"
	"sync"

	pq "github.com/parquet-go/parquet-go"
)

var (
	errLevels   = errors.New("the levels of its values contradict each other")
	errLargeRow = fmt.Errorf("the record has more than %d bytes", maxJSON)
)

const (
	valueSize = 24      // bytes of a pq.Value
	maxKept   = 1 << 20 // bytes of memory that is kept for a later row
)

// A row is a row of a file, complete in itself: it stays good when the next is read,
// until it is released.
type row struct {
	json   []byte   // the record, one line without its end
	fields [][2]int // where the value of each top-level column is in json
	schema *tableSchema
	// Of the columns whose values JSON does not hold: the values of all leaves, one leaf
	// after the other, where each leaf's begin, and the end. text holds their bytes.
	values []pq.Value
	starts []int
	text   []byte
}

var rows = sync.Pool{New: func() any { return new(row) }}

// Release gives the row's memory back, for rows that are read later. Nothing of it may be
// used any more.
func (r *row) Release() {
	if cap(r.json)+cap(r.text)+cap(r.values)*valueSize > maxKept {
		return
	}
	clear(r.values)
	r.json, r.fields, r.values, r.starts, r.text = r.json[:0], r.fields[:0], r.values[:0], r.starts[:0], r.text[:0]
	rows.Put(r)
}

// keep copies the values of the leaf columns from one to before another.
func (r *row) keep(d *decoder, from, to int) {
	for i := from; i < to; i++ {
		r.starts = append(r.starts, len(r.values))
		for _, v := range d.values[d.starts[i]:d.starts[i+1]] {
			if k := v.Kind(); k == pq.ByteArray || k == pq.FixedLenByteArray {
				// Where text grows, what was copied before stays where it is.
				at := len(r.text)
				r.text = append(r.text, v.ByteArray()...)
				b, level := r.text[at:len(r.text):len(r.text)], v
				if v = pq.ByteArrayValue(b); k == pq.FixedLenByteArray {
					v = pq.FixedLenByteArrayValue(b)
				}
				v = v.Level(level.RepetitionLevel(), level.DefinitionLevel(), level.Column())
			}
			r.values = append(r.values, v)
		}
	}
}

// assemble makes a row of the decoder's values.
func (d *decoder) assemble(s *tableSchema) (*row, error) {
	r := rows.Get().(*row)
	r.schema = s
	d.at, d.out, d.path = append(d.at[:0], d.starts[:len(d.starts)-1]...), append(r.json[:0], '{'), nil
	for _, child := range s.root.children {
		field := [2]int{}
		gone, err := d.gone(child)
		if err == nil && !gone {
			d.key(child)
			field[0] = len(d.out)
			err = d.value(child)
			field[1] = len(d.out)
		}
		if err == nil && len(d.out) > maxJSON {
			err = errLargeRow
		}
		if err != nil {
			d.out = nil
			return nil, d.fail(err, child.name)
		}
		r.fields = append(r.fields, field)
		if child.exact {
			for range child.count {
				r.starts = append(r.starts, len(r.values))
			}
		} else {
			r.keep(d, child.first, child.first+child.count)
		}
	}
	r.starts = append(r.starts, len(r.values))
	r.json, d.out = append(d.out, '}'), nil
	for i, at := range d.at {
		if at != d.starts[i+1] {
			return nil, errLevels
		}
	}
	return r, nil
}

// A decoder puts a record together from the values of its leaves: those of all leaves,
// one leaf after the other, and where each leaf's begin, and the end. at is the next value
// of each.
type decoder struct {
	values []pq.Value
	starts []int
	at     []int
	out    []byte
	path   []string // of the value that failed, from the inside out
}

func (d *decoder) fail(err error, column string) error {
	if errors.Is(err, errLevels) {
		return fmt.Errorf("column %s: %w", column, err)
	}
	for i := len(d.path) - 1; i >= 0; i-- {
		column += d.path[i]
	}
	return &rowError{column: column, reason: err.Error()}
}

// peek is the next value of a leaf.
func (d *decoder) peek(leaf int) (pq.Value, error) {
	if d.at[leaf] >= d.starts[leaf+1] {
		return pq.Value{}, errLevels
	}
	return d.values[d.at[leaf]], nil
}

// skip takes the value that each leaf of n has where n is null or empty.
func (d *decoder) skip(n *node) error {
	for i := n.first; i < n.first+n.count; i++ {
		if _, err := d.peek(i); err != nil {
			return err
		}
		d.at[i]++
	}
	return nil
}

// gone reports whether the record lacks n's key, and skips it then.
func (d *decoder) gone(n *node) (bool, error) {
	if !n.absent {
		return false, nil
	}
	v, err := d.peek(n.first)
	if err != nil || v.DefinitionLevel() >= n.def {
		return false, err
	}
	return true, d.skip(n)
}

func (d *decoder) key(n *node) {
	if d.out[len(d.out)-1] != '{' {
		d.out = append(d.out, ',')
	}
	d.out = append(d.out, n.key...)
}

func (d *decoder) value(n *node) error {
	v, err := d.peek(n.first)
	if err != nil {
		return err
	}
	if n.optional && v.DefinitionLevel() < n.def {
		d.out = append(d.out, "null"...)
		return d.skip(n)
	}
	switch n.kind {
	case kindGroup:
		return d.group(n)
	case kindList:
		return d.list(n, v)
	case kindDict:
		return d.dict(n, v)
	}
	if v.IsNull() && n.leaf.form != formNull {
		return errLevels
	}
	d.at[n.first]++
	if len(d.out) > maxJSON {
		return errLargeRow
	}
	d.out, err = n.leaf.spell(d.out, v)
	return err
}

func (d *decoder) group(n *node) error {
	d.out = append(d.out, '{')
	for _, child := range n.children {
		gone, err := d.gone(child)
		if err == nil && !gone {
			d.key(child)
			err = d.value(child)
		}
		if err != nil {
			d.path = append(d.path, "."+child.name)
			return err
		}
	}
	d.out = append(d.out, '}')
	return nil
}

// more reports whether the list or map n has a further element. before is where its
// first leaf was when the last began: an element that takes nothing would continue
// for ever.
func (d *decoder) more(n *node, before int) (bool, error) {
	if d.at[n.first] == before {
		return false, errLevels
	}
	if d.at[n.first] >= d.starts[n.first+1] {
		return false, nil
	}
	return d.values[d.at[n.first]].RepetitionLevel() == n.rep, nil
}

func (d *decoder) list(n *node, v pq.Value) error {
	if v.DefinitionLevel() < n.elem {
		d.out = append(d.out, "[]"...)
		return d.skip(n)
	}
	d.out = append(d.out, '[')
	for i, more := 0, true; more; i++ {
		if i > 0 {
			d.out = append(d.out, ',')
		}
		before := d.at[n.first]
		err := d.value(n.children[0])
		if err == nil {
			more, err = d.more(n, before)
		}
		if err != nil {
			d.path = append(d.path, "["+strconv.Itoa(i)+"]")
			return err
		}
	}
	d.out = append(d.out, ']')
	return nil
}

// textKeys reports whether a map is spelled as an object.
func (n *node) textKeys() bool {
	key := n.children[0]
	return key.kind == kindLeaf && key.leaf.form == formString && !key.optional
}

func (d *decoder) dict(n *node, v pq.Value) error {
	open, end, pairs := byte('['), byte(']'), true
	if n.textKeys() {
		open, end, pairs = '{', '}', false
	}
	d.out = append(d.out, open)
	if v.DefinitionLevel() < n.elem {
		d.out = append(d.out, end)
		return d.skip(n)
	}
	for i, more := 0, true; more; i++ {
		if i > 0 {
			d.out = append(d.out, ',')
		}
		before := d.at[n.first]
		err := d.entry(n, pairs)
		if err == nil {
			more, err = d.more(n, before)
		}
		if err != nil {
			d.path = append(d.path, "["+strconv.Itoa(i)+"]")
			return err
		}
	}
	d.out = append(d.out, end)
	return nil
}

// entry writes a pair of a map: "key":value, or {"key":…,"value":…}.
func (d *decoder) entry(n *node, pair bool) error {
	if pair {
		d.out = append(d.out, `{"key":`...)
	}
	if err := d.value(n.children[0]); err != nil {
		return err
	}
	if pair {
		d.out = append(d.out, `,"value"`...)
	}
	d.out = append(d.out, ':')
	if err := d.value(n.children[1]); err != nil {
		return err
	}
	if pair {
		d.out = append(d.out, '}')
	}
	return nil
}

// appendKey writes the name of a column; one that is not UTF-8 gets replacement
// characters.
func appendKey(dst []byte, name string) []byte {
	out, err := spellString(dst, []byte(name))
	if err != nil {
		out, _ = spellString(dst, []byte(toValid(name)))
	}
	return out
}
