package readers

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// spelling is how a marker may be spelled in recovery: a space is any run of spaces,
// underscores, hyphens and digits.
type spelling struct {
	word string
	kind grammar.Mark
}

// wordList has words by the small letter that they begin with.
type wordList map[rune][]spelling

func newWordList(words []spelling) wordList {
	w := wordList{}
	for _, sp := range words {
		first, _ := utf8.DecodeRuneInString(sp.word)
		w[first] = append(w[first], sp)
	}
	return w
}

// siblingWords are the siblings. A style's own words come before them.
var siblingWords = newWordList(siblings)

// at looks for one of the words with a colon at offset i, and returns it and the offset after
// the colon.
func (w wordList) at(t ir.Text, i int) (sp spelling, colon int, ok bool) {
	first, _ := text.RuneAt(t, i)
	for _, sp := range w[unicode.ToLower(first)] {
		if colon, ok = labelAt(t, i, sp.word); ok {
			return sp, colon, true
		}
	}
	return sp, i, false
}

// labelAt reports whether a word with a colon is at offset i, and returns the offset after that.
func labelAt(t ir.Text, i int, word string) (colon int, ok bool) {
	end, ok := spelled(t, i, word)
	if !ok {
		return i, false
	}
	return colonAt(t, skipAny(t, end, wordTail))
}

// labelled looks for a marker's word at offset i: first the style's own, then those of siblings.
// A style whose calls are fenced objects has no marker of an input.
func (r *reader) labelled(t ir.Text, i int) (sp spelling, colon int, own, ok bool) {
	for _, s := range r.style.Spellings() {
		if colon, ok = labelAt(t, i, s.Word); ok {
			return spelling{s.Word, s.Mark}, colon, true, true
		}
	}
	sp, colon, ok = siblingWords.at(t, i)
	return sp, colon, false, ok && (sp.kind != grammar.MarkInput || r.style.Marker.Input != "" || r.style.InBrackets)
}

// lenient is a marker in whatever spelling.
type lenient struct {
	kind grammar.Mark
	// end is the offset after the marker, its colon and what closes its decoration.
	end int
	// exact: the style's own spelling. own: its own word. sure: not a word of common
	// prose.
	exact, own, sure bool
	// decoration is what was around the marker and may close after its value.
	decoration byte
}

// mark returns the mark of the marker in a line.
func (l *lenient) mark(t ir.Text, gap, line int) mark {
	value := afterSpace(t, l.end)
	return mark{kind: l.kind, gap: gap, line: line, value: value, tight: value == l.end, exact: l.exact, sure: l.sure, decoration: l.decoration}
}

// lenientAt looks for a marker in another case, with a number, in bold or after
// the sign of a heading, a quote or a bullet, with a full-width colon, or in the
// words of a sibling. A marker after spaces alone is none unless indented is
// set: emitters put a space there to say so.
func (r *reader) lenientAt(t ir.Text, line int, indented bool) (lenient, bool) {
	if found, ok := r.lex.At(t, line, grammar.StyleMarks); ok {
		return lenient{kind: found.Mark, end: found.End, exact: true, sure: true}, true
	}
	if line >= len(t.B) || plainBeginning[t.B[line]] {
		return lenient{}, false
	}
	at := line
	if c := lower(t.B[line]); c < 'a' || c > 'z' {
		if at = listNumber(t, skipAny(t, line, " \t*#>-_`")); !mayBegin(t, at) {
			return lenient{}, false
		}
	}
	if behind := text.SkipSpaces(t, line); behind > line {
		if found, spaced := r.lex.At(t, behind, grammar.StyleMarks); spaced {
			return lenient{kind: found.Mark, end: found.End, sure: true}, indented
		}
	}
	sp, colon, own, ok := r.labelled(t, at)
	if !ok {
		return lenient{}, false
	}
	if isIndented(t, line, at) && !hasCapital(t.Slice(at, colon)) {
		return lenient{}, false // a parameter of a function, or what documents one
	}
	found := lenient{kind: sp.kind, own: own, decoration: decorationOf(t.Slice(line, at)), sure: sp.word != "answer"}
	found.end = skipAny(t, colon, "*_")
	if found.decoration == '`' {
		found.end = skipAny(t, found.end, "`")
	}
	if found.end != colon {
		found.decoration = 0
	}
	return found, true
}

