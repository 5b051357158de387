package layouts

import (
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// responseKey is the key of Extra for the key that holds a result's only string.
const responseKey = "response_key"

// geminiResponse reads the object of a result. The only string of it is its text,
// where the key says so.
func (b *turnReader) geminiResponse(res *object) (said content, key string) {
	at, ok := res.take("response")
	if !ok { // some have it where the response should be
		for _, key := range responseKeys {
			if at, ok := res.take(key); ok {
				return b.geminiValue(at), key
			}
		}
		return content{}, ""
	}
	if t, key := b.onlyText(at); key != "" {
		return content{text: t}, key
	}
	if inner, key := b.wrapped(at); key != "" {
		return b.geminiValue(inner), key
	}
	return b.geminiValue(at), ""
}

// wrapped returns the object in a result's object that would be read as a text where it stood
// alone, and its key.
func (b *turnReader) wrapped(at jsonx.Range) (inner jsonx.Range, key string) {
	only := b.object(at)
	if len(only.members) != 1 {
		return at, ""
	}
	for _, key := range [...]string{"output", "error"} {
		if inner, ok := only.takeKind(key, '{'); ok && b.takesApart(inner) {
			return inner, key
		}
	}
	return at, ""
}

// takesApart reports whether a result's object is read as what is in it.
func (b *turnReader) takesApart(at jsonx.Range) bool {
	if _, key := b.onlyText(at); key != "" {
		return true
	}
	_, key := b.wrapped(at)
	return key != ""
}

// onlyText returns the text that is all that a result's object holds, and its key.
func (b *turnReader) onlyText(at jsonx.Range) (t ir.Text, key string) {
	if only := b.object(at); len(only.members) == 1 {
		for _, key := range responseKeys {
			if t, ok := only.text(key); ok {
				return t, key
			}
		}
	}
	return t, ""
}

// responseKeys are the keys under which the result of a call is found.
var responseKeys = [...]string{"output", "result", "return_value", "content", "error"}

// geminiValue reads a result, which is a string or any other JSON.
func (b *turnReader) geminiValue(at jsonx.Range) content {
	if b.isText(at) {
		return content{text: b.text(at)}
	}
	return content{text: ir.Text{B: b.raw(at)}, value: b.raw(at)}
}

// geminiResponse writes a result as an object. One that would be read as what is in it is put
// into another.
func (w *stepWriter) geminiResponse(s *ir.Step) {
	w.key("response")
	value := s.Rare().Value
	if value != nil && value[0] == '{' {
		b := turnReader{Record: w.r, doc: jsonx.Value{B: value}}
		if !b.takesApart(jsonx.RangeOf(0, len(value))) {
			w.json(value)
			return
		}
	} else {
		value = nil
	}
	key := []byte(`"output"`)
	switch is := extraOf(s, responseKey); {
	case s.Failed:
		key = []byte(`"error"`)
	case is != nil:
		key = is
	}
	w.raw("{")
	w.dst = append(w.dst, key...)
	w.raw(": ")
	if value != nil {
		w.json(value)
	} else {
		w.text(s.Text)
	}
	w.raw("}")
}
