package parquet

import (
	"fmt"
	"strings"
	"unicode/utf8"
	"unsafe"

	pq "github.com/parquet-go/parquet-go"
	"github.com/tidwall/gjson"
)

func toValid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// Encoded is a row ready to be written.
type Encoded struct {
	schema *Schema
	row    pq.Row
	size   int64 // in memory
}

// Encode makes a row of a JSON record. Where source, the row that the record was
// made from, is not nil and has an equal schema, or that from which this one took
// columns over, each such top-level column whose JSON the record repeats byte for byte
// keeps the values of the source, untouched by JSON; only the others are read from the
// record. A record that does not fit is a *RowError.
//
// A key that the record lacks is null, where the column may be null. The row shares
// the record's bytes, which must stay as they are until it is written. Encode is safe
// for use by several goroutines.
func (s *Schema) Encode(source *Row, record []byte) (*Encoded, error) {
	e := &encoder{columns: make([][]pq.Value, s.leaves), inferred: s.inferred}
	if source != nil {
		e.number = source.Number
	}
	if err := checkRecord(record); err != nil {
		return nil, &RowError{Row: e.number, Reason: err.Error()}
	}
	if s.leaves == 0 {
		return nil, e.fail("the schema has no columns, and Parquet keeps no rows without them", "")
	}
	seen, from := make([]bool, len(s.root.children)), s.sources(source)
	var err error
	parsed(record).ForEach(func(key, v gjson.Result) bool {
		i, known := s.fields[key.String()]
		switch {
		case !known:
			err = e.fail("found "+found(v)+", expected no such column", key.String())
		case seen[i]:
			err = e.fail("the key occurs twice", key.String())
		case from != nil && from[i] >= 0 && string(source.field(from[i])) == v.Raw:
			e.copy(source, source.schema.root.children[from[i]], s.root.children[i])
		default:
			err = e.value(s.root.children[i], v, 0, 0, key.String())
		}
		if known {
			seen[i] = true
		}
		return err == nil
	})
	for i, child := range s.root.children {
		if err == nil && !seen[i] {
			err = e.missing(child, 0, 0, child.name)
		}
	}
	if err != nil {
		return nil, err
	}
	return e.finish(s), nil
}

// parsed is gjson.ParseBytes without a copy: the results share b.
func parsed(b []byte) gjson.Result {
	return gjson.Parse(unsafe.String(unsafe.SliceData(b), len(b)))
}

