package prompts

import (
	"bytes"
	"encoding/binary"
	"slices"
	"strings"
	"sync/atomic"
	"unicode"

	"github.com/toolspeak/toolspeak/internal/memo"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/styles"
)

// span is the part of a frame's prompt, as it says, in whose place a paragraph has other words.
type span struct{ from, to int }

// quiet reports whether a paragraph differs from the frame's only in plain words within a
// line, which decide nothing, so that it needs no look at the rest of it: complete would find
// the same. It completes the change.
//
// What decides about a paragraph are words and marks, how its lines begin and end, and where
// its last sentence begins. Plain words after a letter of their line, of letters and digits
// with harmless marks between, change none of the last two. So it is enough that there are none
// of the first in or around them.
func (f *frame) quiet(c *change) bool {
	if memo.Small || c.examined {
		return false
	}
	p, was := c.framePart, f.source.B[c.start:c.end]
	front := text.CommonPrefix(was, c.spelled)
	back := text.CommonSuffix(was[front:], c.spelled[front:])
	for front > 0 && isWordByte(was[front-1]) {
		front--
	}
	for back > 0 && isWordByte(was[len(was)-back]) {
		back--
	}
	old, now := was[front:len(was)-back], c.spelled[front:len(c.spelled)-back]
	if front == 0 || was[front-1] == '\\' || was[front-1] >= text.NotASCII || back > 0 && was[len(was)-back] >= text.NotASCII || !arePlainWords(old) || !arePlainWords(now) {
		return false
	}
	at := f.spelled.SaidAt(p.start + front)
	s := span{at, at + len(old)}
	if !p.quietAround(f, s) || !f.addsNothing(p, s, now) {
		return false
	}
	c.lines, c.width = p.lines, p.width
	if strings.IndexByte(f.said[s.to:p.End+p.space], '\n') < 0 {
		c.width += len(now) - len(old)
	}
	if p.at < 0 {
		c.said = f.said[p.Start:s.from] + string(now) + f.said[s.to:p.End]
	}
	return true
}

func isWordByte(c byte) bool { return isLetter(c) || '0' <= c && c <= '9' }

// arePlainWords reports whether a spelling is words that begin and end with a letter or a
// digit, with nothing between that says more than they do.
func arePlainWords(s []byte) bool {
	const most = 256
	if len(s) == 0 || len(s) > most || !isWordByte(s[0]) || !isWordByte(s[len(s)-1]) {
		return false
	}
	for i, c := range s {
		switch {
		case isWordByte(c), c == ' ', c == ',', c == '-', c == '_', c == '(', c == ')', c == '/', c == '\'', c == '+':
		case (c == '.' || c == ':') && isWordByte(s[i+1]):
		default:
			return false
		}
	}
	return true
}

// quietAround is what quiet asks of the frame's own words: that a letter is before them in their
// line, and that what is after them does not depend on them. It remembers the answer, since most
// prompts differ at the same place.
func (p *framePart) quietAround(f *frame, s span) bool {
	if known := p.asked.Load(); known != nil && known.span == s {
		return known.quiet
	}
	before := f.said[p.Start:s.from]
	before = before[strings.LastIndexByte(before, '\n')+1:]
	after, _, _ := strings.Cut(f.said[s.to:p.End], "\n")
	quiet := strings.IndexFunc(before, func(r rune) bool { return r < text.NotASCII && isLetter(byte(r)) }) >= 0 &&
		(after == "" || strings.ContainsFunc(after, func(r rune) bool {
			return r < text.NotASCII && isWordByte(byte(r)) || strings.ContainsRune(".,!?;)", r)
		})) &&
		!f.mayStart(p, s.from) && f.hasNoHint(p, s, []byte(f.said[s.from:s.to]))
	p.asked.Store(&asked{s, quiet})
	return quiet
}

// asked is an answer of quietAround.
type asked struct {
	span
	quiet bool
}

// mayStart reports whether a paragraph with other words from an offset on may be those with which
// harnesses end their prompts.
func (f *frame) mayStart(p *framePart, from int) bool {
	first := strings.TrimLeft(f.said[p.Start:from], " \t\r\n")
	if first != "" && first[0] < text.NotASCII && strings.IndexByte(startLetters, first[0]) < 0 {
		return false
	}
	end := strings.IndexFunc(first, unicode.IsSpace)
	return end < 0 || startsWord(first[:end])
}

