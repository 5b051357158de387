package layouts

import (
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// showsItem reports whether an element of a list is what the function says.
func (r *Record) showsItem(list jsonx.Range, is func(o *object) bool) bool {
	if list.End == 0 || r.doc.B[list.Start] != '[' {
		return false
	}
	b := turnReader{Record: r, doc: r.doc}
	from := len(b.objects)
	for e := range r.doc.Elements(list.Start) {
		b.objects = b.objects[:from]
		if o := b.object(e); o.members != nil && is(&o) {
			return true
		}
	}
	return false
}

// showsBlock is showsItem for the elements of lists that are under a key of the
// list's elements.
func (r *Record) showsBlock(list jsonx.Range, key string, is func(o *object) bool) bool {
	if list.End == 0 || r.doc.B[list.Start] != '[' {
		return false
	}
	for e := range r.doc.Elements(list.Start) {
		if r.doc.B[e.Start] != '{' {
			continue
		}
		for m := range r.doc.Members(e.Start) {
			if r.doc.B[m.Value.Start] == '[' && isKey(m.Key.Of(r.doc.B), key) && r.showsItem(m.Value, is) {
				return true
			}
		}
	}
	return false
}

// shapeList returns the list of a shape: what is under the key, or the record itself.
func (r *Record) shapeList(key string, l shape) (jsonx.Range, *ir.Diagnostic) {
	r.layout = l
	list := r.at
	switch {
	case r.place.End > 0 && r.doc.B[r.place.Start] != '[':
		return r.place, r.rejectAt(r.place.Start, ir.CodeWrongType, "the transcript is %s: expected a list", kindOf(r.doc.B, r.place))
	case r.place.End > 0:
		return r.place, nil
	case r.is('['):
		return list, nil
	case !r.is('{'):
		return list, r.noRecord()
	}
	if list = r.value(key); list.End == 0 || r.doc.B[list.Start] == 'n' {
		return list, r.lacksKey(key)
	}
	if r.doc.B[list.Start] != '[' {
		return list, r.rejectAt(list.Start, ir.CodeWrongType, "%q is %s: expected a list", key, kindOf(r.doc.B, list))
	}
	return list, r.once(key, "tools", "system")
}

// readList reads a record whose messages are the elements of a list under a key: around reads
// what is next to it, and item each element.
func (r *Record) readList(l shape, key string, around func(*turnReader), item func(*turnReader, *object)) *ir.Diagnostic {
	list, d := r.shapeList(key, l)
	if d != nil {
		return d
	}
	b := r.turns(l)
	b.takes(key)
	if l.about().tools != nil {
		b.takes("tools")
	}
	around(b)
	for e := range b.doc.Elements(list.Start) {
		o := b.object(e)
		item(b, &o)
	}
	return b.done()
}