// shared is the bytes of a string, not to be written to.
func shared(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// field is the JSON of a top-level column.
func (r *Row) field(i int) []byte { return r.JSON[r.fields[i][0]:r.fields[i][1]] }

// maxDepth bounds the nesting of records, as everywhere in toolspeak.
const maxDepth = 1000

// checkRecord refuses what is not one JSON object in UTF-8. Depth is asked first,
// because the validator calls itself for each level.
func checkRecord(record []byte) error {
	if !utf8.Valid(record) {
		return errUTF8Record
	}
	depth, inString := 0, false
	for i := 0; i < len(record); i++ {
		switch c := record[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return errTooDeep
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	if !gjson.ValidBytes(record) || !parsed(record).IsObject() {
		return errNoObject
	}
	return nil
}

// An encoder takes a record apart into the values of its leaves.
type encoder struct {
	columns  [][]pq.Value
	number   int64
	inferred bool
}

func (e *encoder) fail(reason, path string) error {
	return &RowError{Row: e.number, Column: strings.Clone(path), Reason: reason}
}

func (e *encoder) mismatch(n *node, v gjson.Result, path string) error {
	return e.fail("found "+found(v)+", expected "+n.describe(), path)
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

// missing writes what a key that is not there stands for.
func (e *encoder) missing(n *node, rep, def int, path string) error {
	switch {
	case n.optional && (!e.inferred || n.absent || n.either):
		e.nothing(n, rep, def)
		return nil
	case n.bare:
		e.nothing(n, rep, def)
		return nil
	case e.inferred:
		return e.fail("the key is missing, expected null or "+n.describe(), path)
	}
	return e.fail("the key is missing, expected "+n.describe(), path)
}

func (e *encoder) value(n *node, v gjson.Result, rep, def int, path string) error {
	text := n.kind == kindLeaf && n.leaf.form == formRaw && (n.absent || !n.optional) // may hold the word null
	if v.Type == gjson.Null && !text {
		if !n.optional || n.absent { // read back, such a null would be a missing key
			return e.mismatch(n, v, path)
		}
		e.nothing(n, rep, def)
		return nil
	}
	switch n.kind {
	case kindGroup:
		return e.group(n, v, rep, path)
	case kindList:
		return e.list(n, v, rep, path)
	case kindDict:
		return e.dict(n, v, rep, path)
	}
	out, ok := n.leaf.parse(v)
	if !ok {
		return e.mismatch(n, v, path)
	}
	e.put(n.first, out, rep, n.def)
	return nil
}

func (e *encoder) group(n *node, v gjson.Result, rep int, path string) error {
	if !v.IsObject() {
		return e.mismatch(n, v, path)
	}
	seen := make([]bool, len(n.children))
	var err error
	v.ForEach(func(key, v gjson.Result) bool {
		name := key.String()
		i := n.child(name)
		switch {
		case i < 0:
			err = e.fail("found "+found(v)+", expected no such field", path+"."+name)
		case seen[i]:
			err = e.fail("the key occurs twice", path+"."+name)
		default:
			seen[i] = true
			err = e.value(n.children[i], v, rep, n.def, path+"."+name)
		}
		return err == nil
	})
	for i, child := range n.children {
		if err == nil && !seen[i] {
			err = e.missing(child, rep, n.def, path+"."+child.name)
		}
	}
	return err
}

func (n *node) child(name string) int {
	for i, child := range n.children {
		if child.name == name {
			return i
		}
	}
	return -1
}

func (e *encoder) list(n *node, v gjson.Result, rep int, path string) error {
	if !v.IsArray() {
		return e.mismatch(n, v, path)
	}
	var err error
	i, at := 0, rep
	v.ForEach(func(_, v gjson.Result) bool {
		err = e.value(n.children[0], v, at, n.elem, fmt.Sprintf("%s[%d]", path, i))
		i, at = i+1, n.rep
		return err == nil
	})
	if i == 0 {
		e.nothing(n, rep, n.def)
	}
	return err
}

func (e *encoder) dict(n *node, v gjson.Result, rep int, path string) error {
	text := n.textKeys()
	if text && !v.IsObject() || !text && !v.IsArray() {
		return e.mismatch(n, v, path)
	}
	var err error
	i, at := 0, rep
	v.ForEach(func(key, v gjson.Result) bool {
		here := fmt.Sprintf("%s[%d]", path, i)
		if !text {
			key, err = e.pair(&v, here)
		}
		if err == nil {
			err = e.value(n.children[0], key, at, n.elem, here)
		}
		if err == nil {
			err = e.value(n.children[1], v, at, n.elem, here)
		}
		i, at = i+1, n.rep
		return err == nil
	})
	if i == 0 {
		e.nothing(n, rep, n.def)
	}
	return err
}

// pair takes {"key":…,"value":…} apart: v becomes the value.
func (e *encoder) pair(v *gjson.Result, path string) (key gjson.Result, err error) {
	keys, values, others := 0, 0, 0
	whole := *v
	whole.ForEach(func(k, inner gjson.Result) bool {
		switch k.String() {
		case "key":
			key, keys = inner, keys+1
		case "value":
			*v, values = inner, values+1
		default:
			others++
		}
		return true
	})
	if !whole.IsObject() || keys != 1 || values != 1 || others > 0 {
		return key, e.fail("found "+found(whole)+`, expected {"key":…,"value":…}`, path)
	}
	return key, nil
}

func (e *encoder) finish(s *Schema) *Encoded {
	n := 0
	for _, values := range e.columns {
		n += len(values)
	}
	out := &Encoded{schema: s, row: make(pq.Row, 0, n), size: int64(n) * valueSize}
	for _, values := range e.columns {
		out.row = append(out.row, values...)
		for _, v := range values {
			if k := v.Kind(); k == pq.ByteArray || k == pq.FixedLenByteArray {
				out.size += int64(len(v.ByteArray()))
			}
		}
	}
	return out
}

// found names a value in a message, cut short.
func found(v gjson.Result) string {
	const most = 40
	switch {
	case v.IsObject():
		return "an object"
	case v.IsArray():
		return "a list"
	case v.Type == gjson.Null:
		return "null"
	}
	text := v.Raw
	if len(text) > most {
		text = toValid(text[:most]) + "…"
	}
	if v.Type == gjson.String {
		return "the string " + text
	}
	return text
}
