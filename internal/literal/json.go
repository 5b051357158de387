package literal

import (
	"bytes"

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
	end, f := jsonx.Prefix(t.B, i)
	return ended(t, i, end, f)
}

// ended returns what a scan from offset i returned, with an error for a fault.
func ended(t text.Text, i, end int, f jsonx.Fault) (int, *Error) {
	switch {
	case end >= 0:
		return end, nil
	case f.Want == jsonx.TooDeeply:
		return i, &Error{Offset: f.At, msg: tooDeep}
	case f.Want == jsonx.NoControl:
		return i, &Error{Offset: f.At, msg: "raw control character " + found(t, f.At) + " in a string"}
	}
	return i, expected(t, f.At, f.Want)
}

// Members calls yield for each member of the JSON object that begins at offset
// i, with the key's value and the span of the member's value in t, in the
// order of the text and duplicates included. It returns the offset after the
// object, or, when yield returns false, the offset after the value it was
// called with. Of members before an error, yield has been told.
func Members(t text.Text, i int, yield func(key text.Text, valueStart, valueEnd int) bool) (end int, err *Error) {
	if c, _ := text.At(t, i); c != '{' {
		return i, expected(t, i, "a JSON object")
	}
	end, f := jsonx.Walk(t.B, i, func(key, value jsonx.Range) bool {
		return yield(decoded(t, key), value.Start, value.End)
	})
	return ended(t, i, end, f)
}

// Elements calls yield for each element of the JSON array that begins at offset i,
// with the element's span in t. It returns the offset after the array, or, when
// yield returns false, the offset after the element it was called with. Of elements
// before an error, yield has been told.
func Elements(t text.Text, i int, yield func(from, to int) bool) (end int, err *Error) {
	if c, _ := text.At(t, i); c != '[' {
		return i, expected(t, i, "a JSON array")
	}
	end, f := jsonx.Walk(t.B, i, func(_, value jsonx.Range) bool { return yield(value.Start, value.End) })
	return ended(t, i, end, f)
}

// String decodes the JSON string whose opening quote is at offset i and
// returns its value and the offset after it. The value shares t's bytes
// unless it has escapes.
func String(t text.Text, i int) (value text.Text, end int, err *Error) {
	if c, _ := text.At(t, i); c != '"' {
		return text.Text{}, i, expected(t, i, "a JSON string")
	}
	if end, err = JSON(t, i); err != nil {
		return text.Text{}, i, err
	}
	return decoded(t, jsonx.RangeOf(i, end).Inside()), end, nil
}

// decoded returns what the inside of a string says.
func decoded(t text.Text, inside jsonx.Range) text.Text {
	if bytes.IndexByte(inside.Of(t.B), '\\') < 0 {
		return t.Slice(inside.Start, inside.End)
	}
	return text.Text{B: spell.AppendDecoded(nil, inside.Of(t.B))}
}
