package parquet

import (
	"fmt"
	"slices"
	"strings"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/format"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

const (
	// maxKeys is the number of different keys above which an object is no struct but
	// a dictionary, and is kept as JSON.
	maxKeys = 256
	// maxShapes bounds the memory of an inferrer, and the columns of what it infers.
	maxShapes = 8192
	// maxShapeDepth is the nesting below which values are kept as JSON.
	maxShapeDepth = 24
)

// An inferrer is an output of package dataset that writes nothing, and infers a schema
// from the records instead. Its memory depends on the number of different keys.
type inferrer struct {
	root    shape
	shapes  int
	repeats repeats
	index   jsonx.Index
}

// A shape is what the values in one place had in common so far.
type shape struct {
	kinds   kinds
	inexact string // the first number that a double does not hold
	present int    // objects that had the key; of the root: records
	objects int
	keys    []string // of objects, in the order in which they were met
	fields  map[string]*shape
	elem    *shape
	opaque  string // why the value is kept as JSON
}

type kinds uint8

const (
	kindsNull kinds = 1 << iota
	kindsBool
	kindsInt
	kindsFloat
	kindsString
	kindsObject
	kindsArray
)

// newInferrer returns an inferrer that has seen nothing.
func newInferrer() *inferrer { return &inferrer{root: shape{fields: map[string]*shape{}}} }

// looked is a record with the row that it was made of, if there is one.
type looked struct {
	from   *row
	record []byte
}

// Encode keeps a record for Write. The error of one that no schema holds is a
// *ir.Diagnostic.
func (f *inferrer) Encode(source any, record []byte) (any, error) {
	if err := checkRecord(record); err != nil {
		return nil, asReject(ir.CodeRowMismatch, &rowError{reason: err.Error()})
	}
	from, _ := source.(*row)
	return looked{from, record}, nil
}

// Write takes a record that Encode returned into account.
func (f *inferrer) Write(record any) error {
	l, ok := record.(looked)
	if !ok {
		return errForeign
	}
	f.look(l.record)
	if l.from != nil {
		f.addFrom(l.from, l.record)
	}
	return nil
}

// look takes a record into account that has passed checkRecord.
func (f *inferrer) look(record []byte) {
	r := jsonReader{Value: jsonx.Value{X: &f.index}}
	if at, err := r.open(record); err == nil {
		f.add(&r, &f.root, jsonx.RangeOf(at, len(r.B)), 0)
	}
}

// add takes a value into account.
func (f *inferrer) add(r *jsonReader, s *shape, at jsonx.Range, depth int) {
	switch c := r.B[at.Start]; {
	case (c == '{' || c == '[') && depth > maxShapeDepth:
		s.close("it nests too deep")
	case c == '{':
		f.object(r, s, at, depth)
	case c == '[':
		f.array(r, s, at, depth)
	case c == 'n':
		s.kinds |= kindsNull
	case c == 't' || c == 'f':
		s.kinds |= kindsBool
	case c == '"':
		s.kinds |= kindsString
	default:
		f.number(s, at.Of(r.B))
	}
}

func (f *inferrer) number(s *shape, raw []byte) {
	integer := leaf{form: formInt, kind: pq.Int64, bits: 64}
	if _, ok := integer.parse(scalar{raw: raw}); ok {
		s.kinds |= kindsInt
	} else {
		s.kinds |= kindsFloat
	}
	if s.inexact != "" {
		return
	}
	if _, ok := exactFloat(string(raw), 64); !ok {
		s.inexact = found(raw)
	}
}

func (f *inferrer) array(r *jsonReader, s *shape, at jsonx.Range, depth int) {
	s.kinds |= kindsArray
	for v := range r.Elements(at.Start) {
		if s.opaque == "" && s.elem == nil {
			s.elem = f.shape(s)
		}
		if s.opaque != "" {
			return
		}
		f.add(r, s.elem, v, depth+1)
	}
}

func (f *inferrer) object(r *jsonReader, s *shape, at jsonx.Range, depth int) {
	s.kinds |= kindsObject
	s.objects++
	for m := range r.Members(at.Start) {
		if s.opaque != "" {
			break
		}
		key, half := r.text(m.Key)
		field := s.fields[string(key)]
		if field == nil {
			if field = f.shape(s); field == nil {
				continue
			}
			if s.fields == nil {
				s.fields = map[string]*shape{}
			}
			name := string(key)
			s.fields[name] = field
			s.keys = append(s.keys, name)
		}
		field.present++
		f.add(r, field, m.Value, depth+1)
		if half {
			s.close("a key has half of a surrogate pair")
		}
	}
	if len(s.keys) > maxKeys && depth > 0 {
		s.close(fmt.Sprintf("its objects have more than %d different keys", maxKeys))
	}
}

// shape makes a further shape below s, or closes s where there are too many.
func (f *inferrer) shape(s *shape) *shape {
	if f.shapes++; f.shapes > maxShapes && s != &f.root {
		s.close(fmt.Sprintf("the records have more than %d different places", maxShapes))
		return nil
	}
	return &shape{}
}

// close gives up telling what is in s.
func (s *shape) close(why string) {
	if s.opaque == "" {
		s.opaque = why
	}
	s.keys, s.fields, s.elem = nil, nil, nil
}

// Schema returns the schema of the records written so far, and its notes.
func (f *inferrer) Schema() (schema any, notes []string, err error) {
	s, err := f.schema()
	if err != nil {
		return nil, nil, err
	}
	return s, s.notes, nil
}

// schema returns the schema of the records written so far. Every column may be null.
// Where the records were made of rows, the columns that all of them repeat are those of
// the rows, with their types and values, and so is the key-value metadata.
func (f *inferrer) schema() (*tableSchema, error) {
	if f.repeats.source != nil {
		return f.schemaFrom()
	}
	if len(f.root.keys) > maxShapes {
		return nil, fmt.Errorf("%w: records with more than %d different keys", ErrUnsupported, maxShapes)
	}
	p := newPlanner()
	root := p.group("", &f.root, nil, "")
	metadata := map[string]string{}
	if len(p.raw) > 0 {
		metadata[metaRaw] = pathList(p.raw)
	}
	if len(p.absent) > 0 {
		metadata[metaAbsent] = pathList(p.absent)
	}
	s, err := newSchema("schema", root, root, metadata)
	if err != nil {
		return nil, err
	}
	s.inferred, s.notes = true, p.notes
	s.root.mark("", p, false)
	return s, nil
}

// mark sets what only the records said, not the schema. own says that n is, or is below, a
// value with keys of its own.
func (n *node) mark(path string, p *planner, own bool) {
	for _, child := range n.children {
		here := path + "\x00" + child.name
		if n.kind == kindList {
			here = path + "[]"
		}
		child.either, child.blank = p.either[here], p.blank[here]
		child.even = own
		child.mark(here, p, own || p.own[here])
	}
}

// showPath names a column as the user sees it: the groups of lists are brackets.
func showPath(path []string, key string) string {
	out := ""
	for i := 0; i < len(path); i++ {
		if path[i] == "list" && i+1 < len(path) && path[i+1] == "element" {
			out += "[]"
			i++
			continue
		}
		out += "." + path[i]
	}
	return strings.TrimPrefix(out+"."+key, ".")
}

// A planner makes columns of shapes.
type planner struct {
	raw, absent [][]string
	either      map[string]bool
	blank       map[string]blank
	own         map[string]bool // whether there are values with keys of their own
	notes       []string
}

func (p *planner) note(column, text string) {
	p.notes = append(p.notes, "column "+column+": "+text)
}

func newPlanner() *planner {
	return &planner{either: map[string]bool{}, blank: map[string]blank{}, own: map[string]bool{}}
}

// field makes the column of a shape. path is Parquet's, shown the user's, and inner
// the one that mark has.
func (p *planner) field(name string, s *shape, path []string, shown, inner string) *column {
	path = append(slices.Clip(path), name)
	p.own[inner] = s.own(name)
	out := &column{name: name, repetition: format.Optional}
	kinds := s.kinds &^ kindsNull
	switch {
	case s.opaque != "":
		return p.json(out, path, shown, s.opaque)
	case p.own[inner] && !s.even():
		return p.json(out, path, shown, "its values have keys of their own, or numbers of several kinds")
	case kinds == kindsString:
		return p.leaf(out, pq.String().Type(), &pq.RLEDictionary)
	case kinds == kindsBool:
		return p.leaf(out, pq.BooleanType, &pq.Plain)
	case kinds == kindsInt:
		return p.leaf(out, pq.Int(64).Type(), &pq.Plain)
	case kinds == kindsFloat || kinds == kindsInt|kindsFloat:
		if s.inexact != "" {
			return p.json(out, path, shown, "no double is "+s.inexact)
		}
		return p.leaf(out, pq.DoubleType, &pq.Plain)
	case kinds == kindsArray && s.elem != nil:
		list := &column{name: "list", repetition: format.Repeated, typ: pq.Group{}.Type()}
		list.fields = []pq.Field{p.field("element", s.elem, append(path, list.name), shown+"[]", inner+"[]")}
		out.typ, out.fields = pq.List(pq.String()).Type(), []pq.Field{list}
		return out
	case kinds == kindsObject && len(s.keys) > 0:
		group := p.group(name, s, path, inner)
		group.repetition = format.Optional
		return group
	case kinds&(kinds-1) != 0:
		return p.json(out, path, shown, "its values are of several types")
	}
	p.blank[inner] = blankNull
	switch kinds {
	case kindsArray:
		p.blank[inner] = blankList
	case kindsObject:
		p.blank[inner] = blankObject
	}
	return p.json(out, path, shown, "its values are all null or empty")
}

func (p *planner) group(name string, s *shape, path []string, inner string) *column {
	out := &column{name: name, typ: pq.Group{}.Type(), repetition: format.Required}
	for _, key := range s.keys {
		field := s.fields[key]
		here := inner + "\x00" + key
		null, gone := field.kinds&kindsNull != 0, field.present < s.objects
		shown := showPath(path, key)
		switch {
		case null && gone:
			p.either[here] = true
			p.note(shown, "some records have null here and some lack the key; both read back as null")
		case !null:
			p.absent = append(p.absent, append(slices.Clone(path), key))
		}
		out.fields = append(out.fields, p.field(key, field, path, shown, here))
	}
	return out
}

func (p *planner) leaf(out *column, typ pq.Type, enc encoding.Encoding) *column {
	out.typ, out.leaf, out.encoding = typ, true, enc
	return out
}

// json makes a string column that holds JSON.
func (p *planner) json(out *column, path []string, shown, why string) *column {
	p.raw = append(p.raw, path)
	p.note(shown, "kept as a string of JSON: "+why)
	return p.leaf(out, pq.JSON().Type(), &pq.RLEDictionary)
}
