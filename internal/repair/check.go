package repair

import (
	"bytes"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/text"
)

// check proves a repair: undoing the changes in out gives in, each change does
// no more than its kind may, every word and number of in is in out, in order,
// and out is one JSON value. Where it does not hold,
// it returns the offset into in and what is wrong.
func check(in, out []byte, changes []Change) (at int, msg string) {
	i, k := 0, 0
	var was, is words
	for _, c := range changes {
		n := c.plain - i
		if n < 0 || c.plain > len(in) || k+n > len(out) || !bytes.Equal(in[i:c.plain], out[k:k+n]) {
			return c.plain, "the repair changed what it did not report"
		}
		was.read(in[i:c.plain])
		is.read(out[k : k+n])
		i, k = c.plain, k+n
		if !bytes.HasPrefix(in[i:], []byte(c.Removed)) || !bytes.HasPrefix(out[k:], []byte(c.Inserted)) {
			return c.plain, "the repair changed what it did not report"
		}
		if v, ok := kinds[c.Kind]; !ok || c.Removed == "" && c.Inserted == "" || !v.may(c.Removed, c.Inserted) {
			return c.plain, "the repair took a liberty that is not one of " + string(c.Kind)
		}
		if !replaces[c.Kind] {
			was.read([]byte(c.Removed))
			is.read([]byte(c.Inserted))
		}
		i, k = i+len(c.Removed), k+len(c.Inserted)
	}
	if !bytes.Equal(in[i:], out[k:]) {
		return i, "the repair changed what it did not report"
	}
	was.read(in[i:])
	is.read(out[k:])
	if !bytes.Equal(was.b, is.b) {
		return 0, "the repair lost or moved a word"
	}
	t := text.Text{B: out}
	end, err := literal.JSON(t, text.SkipSpace(t, 0, t.Len()))
	if err != nil {
		return min(err.Offset, len(in)), "the repair is not JSON: " + err.Message()
	}
	if text.SkipSpace(t, end, t.Len()) != t.Len() {
		return min(end, len(in)), "the repair is more than one value"
	}
	return 0, ""
}

// replaces has the kinds that put other words in the place of those they take
// away, or take away words and report them. What they may do, kinds says.
var replaces = map[Kind]bool{
	Quotes: true, Python: true, Word: true, Number: true, StringPrefix: true, Control: true, CutEscape: true, MissingValue: true,
	Comment: true, Fence: true, CallParens: true, TextBefore: true, TextAfter: true, Escaped: true,
}

// words collects the ASCII letters and digits of a text, as they are: only
// punctuation around them may be other than it was.
type words struct{ b []byte }

func (w *words) read(b []byte) {
	for _, c := range b {
		if c >= '0' && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' {
			w.b = append(w.b, c)
		}
	}
}
