// Package signs finds what looks like a call in the words of a model that no style reads, and
// what looks like a result in a turn of the user.
package signs

import (
	"bytes"
	_ "embed"
	"strings"
	"unicode/utf8"

	"github.com/pelletier/go-toml/v2"

	"github.com/toolspeak/toolspeak/internal/text"
)

//go:embed patterns.toml
var patternFile []byte

// written are the patterns of calls that no style reads, and of results.
var written = func() (list struct{ Calls, Results []string }) {
	_ = toml.Unmarshal(patternFile, &list) // a test uses each
	return list
}()

// mostHole is how long a name in a pattern may be, in bytes.
const mostHole = 128

// fence opens and closes a block of code.
const fence = "```"

// part is a literal of a pattern, or one of its holes.
type part struct {
	hole    byte // 0: a literal; ' ' white space; else the first letter of the hole's name
	literal string
}

// pattern is a pattern in its parts.
type pattern struct {
	name        string // for people: what is before the first hole
	line, begin bool
	parts       []part
}

// patterns are compiled patterns by the byte with which they begin.
type patterns [256][]pattern

// compile takes patterns apart.
func compile(list []string) *patterns {
	all := new(patterns)
	for _, s := range list {
		p := pattern{}
		switch s[0] {
		case '\n':
			p.line, s = true, s[1:]
		case '^':
			p.begin, s = true, s[1:]
		}
		const telling = 3 // characters of a name
		if p.name, _, _ = strings.Cut(s, "{"); len(p.name) < telling {
			p.name = s
		}
		p.name = strings.TrimSpace(p.name)
		for s != "" {
			switch s[0] {
			case ' ':
				p.parts, s = append(p.parts, part{hole: ' '}), s[1:]
			case '{':
				stop := strings.IndexByte(s, '}')
				p.parts, s = append(p.parts, part{hole: s[1]}), s[stop+1:]
			default:
				end := strings.IndexAny(s, " {")
				if end < 0 {
					end = len(s)
				}
				p.parts, s = append(p.parts, part{literal: s[:end]}), s[end:]
			}
		}
		c := p.parts[0].literal[0]
		all[c] = append(all[c], p)
	}
	return all
}

var callSigns, resultSigns = compile(written.Calls), compile(written.Results)

// closers remembers where the literals that end holes of words come next, so that all
// matches of a text together look at it once.
type closers map[string]int

// next returns where a literal is found from offset i on, or -1.
func (c *closers) next(said []byte, i int, literal string) int {
	at, known := (*c)[literal]
	if known && (at < 0 || at >= i) {
		return at
	}
	if at = bytes.Index(said[i:], []byte(literal)); at >= 0 {
		at += i
	}
	if *c == nil {
		*c = closers{}
	}
	(*c)[literal] = at
	return at
}

// at matches a pattern at offset i of what was said. It returns where the match ends and the
// tool's name in it, which may be empty.
func (p *pattern) at(said []byte, i int, ends *closers) (end int, tool []byte, ok bool) {
	for k, part := range p.parts {
		stop := i
		switch part.hole {
		case 0:
			if bytes.HasPrefix(said[i:], []byte(part.literal)) {
				stop += len(part.literal)
			}
		case ' ':
			i = skipWhite(said, i)
			continue
		case '#':
			for stop < len(said) && stop-i < mostHole && '0' <= said[stop] && said[stop] <= '9' {
				stop++
			}
		case 'n':
			stop = nameEnd(said, i)
			tool = said[i:stop]
		case 'a', 'c':
			stop = jsonBegins(said, i, part.hole == 'c')
		case 't':
			stop = max(i, ends.next(said, i, p.parts[k+1].literal))
		}
		if stop == i {
			return 0, nil, false
		}
		i = stop
	}
	return i, tool, true
}

// jsonBegins returns the offset after the sign with which an object or a list of them begins
// at offset i, or i. keyed: the object has a key.
func jsonBegins(said []byte, i int, keyed bool) int {
	at := i
	if at < len(said) && said[at] == '[' {
		at = skipWhite(said, at+1)
	}
	if at >= len(said) || said[at] != '{' {
		return i
	}
	if at++; !keyed {
		return at
	}
	if at = skipWhite(said, at); at < len(said) && (said[at] == '"' || said[at] == '\'') {
		return at
	}
	return i
}

func skipWhite(said []byte, i int) int {
	for i < len(said) && text.IsSpace(said[i]) {
		i++
	}
	return i
}

