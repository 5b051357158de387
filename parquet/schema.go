package parquet

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	pq "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"
)

// A tableSchema says which columns the rows of a file have and how each is spelled as
// JSON. It is safe for use by several goroutines.
type tableSchema struct {
	root     *node
	fields   map[string]int // the top-level columns by name
	columns  *column        // to be written
	out      *pq.Schema
	leaves   int
	bytes    []bool // of each leaf, whether its values are bytes
	repeated [][]string
	metadata map[string]string
	unsorted [][]string
	held     bool // it is that of a file with rows: one without says nothing of codecs
	inferred bool
	notes    []string
	strict   bool   // it was inferred from some records, and has to be what all others would give
	key      string // the same for schemas of equal columns

	// Of a schema that took over columns of another: that one, and which each was, or -1.
	origin *tableSchema
	from   []int
	same   []int // the numbers of the columns
}

// equal reports whether two schemas have the same columns: names, order, types and
// what null means. The key-value metadata may differ.
func (s *tableSchema) equal(other *tableSchema) bool { return s == other || s.key == other.key }

// String lists the columns with their types, one a line.
func (s *tableSchema) String() string {
	var b strings.Builder
	for _, child := range s.root.children {
		fmt.Fprintf(&b, "%s: %s\n", child.name, child.describe())
	}
	return b.String()
}

// The keys under which a file written here says what its schema can't.
const (
	// metaRaw lists the string columns whose text is a JSON value of the record.
	metaRaw = "toolspeak.json"
	// metaAbsent lists the columns in which null means that the record lacks the key.
	metaAbsent = "toolspeak.absent"
)

type kind uint8

const (
	kindLeaf  kind = iota
	kindGroup      // a JSON object
	kindList       // a JSON array
	kindDict       // a map: an object if its keys are strings, else an array of pairs
)

// A node is a value of the record: what a schema's column means, without the
// groups in between that Parquet needs for lists and maps.
type node struct {
	name     string
	key      []byte // name in a record, with its colon
	kind     kind
	optional bool // it may be null
	absent   bool // null means that the key is not there
	either   bool // null may mean either, and is spelled null
	blank    blank
	even     bool // it is part of a value with keys of its own, which were the same in all
	bare     bool // a field that simply repeats: no list and no elements are the same
	def      int  // the definition level at which it is there
	rep      int  // of a list or map: the repetition level of a further element
	elem     int  // of a list or map: the definition level at which it has an element
	children []*node
	first    int // its leaf columns are first to first+count-1
	count    int
	leaf     leaf
	exact    bool // its values are those that are read back from their JSON, to the bit
}

// setExact sets exact where it holds.
func (n *node) setExact() {
	names := map[string]bool{}
	n.exact = true
	for _, child := range n.children {
		child.setExact()
		n.exact = n.exact && child.exact
		if n.kind == kindGroup { // of two fields of a name, or one that is no text, JSON tells nothing
			n.exact = n.exact && !names[child.name] && utf8.ValidString(child.name)
			names[child.name] = true
		}
	}
	if n.kind == kindLeaf {
		n.exact = n.leaf.exact()
	}
}

// blank tells what the values of a column had in common that said nothing of their type.
type blank uint8

const (
	notBlank    blank = iota
	blankNull         // they were null
	blankList         // or a list without elements
	blankObject       // or an object without keys
)

func (n *node) describe() string {
	text := ""
	switch n.kind {
	case kindLeaf:
		text = n.leaf.name()
	case kindList:
		text = "list<" + n.children[0].describe() + ">"
	case kindDict:
		text = "map<" + n.children[0].describe() + ", " + n.children[1].describe() + ">"
	case kindGroup:
		parts := make([]string, len(n.children))
		for i, child := range n.children {
			parts[i] = child.name + ": " + child.describe()
		}
		text = "struct<" + strings.Join(parts, ", ") + ">"
	}
	if !n.optional && n.kind != kindList {
		text += " not null"
	}
	return text
}

// maxNesting bounds how deep the groups of a schema nest.
const maxNesting = 100

// newSchema makes a schema of the columns under root, which are those that out
// will write.
func newSchema(name string, root pq.Node, out *column, metadata map[string]string) (*tableSchema, error) {
	s := &tableSchema{metadata: metadata, fields: map[string]int{}}
	b := &builder{raw: pathSet(metadata[metaRaw]), absent: pathSet(metadata[metaAbsent])}
	var err error
	if s.root, err = b.group(&node{}, root, nil); err != nil {
		return nil, err
	}
	s.leaves, s.bytes, s.repeated = b.leaves, b.bytes, b.repeated
	s.root.setExact()
	for i, child := range s.root.children {
		if _, twice := s.fields[child.name]; twice {
			return nil, fmt.Errorf("%w: two columns named %q", ErrUnsupported, child.name)
		}
		s.fields[child.name] = i
		s.same = append(s.same, i)
	}
	s.columns, s.out = out, pq.NewSchema(name, out)
	s.key = strings.Join([]string{s.String(), pq.NewSchema("", out).String(), metadata[metaRaw], metadata[metaAbsent]}, "\x00")
	return s, nil
}

