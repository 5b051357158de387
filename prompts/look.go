package prompts

import (
	"math/bits"
	"strings"
)

// facts are what counts of a paragraph's text for whether it belongs to format
// instructions. They are never changed once they are complete.
type facts struct {
	// words are those of the vocabulary that the text has, by bit.
	words uint32
	// markerLines counts the lines that begin with a marker.
	markerLines int
	// mentions are the signs that the text mentions.
	mentions signSet
	// strong means that the text surely belongs to format instructions.
	strong bool
	// start and persona are isStart and isPersona of the text, and namesFormat says that it has
	// a name of the format.
	start, persona, namesFormat bool
	// lines and width are the text's extent.
	lines, width int

	few [1]uint64 // mentions, if the signs are few
}

// weak counts the words of format instructions in the text.
func (f *facts) weak() int { return bits.OnesCount32(f.words & weakWords) }

// formal reports whether the text has a word that speaks of tools or of a format, and
// not only of answers, as "Answer in the language of the question." does.
func (f *facts) formal() bool { return f.words&weakWords&^politeWords != 0 }

// topic reports whether the text of a heading is that of a section of format
// instructions.
func (f *facts) topic() bool { return f.words&topicWords != 0 }

// has reports whether the text has a word of the vocabulary.
func (f *facts) has(word uint32) bool { return f.words&word != 0 }

// signSet is a set of signs, by their numbers.
type signSet []uint64

func (s signSet) add(n int)      { s[n/64] |= 1 << (n % 64) }
func (s signSet) has(n int) bool { return s[n/64]>>(n%64)&1 != 0 }

func (s signSet) union(o signSet) {
	for i := range s {
		s[i] |= o[i]
	}
}

// vocabulary are words that format instructions are made of. Each alone says
// little.
var vocabulary = []string{
	"tool", "function", "format", "template", "respond", "response", "json", "thought", "action",
	"observation", "final answer", "argument", "parameter", "current conversation", "step", "prefix", "kwargs", "code marker", "blob", "keyword", "answer",
	// Those from here on only count where they are asked for.
	"conversation", "example",
}

var (
	conversationWord = wordOf("conversation")
	exampleWord      = wordOf("example")
	weakWords        = conversationWord - 1
	// politeWords say how to answer as often as in what format.
	politeWords = wordOf("answer") | wordOf("respond") | wordOf("response") | wordOf("step")
	// topicWords are what the headings of such sections speak of.
	topicWords = wordOf("tool") | wordOf("format") | wordOf("observation") | wordOf("thought") | wordOf("current conversation") | wordOf("final answer")
)

// wordOf returns the bit of a word of the vocabulary, or none where it lacks the
// word: TestVocabulary has each that is asked for.
func wordOf(word string) uint32 {
	for i, w := range vocabulary {
		if w == word {
			return 1 << i
		}
	}
	return 0
}

// hint is what a word means where it is found.
type hint struct {
	kind hintKind
	sign int    // its number
	text string // the word in its own case
}

type hintKind uint8

const (
	// hintWord: the word is one of the vocabulary.
	hintWord hintKind = iota
	// hintSign: the word is a sign.
	hintSign
	// hintName: the word is a marker without its colon.
	hintName
	// hintStrong: a text with the word surely belongs to format instructions.
	hintStrong
	// hintAnswer is hintStrong where the case is the same.
	hintAnswer
	// hintOdd: the word is a character that is not ASCII and whose lower case is.
	hintOdd
	// hintAnnouncing: the word is one that counts in a line that announces tools, and
	// nowhere else.
	hintAnnouncing
)

// odd are the characters that ToLower makes ASCII of.
var odd = []string{"\u212a", "\u0130"}

// looker finds all that facts are made of in one pass.
type looker struct {
	*automaton
	// masks and hints are by the place of a state in automaton.ends.
	masks []uint32
	hints [][]hint
	// folded are words that no automaton for ASCII finds in both cases.
	folded []string
}

// newLooker returns a looker for the signs and words that k knows.
func newLooker(k *known) *looker {
	l := &looker{}
	var words []string
	var hints [][]hint
	known := map[string]int{}
	add := func(word string, h hint) {
		i, ok := known[word]
		if !ok {
			i = len(words)
			known[word] = i
			words, hints = append(words, word), append(hints, nil)
		}
		hints[i] = append(hints[i], h)
	}
	for i, w := range vocabulary {
		add(w, hint{kind: hintWord, sign: i})
	}
	for _, c := range odd {
		add(c, hint{kind: hintOdd})
	}
	for _, w := range announcing {
		if wordOf(w) == 0 { // else it is found as one of the vocabulary
			add(w, hint{kind: hintAnnouncing})
		}
	}
	for i, m := range k.markers {
		add(lowerASCII(m), hint{hintSign, i, m})
		if isLetter(m[0]) {
			name := strings.TrimSuffix(m, ":")
			add(lowerASCII(name), hint{hintName, i, name})
		}
	}
	for _, g := range k.signs {
		if in := strings.ToLower(strings.TrimSuffix(g.style.Marker.Input, ":")); strings.Contains(in, " ") {
			if isASCII(in) {
				add(in, hint{kind: hintStrong})
			} else {
				l.folded = append(l.folded, in)
			}
		}
		if a := strings.TrimSuffix(g.style.Marker.Answer, ":"); strings.Contains(a, " ") {
			add(lowerASCII(a), hint{hintAnswer, 0, a})
		}
	}
	l.automaton = newAutomaton(words)
	l.masks, l.hints = make([]uint32, len(l.ends)), make([][]hint, len(l.ends))
	for i, ends := range l.ends {
		for _, w := range ends {
			for _, h := range hints[w] {
				if h.kind == hintWord {
					l.masks[i] |= 1 << h.sign
				} else {
					l.hints[i] = append(l.hints[i], h)
				}
			}
		}
	}
	return l
}