// nameEnd returns where the name of a tool ends that begins at offset i, or i.
func nameEnd(said []byte, i int) int {
	end := i
	for end < len(said) && end-i < mostHole {
		c := said[end]
		letter := c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || c >= utf8.RuneSelf
		if !letter && (end == i || !(c >= '0' && c <= '9' || c == '-' || c == '.' || c == ':' || c == '/')) {
			break
		}
		end++
	}
	return end
}

// Sign is what looks like a call in a text that no style reads as one.
type Sign struct {
	// Name is how the sign begins: the first words of its pattern, or of what was said.
	Name string
	// At is its offset in the decoded text.
	At int
	// Sure: nothing says that it is only talked about. Else it is quoted, in code, or in the
	// middle of prose.
	Sure bool
}

// Call returns the first sure sign of a call in what the model said, as decoded text, or
// else the first one. offers reports whether the record offers a tool of a name, content
// whether what begins at an offset is known to be no call.
func Call(said []byte, offers func(name []byte) bool, content func(at int) bool) (Sign, bool) {
	s := signer{said: said, offers: offers, content: content, end: len(said), budget: budgetOf(said)}
	s.scan()
	return s.best, s.found
}

// Result returns the sign of a result with which a user's turn begins, or "".
func Result(said []byte) string {
	i := skipWhite(said, 0)
	if i == len(said) {
		return ""
	}
	for k := range resultSigns[said[i]] {
		p := &resultSigns[said[i]][k]
		if _, _, ok := p.at(said, i, new(closers)); ok {
			return p.name
		}
	}
	return ""
}

// signer looks for signs in one text.
type signer struct {
	said    []byte
	offers  func([]byte) bool
	content func(int) bool
	ends    closers
	// budget is how many more bytes are parsed as JSON.
	budget int
	// end is where the words end.
	end   int
	best  Sign
	found bool
	// fence: the text is in a fence; ticks: it is in code in its line.
	fence, ticks bool
}

// scan goes through the text once, up to a sure sign.
func (s *signer) scan() {
	if s.whole() {
		return
	}
	line := 0 // where the words of the line begin
	for i := 0; i < len(s.said) && !s.best.Sure; {
		if i == 0 || s.said[i-1] == '\n' {
			s.ticks = false
			for line = i; line < len(s.said) && (s.said[line] == ' ' || s.said[line] == '\t'); {
				line++
			}
			if i = line; i == len(s.said) {
				break
			}
		}
		end := s.at(i, i == line)
		if i == line && bytes.HasPrefix(s.said[i:], []byte(fence)) {
			s.fence = !s.fence
			end = max(end, i+len(fence))
		} else if s.said[i] == '`' {
			s.ticks = !s.ticks
		}
		i = max(end, i+1)
	}
}

// at looks at offset i, which may begin a line, and returns where a sign ends there, or i.
func (s *signer) at(i int, begins bool) int {
	c := s.said[i]
	for k := range callSigns[c] {
		p := &callSigns[c][k]
		if p.line && !begins {
			continue
		}
		end, tool, ok := p.at(s.said, i, &s.ends)
		if !ok {
			continue
		}
		s.note(Sign{Name: p.name, At: i, Sure: !s.quoted(i) || len(tool) > 0 && s.offers(tool)})
		return end
	}
	switch c {
	case '{', '[':
		return s.bare(i)
	case '<':
		if !begins || s.quoted(i) {
			break
		}
		switch name, end := tag(s.said, i); {
		case name == nil:
		case s.offers(name):
			s.note(Sign{Name: string(s.said[i:end]), At: i, Sure: true})
		case bytes.IndexByte(name, '_') > 0:
			s.element(i, len(bytes.TrimRight(s.said, " \t\r\n")))
		}
	}
	if i == 0 || nameEnd(s.said[:i], i-1) < i { // where a word begins
		s.placed(i)
	}
	return i
}

func (s *signer) note(found Sign) {
	found.Sure = found.Sure && !s.content(found.At)
	if !s.found || found.Sure && !s.best.Sure {
		s.best, s.found = found, true
	}
}

// quoted reports whether what is at offset i is in code or right after a quote.
func (s *signer) quoted(i int) bool {
	if s.fence || s.ticks {
		return true
	}
	before, _ := utf8.DecodeLastRune(s.said[:i])
	return strings.ContainsRune("`\"'“‘«„「『", before)
}
