package readers

import (
	"regexp"
	"strconv"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/spell"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// entity matches XML's own entities, by name and by number.
var entity = regexp.MustCompile(`&(?:lt|gt|amp|quot|apos|#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6});`)

// named are the characters of entities that have a name.
var named = map[string]rune{"&lt;": '<', "&gt;": '>', "&amp;": '&', "&quot;": '"', "&apos;": '\''}

// decoded replaces the entities in words, which begin at offset at, where the
// options ask for it. inJSON means that words are JSON, in whose strings a quote
// needs a backslash.
func (r *reader) decoded(at int, words ir.Text, inJSON bool) ir.Text {
	if !r.opts.Entities {
		return words
	}
	var out []byte
	copied := 0
	for _, found := range entity.FindAllIndex(words.B, -1) {
		char, ok := charOf(string(words.B[found[0]:found[1]]))
		if !ok {
			continue
		}
		if copied == 0 {
			r.report(at+found[0], ir.CodeXMLEntities, "entities were decoded")
		}
		one := []byte(string(char))
		if inJSON {
			one = spell.AppendEscaped(nil, one, false)
		}
		out = append(append(out, words.B[copied:found[0]]...), one...)
		copied = found[1]
	}
	if copied == 0 {
		return words
	}
	return ir.Text{B: append(out, words.B[copied:]...)}
}

// charOf returns the character of an entity. By number it is any character that XML allows.
func charOf(said string) (char rune, ok bool) {
	if char, ok = named[said]; ok {
		return char, true
	}
	digits, base := said[len("&#"):len(said)-1], 10
	if lower(digits[0]) == 'x' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	char = rune(n)
	return char, err == nil && utf8.ValidRune(char) && (char >= ' ' || char == '\t' || char == '\n' || char == '\r')
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
