package styles

import (
	"bytes"
	"maps"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"
)

// places has the line of each key of a style file, such as "answer" or "tag.call", and
// of each table: the first where there are several.
type places map[string]int

// placesOf finds the keys of a file that is TOML.
func placesOf(file []byte) places {
	r := placeReader{file: file, found: places{}, line: 1}
	r.Reset(file)
	table := ""
	for r.NextExpression() {
		switch e := r.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = r.key("", e)
		case unstable.KeyValue:
			r.pair(table, e)
		}
	}
	return r.found
}

// line returns the line that sets a key, else that of its table, else the first.
func (p places) line(id string) int {
	if line, ok := p[id]; ok {
		return line
	}
	table, _, _ := strings.Cut(id, ".")
	if line, ok := p[table]; ok {
		return line
	}
	return 1
}

// rename gives a key or a table another name.
func (p places) rename(old, now string) {
	for id, line := range maps.Clone(p) {
		if rest, ok := strings.CutPrefix(id, old); ok && (rest == "" || rest[0] == '.') {
			p[now+rest] = line
		}
	}
}

// placeReader walks the expressions of a file.
type placeReader struct {
	unstable.Parser
	file  []byte
	found places
	// line is that of the offset at.
	line, at int
}

// pair notes a key with its value, which may be a table.
func (r *placeReader) pair(table string, e *unstable.Node) {
	id := r.key(table, e)
	if value := e.Value(); value.Kind == unstable.InlineTable {
		for it := value.Children(); it.Next(); {
			r.pair(id, it.Node())
		}
	}
}

// key notes the key of a table or a pair, with all that it is in, and returns it.
func (r *placeReader) key(table string, e *unstable.Node) string {
	id := table
	for it := e.Key(); it.Next(); {
		k := it.Node()
		if id != "" {
			id += "."
		}
		id += string(k.Data)
		if _, ok := r.found[id]; !ok {
			r.found[id] = r.lineAt(int(k.Raw.Offset))
		}
	}
	return id
}

// lineAt returns the line of an offset: none is before the one that was asked for last.
func (r *placeReader) lineAt(offset int) int {
	r.line += bytes.Count(r.file[r.at:max(offset, r.at)], []byte{'\n'})
	r.at = max(offset, r.at)
	return r.line
}
