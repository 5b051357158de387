package layouts

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// Field is transcripts at paths that the user named.
const Field Layout = "field"

// fields are the paths.
type fields []path

// newFields returns the layout of these paths, or nil where there are none.
func newFields(paths []string) fields {
	var f fields
	for _, p := range paths {
		f = append(f, newPath(p))
	}
	return f
}

func (fields) name() Layout       { return Field }
func (fields) shows(*Record) bool { return true }

func (f fields) find(r *Record, _ bool) *ir.Diagnostic {
	if !r.is('{') {
		return r.rejectAt(r.at.Start, ir.CodeUnknownLayout, "the record is %s: expected an object with %s", kindOf(r.doc.B, r.at), f)
	}
	if d := r.once("system", "tools"); d != nil {
		return d
	}
	r.takeSystem()
	r.takeTools()
	places := make([]jsonx.Range, 0, len(f))
	for i := range f {
		at, ok := f[i].find(r.doc, r.at.Start)
		if !ok {
			return r.absent(fmt.Sprintf("the record has nothing at --field %q", f[i].text))
		}
		for k, other := range places {
			if at.Start < other.End && other.Start < at.End {
				return reject(ir.CodeUnknownLayout, "--field %q and %q name the same place", f[k].text, f[i].text)
			}
		}
		places = append(places, at)
		if at.Holds(r.system) { // it is a transcript, and no prompt next to one
			r.system, r.context.System, r.context.HasSystem = jsonx.Range{}, ir.Text{}, false
		}
		if d := r.addAny(f[i].text, at, ir.RoleAssistant, true); d != nil {
			return d
		}
		r.deep = r.deep || !r.isOwnValue(at)
		r.transcripts = append(r.transcripts, transcript{i})
	}
	return nil
}

// String lists the paths.
func (f fields) String() string {
	texts := make([]string, len(f))
	for i := range f {
		texts[i] = f[i].text
	}
	return strings.Join(texts, ", ")
}

// isOwnValue reports whether a value is that of one of the record's keys.
func (r *Record) isOwnValue(at jsonx.Range) bool {
	for i := range r.members {
		if r.members[i].Value == at {
			return true
		}
	}
	return false
}

// path is a gjson path.
type path struct {
	text string
	// keys and indexes are its steps, or nil where it is more than that: gjson
	// knows what it means then.
	keys    []string
	indexes []int // those of arrays, -1 where the step is no number
}

func newPath(text string) path {
	p := path{text: text}
	step := ""
	for i := 0; i <= len(text); i++ {
		switch {
		case i == len(text) || text[i] == '.':
			if step == "" {
				return path{text: text}
			}
			p.keys, p.indexes = append(p.keys, step), append(p.indexes, indexOf(step))
			step = ""
		case text[i] == '\\' && i+1 < len(text):
			i++
			step += text[i : i+1]
		case strings.IndexByte(plainInPath, text[i]) >= 0 || text[i] >= 0x80:
			step += text[i : i+1]
		default:
			return path{text: text}
		}
	}
	return p
}

// plainInPath are the characters of ASCII that mean nothing but themselves in a
// path.
const plainInPath = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_- $/"

// indexOf returns the index of an array that a step names, or -1.
func indexOf(step string) int {
	n, err := strconv.Atoi(step)
	if err != nil || strconv.Itoa(n) != step {
		return -1
	}
	return n
}

// find returns the range of the value to which the path leads from the value at
// offset at. ok is false where it leads nowhere.
func (p *path) find(doc jsonx.Value, at int) (found jsonx.Range, ok bool) {
	if p.keys == nil {
		r := gjson.GetBytes(doc.B, p.text)
		return jsonx.RangeOf(r.Index, r.Index+len(r.Raw)), r.Exists() && r.Index > 0
	}
	for i, key := range p.keys {
		if found, ok = child(doc, at, key, p.indexes[i]); !ok {
			return found, false
		}
		at = found.Start
	}
	return found, true
}

// child returns the value of the first such key of an object, or the element of
// an array.
func child(doc jsonx.Value, at int, key string, index int) (found jsonx.Range, ok bool) {
	switch doc.B[at] {
	case '{':
		for m := range doc.Members(at) {
			if isKey(m.Key.Of(doc.B), key) {
				return m.Value, true
			}
		}
	case '[':
		n := 0
		for e := range doc.Elements(at) {
			if n == index {
				return e, true
			}
			n++
		}
	}
	return found, false
}
