package parquet

import (
	"encoding/json"
	"maps"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// repeats knows which top-level columns of some rows the records made of them repeat.
type repeats struct {
	source  *tableSchema
	changed []bool
}

// addFrom is add for a record that was made of a row. Schema then knows which
// columns of the row the record repeats. All rows have to be of equal schemas.
func (f *inferrer) addFrom(source *row, record []byte) {
	if f.repeats.source == nil {
		f.repeats = repeats{source.schema, make([]bool, len(source.fields))}
	}
	f.repeats.look(source, record)
}

func (r *repeats) look(source *row, record []byte) {
	if !r.source.equal(source.schema) {
		for i := range r.changed {
			r.changed[i] = true
		}
		return
	}
	present := make([]bool, len(r.changed))
	j := jsonReader{Value: jsonx.Value{B: record}}
	for m := range j.Members(jsonx.SkipSpace(record, 0)) {
		key, _ := j.text(m.Key)
		if i, ok := source.schema.fields[string(key)]; ok {
			present[i] = true
			r.changed[i] = r.changed[i] || !j.repeats(m.Value, source.field(i))
		}
	}
	for i, has := range present {
		r.changed[i] = r.changed[i] || !has && len(source.field(i)) > 0
	}
}

// schemaFrom is Schema for records that were made of rows.
func (f *inferrer) schemaFrom() (*tableSchema, error) {
	source := f.repeats.source
	kept := map[string]int{}
	root := f.root
	root.keys = nil
	for _, key := range f.root.keys {
		if i, ok := source.fields[key]; ok && !f.repeats.changed[i] {
			kept[key] = i
		} else {
			root.keys = append(root.keys, key)
		}
	}
	p := newPlanner()
	inferred := p.group("", &root, nil, "")
	columns := *inferred
	columns.fields = nil
	next := 0
	for _, key := range f.root.keys {
		if i, ok := kept[key]; ok {
			columns.fields = append(columns.fields, source.columns.fields[i])
			continue
		}
		columns.fields = append(columns.fields, inferred.fields[next])
		next++
	}
	metadata := maps.Clone(source.metadata)
	setPaths(metadata, metaRaw, append(p.raw, keptPaths(source, metaRaw, kept)...))
	setPaths(metadata, metaAbsent, append(p.absent, keptPaths(source, metaAbsent, kept)...))
	s, err := newSchema(source.out.Name(), &columns, &columns, metadata)
	if err != nil {
		return nil, err
	}
	s.inferred, s.notes, s.origin, s.from = true, p.notes, source, make([]int, len(s.root.children))
	for i, child := range s.root.children {
		s.from[i] = -1
		if k, ok := kept[child.name]; ok {
			s.from[i] = k
		}
	}
	for _, path := range source.unsorted {
		if _, ok := kept[path[0]]; ok {
			s.unsorted = append(s.unsorted, path)
		}
	}
	s.root.mark("", p, false)
	return s, nil
}

// keptPaths returns the paths of a list in the metadata that are in columns that are
// kept.
func keptPaths(s *tableSchema, key string, kept map[string]int) (list [][]string) {
	var all [][]string
	if json.Unmarshal([]byte(s.metadata[key]), &all) != nil {
		return nil // as when it was read
	}
	for _, path := range all {
		if len(path) == 0 {
			continue
		}
		if _, ok := kept[path[0]]; ok {
			list = append(list, path)
		}
	}
	return list
}

func setPaths(metadata map[string]string, key string, paths [][]string) {
	delete(metadata, key)
	if len(paths) > 0 {
		metadata[key] = pathList(paths)
	}
}

// sources returns which column of a row's schema each column was, or -1; nil says
// that the row has none of them.
func (s *tableSchema) sources(row *row) []int {
	switch {
	case row == nil:
		return nil
	case row.schema.equal(s):
		return s.same
	case s.origin != nil && row.schema.equal(s.origin):
		return s.from
	}
	return nil
}

// copy takes the values of a top-level column from the source row, in which it is
// another one.
func (e *encoder) copy(source *row, from, to *node) {
	for k := range to.count {
		values := source.values[source.starts[from.first+k]:source.starts[from.first+k+1]]
		for _, v := range values {
			e.put(to.first+k, v, v.RepetitionLevel(), v.DefinitionLevel())
		}
	}
}
