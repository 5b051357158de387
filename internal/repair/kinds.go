package repair

import (
	"strings"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/spell"
	"github.com/toolspeak/toolspeak/internal/text"
)

// Kind is the stable name of a kind of change.
type Kind string

// The kinds of change that never change what a text says.
const (
	Quotes        Kind = "quotes"         // other quotes than ", with what they make of the escapes inside
	Typographic   Kind = "typographic"    // typographic quotes as quotes, full-width punctuation, odd spaces
	StringPrefix  Kind = "string-prefix"  // the f of an f-string without braces
	Control       Kind = "control"        // a raw control character in a string
	BadEscape     Kind = "bad-escape"     // a backslash that begins no escape of JSON: doubled, or dropped before '
	Word          Kind = "word"           // True, False, None and other cases of JSON's words
	Number        Kind = "number"         // 0x1F, +1, .5, 1., 1_000
	KeyQuotes     Kind = "key-quotes"     // a key without quotes
	TrailingComma Kind = "trailing-comma" // a comma before a closing bracket
	Comment       Kind = "comment"        // a comment, with //, /* */ or #
	DoubledBrace  Kind = "doubled-brace"  // {{ and }} all through, or more of them around the whole
	Sequence      Kind = "sequence"       // the brackets of a tuple, a set or a group
	Fence         Kind = "fence"          // a code fence around the value
	CallParens    Kind = "call"           // name( and ) around the value
	Escaped       Kind = "escaped"        // a whole value with one level of escapes too many
	TextAfter     Kind = "text-after"     // text after an object
	Python        Kind = "python"         // a whole value that is a Python literal
)

// The kinds of change that are guesses.
const (
	MissingClose  Kind = "missing-close"  // a brace or bracket that is not there
	MissingOpen   Kind = "missing-open"   // the first brace is not there
	MissingQuote  Kind = "missing-quote"  // a string that nothing ends
	MissingComma  Kind = "missing-comma"  // no comma between two values
	MissingValue  Kind = "missing-value"  // a key that the text's end leaves without a value
	CutEscape     Kind = "cut-escape"     // an escape that the text's end cuts
	SurplusClose  Kind = "surplus-close"  // a brace or bracket that closes nothing
	SurplusComma  Kind = "surplus-comma"  // a comma after nothing
	InnerQuote    Kind = "inner-quote"    // a quote inside a string, not escaped
	UnquotedValue Kind = "unquoted-value" // a text without quotes
	Ellipsis      Kind = "ellipsis"       // three dots in place of values
	TextBefore    Kind = "text-before"    // text before an object
)

// Guess reports whether a change of this kind may change what the text says.
func (k Kind) Guess() bool { return kinds[k].guess }

// kind is what a kind of change may do.
type kind struct {
	guess bool
	says  string
	may   func(removed, inserted string) bool
}