// lowerASCII returns s with the ASCII letters in lower case.
func lowerASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, s)
}

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}

// look finds the facts of a text.
func (k *known) look(text string) *facts {
	f := &facts{start: isStart(text), persona: isPersona(text), namesFormat: namesFormat(text)}
	f.lines, f.width = extent(text)
	f.mentions = f.few[:]
	if len(k.markers) > 64 {
		f.mentions = make(signSet, (len(k.markers)+63)/64)
	}
	l := k.looker()
	s := scan{facts: f, known: k, text: text, line: -1}
	s.run(l, text)
	if s.odd {
		s.wordsOnly = true
		s.run(l, strings.ToLower(text))
	}
	for _, word := range l.folded {
		f.strong = f.strong || strings.Contains(strings.ToLower(text), word)
	}
	f.strong = f.strong || f.markerLines > 1
	return f
}

// scan is a pass over a text.
type scan struct {
	*facts
	known *known
	text  string
	// line is the beginning of the last line that begins with a marker.
	line int
	// odd means that the text in lower case has more ASCII, wordsOnly that the
	// text is in lower case.
	odd, wordsOnly bool
}

func (s *scan) run(l *looker, text string) {
	next, class, first := l.next, &l.class, l.first
	state := uint32(0)
	for i := 0; i < len(text); i++ {
		state = next[state+uint32(class[text[i]])]
		if state < first {
			continue
		}
		k := l.index(state)
		s.words |= l.masks[k]
		for j := range l.hints[k] {
			s.found(&l.hints[k][j], i+1)
		}
	}
}

// found takes down a word that ends at that offset.
func (s *scan) found(h *hint, end int) {
	switch {
	case h.kind == hintStrong:
		s.strong = true
		return
	case h.kind == hintOdd:
		s.odd = true
		return
	case s.wordsOnly || h.kind == hintAnnouncing:
		return
	}
	at := end - len(h.text)
	if s.text[at:end] != h.text {
		return
	}
	switch h.kind {
	case hintAnswer:
		s.strong = true
	case hintName:
		s.strong = s.strong || isQuoted(s.text[:at], s.text[end:], true)
	case hintSign:
		s.sign(h, at)
	}
}

// sign takes down a sign at that offset.
func (s *scan) sign(h *hint, at int) {
	if s.known.isWord(s.text, at, h.sign) {
		s.mentions.add(h.sign)
	}
	if !isLetter(h.text[0]) || isQuoted(s.text[:at], "", false) {
		s.strong = true
	}
	if strings.IndexByte(decoration, h.text[0]) >= 0 {
		return // what would be taken for decoration begins no line
	}
	begin := len(strings.TrimRight(s.text[:at], decoration))
	if begin != s.line && (begin == 0 || s.text[begin-1] == '\n') {
		s.line = begin
		s.markerLines++
	}
}

// decoration may be before the marker of a line.
const decoration = " \t>`*\"'-"

// isQuoted reports whether a text between two others is quoted: by a mark before it
// and, where that is asked for, the same after it.
func isQuoted(before, after string, both bool) bool {
	for _, q := range []string{"`", `"`, "'", "**", "“"} {
		if strings.HasSuffix(before, q) && (!both || strings.HasPrefix(after, q)) {
			return true
		}
	}
	return false
}

// isStart reports whether a paragraph is the words with which harnesses end their
// prompts and nothing else.
func isStart(s string) bool {
	first := strings.TrimLeft(s, " \t\r\n")
	if first == "" || first[0] < 0x80 && strings.IndexByte(startLetters, first[0]) < 0 {
		return false
	}
	words := false
	for w := range strings.FieldsSeq(strings.TrimRight(s, ".!: ")) {
		if !startsWord(w) {
			return false
		}
		words = true
	}
	return words
}

// startLetters are those with which the words of startsWord begin.
const startLetters = "lLnNbB"

// startsWord reports whether a word is one of those with which harnesses end their prompts.
func startsWord(w string) bool {
	w = strings.ToLower(w)
	return w == "let's" || w == "now" || w == "begin"
}

// isPersona reports whether a paragraph begins by saying who the assistant is.
func isPersona(s string) bool {
	s = strings.TrimLeft(s, " \t\r\n")
	return strings.HasPrefix(s, "You are ") || strings.HasPrefix(s, "Your name is ")
}
