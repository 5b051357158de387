package jsonx

// Fault says where JSON is broken: what was expected at an offset.
type Fault struct {
	At   int
	Want string
}

// A Fault may want these besides characters.
const (
	TooDeeply = "fewer arrays and objects in each other"
	NoControl = "no control character"
)

// fail notes a fault and returns -1.
func (s *scanner) fail(at int, want string) int {
	s.fault = Fault{at, want}
	return -1
}

// Prefix returns the offset after the JSON value that begins at offset i of b, or -1 and what
// is wrong. Other text may follow the value, and its strings need not be UTF-8.
func Prefix(b []byte, i int) (end int, f Fault) {
	s := scanner{b: b, loose: true}
	end = s.value(i)
	return end, s.fault
}

// Walk is Prefix for an object or an array, and calls yield for each of its values, in an
// object with the range of the key. Where yield returns false, it returns the offset after
// that value. Of values before a fault, yield has been told.
func Walk(b []byte, i int, yield func(key, value Range) bool) (end int, f Fault) {
	s := scanner{b: b, loose: true, base: 1}
	object := b[i] == '{'
	s.enter(i, object)
	if i = s.space(i + 1); i < len(b) && (object && b[i] == '}' || !object && b[i] == ']') {
		return i + 1, f
	}
	for {
		var key Range
		if object {
			at := i
			if i = s.key(i); i < 0 {
				return -1, s.fault
			}
			key = RangeOf(at, SkipString(b, at)).Inside()
		}
		if end = s.value(i); end < 0 || !yield(key, Range{i, end}) {
			return end, s.fault
		}
		switch i = s.space(end); {
		case i < len(b) && b[i] == ',':
			i = s.space(i + 1)
		case i < len(b) && (object && b[i] == '}' || !object && b[i] == ']'):
			return i + 1, f
		case object:
			return s.fail(i, "',' or '}'"), s.fault
		default:
			return s.fail(i, "',' or ']'"), s.fault
		}
	}
}