// kinds has each kind there is.
var kinds = map[Kind]kind{
	Quotes:       {false, "other quotes", mayQuotes},
	Typographic:  {false, "typographic punctuation", func(r, i string) bool { return len(r) > 1 && (i == foldString(r) || i == `"` && foldString(r) == "'") }},
	StringPrefix: {false, "an f-string without braces", func(r, i string) bool { return strings.EqualFold(r, "f") && i == "" }},
	Control: {false, "a raw control character", func(r, i string) bool {
		return len(r) == 1 && i == string(spell.AppendEscapedByte(nil, r[0])) && i != r
	}},
	BadEscape:     {false, "a bad escape", func(r, i string) bool { return r == `\` && i == "" || r == "" && i == `\` }},
	Word:          {false, "a word of another language", func(r, i string) bool { return wordOf(r) == i }},
	Number:        {false, "a number of another language", mayNumber},
	KeyQuotes:     {false, "a key without quotes", func(r, i string) bool { return r == "" && i == `"` }},
	TrailingComma: {false, "a trailing comma", removes(",，")},
	Comment: {false, "a comment", func(r, i string) bool {
		line := (strings.HasPrefix(r, "#") || strings.HasPrefix(r, "//")) && !strings.Contains(r, "\n")
		return i == "" && (line || len(r) > 3 && strings.HasPrefix(r, "/*") && strings.Index(r[2:], "*/") == len(r)-4)
	}},
	DoubledBrace: {false, "doubled braces", func(r, i string) bool { return i == "" && (r == "{" || r == "}") }},
	Sequence:     {false, "a tuple, set or group", func(r, i string) bool { return only(r, "{}()（）｛｝") && only(i, "[]") }},
	Fence: {false, "a code fence", func(r, i string) bool {
		return i == "" && strings.Count(r, "```") == 1 && !strings.ContainsAny(r, "{}[]\"':")
	}},
	CallParens: {false, "a call's parentheses", func(r, i string) bool {
		return i == "" && (strings.Index(r, "(") == len(r)-1 && !strings.ContainsAny(r, "\"'{}[],") || r == ")")
	}},
	Escaped: {false, "escapes of one level too many", func(r, i string) bool {
		return r == `\` && i == "" || r == `\n` && i == "\n" || r == `\t` && i == "\t" || r == `\r` && i == "\r"
	}},
	TextAfter: {false, "text after the object", func(_, i string) bool { return i == "" }},
	Python: {false, "a Python literal", func(r, i string) bool {
		out, end, err := literal.Python(nil, text.Plain(r), 0)
		return err == nil && end == len(r) && string(out) == i
	}},

	MissingClose:  {true, "a closing brace or bracket is missing", inserts("}])")},
	MissingOpen:   {true, "the first brace is missing", inserts("{")},
	MissingQuote:  {true, "a string is not closed", inserts(`"`)},
	MissingComma:  {true, "a comma is missing", inserts(",")},
	MissingValue:  {true, "a value is missing", func(r, i string) bool { return r == "" && (i == "null" || i == ":null") }},
	CutEscape:     {true, "an escape is cut", func(r, i string) bool { return i == "" && r[0] == '\\' && len(r) < 6 && (len(r) == 1 || r[1] == 'u') }},
	SurplusClose:  {true, "a closing brace or bracket too many", func(r, i string) bool { return i == "" && only(r, "}]) \t\r\n") }},
	SurplusComma:  {true, "a comma too many", removes(",，")},
	InnerQuote:    {true, "a quote inside a string", func(r, i string) bool { return r == i || r == "" && i == `\` }},
	UnquotedValue: {true, "a text without quotes", inserts(`"`)},
	Ellipsis:      {true, "an ellipsis", func(r, i string) bool { return i == "" && only(r, ".…,， \t\r\n") }},
	TextBefore:    {true, "text before the object", func(r, i string) bool { return i == "" && !strings.ContainsAny(r, "{[\"") }},
}

func only(s, set string) bool { return strings.Trim(s, set) == "" }

func removes(set string) func(r, i string) bool {
	return func(r, i string) bool { return i == "" && r != "" && only(r, set) }
}

func inserts(set string) func(r, i string) bool {
	return func(r, i string) bool { return r == "" && len(i) == 1 && only(i, set) }
}

// mayQuotes permits a quote for a quote, an escape for a quote inside, and a
// whole string of Python with its meaning.
func mayQuotes(r, i string) bool {
	if len(r) == 1 && i == `"` && strings.Contains("'`", r) || r == "" && i == `\` {
		return true
	}
	out, end, err := literal.Python(nil, text.Text{B: []byte("[" + r + "]")}, 0)
	return err == nil && end == len(r)+2 && string(out) == "["+i+"]"
}

func mayNumber(r, i string) bool {
	out, end, err := literal.Python(nil, text.Plain(r), 0)
	return err == nil && end == len(r) && string(out) == i && strings.ContainsAny(r[len(r)-1:], "0123456789abcdefABCDEF.")
}

// wordOf returns JSON's word for another spelling of it, or "".
func wordOf(s string) string {
	switch s {
	case "True", "TRUE", "true":
		return "true"
	case "False", "FALSE", "false":
		return "false"
	case "None", "NULL", "Null", "null":
		return "null"
	}
	return ""
}
