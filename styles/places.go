package styles

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/toolspeak/toolspeak/internal/clip"
)

// places has the line of each key of a style file, such as "answer" or "tag.call", and
// of each table: the first where there are several.
type places map[string]int

// readTOML reads a style file: strings, truth values and tables; of other values only the
// kind, since no field has them. It returns the line of an error.
func readTOML(file []byte) (values map[string]any, at places, line int, err error) {
	r := tomlReader{file: file, found: places{}, line: 1, values: map[string]any{}, made: map[string]byte{}}
	r.Reset(file)
	table, prefix := r.values, ""
	for r.NextExpression() && r.fault == nil {
		switch e := r.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table, prefix = r.header(e)
		case unstable.KeyValue:
			r.pair(table, prefix, e)
		}
	}
	if r.fault != nil {
		return nil, nil, r.line, r.fault
	}
	if err := r.Error(); err != nil {
		var at *unstable.ParserError
		if errors.As(err, &at) {
			line = 1 + bytes.Count(file[:r.Range(at.Highlight).Offset], []byte{'\n'})
		}
		return nil, nil, max(line, 1), err
	}
	return r.values, r.found, 0, nil
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

// How a table came to be.
const (
	byHeader byte = 1 + iota
	byDots
	inline // as a list is
)

// tomlReader walks the expressions of a file.
type tomlReader struct {
	unstable.Parser
	file   []byte
	values map[string]any
	found  places
	// made says how tables came to be: by a header, by a key with dots, inline. Those that
	// only have tables in them are not there.
	made  map[string]byte
	fault error
	// line is that of the offset at.
	line, at int
}

// longestKey is more bytes than any key of a style has with its table. Keys that are
// longer, as those in very many tables are, would each be kept with all that they are in.
const longestKey = 100

// longKeyError says that a file has a key that is longer than any of a style.
type longKeyError struct{ key string }

// Error shows the key's beginning.
func (e *longKeyError) Error() string { return unknownWords(clip.Dots(e.key, 40), "") }

// header goes to the table of a header, and returns it with its name.
func (r *tomlReader) header(e *unstable.Node) (table map[string]any, id string) {
	table = r.values
	for it := e.Key(); it.Next() && r.fault == nil; {
		var key string
		in := table
		key, id = r.key(id, it.Node())
		switch v := in[key].(type) {
		case nil:
			table = map[string]any{}
			if in[key] = table; it.IsLast() && e.Kind == unstable.ArrayTable {
				in[key] = unstable.Array
			}
		case map[string]any:
			if table = v; r.made[id] == inline || it.IsLast() && (r.made[id] != 0 || e.Kind == unstable.ArrayTable) {
				r.twice(id)
			}
		case unstable.Kind: // a list of tables
			if table = map[string]any{}; v != unstable.Array || r.made[id] == inline || it.IsLast() && e.Kind == unstable.Table {
				r.twice(id)
			}
		default:
			r.twice(id)
		}
		if it.IsLast() && e.Kind == unstable.Table {
			r.made[id] = byHeader
		}
	}
	return table, id
}

// pair sets a key of a table to its value, which may be a table.
func (r *tomlReader) pair(table map[string]any, id string, e *unstable.Node) {
	for it := e.Key(); it.Next() && r.fault == nil; {
		var key string
		key, id = r.key(id, it.Node())
		switch inner, isTable := table[key].(map[string]any); {
		case it.IsLast() && table[key] == nil:
			table[key] = r.value(id, e.Value())
		case it.IsLast() || table[key] != nil && (!isTable || r.made[id] == inline || r.made[id] == byHeader):
			r.twice(id)
		case isTable:
			table = inner
		default:
			inner = map[string]any{}
			table[key], r.made[id] = inner, byDots
			table = inner
		}
	}
}

// value returns what a value is here.
func (r *tomlReader) value(id string, v *unstable.Node) any {
	switch v.Kind {
	case unstable.String:
		return string(v.Data)
	case unstable.Bool:
		return v.Data[0] == 't'
	case unstable.InlineTable:
		table := map[string]any{}
		for it := v.Children(); it.Next(); {
			r.pair(table, id, it.Node())
		}
		r.made[id] = inline
		return table
	}
	if v.Kind == unstable.Array {
		r.made[id] = inline
	}
	return v.Kind
}

// key notes where a part of a key is, and returns it, alone and with all that it is in.
func (r *tomlReader) key(prefix string, k *unstable.Node) (key, id string) {
	key = string(k.Data)
	if id = key; prefix != "" {
		id = prefix + "." + key
	}
	line := r.lineAt(int(k.Raw.Offset))
	if len(id) > longestKey {
		if r.fault == nil {
			r.fault = &longKeyError{id}
		}
		return key, id
	}
	if _, ok := r.found[id]; !ok {
		r.found[id] = line
	}
	return key, id
}

func (r *tomlReader) twice(id string) {
	if r.fault == nil {
		r.fault = fmt.Errorf("%s is defined twice", id)
	}
}

// lineAt returns the line of an offset: none is before the one that was asked for last.
func (r *tomlReader) lineAt(offset int) int {
	r.line += bytes.Count(r.file[r.at:max(offset, r.at)], []byte{'\n'})
	r.at = max(offset, r.at)
	return r.line
}
