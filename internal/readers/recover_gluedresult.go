package readers

import (
	"bytes"
	"strings"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// gluedResult returns where in an argument a result may begin that was printed on its line: where
// people paste a coloured print, nothing parts the two. That is a guess, and made only where the
// model goes on and no result is marked. The argument begins at offset at of t and ends before end.
func (r *reader) gluedResult(t ir.Text, at, end int) (split int, ok bool) {
	if !r.mayGlue(t, end) {
		return 0, false
	}
	at = text.SkipSpace(t, at, end)
	line, _ := text.Newline(t, at)
	if line < 0 || line > end {
		line = end
	}
	const most = 1 << 12 // bytes that are looked at
	if line = min(line, at+most); at >= line {
		return 0, false
	}
	if c, _ := text.At(t, at); c == '"' || c == '\'' || c == '{' || c == '[' {
		split = literalEnd(t.Slice(0, line), at)
		return split, split > at && !t.Slice(split, line).Blank() && !saidBefore(t, split, end)
	}
	before := strings.ToLower(t.Slice(max(0, at-most), at).String())
	places := 0
	last, width := text.At(t, at)
	for i := at + width; i < line; i += width {
		var c byte
		c, width = text.At(t, i)
		ends := changesClass(last, c)
		if last = c; !ends {
			continue
		}
		places++
		if said := strings.ToLower(t.Slice(at, i).String()); split == 0 || strings.Contains(before, said) {
			split = i
		}
	}
	known := split > 0 && strings.Contains(before, strings.ToLower(t.Slice(at, split).String()))
	return split, (known || places == 1) && !saidBefore(t, split, end)
}

// saidBefore reports whether what is between two offsets was said before them: the words of the
// model that were printed twice.
func saidBefore(t ir.Text, from, to int) bool {
	const most = 1 << 12 // bytes that are looked at
	return bytes.Contains(t.B[max(0, from-most):from], t.Slice(from, to).Trim().B)
}

// mayGlue reports whether a result may be glued to the argument of a call that ends at an offset.
func (r *reader) mayGlue(t ir.Text, end int) bool {
	return r.guessing() && r.flat && !r.marksResult && end < t.Len()
}

// literalEnd returns where the literal of JSON or Python at an offset ends, or the offset.
func literalEnd(t ir.Text, at int) int {
	if end, err := literal.JSON(t, at); err == nil {
		return end
	}
	if _, end, err := literal.Python(nil, t, at); err == nil {
		return end
	}
	return at
}

// changesClass reports whether a word may end before a byte, without a space.
func changesClass(before, c byte) bool {
	isLower := func(c byte) bool { return 'a' <= c && c <= 'z' }
	isUpper := func(c byte) bool { return 'A' <= c && c <= 'Z' }
	isDigit := func(c byte) bool { return '0' <= c && c <= '9' }
	switch {
	case isLower(before):
		return isUpper(c) || isDigit(c) || c == '[' || c == '{'
	case isUpper(before):
		return isDigit(c) || c == '[' || c == '{'
	case isDigit(before):
		return isUpper(c) || c == '[' || c == '{'
	}
	return bytes.IndexByte([]byte(".?!)\"'"), before) >= 0 && (isUpper(c) || isDigit(c) || isLower(c) || c == '[' || c == '{')
}

// splitCall adds a call and the result that was glued to its argument.
func (r *reader) splitCall(t ir.Text, m mark, name ir.Text, at, split, end int) {
	args, _ := r.arguments(at, t.Slice(at, split))
	r.add(m.line, ir.Step{Kind: ir.Call, Tool: name, Args: args})
	r.resultHere(t, split, end)
}

// resultHere adds the result that begins at an offset and, if it is a literal, the words of the
// model that were glued to that.
func (r *reader) resultHere(t ir.Text, split, end int) {
	r.report(split, ir.CodeArgsGuessed, "the result of the call, without a marker, is read from here").Name = "glued-result"
	stop := text.SkipSpaceBack(t, split, end)
	if c, _ := text.At(t, split); c == '{' || c == '[' {
		if behind := literalEnd(t.Slice(0, end), split); behind > split {
			stop = behind
		}
	}
	r.beginResult()
	r.add(split, ir.Step{Kind: ir.Observation, Text: r.unescape(split, t.Slice(split, stop), r.set, grammar.NotAtStart), Tool: r.pairing.Next()})
	r.endResult()
	if words := t.Slice(stop, end); !words.Blank() {
		r.addThought(stop, words.Trim())
	}
}
