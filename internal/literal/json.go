package literal

import (
	"encoding/binary"
	"math/bits"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/internal/spell"
	"github.com/toolspeak/toolspeak/internal/text"
)

// JSON scans exactly one JSON value, which begins at offset i with no white
// space before it, and returns the offset after it. It is as strict as RFC
// 8259, but takes escapes of lone surrogates and bytes above 0x7F in strings
// whatever they are: whether a record is UTF-8 is settled elsewhere.
// With an error, end is i.
func JSON(t text.Text, i int) (end int, err *Error) {
	s := scanner{t: t}
	end, err = s.value(i)
	if err != nil {
		return i, err
	}
	return end, nil
}

// Members calls yield for each member of the JSON object that begins at offset
// i, with the key's value and the span of the member's value in t, in the
// order of the text and duplicates included. It returns the offset after the
// object, or, when yield returns false, the offset after the value it was
// called with. Of members before an error, yield has been told.
func Members(t text.Text, i int, yield func(key text.Text, valueStart, valueEnd int) bool) (end int, err *Error) {
	c, width := text.At(t, i)
	if c != '{' {
		return i, expected(t, i, "a JSON object")
	}
	s := scanner{t: t}
	end, err = s.object(i+width, func(at int, key stringSpan, from, to int) bool {
		return yield(s.decoded(at, key), from, to)
	})
	if err != nil {
		return i, err
	}
	return end, nil
}

// Elements calls yield for each element of the JSON array that begins at offset i,
// with the element's span in t. It returns the offset after the array, or, when
// yield returns false, the offset after the element it was called with. Of elements
// before an error, yield has been told.
func Elements(t text.Text, i int, yield func(from, to int) bool) (end int, err *Error) {
	c, width := text.At(t, i)
	if c != '[' {
		return i, expected(t, i, "a JSON array")
	}
	s := scanner{t: t}
	end, err = s.array(i+width, yield)
	if err != nil {
		return i, err
	}
	return end, nil
}

// String decodes the JSON string whose opening quote is at offset i and
// returns its value and the offset after it. The value shares t's bytes
// unless it has escapes.
func String(t text.Text, i int) (value text.Text, end int, err *Error) {
	c, width := text.At(t, i)
	if c != '"' {
		return text.Text{}, i, expected(t, i, "a JSON string")
	}
	s := scanner{t: t}
	str, err := s.str(i + width)
	if err != nil {
		return text.Text{}, i, err
	}
	return s.decoded(i+width, str), str.end, nil
}

// decoded returns the value of a string whose inside begins at offset i.
func (s *scanner) decoded(i int, str stringSpan) text.Text {
	inside := s.t.Slice(i, str.quote)
	if !str.escapes {
		return inside
	}
	return text.Text{B: spell.AppendDecoded(nil, inside.B)}
}

// scanner scans JSON values of one text.
type scanner struct {
	t     text.Text
	depth int
}

func (s *scanner) value(i int) (int, *Error) {
	c, width := text.At(s.t, i)
	switch c {
	case '"':
		str, err := s.str(i + width)
		return str.end, err
	case '{':
		return s.object(i+width, nil)
	case '[':
		return s.array(i+width, nil)
	case 't':
		return s.word(i, "true")
	case 'f':
		return s.word(i, "false")
	case 'n':
		return s.word(i, "null")
	case '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		return s.number(i)
	}
	return i, expected(s.t, i, "a JSON value")
}

func (s *scanner) word(i int, word string) (int, *Error) {
	end, ok := text.Prefix(s.t, i, word)
	if !ok {
		return i, expected(s.t, i, "a JSON value")
	}
	return end, nil
}

// space skips JSON's white space.
func (s *scanner) space(i int) int { return jsonx.SkipSpace(s.t.B, i) }

// object scans an object starting after its opening brace. It stops early
// when yield, which may be nil, returns false.
func (s *scanner) object(i int, yield func(at int, key stringSpan, from, to int) bool) (int, *Error) {
	if s.depth++; s.depth > MaxDepth {
		return i, &Error{Offset: i, msg: tooDeep}
	}
	i = s.space(i)
	c, width := text.At(s.t, i)
	if c == '}' {
		s.depth--
		return i + width, nil
	}
	for {
		if c != '"' {
			return i, expected(s.t, i, "a key in double quotes")
		}
		str, err := s.str(i + width)
		if err != nil {
			return i, err
		}
		key, colon := i+width, s.space(str.end)
		c, width = text.At(s.t, colon)
		if c != ':' {
			return colon, expected(s.t, colon, "':' after the key")
		}
		from := s.space(colon + width)
		to, err := s.value(from)
		if err != nil || yield != nil && !yield(key, str, from, to) {
			return to, err
		}
		i = s.space(to)
		c, width = text.At(s.t, i)
		switch c {
		case ',':
			i = s.space(i + width)
			c, width = text.At(s.t, i)
		case '}':
			s.depth--
			return i + width, nil
		default:
			return i, expected(s.t, i, "',' or '}'")
		}
	}
}

