package parquet

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	pq "github.com/parquet-go/parquet-go"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

func toValid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// encoded is a row ready to be written, once.
type encoded struct {
	schema   *tableSchema
	*encoder       // has its values; nil when it was written
	size     int64 // in memory
}

// encode makes a row of a JSON record, see Writer.Encode. Where source is nil or has an
// equal schema, or that from which this one took columns over, its values are kept.
func (s *tableSchema) encode(source *row, record []byte) (out *encoded, err error) {
	e := takeEncoder(s)
	defer func() {
		if err != nil {
			e.give()
		}
	}()
	at, err := e.open(record)
	if err != nil {
		return nil, &rowError{reason: err.Error()}
	}
	if s.leaves == 0 {
		return nil, e.fail("the schema has no columns, and Parquet keeps no rows without them")
	}
	from := s.sources(source)
	e.seen = append(e.seen, make([]bool, len(s.root.children))...)
	for m := range e.Members(at) {
		key, half := e.text(m.Key)
		i, known := s.fields[string(key)]
		switch {
		case !known || half:
			return nil, e.in(string(key), e.fail("found "+e.found(m.Value)+", expected no such column"))
		case e.seen[i]:
			return nil, e.in(string(key), e.fail("the key occurs twice"))
		}
		e.seen[i] = true
		if from != nil && from[i] >= 0 {
			if was := source.schema.root.children[from[i]]; !was.exact && e.repeats(m.Value, source.field(from[i])) {
				e.copy(source, was, s.root.children[i])
				continue
			}
		}
		if err := e.value(s.root.children[i], m.Value, 0, 0); err != nil {
			return nil, e.in(s.root.children[i].name, err)
		}
	}
	for i, child := range s.root.children {
		if e.seen[i] {
			continue
		}
		if err := e.missing(child, 0, 0); err != nil {
			return nil, e.in(child.name, err)
		}
	}
	return e.finish(s), nil
}

// field is the JSON of a top-level column.
func (r *row) field(i int) []byte { return r.json[r.fields[i][0]:r.fields[i][1]] }

// An encoder takes a record apart into the values of its leaves, and holds them until they
// are written. It then serves another record.
type encoder struct {
	jsonReader
	index    *jsonx.Index
	columns  [][]pq.Value // of each leaf
	sizes    []int64      // of the values of each leaf, in memory
	seen     []bool       // the keys of the current objects, the outer ones first
	inferred bool
	strict   bool
}

var encoders = sync.Pool{New: func() any { return &encoder{index: new(jsonx.Index)} }}

func takeEncoder(s *tableSchema) *encoder {
	e := encoders.Get().(*encoder)
	e.X, e.inferred, e.strict = e.index, s.inferred, s.strict
	e.columns = slices.Grow(e.columns[:0], s.leaves)[:s.leaves]
	return e
}

// give gives the encoder back, with the memory of a usual row. It keeps nothing of the row.
func (e *encoder) give() {
	const most = 1 << 12 // values of a column
	for i, values := range e.columns {
		clear(values)
		if e.columns[i] = values[:0]; cap(values) > most {
			e.columns[i] = nil
		}
	}
	e.jsonReader, e.sizes, e.seen = jsonReader{texts: e.texts[:0]}, e.sizes[:0], e.seen[:0]
	if cap(e.texts) > 2*maxKept {
		e.texts = nil
	}
	encoders.Put(e)
}

func (e *encoder) fail(reason string) error { return &rowError{reason: reason} }

// in says that an error of fail is in a part of a value.
func (e *encoder) in(part string, err error) error {
	if one, ok := errors.AsType[*rowError](err); ok {
		one.column = part + one.column
	}
	return err
}

func (e *encoder) mismatch(n *node, at jsonx.Range) error {
	return e.fail("found " + e.found(at) + ", expected " + n.describe())
}

func (e *encoder) put(column int, v pq.Value, rep, def int) {
	e.columns[column] = append(e.columns[column], v.Level(rep, def, column))
}

// nothing writes that n is null or empty, down to the level def.
func (e *encoder) nothing(n *node, rep, def int) {
	for i := n.first; i < n.first+n.count; i++ {
		e.put(i, pq.NullValue(), rep, def)
	}
}

// missing writes what a missing key means.
func (e *encoder) missing(n *node, rep, def int) error {
	switch {
	case e.strict && n.even:
		return e.fail("the key is missing, expected " + n.describe())
	case n.optional && (!e.inferred || n.absent || n.either):
		e.nothing(n, rep, def)
		return nil
	case n.bare:
		e.nothing(n, rep, def)
		return nil
	case e.inferred:
		return e.fail("the key is missing, expected null or " + n.describe())
	}
	return e.fail("the key is missing, expected " + n.describe())
}

// value writes the value that is there.
func (e *encoder) value(n *node, at jsonx.Range, rep, def int) error {
	text := n.kind == kindLeaf && n.leaf.form == formRaw && (n.absent || !n.optional) // may hold the word null
	first := e.B[at.Start]
	if first == 'n' && !text {
		if !n.optional || n.absent { // read back, such a null would be a missing key
			return e.mismatch(n, at)
		}
		e.nothing(n, rep, def)
		return nil
	}
	if e.strict && n.kind == kindLeaf && n.leaf.form == formRaw && !e.tellsNothingNew(n, at.Start) {
		return e.mismatch(n, at)
	}
	switch n.kind {
	case kindGroup:
		return e.group(n, at, rep)
	case kindList:
		return e.list(n, at, rep)
	case kindDict:
		return e.dict(n, at, rep)
	}
	v := scalar{raw: at.Of(e.B)}
	if e.strict && n.even && n.leaf.form == formFloat && !bytes.ContainsAny(v.raw, ".eE") {
		return e.mismatch(n, at) // among numbers with a point, an integer would change its spelling
	}
	if first == '"' && n.leaf.form != formRaw {
		v.text, v.half = e.text(at.Inside())
	}
	out, ok := n.leaf.parse(v)
	if !ok {
		return e.mismatch(n, at)
	}
	e.put(n.first, out, rep, n.def)
	return nil
}