// isIndented reports whether nothing but white space, of which there is some, is between two
// offsets.
func isIndented(t ir.Text, line, at int) bool { return at > line && t.Slice(line, at).Blank() }

// hasCapital reports whether a character of a word is not a small letter of ASCII.
func hasCapital(word ir.Text) bool {
	return bytes.ContainsFunc(word.B, func(c rune) bool { return c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' })
}

// SpelledAt reports whether a marker of a style is at a line of t, in whatever spelling, or a word that
// programs print for one.
func SpelledAt(s *grammar.Style, t ir.Text, line int) bool {
	if m, _ := printWord(t, line); m != grammar.NoMark {
		return true
	}
	r := &reader{style: s, lex: s.Lexicon()}
	_, ok := r.lenientAt(t, line, false)
	return ok
}

// plainBeginning are the characters with which a line begins that is no marker in
// whatever spelling: letters that no marker begins with, and signs that decorate none.
var plainBeginning = func() (set [256]bool) {
	for c := byte('!'); c <= '~'; c++ {
		set[c] = !strings.ContainsRune("*#>-_`\\taofirubegp0123456789", rune(lower(c)))
	}
	return set
}()

// listNumber returns the offset after the number of a list at offset i, such as
// "1. ", and what decorates the marker after it; without one it is i.
func listNumber(t ir.Text, i int) int {
	const longest = 2
	end := skipAny(t, i, "0123456789")
	if end == i || end-i > longest || !prefixed(t, end, ". ") && !prefixed(t, end, ") ") {
		return i
	}
	return skipAny(t, end+2, " *_`")
}

// mayBegin reports whether a marker's word may begin at offset i: the letters
// that one begins with, or any character above ASCII.
func mayBegin(t ir.Text, i int) bool {
	return i < len(t.B) && (t.B[i] >= utf8.RuneSelf || strings.IndexByte("taofirubegp", lower(t.B[i])) >= 0)
}

// decorationOf returns the character of the decoration before a marker that also is
// after its value: a star, an underscore or a backtick, or 0.
func decorationOf(before ir.Text) byte {
	last := bytes.LastIndexAny(before.B, "*_` ")
	if last < 0 || before.B[last] == ' ' { // a bullet
		return 0
	}
	return before.B[last]
}

// wordTail may be between a marker's word and its colon, wordGap in the place of a
// space in it.
const (
	wordTail = " *_`0123456789"
	wordGap  = " _-0123456789"
)

// spelled reports whether the text at offset i is word without regard to the case
// of ASCII letters. The word's space stands for a run of spaces, underscores,
// hyphens and digits, or for nothing.
func spelled(t ir.Text, i int, word string) (end int, ok bool) {
	for k := 0; k < len(word); {
		if i < len(t.B) && t.B[i] < utf8.RuneSelf && word[k] != ' ' {
			if lower(t.B[i]) != word[k] {
				return i, false
			}
			i, k = i+1, k+1
			continue
		}
		want, size := utf8.DecodeRuneInString(word[k:])
		k += size
		if want == ' ' {
			i = skipAny(t, i, wordGap)
			continue
		}
		c, width := text.RuneAt(t, i)
		if c < utf8.RuneSelf {
			c = rune(lower(byte(c)))
		} else {
			c = unicode.ToLower(c)
		}
		if width == 0 || c != want {
			return i, false
		}
		i += width
	}
	return i, true
}

// colonAt returns the offset after a colon, ASCII or full-width.
func colonAt(t ir.Text, i int) (end int, ok bool) {
	if end, ok = text.Prefix(t, i, ":"); ok {
		return end, true
	}
	return text.Prefix(t, i, "：")
}

// skipAny returns the offset after the characters of set at offset i.
func skipAny(t ir.Text, i int, set string) int {
	for i < len(t.B) && strings.IndexByte(set, t.B[i]) >= 0 {
		i++
	}
	return i
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