// array scans an array starting after its opening bracket. It stops early when
// yield, which may be nil, returns false.
func (s *scanner) array(i int, yield func(from, to int) bool) (int, *Error) {
	if s.depth++; s.depth > MaxDepth {
		return i, &Error{Offset: i, msg: tooDeep}
	}
	i = s.space(i)
	if c, width := text.At(s.t, i); c == ']' {
		s.depth--
		return i + width, nil
	}
	for {
		end, err := s.value(i)
		if err != nil || yield != nil && !yield(i, end) {
			return end, err
		}
		i = s.space(end)
		c, width := text.At(s.t, i)
		switch c {
		case ',':
			i = s.space(i + width)
		case ']':
			s.depth--
			return i + width, nil
		default:
			return i, expected(s.t, i, "',' or ']'")
		}
	}
}

// stringSpan is where a string ends and what it holds.
type stringSpan struct {
	quote, end int // offsets of the closing quote and after it
	escapes    bool
}

// str scans a string starting after its opening quote.
func (s *scanner) str(i int) (stringSpan, *Error) {
	escapes := false
	for {
		i = ordinary(s.t.B, i)
		if i < len(s.t.B) && s.t.B[i] == '"' {
			return stringSpan{i, i + 1, escapes}, nil
		}
		c, width := text.At(s.t, i)
		switch {
		case c == '"':
			return stringSpan{i, i + width, escapes}, nil
		case c == '\\':
			end, err := s.escape(i + width)
			if err != nil {
				return stringSpan{}, err
			}
			i, escapes = end, true
		case width == 0:
			return stringSpan{}, expected(s.t, i, "the string's closing quote")
		case c < ' ':
			return stringSpan{}, &Error{Offset: i, msg: "raw control character " + found(s.t, i) + " in a string"}
		default:
			i += width
		}
	}
}

// escape scans an escape starting after its backslash.
func (s *scanner) escape(i int) (int, *Error) {
	c, width := text.At(s.t, i)
	switch c {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		return i + width, nil
	case 'u':
		_, end, err := hexAt(s.t, i+width, 4)
		return end, err
	}
	return i, expected(s.t, i, "an escape of JSON")
}

const (
	eachByte = 0x0101010101010101
	highBits = 0x80 * eachByte
)

// ordinary skips bytes of a string that are themselves and end nothing: all but '"', '\\' and control characters. Eight at a time: strings are most
// of what an argument is made of.
func ordinary(b []byte, i int) int {
	for ; i+8 <= len(b); i += 8 {
		x := binary.LittleEndian.Uint64(b[i:])
		quote := x ^ '"'*eachByte
		slash := x ^ '\\'*eachByte
		// A byte's high bit is set where the byte was too small for the
		// subtraction; a borrow can only spoil bytes above the first such.
		small := (x - ' '*eachByte) | (quote - eachByte) | (slash - eachByte)
		stop := small &^ x & highBits
		if stop != 0 {
			return i + bits.TrailingZeros64(stop)>>3
		}
	}
	for i < len(b) && b[i] >= ' ' && b[i] != '"' && b[i] != '\\' {
		i++
	}
	return i
}

// number scans a number, sign included.
func (s *scanner) number(i int) (int, *Error) {
	c, width := text.At(s.t, i)
	if c == '-' {
		i += width
		c, width = text.At(s.t, i)
	}
	if c == '0' {
		i += width
	} else {
		end, err := s.digits(i)
		if err != nil {
			return end, err
		}
		i = end
	}
	if c, width = text.At(s.t, i); c == '.' {
		end, err := s.digits(i + width)
		if err != nil {
			return end, err
		}
		i = end
	}
	if c, width = text.At(s.t, i); c == 'e' || c == 'E' {
		i += width
		if c, width = text.At(s.t, i); c == '+' || c == '-' {
			i += width
		}
		return s.digits(i)
	}
	return i, nil
}

// digits scans one digit or more.
func (s *scanner) digits(i int) (int, *Error) {
	c, width := text.At(s.t, i)
	if !isDigit(c) {
		return i, expected(s.t, i, "a digit")
	}
	for isDigit(c) {
		i += width
		c, width = text.At(s.t, i)
	}
	return i, nil
}