// tellsNothingNew reports whether a column of JSON would also be one, for the same reason, if
// the value at at had been among those that it was inferred from.
func (e *encoder) tellsNothingNew(n *node, at int) bool {
	first := e.B[at]
	if first == 'n' { // it is for a column in which null means no key
		return false
	}
	switch n.blank {
	case blankNull:
		return false
	case blankList:
		return first == '[' && e.B[jsonx.SkipSpace(e.B, at+1)] == ']'
	case blankObject:
		return first == '{' && e.B[jsonx.SkipSpace(e.B, at+1)] == '}'
	}
	return true
}

func (e *encoder) group(n *node, at jsonx.Range, rep int) error {
	if e.B[at.Start] != '{' {
		return e.mismatch(n, at)
	}
	base, next := len(e.seen), 0
	e.seen = append(e.seen, make([]bool, len(n.children))...)
	for m := range e.Members(at.Start) {
		key, half := e.text(m.Key)
		i := n.child(key, next)
		switch {
		case i < 0 || half:
			return e.in("."+string(key), e.fail("found "+e.found(m.Value)+", expected no such field"))
		case e.seen[base+i]:
			return e.in("."+string(key), e.fail("the key occurs twice"))
		}
		e.seen[base+i], next = true, i+1
		if err := e.value(n.children[i], m.Value, rep, n.def); err != nil {
			return e.in("."+n.children[i].name, err)
		}
	}
	for i, child := range n.children {
		if e.seen[base+i] {
			continue
		}
		if err := e.missing(child, rep, n.def); err != nil {
			return e.in("."+child.name, err)
		}
	}
	e.seen = e.seen[:base]
	return nil
}

// child returns the child of a name, or -1. It is looked for first at next.
func (n *node) child(name []byte, next int) int {
	if next < len(n.children) && n.children[next].name == string(name) {
		return next
	}
	return slices.IndexFunc(n.children, func(child *node) bool { return child.name == string(name) })
}

func (e *encoder) list(n *node, at jsonx.Range, rep int) error {
	if e.B[at.Start] != '[' {
		return e.mismatch(n, at)
	}
	i, level := 0, rep
	for v := range e.Elements(at.Start) {
		if err := e.value(n.children[0], v, level, n.elem); err != nil {
			return e.in(fmt.Sprintf("[%d]", i), err)
		}
		i, level = i+1, n.rep
	}
	if i == 0 {
		e.nothing(n, rep, n.def)
	}
	return nil
}

func (e *encoder) dict(n *node, at jsonx.Range, rep int) error {
	text := n.textKeys()
	if text && e.B[at.Start] != '{' || !text && e.B[at.Start] != '[' {
		return e.mismatch(n, at)
	}
	i, level := 0, rep
	entry := func(err error) error {
		if err != nil {
			err = e.in(fmt.Sprintf("[%d]", i), err)
		}
		i, level = i+1, n.rep
		return err
	}
	if text {
		for m := range e.Members(at.Start) {
			if err := entry(e.named(n, m, level)); err != nil {
				return err
			}
		}
	} else {
		for v := range e.Elements(at.Start) {
			if err := entry(e.pair(n, v, level)); err != nil {
				return err
			}
		}
	}
	if i == 0 {
		e.nothing(n, rep, n.def)
	}
	return nil
}

// named writes a member of an object that is a map.
func (e *encoder) named(n *node, m jsonx.Member, rep int) error {
	key, half := e.text(m.Key)
	if half {
		return e.fail("found a key with half of a surrogate pair, expected " + n.children[0].describe())
	}
	e.put(n.children[0].first, pq.ByteArrayValue(key), rep, n.children[0].def)
	return e.value(n.children[1], m.Value, rep, n.elem)
}

// pair writes {"key":…,"value":…}.
func (e *encoder) pair(n *node, at jsonx.Range, rep int) error {
	var places [2]jsonx.Range
	keys, values, others := 0, 0, 0
	if e.B[at.Start] == '{' {
		for m := range e.Members(at.Start) {
			switch key, _ := e.text(m.Key); string(key) {
			case "key":
				places[0], keys = m.Value, keys+1
			case "value":
				places[1], values = m.Value, values+1
			default:
				others++
			}
		}
	}
	if keys != 1 || values != 1 || others > 0 {
		return e.fail("found " + e.found(at) + `, expected {"key":…,"value":…}`)
	}
	for i, at := range places {
		if err := e.value(n.children[i], at, rep, n.elem); err != nil {
			return err
		}
	}
	return nil
}

func (e *encoder) finish(s *tableSchema) *encoded {
	out := &encoded{schema: s, encoder: e}
	for i, values := range e.columns {
		size := int64(len(values)) * valueSize
		if s.bytes[i] {
			for _, v := range values {
				size += int64(len(v.ByteArray()))
			}
		}
		e.sizes = append(e.sizes, size)
		out.size += size
	}
	return out
}

// found names a value in a message.
func (e *encoder) found(at jsonx.Range) string { return found(at.Of(e.B)) }
