package parquet

import (
	"reflect"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/format"

	"github.com/toolspeak/toolspeak/internal/clip"
)

// A column is a node of a schema to be written. The library's own groups sort
// their fields by name; these keep the order.
type column struct {
	name       string
	id         int
	repetition format.FieldRepetitionType
	typ        pq.Type
	fields     []pq.Field // nil in a leaf
	leaf       bool
	codec      compress.Codec
	encoding   encoding.Encoding
}

func (c *column) Name() string                           { return c.name }
func (c *column) String() string                         { return c.name }
func (c *column) ID() int                                { return c.id }
func (c *column) Type() pq.Type                          { return c.typ }
func (c *column) Optional() bool                         { return c.repetition == format.Optional }
func (c *column) Repeated() bool                         { return c.repetition == format.Repeated }
func (c *column) Required() bool                         { return c.repetition == format.Required }
func (c *column) Leaf() bool                             { return c.leaf }
func (c *column) Fields() []pq.Field                     { return c.fields }
func (c *column) Encoding() encoding.Encoding            { return c.encoding }
func (c *column) Compression() compress.Codec            { return c.codec }
func (c *column) GoType() reflect.Type                   { return reflect.TypeFor[any]() }
func (c *column) Value(base reflect.Value) reflect.Value { return base }

// annotated is a type with the annotations of the file that it came from, where
// the library does not know them.
type annotated struct {
	pq.Type
	logical   *format.LogicalType
	converted *deprecated.ConvertedType
}

func (a annotated) LogicalType() *format.LogicalType         { return a.logical }
func (a annotated) ConvertedType() *deprecated.ConvertedType { return a.converted }

// A copier makes the columns to be written from those of a file. The elements of the
// schema are in the order in which the columns are met, depth first.
type copier struct {
	meta     *format.FileMetaData
	next     int // element
	leaves   []*pq.Column
	unsorted [][]string // leaves whose order the library does not know
}

func (c *copier) copy(from *pq.Column) *column {
	element := &c.meta.Schema[c.next]
	c.next++
	out := &column{name: from.Name(), id: from.ID(), typ: from.Type(), leaf: from.Leaf(), repetition: format.Required}
	switch {
	case from.Optional():
		out.repetition = format.Optional
	case from.Repeated():
		out.repetition = format.Repeated
	}
	if out.leaf {
		out.typ = c.leafType(from, element)
		out.encoding = &pq.Plain
		if len(c.meta.RowGroups) > 0 && len(c.leaves) < len(c.meta.RowGroups[0].Columns) {
			chunk := &c.meta.RowGroups[0].Columns[len(c.leaves)].MetaData
			if out.codec = pq.LookupCompressionCodec(chunk.Codec); chunk.Codec == format.Zstd {
				out.codec = zstdFast
			}
			out.encoding = encodingFor(chunk.Encoding, out.typ)
		}
		c.leaves = append(c.leaves, from)
		return out
	}
	for _, child := range from.Columns() {
		out.fields = append(out.fields, c.copy(child))
	}
	return out
}

// leafType gives a leaf the annotations that it has in the file, no more and no
// less: the library adds those that it takes for granted.
func (c *copier) leafType(from *pq.Column, element *format.SchemaElement) pq.Type {
	typ := from.Type()
	has := element.LogicalType.Value
	if typ.Kind() >= 0 && has != nil && typ.LogicalType() != nil && reflect.DeepEqual(typ.LogicalType().Value, has) {
		return typ
	}
	a := annotated{Type: typ}
	if has != nil || typ.Kind() < 0 {
		a.Type = physicalType(element)
		c.unsorted = append(c.unsorted, from.Path())
	}
	if has != nil {
		a.logical = &element.LogicalType
	}
	if element.ConvertedType.Valid {
		a.converted = &element.ConvertedType.V
	}
	return a
}

// physicalType is the type of an element without its annotations.
func physicalType(element *format.SchemaElement) pq.Type {
	switch pq.Kind(element.Type.V) {
	case pq.Boolean:
		return pq.BooleanType
	case pq.Int32:
		return pq.Int32Type
	case pq.Int64:
		return pq.Int64Type
	case pq.Int96:
		return pq.Int96Type
	case pq.Float:
		return pq.FloatType
	case pq.Double:
		return pq.DoubleType
	case pq.FixedLenByteArray:
		return pq.FixedLenByteArrayType(int(element.TypeLength.V))
	default:
		return pq.ByteArrayType
	}
}

// encodingFor keeps a dictionary where the source had one, and writes all else
// plainly, as every reader can.
func encodingFor(source []format.Encoding, typ pq.Type) encoding.Encoding {
	for _, encoding := range source {
		//lint:ignore SA1019 old writers wrote it
		if typ.Kind() != pq.Boolean && (encoding == format.RLEDictionary || encoding == format.PlainDictionary) {
			return &pq.RLEDictionary
		}
	}
	return &pq.Plain
}

// packed returns the column with another codec for all leaves.
func (c *column) packed(codec compress.Codec) *column {
	out := *c
	if c.leaf {
		out.codec = codec
		return &out
	}
	out.fields = make([]pq.Field, len(c.fields))
	for i, f := range c.fields {
		out.fields[i] = f.(*column).packed(codec)
	}
	return &out
}

// found names a value in a message, cut short.
func found(raw []byte) string {
	switch raw[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case 'n':
		return "null"
	}
	text := toValid(clip.Dots(string(raw), 40))
	if raw[0] == '"' {
		return "the string " + text
	}
	return text
}
