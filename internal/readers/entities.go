package readers

import (
	"strconv"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/spell"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// entities are those with a name that are decoded: XML's own.
var entities = [...]struct {
	spelled string
	char    rune
}{{"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}, {"&quot;", '"'}, {"&apos;", '\''}}

// decoded replaces the entities in words, which begin at offset at, where the
// options ask for it. inJSON means that words are JSON, in whose strings a quote
// needs a backslash.
func (r *reader) decoded(at int, words ir.Text, inJSON bool) ir.Text {
	if !r.opts.Entities {
		return words
	}
	var out []byte
	copied := 0
	for i, _ := text.Index(words, 0, "&"); i >= 0; i, _ = text.Index(words, i, "&") {
		char, end := entityAt(words, i)
		if end == i {
			i++
			continue
		}
		if copied == 0 {
			r.report(at+i, ir.CodeXMLEntities, "entities were decoded")
		}
		out = append(out, words.B[copied:i]...)
		one := string(char)
		if inJSON {
			one = string(spell.AppendEscaped(nil, []byte(one), false))
		}
		out = append(out, one...)
		i, copied = end, end
	}
	if copied == 0 {
		return words
	}
	return ir.Text{B: append(out, words.B[copied:]...)}
}

// entityAt returns the character of the entity at offset i and the offset after
// it, or i where there is none. By number it is any character that XML allows.
func entityAt(t ir.Text, i int) (char rune, end int) {
	for _, e := range entities {
		if end, ok := text.Prefix(t, i, e.spelled); ok {
			return e.char, end
		}
	}
	end, ok := text.Prefix(t, i, "&#")
	if !ok {
		return 0, i
	}
	const longest = len("x10FFFF")
	stop := skipAny(t, end, "xX0123456789abcdefABCDEF")
	semicolon, ok := text.Prefix(t, stop, ";")
	if !ok || stop == end || stop-end > longest {
		return 0, i
	}
	digits, base := t.Slice(end, stop).String(), 10
	if lower(digits[0]) == 'x' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	char = rune(n)
	if err != nil || !utf8.ValidRune(char) || char < ' ' && char != '\t' && char != '\n' && char != '\r' {
		return 0, i
	}
	return char, semicolon
}

// decodedValue decodes an argument that begins at offset open: strings of JSON in place, and
// any other text as a whole, for a program that spelled its JSON for XML.
func (r *reader) decodedValue(open int, value ir.Text) (args ir.Args, ok bool) {
	if !r.opts.Entities {
		return ir.Args{}, false
	}
	open += text.SkipSpace(value, 0, value.Len())
	value = value.Trim()
	jsonEnd, err := literal.JSON(value, 0)
	whole := err == nil && jsonEnd == value.Len()
	changed := r.decoded(open, value, whole)
	if text.Equal(changed, value) {
		return ir.Args{}, false
	}
	args, used := r.arguments(open, changed)
	if r.err == nil && !text.From(changed, used).Blank() {
		r.fail(open, ir.CodeBrokenArgs, "expected </%s> after the argument", r.style.Tag.Arguments)
	}
	return args, true
}