// addsNothing reports whether a paragraph with words in a place of it has no word that decides more
// than it had before.
func (f *frame) addsNothing(p *framePart, s span, now []byte) bool {
	const longest = len("Your name is ") // that isPersona looks for
	if s.from-p.Start < longest+p.indent {
		var head [longest]byte
		n := copy(head[:], f.said[p.Start+p.indent:s.from])
		n += copy(head[n:], now)
		n += copy(head[n:], f.said[s.to:p.End])
		if isPersona(string(head[:n])) != p.decided.persona {
			return false
		}
	}
	return f.hasNoHint(p, s, now) && !f.mayBeReserved(p, s, now)
}

// hasNoHint reports whether a paragraph with words in a place of it has no hint in or near them, and
// no word of the vocabulary that has some of their letters.
func (f *frame) hasNoHint(p *framePart, s span, now []byte) bool {
	l := f.looker
	if len(l.folded) > 0 {
		return false // which may be anywhere
	}
	begin, end := max(p.Start, s.from-l.reach), min(p.End+len(p.lead), s.to+l.reach)
	state, at := uint32(0), begin-s.from
	quiet := func(part string) bool {
		for i := 0; i < len(part); i++ {
			at++
			if state = l.next[state+uint32(l.class[part[i]])]; state < l.first {
				continue
			}
			// at counts from the words: they are the bytes from 0 to len(now).
			if k := l.index(state); len(l.hints[k]) > 0 || at > 0 && at-l.longest[k] < len(now) {
				return false
			}
		}
		return true
	}
	return quiet(f.said[begin:s.from]) && quiet(string(now)) && quiet(f.said[s.to:end])
}

// reserved are lines of templates: a paragraph that has none of them is no part of a match.
type reserved struct {
	known   *known
	to      *styles.Style
	lines   []string
	longest int
	// short are those of less than four bytes, grams a set of all four bytes in a row that
	// the others have.
	short []string
	grams [1 << gramBits / 64]uint64
}

const (
	gramSize = 4
	gramBits = 15
)

// newReserved returns the lines of all templates that prompts, or what is made of them, are
// compared with, and the labels that are looked for in all of a prompt.
func newReserved(k *known, to *styles.Style) *reserved {
	r := &reserved{known: k, to: to, lines: slices.Concat(nameLabels, reservedLines(k, to))}
	for _, line := range r.lines {
		r.longest = max(r.longest, len(line))
		if len(line) < gramSize {
			r.short = append(r.short, line)
		}
		for i := 0; i+gramSize <= len(line); i++ {
			n := gram([]byte(line[i : i+gramSize]))
			r.grams[n/64] |= 1 << (n % 64)
		}
	}
	return r
}

// gram returns the number of four bytes in a row.
func gram(b []byte) uint32 { return binary.LittleEndian.Uint32(b) * 0x9E3779B1 >> (32 - gramBits) }

// holdsAny reports whether a text has one of the lines.
func (r *reserved) holdsAny(s string) bool {
	return slices.ContainsFunc(r.lines, func(line string) bool { return strings.Contains(s, line) })
}

// lastReserved keeps the lines that were asked for last.
type lastReserved struct{ atomic.Pointer[reserved] }

func (l *lastReserved) of(k *known, to *styles.Style) *reserved {
	r := l.Load()
	if r == nil || r.known != k || r.to != to {
		r = newReserved(k, to)
		l.Store(r)
	}
	return r
}

// mayBeReserved reports whether a paragraph with words in a place of it may have a reserved line
// with some of their letters.
func (f *frame) mayBeReserved(p *framePart, s span, now []byte) bool {
	buf := buffers.Get().(*[]byte)
	defer buffers.Put(buf)
	r := f.reserved
	around := func(n int) []byte {
		b := append((*buf)[:0], f.said[max(p.Start, s.from-n):s.from]...)
		*buf = append(append(b, now...), f.said[s.to:min(p.End, s.to+n)]...)
		return *buf
	}
	near := around(gramSize - 1)
	found := slices.ContainsFunc(r.short, func(line string) bool { return bytes.Contains(near, []byte(line)) })
	for i := 0; i+gramSize <= len(near) && !found; i++ {
		n := gram(near[i:])
		found = r.grams[n/64]>>(n%64)&1 != 0
	}
	return found && r.holdsAny(string(around(r.longest)))
}
