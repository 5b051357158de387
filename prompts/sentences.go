package prompts

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// piece is a sentence of a paragraph, an item's mark, or lines that belong together, with
// the white space that follows.
type piece struct {
	start, end int // in the paragraph's text
	// mark is that of an item of a list, which stays where one of the item's sentences
	// does. item counts the items of the paragraph; 0 is before the first.
	mark bool
	item int
	// tag means that the piece is a tag around others, with which it goes.
	tag bool
	// removed means that the piece belongs to the format instructions.
	removed bool
}

// markSentences looks at each sentence of the paragraphs that were marked. One that names
// nothing of the format, and leads to nothing of it, is a rule of the task and stays.
func (r *Reading) markSentences() {
	list := r.paragraphs
	parts := map[int][]piece{} // of the paragraphs that are divided
	for i := len(list) - 1; i >= 0; i-- {
		p := &list[i]
		if !p.removed || p.example || p.kind != prose && p.kind != fenced || p.facts.start {
			continue
		}
		p.examined = true
		if p.kind == fenced {
			p.removed = r.isFormat(p.Text)
			continue
		}
		pieces := r.examine(p.Text, i+1 < len(list) && leadsAway(list[i+1], parts[i+1]))
		switch kept := slices.ContainsFunc(pieces, func(c piece) bool { return !c.removed }); {
		case !slices.ContainsFunc(pieces, func(c piece) bool { return c.removed }):
			p.removed = false
		case kept:
			parts[i] = pieces
		}
	}
	if len(parts) == 0 {
		return
	}
	var out []Paragraph
	for i := range list {
		if pieces := parts[i]; pieces != nil {
			out = r.by.known.divide(out, &list[i], pieces)
		} else {
			out = append(out, list[i])
		}
	}
	r.paragraphs = out
}

// leadsAway reports whether what leads to a paragraph, and nothing else, goes with it. What
// leads to a list stays if one of its items does.
func leadsAway(p Paragraph, pieces []piece) bool {
	if pieces == nil || !p.removed {
		return p.removed
	}
	if pieces[0].mark || pieces[0].item > 0 {
		return false
	}
	return pieces[0].removed
}

// examine divides a paragraph's text and finds out which pieces are format instructions.
// away means that what follows the paragraph is.
func (r *Reading) examine(s string, away bool) []piece {
	pieces := r.sentences(s)
	for i := range pieces {
		c := &pieces[i]
		c.removed = !c.mark && r.isFormat(s[c.start:c.end])
		c.tag = !c.mark && !c.removed && loneTag.MatchString(s[c.start:c.end])
	}
	for i := len(pieces) - 1; i >= 0; i-- {
		c := &pieces[i]
		if c.removed || c.mark || !leads(s[c.start:c.end]) {
			continue
		}
		rest := pieces[i+1:]
		switch {
		case len(rest) == 0:
			c.removed = away
		case rest[0].mark && rest[0].item > c.item: // it leads to all items
			c.removed = allGo(rest)
		default:
			c.removed = rest[0].removed
		}
	}
	for i := range pieces {
		c := &pieces[i]
		if i > 0 && pieces[i-1].removed && (strings.HasPrefix(s[c.start:], "...") || strings.HasPrefix(s[c.start:], "…")) {
			c.removed = true // "... (this can repeat)"
		}
		if c.mark {
			n := i + 1
			for n < len(pieces) && pieces[n].item == c.item {
				n++
			}
			c.removed = n > i+1 && allGo(pieces[i+1:n])
		}
	}
	goTags(s, pieces)
	return pieces
}

// loneTag is a tag that stands alone.
var loneTag = regexp.MustCompile(`^\s*</?([A-Za-z_]+)>\s*$`)

// goTags removes the tags of which all that is between them goes.
func goTags(s string, pieces []piece) {
	open := -1
	for i := range pieces {
		c := &pieces[i]
		switch {
		case !c.tag:
		case !strings.Contains(s[c.start:c.end], "/"):
			open = i
		case open >= 0 && loneTag.FindStringSubmatch(s[pieces[open].start:pieces[open].end])[1] == loneTag.FindStringSubmatch(s[c.start:c.end])[1]:
			pieces[open].removed = allGo(pieces[open+1 : i])
			c.removed = pieces[open].removed
		}
	}
}

// allGo reports whether all pieces are removed but for marks and tags, which go with others.
func allGo(pieces []piece) bool {
	return !slices.ContainsFunc(pieces, func(c piece) bool { return !c.removed && !c.mark && !c.tag })
}

