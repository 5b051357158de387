package parquet

import (
	"encoding/binary"
	"math/bits"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/jsonx"
)

// maxDepth bounds the nesting of records, as everywhere in toolspeak.
const maxDepth = jsonx.MaxDepth

var indexes = sync.Pool{New: func() any { return new(jsonx.Index) }}

// isJSON reports whether b is one JSON value in UTF-8 that nests no deeper than maxDepth.
func isJSON(b []byte) bool {
	x := indexes.Get().(*jsonx.Index)
	defer indexes.Put(x)
	return x.Scan(b)
}

// checkRecord refuses what is not one JSON object in UTF-8.
func checkRecord(record []byte) error {
	if isJSON(record) {
		if record[space(record, 0)] != '{' {
			return errNoObject
		}
		return nil
	}
	return refused(record)
}

// refused says why a record is refused. Depth is asked first, because the validator
// calls itself for each level.
func refused(record []byte) error {
	if !utf8.Valid(record) {
		return errUTF8Record
	}
	depth, inString := 0, false
	for i := 0; i < len(record); i++ {
		switch c := record[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			if depth++; depth > maxDepth {
				return errTooDeep
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	if !gjson.ValidBytes(record) || record[space(record, 0)] != '{' {
		return errNoObject
	}
	return nil
}

// A jsonReader walks a record that has passed checkRecord, and relies on it.
type jsonReader struct {
	b     []byte
	texts []byte // what strings with escapes say
}

// space returns the offset of the first byte from i on that is no white space.
func space(b []byte, i int) int {
	for i < len(b) && (b[i] == ' ' || b[i] == '\n' || b[i] == '\t' || b[i] == '\r') {
		i++
	}
	return i
}

// special returns where the next quote or backslash is; there is one.
func special(b []byte, i int) int {
	const low, high = 0x0101010101010101, 0x8080808080808080
	for ; i+8 <= len(b); i += 8 {
		w := binary.LittleEndian.Uint64(b[i:])
		quote, slash := w^('"'*low), w^('\\'*low)
		// The lowest bit that is set belongs to a byte that was found; those above
		// may not.
		if m := ((quote-low)&^quote | (slash-low)&^slash) & high; m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
	}
	for b[i] != '"' && b[i] != '\\' {
		i++
	}
	return i
}

// toEscape returns where the next byte of a text is that JSON has to escape, or the end.
func toEscape(text []byte, i int) int {
	const low, high = 0x0101010101010101, 0x8080808080808080
	for ; i+8 <= len(text); i += 8 {
		w := binary.LittleEndian.Uint64(text[i:])
		quote, slash := w^('"'*low), w^('\\'*low)
		if m := ((quote-low)&^quote | (slash-low)&^slash | (w-' '*low)&^w) & high; m != 0 { // as in special
			return i + bits.TrailingZeros64(m)>>3
		}
	}
	for i < len(text) && text[i] >= ' ' && text[i] != '"' && text[i] != '\\' {
		i++
	}
	return i
}

// skip returns where the value at i ends.
func skip(b []byte, i int) int {
	switch b[i] {
	case '"':
		return skipString(b, i)
	case '{', '[':
	default:
		for i < len(b) && !ends(b[i]) {
			i++
		}
		return i
	}
	for depth := 0; ; i++ {
		switch b[i] {
		case '"':
			i = skipString(b, i) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
}

func skipString(b []byte, i int) int {
	for i = special(b, i+1); b[i] == '\\'; i = special(b, i+2) {
	}
	return i + 1
}

// ends reports whether a byte may follow a number or a word.
func ends(c byte) bool {
	switch c {
	case ',', '}', ']', ' ', '\n', '\t', '\r':
		return true
	}
	return false
}

// repeatsAt reports whether the value at i is spelled as another one.
func repeatsAt(b []byte, i int, other []byte) bool {
	end := i + len(other)
	return len(other) > 0 && end < len(b) && ends(b[end]) && string(b[i:end]) == string(other)
}

// text returns what the string at i says, where it ends, and whether it has an escape
// for half of a UTF-16 pair, which no UTF-8 can hold. It shares the record's bytes
// where there is no escape.
func (r *jsonReader) text(i int) (text []byte, end int, half bool) {
	b := r.b
	i++
	k := special(b, i)
	if b[k] == '"' {
		return b[i:k:k], k + 1, false
	}
	start := len(r.texts)
	for {
		start = r.grow(start, k-i+utf8.UTFMax, len(b)-i)
		r.texts = append(r.texts, b[i:k]...)
		if b[k] == '"' {
			end := len(r.texts)
			return r.texts[start:end:end], k + 1, half
		}
		c := b[k+1]
		i = k + 2
		switch c {
		case 'n':
			c = '\n'
		case 'r':
			c = '\r'
		case 't':
			c = '\t'
		case 'b':
			c = '\b'
		case 'f':
			c = '\f'
		case 'u':
			u, next := character(b, k)
			half = half || utf16.IsSurrogate(u)
			r.texts, i = utf8.AppendRune(r.texts, u), next
			k = special(b, i)
			continue
		}
		r.texts = append(r.texts, c)
		k = special(b, i)
	}
}

// grow makes sure that n bytes more fit after the text that begins at start, of a record
// with rest bytes left. Texts before it stay where they are.
func (r *jsonReader) grow(start, n, rest int) int {
	if cap(r.texts)-len(r.texts) >= n {
		return start
	}
	const least = 1 << 10
	have := len(r.texts) - start
	more := min(max(2*cap(r.texts), least), rest+utf8.UTFMax)
	r.texts = append(make([]byte, 0, have+max(n, more)), r.texts[start:]...)
	return 0
}

// character returns what the escape \uXXXX at i, with a second one that belongs to
// it, means. Half of a pair is a surrogate.
func character(b []byte, i int) (r rune, next int) {
	r, next = unit(b[i+2:]), i+6
	if utf16.IsSurrogate(r) && b[next] == '\\' && b[next+1] == 'u' {
		if pair := utf16.DecodeRune(r, unit(b[next+2:])); pair != utf8.RuneError {
			return pair, next + 6
		}
	}
	return r, next
}

// unit reads four hexadecimal digits.
func unit(b []byte) (v rune) {
	for _, c := range b[:4] {
		d := rune(c - '0')
		if c > '9' {
			d = rune(c|0x20) - 'a' + 10
		}
		v = v<<4 | d
	}
	return v
}

// members calls yield with each member of the object at i and where its value
// begins, which returns where that ends, and returns where the object ends. half is that of
// text.
func (r *jsonReader) members(i int, yield func(key []byte, half bool, at int) (int, error)) (end int, err error) {
	if i = space(r.b, i+1); r.b[i] == '}' {
		return i + 1, nil
	}
	for {
		key, next, half := r.text(i)
		colon := space(r.b, next)
		if i, err = yield(key, half, space(r.b, colon+1)); err != nil {
			return i, err
		}
		if i = space(r.b, i); r.b[i] == '}' {
			return i + 1, nil
		}
		i = space(r.b, i+1)
	}
}

// elements is members for the elements of an array.
func (r *jsonReader) elements(i int, yield func(at int) (int, error)) (end int, err error) {
	if i = space(r.b, i+1); r.b[i] == ']' {
		return i + 1, nil
	}
	for {
		if i, err = yield(i); err != nil {
			return i, err
		}
		if i = space(r.b, i); r.b[i] == ']' {
			return i + 1, nil
		}
		i = space(r.b, i+1)
	}
}
