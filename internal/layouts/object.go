package layouts

import (
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// object is an object of a record whose members are taken one by one. What nobody
// takes has no place in the steps.
type object struct {
	doc     jsonx.Value
	at      jsonx.Range
	members []objectMember
}

type objectMember struct {
	jsonx.Member
	taken bool
}

// object returns the value at at, which has no members where it is no object.
func (s *turnReader) object(at jsonx.Range) object {
	o := object{doc: s.doc, at: at}
	if at.End == 0 || s.doc.B[at.Start] != '{' {
		return o
	}
	from := len(s.objects)
	for m := range s.doc.Members(at.Start) {
		s.objects = append(s.objects, objectMember{Member: m})
	}
	o.members = s.objects[from:len(s.objects):len(s.objects)]
	return o
}

// take returns the value of a key and marks it as taken. A null is as good as no
// such key, and is not taken.
func (o *object) take(key string) (jsonx.Range, bool) {
	for i := range o.members {
		m := &o.members[i]
		if isKey(m.Key.Of(o.doc.B), key) {
			if m.taken || o.doc.B[m.Value.Start] == 'n' {
				return jsonx.Range{}, false
			}
			m.taken = true
			return m.Value, true
		}
	}
	return jsonx.Range{}, false
}

// drop marks a key as taken, even if its value is null, and returns the value.
func (o *object) drop(key string) (jsonx.Range, bool) {
	if at, ok := o.takeKind(key, 'n'); ok {
		return at, true
	}
	return o.take(key)
}

// takeKind is take for a value that begins with c; another value is left alone.
func (o *object) takeKind(key string, c byte) (jsonx.Range, bool) {
	for i := range o.members {
		m := &o.members[i]
		if isKey(m.Key.Of(o.doc.B), key) {
			if m.taken || o.doc.B[m.Value.Start] != c {
				return jsonx.Range{}, false
			}
			m.taken = true
			return m.Value, true
		}
	}
	return jsonx.Range{}, false
}

// text takes a key whose value is a string.
func (o *object) text(key string) (ir.Text, bool) {
	v, ok := o.takeKind(key, '"')
	if !ok {
		return ir.Text{}, false
	}
	return textOf(o.doc, v.Inside()), true
}

// word takes a key whose value is a string, and returns what that says.
func (o *object) word(key string) string {
	t, _ := o.text(key)
	return t.String()
}

// is reports whether a key has the string as its value. It takes nothing.
func (o *object) is(key, word string) bool { return o.peek(key) == word }

// peek returns the string that is the value of a key, or "". It takes nothing.
func (o *object) peek(key string) string {
	v := o.value(key)
	if v.End == 0 || o.doc.B[v.Start] != '"' {
		return ""
	}
	return jsonx.Unquote(v.Inside().Of(o.doc.B))
}

// value returns the value of a key, the zero Range where there is none. It takes
// nothing.
func (o *object) value(key string) jsonx.Range {
	for i := range o.members {
		if isKey(o.members[i].Key.Of(o.doc.B), key) {
			return o.members[i].Value
		}
	}
	return jsonx.Range{}
}

// has reports whether a key has a value other than null.
func (o *object) has(key string) bool {
	v := o.value(key)
	return v.End > 0 && o.doc.B[v.Start] != 'n'
}

// rest returns the members that were not taken as an object, or nil where there
// are none.
func (o *object) rest() []byte {
	var out []byte
	for i := range o.members {
		m := &o.members[i]
		if m.taken {
			continue
		}
		if out == nil {
			out = []byte{'{'}
		}
		out = append(jsonx.AppendComma(out), o.doc.B[m.Key.Start-1:m.Key.End+1]...)
		out = append(append(out, ": "...), m.Value.Of(o.doc.B)...)
	}
	if out == nil {
		return nil
	}
	return append(out, '}')
}

// left counts the members that were not taken and say something.
func (o *object) left() int {
	n := 0
	for i := range o.members {
		if m := &o.members[i]; !m.taken && o.doc.B[m.Value.Start] != 'n' {
			n++
		}
	}
	return n
}

// padded reports whether a member that was not taken is null.
func (o *object) padded() bool {
	for i := range o.members {
		if m := &o.members[i]; !m.taken && o.doc.B[m.Value.Start] == 'n' {
			return true
		}
	}
	return false
}

// isTrue reports whether the value of a key is true. It takes nothing.
func (o *object) isTrue(key string) bool {
	at := o.value(key)
	return at.End > 0 && o.doc.B[at.Start] == 't'
}

// says reports whether the value of a key is a string that is not empty. It takes
// nothing.
func (o *object) says(key string) bool {
	at := o.value(key)
	return at.End-at.Start > len(`""`) && o.doc.B[at.Start] == '"'
}
