package exchange

// Whole returns the answer that was streamed as events, as lines of JSON or as a list of chunks, put
// together, or nil where a value is none of these.
func Whole(value []byte) []byte {
	if len(value) == 0 {
		return nil
	}
	switch value = unpacked(value); value[0] {
	case '"':
		return streamed(stringOf(value))
	case '[':
		return merged(elements(value))
	}
	return nil
}
