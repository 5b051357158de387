package parquet

import (
	"bytes"
	"errors"
	"fmt"
	"strconv"

	pq "github.com/parquet-go/parquet-go"
)

var errLevels = errors.New("the levels of its values contradict each other")

// assemble writes the record of the row by way of a decoder that others have used.
func (r *row) assemble(d *decoder) error {
	d.row, d.at, d.out, d.path = r, append(d.at[:0], r.starts[:len(r.starts)-1]...), append(d.out[:0], '{'), nil
	r.fields = make([][2]int, 0, len(r.schema.root.children))
	for _, child := range r.schema.root.children {
		start := 0
		gone, err := d.gone(child)
		if err == nil && !gone {
			d.key(child)
			start = len(d.out)
			err = d.value(child)
		}
		if err != nil {
			return d.fail(err, child.name)
		}
		if gone {
			r.fields = append(r.fields, [2]int{})
		} else {
			r.fields = append(r.fields, [2]int{start, len(d.out)})
		}
	}
	d.out = append(d.out, '}')
	if cap(d.out) > maxKept {
		r.json, d.out = d.out, nil
	} else {
		r.json = bytes.Clone(d.out) // of its size, which was not known before
	}
	for i, at := range d.at {
		if at != r.starts[i+1] {
			return fmt.Errorf("%w: row %d: %w", ErrDamaged, r.number, errLevels)
		}
	}
	return nil
}

// A decoder puts a record together from the values of its leaves. at is the next
// value of each.
type decoder struct {
	row  *row
	at   []int
	out  []byte
	path []string // of the value that failed, from the inside out
}

func (d *decoder) fail(err error, column string) error {
	if errors.Is(err, errLevels) {
		return fmt.Errorf("%w: row %d: column %s: %w", ErrDamaged, d.row.number, column, err)
	}
	for i := len(d.path) - 1; i >= 0; i-- {
		column += d.path[i]
	}
	return &rowError{column: column, reason: err.Error()}
}

// peek is the next value of a leaf.
func (d *decoder) peek(leaf int) (pq.Value, error) {
	if d.at[leaf] >= d.row.starts[leaf+1] {
		return pq.Value{}, errLevels
	}
	return d.row.values[d.at[leaf]], nil
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

// gone says whether the record lacks n's key, and skips it then.
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

// more says whether the list or map n has a further element. before is where its
// first leaf was when the last began: an element that takes nothing would go on
// for ever.
func (d *decoder) more(n *node, before int) (bool, error) {
	if d.at[n.first] == before {
		return false, errLevels
	}
	if d.at[n.first] >= d.row.starts[n.first+1] {
		return false, nil
	}
	return d.row.values[d.at[n.first]].RepetitionLevel() == n.rep, nil
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

// textKeys says whether a map is spelled as an object.
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
