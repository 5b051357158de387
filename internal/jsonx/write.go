package jsonx

import "bytes"

// AppendComma appends a comma and a space, unless dst ends with the bracket that an object or
// a list begins with.
func AppendComma(dst []byte) []byte {
	if last := dst[len(dst)-1]; last != '{' && last != '[' {
		dst = append(dst, ", "...)
	}
	return dst
}

// AppendMember appends a key with its value, which is JSON, after a comma unless it is the first.
func AppendMember(dst []byte, key string, value []byte) []byte {
	dst = append(AppendComma(dst), Quoted(key)...)
	return append(append(dst, ": "...), value...)
}

// List returns values as a list.
func List(values [][]byte) []byte {
	return append(append([]byte{'['}, bytes.Join(values, []byte(", "))...), ']')
}

// Spaced returns a valid value without line feeds and indentation, as Python prints it, or the
// value itself where it is on one line.
func Spaced(value []byte) []byte {
	if bytes.IndexByte(value, '\n') < 0 { // in a string it is escaped
		return value
	}
	out := make([]byte, 0, len(value))
	for i := 0; i < len(value); {
		switch c := value[i]; {
		case c == '"':
			end := SkipString(value, i)
			out = append(out, value[i:end]...)
			i = end
			continue
		case IsSpace(c):
		case c == ',' || c == ':':
			out = append(out, c, ' ')
		default:
			out = append(out, c)
		}
		i++
	}
	return out
}