// divide appends the runs of a paragraph's pieces that stay or go, each as a paragraph.
func (k *known) divide(out []Paragraph, p *Paragraph, pieces []piece) []Paragraph {
	gap, kept := "", false
	for i := 0; i < len(pieces); {
		end := i + 1
		for end < len(pieces) && pieces[end].removed == pieces[i].removed {
			end++
		}
		from, to := pieces[i].start, pieces[end-1].end
		body := strings.TrimRight(p.Text[from:to], " \t\r\n")
		if strings.TrimSpace(body) != "" {
			part := Paragraph{Text: body, Start: p.Start + from, End: p.Start + from + len(body), kind: p.kind, removed: pieces[i].removed, part: true, whole: p.End}
			part.Line = p.Line + strings.Count(p.Text[:from], "\n")
			if !part.removed {
				part.facts = k.look(body)
				if kept {
					part.gap = gap
				}
				kept = true
			}
			out = append(out, part)
		}
		// The neighbours of a removed run are parted as the run was from them.
		switch space := p.Text[from+len(body) : to]; {
		case pieces[end-1].mark:
			gap = " "
		case !pieces[i].removed:
			gap = space
		case !pieces[max(i-1, 0)].mark && strings.Contains(space, "\n") && !strings.Contains(gap, "\n"):
			gap = space
		}
		if gap == "" {
			gap = " "
		}
		i = end
	}
	return out
}

// sentences divides a text into pieces.
func (r *Reading) sentences(s string) []piece {
	var out []piece
	item, from := 0, 0
	add := func(to int, mark bool) {
		if to > from {
			out = append(out, piece{start: from, end: to, mark: mark, item: item})
			from = to
		}
	}
	for at := 0; at < len(s); {
		end := next(s, lineEnd(s, at))
		line := s[at:end]
		if at > 0 && !beginsPiece(s[:at], line) {
			at = end // it continues the line before
			continue
		}
		add(at, false)
		width := itemMark(line)
		switch {
		case width > 0:
			item++
			add(at+width, true)
		case item > 0 && line[0] != ' ' && line[0] != '\t':
			item++ // after the items
		}
		switch n := r.sampleEnd(s, at+width); {
		case n > 0:
			at = n
			add(at, false)
			continue
		case r.by.known.startsWithMarker(line[width:]):
		default:
			to := end
			for to < len(s) && !beginsPiece(s[:to], s[to:next(s, lineEnd(s, to))]) {
				to = next(s, lineEnd(s, to))
			}
			for i := at + width; i < to; {
				n := sentenceEnd(s[i:to])
				first, last := r.templateTokens(s[i : i+n])
				add(i+first, false)
				if k := clauseEnd(s[i : i+n]); k > 0 {
					add(i+k, false)
				}
				add(i+last, false)
				if i += n; i < to {
					add(i, false)
				}
			}
			end = to
		}
		at = end
	}
	add(len(s), false)
	return out
}

// tokensFirst and tokensLast are the tokens of a chat template around a sentence, with the roles
// between them.
var (
	tokensFirst = regexp.MustCompile(`^\s*(?:` + anyToken + `\s*(?:` + anyRole + `\s*(?:\n|$|` + anyToken + `)\s*)?)+`)
	tokensLast  = regexp.MustCompile(`(?:` + anyToken + `\s*(?:` + anyRole + `\s*)?)+$`)
)

const (
	anyToken = `(?:<[|｜][^<>\s]+[|｜]>|</?s>)`
	anyRole  = `(?:system|developer|user|assistant|tool)\b`
)

// templateTokens returns where a sentence begins and ends without the tokens of a chat template
// around it, which the frame has not.
func (r *Reading) templateTokens(s string) (first, last int) {
	if r.frame == nil || !strings.Contains(s, "<") {
		return 0, len(s)
	}
	own := func(run string) bool {
		return slices.ContainsFunc(r.frame.marks, func(m string) bool { return strings.Contains(run, m) })
	}
	if run := tokensFirst.FindString(s); !own(run) {
		first = len(run)
	}
	last = len(s)
	if at := tokensLast.FindStringIndex(s[first:]); at != nil && !own(s[first+at[0]:]) {
		last = first + at[0]
	}
	return first, last
}

// beginsPiece reports whether a line does not continue the text before it, as one does that
// was broken for its width, or that holds a part of a value.
func beginsPiece(before, line string) bool {
	trimmed := strings.TrimLeft(line, " \t")
	if trimmed == "" {
		return false
	}
	if itemMark(line) > 0 || strings.HasPrefix(trimmed, "<") {
		return true
	}
	last := strings.TrimRight(before, " \t\r\n")
	r, _ := utf8.DecodeRuneInString(strings.TrimLeft(trimmed, "*_`(\"'“"))
	switch {
	case unicode.IsLetter(r):
		return !unicode.IsLower(r) || strings.HasSuffix(last, ":") || strings.HasSuffix(last, ".")
	case unicode.IsDigit(r):
		return strings.HasSuffix(last, ".")
	}
	return strings.HasPrefix(trimmed, "...") || strings.HasPrefix(trimmed, "…")
}

