package spell

import "bytes"

// Room is memory for what the strings of a record say. The zero value is ready to use.
type Room struct {
	buf []byte
	// last is the inside of a string that was decoded last, and said what it says: the same
	// one is often asked for next.
	last, said []byte
}

// Decode returns what the inside of a JSON string says: the inside itself where it has no
// escape, else bytes that are valid until Reset.
func (r *Room) Decode(inside []byte) []byte {
	if bytes.IndexByte(inside, '\\') < 0 {
		return inside
	}
	if len(inside) == len(r.last) && &inside[0] == &r.last[0] {
		return r.said
	}
	const least, spare = 1 << 12, 16
	if cap(r.buf)-len(r.buf) < len(inside)+spare {
		r.buf = make([]byte, 0, max(least, 2*cap(r.buf), len(inside)+spare))
	}
	start := len(r.buf)
	r.buf = AppendDecoded(r.buf, inside)
	r.last, r.said = inside, r.buf[start:len(r.buf):len(r.buf)]
	return r.said
}

// Offset returns the offset in the inside of a JSON string of what is at an offset of what
// the string says.
func Offset(inside []byte, said int) int {
	i := 0
	var one [4]byte
	for at := 0; i < len(inside) && at < said; {
		if inside[i] != '\\' {
			i, at = i+1, at+1
			continue
		}
		r, width := EscapeAt(inside, i)
		i, at = i+width, at+len(AppendRune(one[:0], r))
	}
	return i
}

// Reset takes the memory back for what another record says.
func (r *Room) Reset() {
	const most = 1 << 24
	if cap(r.buf) > most {
		r.buf = nil
	}
	r.buf, r.last, r.said = r.buf[:0], nil, nil
}