// A builder numbers the leaves as it meets them. A path is of Parquet's own names.
type builder struct {
	leaves      int
	bytes       []bool
	repeated    [][]string // leaves in lists and maps
	raw, absent map[string]bool
}

func (b *builder) field(n pq.Field, path []string, def, rep int) (*node, error) {
	path = append(path[:len(path):len(path)], n.Name())
	if len(path) > maxNesting {
		return nil, fmt.Errorf("%w: columns nested more than %d deep", ErrUnsupported, maxNesting)
	}
	out := &node{name: n.Name(), key: append(appendKey(nil, n.Name()), ':'), def: def, rep: rep}
	if n.Repeated() { // a list without the groups that a list should have
		out.kind, out.elem, out.rep, out.bare = kindList, def+1, rep+1, true
		return b.list(out, func() (*node, error) {
			return b.value(&node{name: n.Name(), def: def + 1, rep: rep + 1}, n, path)
		})
	}
	if n.Optional() {
		out.optional = true
		out.def++
		out.absent = b.absent[strings.Join(path, "\x00")]
	}
	return b.value(out, n, path)
}

// value fills in a node that is there at most once in its place.
func (b *builder) value(out *node, n pq.Node, path []string) (*node, error) {
	if n.Leaf() {
		out.leaf = newLeaf(n.Type(), b.raw[strings.Join(path, "\x00")])
		out.first, out.count = b.leaves, 1
		b.leaves++
		b.bytes = append(b.bytes, out.leaf.kind == pq.ByteArray || out.leaf.kind == pq.FixedLenByteArray)
		if out.rep > 0 {
			b.repeated = append(b.repeated, path)
		}
		return out, nil
	}
	isList, isMap := annotation(n)
	fields := n.Fields()
	if isList && len(fields) == 1 && fields[0].Repeated() {
		out.kind, out.elem, out.rep = kindList, out.def+1, out.rep+1
		inner := fields[0]
		path = append(path[:len(path):len(path)], inner.Name())
		return b.list(out, func() (*node, error) {
			if isElement(inner, path[len(path)-2]) {
				return b.value(&node{name: inner.Name(), def: out.elem, rep: out.rep}, inner, path)
			}
			return b.field(inner.Fields()[0], path, out.elem, out.rep)
		})
	}
	if isMap && len(fields) == 1 && fields[0].Repeated() && len(fields[0].Fields()) == 2 {
		out.kind, out.elem, out.rep = kindDict, out.def+1, out.rep+1
		entry := &node{def: out.elem, rep: out.rep}
		if _, err := b.group(entry, fields[0], append(path[:len(path):len(path)], fields[0].Name())); err != nil {
			return nil, err
		}
		out.children, out.first, out.count = entry.children, entry.first, entry.count
		return out, nil
	}
	return b.group(out, n, path)
}

func (b *builder) list(out *node, elem func() (*node, error)) (*node, error) {
	child, err := elem()
	if err != nil {
		return nil, err
	}
	out.children, out.first, out.count = []*node{child}, child.first, child.count
	return out, nil
}

func (b *builder) group(out *node, n pq.Node, path []string) (*node, error) {
	out.kind, out.first = kindGroup, b.leaves
	for _, f := range n.Fields() {
		child, err := b.field(f, path, out.def, out.rep)
		if err != nil {
			return nil, err
		}
		out.children = append(out.children, child)
	}
	if out.count = b.leaves - out.first; out.count == 0 && len(path) > 0 {
		return nil, fmt.Errorf("%w: column %s is a group without columns", ErrUnsupported, strings.Join(path, "."))
	}
	return out, nil
}

// isElement tells the two-level lists of old writers from the three-level ones, by
// the rules of the format's own page on backward compatibility: the repeated field
// is the element itself unless it is a group around one field that does not repeat.
func isElement(inner pq.Field, list string) bool {
	if inner.Leaf() || len(inner.Fields()) != 1 {
		return true
	}
	isList, isMap := annotation(inner)
	return isList || isMap || inner.Fields()[0].Repeated() ||
		inner.Name() == "array" || inner.Name() == list+"_tuple"
}

// annotation reports whether a group is a list or a map.
func annotation(n pq.Node) (isList, isMap bool) {
	if lt := n.Type().LogicalType(); lt != nil {
		switch lt.Value.(type) {
		case *format.ListType:
			return true, false
		case *format.MapType:
			return false, true
		}
	}
	if ct := n.Type().ConvertedType(); ct != nil {
		return *ct == deprecated.List, *ct == deprecated.Map
	}
	return false, false
}

// pathSet reads a list of paths as metadata has it; what is not one is none.
func pathSet(list string) map[string]bool {
	var paths [][]string
	if json.Unmarshal([]byte(list), &paths) != nil {
		return nil
	}
	set := map[string]bool{}
	for _, p := range paths {
		set[strings.Join(p, "\x00")] = true
	}
	return set
}

func pathList(paths [][]string) string {
	slices.SortFunc(paths, slices.Compare)
	text, _ := json.Marshal(paths) // strings always marshal
	return string(text)
}