// itemMark returns the width of the mark with which a line begins as an item of a list, with
// the white space around it, or 0.
func itemMark(line string) int {
	s := strings.TrimLeft(line, " \t")
	begin := len(line) - len(s)
	width := 0
	for _, m := range []string{"-", "*", "•", "+", "–"} {
		if strings.HasPrefix(s, m) {
			width = len(m)
		}
	}
	if width == 0 {
		body := strings.TrimPrefix(s, "(")
		n := 0
		for n < len(body) && n < 3 && '0' <= body[n] && body[n] <= '9' {
			n++
		}
		if n == 0 && len(body) > 1 && isLetter(body[0]) && (body[1] == ')' || body[1] == '.') {
			n = 1
		}
		if n == 0 || n == len(body) || body[n] != '.' && body[n] != ')' {
			return 0
		}
		width = len(s) - len(body) + n + 1
	}
	rest := s[width:]
	if rest == "" || rest[0] != ' ' && rest[0] != '\t' {
		return 0
	}
	return begin + width + len(rest) - len(strings.TrimLeft(rest, " \t"))
}

// sampleEnd returns the end of the lines that begin with an opening tag at an offset and end
// with its closing tag, or 0.
func (r *Reading) sampleEnd(s string, at int) int {
	body := strings.TrimLeft(s[at:], " \t`")
	if !strings.HasPrefix(body, "<") {
		return 0
	}
	name, _, ok := strings.Cut(body[1:lineEnd(body, 0)], ">")
	name, _, _ = strings.Cut(name, " ")
	name, _, _ = strings.Cut(name, "=")
	if !ok || name == "" || name[0] == '/' || r.frame != nil && !r.frame.has(name) {
		return 0
	}
	const longest = 4 << 10
	k := strings.Index(body[:min(len(body), longest)], "</"+name+">")
	if k < 0 {
		return 0
	}
	from := len(s) - len(body) + k
	end := lineEnd(s, from)
	if rest := strings.TrimSpace(strings.TrimPrefix(s[from:end], "</"+name+">")); rest != "" && strings.Trim(rest, "`.") != "" {
		return 0 // a sentence that begins with the tag
	}
	return next(s, end)
}

// startsWithMarker reports whether a line begins with a word or two and a colon: it shows what
// is written after a marker.
func (k *known) startsWithMarker(line string) bool {
	name, _, ok := strings.Cut(strings.TrimLeft(line, decoration), ":")
	return ok && len(name) < 32 && k.isMarkerName(strings.TrimRight(name, " 0123456789"))
}

// sentenceEnd returns where the first sentence of a text ends, with the white space after it.
func sentenceEnd(s string) int {
	for i, r := range s {
		k := i + utf8.RuneLen(r)
		switch r {
		case '。', '！', '？':
			return k + len(s[k:]) - len(strings.TrimLeft(s[k:], " \t\r\n"))
		case '.', '!', '?':
			for k < len(s) && strings.IndexByte("\"')*`]", s[k]) >= 0 {
				k++
			}
			rest := strings.TrimLeft(s[k:], " \t\r\n")
			if rest == "" || len(rest) == len(s[k:]) || r == '.' && isAbbreviation(s[:i]) {
				continue
			}
			if first, _ := utf8.DecodeRuneInString(strings.TrimLeft(rest, "*_`(\"'“[{<")); unicode.IsLower(first) && !strings.ContainsRune("`<", rune(rest[0])) {
				continue
			}
			return len(s) - len(rest)
		}
	}
	return len(s)
}

// clauseEnd returns where the first of two clauses of a sentence ends, of which the second
// leads to a format: "Answer in French and use the following format:". It returns 0 where
// there is one.
func clauseEnd(s string) int {
	k := strings.LastIndex(s, " and ")
	if k < 0 || !leads(s[k:]) || !strings.Contains(s[k:], "format") && !strings.Contains(s[k:], "template") {
		return 0
	}
	verb, _, _ := strings.Cut(s[k+len(" and "):], " ")
	if !slices.Contains([]string{"use", "follow", "respond", "reply", "write", "answer", "adhere"}, verb) {
		return 0
	}
	return k + 1
}

// isAbbreviation reports whether the full stop after a text ends no sentence.
func isAbbreviation(s string) bool {
	word := s[strings.LastIndexAny(s, " \t\n(")+1:]
	return slices.Contains([]string{"e.g", "i.e", "cf", "vs", "No", "Dr", "Mr", "Mrs", "Ms", "St"}, word) || isNumber(word) && strings.TrimSpace(s) == word
}
