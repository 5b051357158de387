package readers

import (
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// entities are those that are decoded: XML's own, and the two quotes by number.
var entities = [...]struct {
	spelled string
	char    byte
}{{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&#39;", '\''}, {"&#34;", '"'}}

// decoded replaces the entities in words, which begin at offset at, where the
// options ask for it. inJSON tells that words are JSON, in whose strings a quote
// needs a backslash.
func (r *reader) decoded(at int, words ir.Text, inJSON bool) ir.Text {
	if !r.opts.Entities {
		return words
	}
	var out []byte
	copied := 0
	for i := 0; i < words.Len(); {
		c, width := words.At(i)
		if c != '&' {
			i += width
			continue
		}
		char, end := entityAt(words, i)
		if end == i {
			i += width
			continue
		}
		if copied == 0 {
			r.report(at+i, ir.CodeXMLEntities, "entities were decoded")
		}
		out = append(out, words.B[copied:i]...)
		if char == '"' && inJSON {
			out = appendByte(out, '\\', words.Esc)
		}
		out = appendByte(out, char, words.Esc)
		i, copied = end, end
	}
	if copied == 0 {
		return words
	}
	return ir.Text{B: append(out, words.B[copied:]...), Esc: words.Esc}
}

// entityAt returns the character of the entity at offset i and the offset behind
// it, or i where there is none.
func entityAt(t ir.Text, i int) (char byte, end int) {
	for _, e := range entities {
		if end, ok := t.Prefix(i, e.spelled); ok {
			return e.char, end
		}
	}
	return 0, i
}

func appendByte(dst []byte, c byte, escaped bool) []byte {
	if escaped {
		return text.AppendEscapedByte(dst, c)
	}
	return append(dst, c)
}

// decodedArguments reads the argument at offset open up to its first closing tag
// and decodes it: strings of JSON in place, and any other text as a whole, for
// a program that spelled its JSON for XML.
func (r *reader) decodedArguments(t ir.Text, open int) (args ir.Args, end int, ok bool) {
	stop, end := t.Index(open, "</"+r.style.Tag.Arguments+">")
	if stop < 0 {
		return ir.Args{}, open, false
	}
	open = t.SkipSpace(open, stop)
	value := t.Slice(open, stop).Trim()
	jsonEnd, err := literal.JSON(value, 0)
	whole := err == nil && jsonEnd == value.Len()
	changed := r.decoded(open, value, whole)
	if text.Equal(changed, value) {
		return ir.Args{}, open, false
	}
	args, used := r.arguments(open, changed)
	if r.err == nil && !changed.From(used).Blank() {
		r.fail(open, ir.CodeBrokenArgs, "expected </%s> behind the argument", r.style.Tag.Arguments)
	}
	return args, end, true
}
