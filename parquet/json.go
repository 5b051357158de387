package parquet

import (
	"bytes"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/spell"
)

// checkRecord refuses what is not one JSON object in UTF-8 that nests no deeper than
// all of toolspeak allows.
func checkRecord(record []byte) error {
	if !jsonx.Valid(record) {
		return refused(record)
	}
	return checkObject(record)
}

// checkObject refuses a value that is no object.
func checkObject(value []byte) error {
	if value[jsonx.SkipSpace(value, 0)] != '{' {
		return errNoObject
	}
	return nil
}

// refused says why a record is refused that is no JSON value.
func refused(record []byte) error {
	switch {
	case !utf8.Valid(record):
		return errUTF8Record
	case jsonx.TooDeep(record) >= 0:
		return errTooDeep
	}
	return errNoObject
}

// A jsonReader reads the strings of a record that has passed checkRecord, and relies on it.
type jsonReader struct {
	jsonx.Value
	texts []byte // what strings with escapes say
}

// open checks a record, and makes it the one that is read. It returns where the object
// begins.
func (r *jsonReader) open(record []byte) (at int, err error) {
	r.B = record
	if !r.X.Scan(record) {
		return 0, refused(record)
	}
	return jsonx.SkipSpace(record, 0), checkObject(record)
}

// text returns what the inside of a string says, and whether it has an escape for half of
// a UTF-16 pair, which no UTF-8 can hold. It shares the record's bytes where there is no
// escape.
func (r *jsonReader) text(at jsonx.Range) (said []byte, half bool) {
	inside := at.Of(r.B)
	if bytes.IndexByte(inside, '\\') < 0 {
		return inside, false
	}
	const least = 1 << 10
	if cap(r.texts)-len(r.texts) < len(inside) {
		// Texts before it stay where they are.
		r.texts = make([]byte, 0, max(len(inside), min(max(2*cap(r.texts), least), len(r.B)-at.Start)))
	}
	start := len(r.texts)
	r.texts = spell.AppendDecoded(r.texts, inside)
	if said = r.texts[start:len(r.texts):len(r.texts)]; spell.HasSurrogate(said) {
		return lossy(inside), true
	}
	return said, false
}

// half reports whether a string has an escape for half of a UTF-16 pair, as text does.
func (r *jsonReader) half(at jsonx.Range) bool {
	inside := at.Of(r.B)
	return bytes.Contains(inside, []byte(`\u`)) && spell.HasSurrogate(spell.AppendDecoded(nil, inside))
}

// lossy returns what the inside of a string says, with replacement characters for halves
// of pairs.
func lossy(inside []byte) (out []byte) {
	for {
		k := bytes.IndexByte(inside, '\\')
		if k < 0 {
			return append(out, inside...)
		}
		r, width := spell.EscapeAt(inside, k)
		out = utf8.AppendRune(append(out, inside[:k]...), r)
		inside = inside[k+width:]
	}
}

// repeats reports whether a value is spelled as another one.
func (r *jsonReader) repeats(at jsonx.Range, other []byte) bool {
	return len(other) > 0 && bytes.Equal(at.Of(r.B), other)
}
