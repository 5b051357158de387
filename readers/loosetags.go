package readers

import (
	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// mostAttributes bounds what may stand in a tag behind its name.
const mostAttributes = 1 << 10

// openTag reads an opening tag of a name at offset i in whatever spelling: with
// white space, in another case, with attributes.
func openTag(t ir.Text, i int, name string) (end int, ok bool) {
	end, ok = t.Prefix(i, "<")
	if !ok {
		return i, false
	}
	if end, ok = foldedPrefix(t, t.SkipSpace(end, t.Len()), name); !ok {
		return i, false
	}
	c, width := t.At(end)
	if c != '>' && c != '/' && !isBlank(c) {
		return i, false
	}
	quote := byte(0)
	for limit := end + mostAttributes; end < limit; c, width = t.At(end) {
		if width == 0 || quote == 0 && c == '<' {
			return i, false
		}
		end += width
		switch {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return end, true
		}
	}
	return i, false
}

// closeTag reads a closing tag at offset i in whatever spelling.
func closeTag(t ir.Text, i int, name string) (end int, ok bool) {
	end, ok = t.Prefix(i, "</")
	if !ok {
		return i, false
	}
	if end, ok = foldedPrefix(t, t.SkipSpace(end, t.Len()), name); !ok {
		return i, false
	}
	end, ok = t.Prefix(t.SkipSpace(end, t.Len()), ">")
	return end, ok
}

// nextClose finds the first closing tag of a name behind offset i.
func nextClose(t ir.Text, i int, name string) (start, end int) {
	for {
		start, behind := t.Index(i, "</")
		if start < 0 {
			return -1, -1
		}
		if end, ok := closeTag(t, start, name); ok {
			return start, end
		}
		i = behind
	}
}

// foldedPrefix is Text.Prefix without regard to the case of ASCII letters.
func foldedPrefix(t ir.Text, i int, s string) (end int, ok bool) {
	for k := range len(s) {
		c, width := t.At(i)
		if width == 0 || lower(c) != lower(s[k]) {
			return i, false
		}
		i += width
	}
	return i, true
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// looseTagAt looks for an opening tag of a call or an answer in whatever
// spelling. Behind spaces alone it is none: emitters put one there to say so.
func (r *reader) looseTagAt(t ir.Text, line int) (styles.Found, bool) {
	at := skipAny(t, line, " \t*>-")
	if _, exact := r.lex.At(t, at, styles.StyleMarks); exact && at != line && at == t.SkipSpaces(line) {
		return styles.Found{}, false
	}
	for _, tag := range [...]struct {
		name string
		mark styles.Mark
	}{{r.style.Tag.Call, styles.MarkCall}, {r.style.Tag.Answer, styles.MarkAnswer}} {
		end, ok := openTag(t, at, tag.name)
		if !ok {
			continue
		}
		if tag.mark == styles.MarkCall {
			_, ok = r.looseStart(t, t.SkipSpace(end, t.Len()))
		} else {
			ok = at < r.lastClose
		}
		if ok {
			return styles.Found{Mark: tag.mark, End: end}, true
		}
	}
	return styles.Found{}, false
}

// looseStart tells whether a part of a call begins at offset i.
func (r *reader) looseStart(t ir.Text, i int) (end int, ok bool) {
	if end, ok = openTag(t, i, r.style.Tag.Name); ok {
		return end, true
	}
	return openTag(t, i, r.style.Tag.Arguments)
}

// lastClosing returns where the last closing tag of a name begins, or -1.
func lastClosing(t ir.Text, start int, name string) int {
	last := -1
	for at, end := nextClose(t, start, name); at >= 0; at, end = nextClose(t, end, name) {
		last = at
	}
	return last
}

// looseElements tells whether recovery has to look for tags in other spellings:
// there is no element at a line start, and one in another spelling, outside of
// fences, that gives a call or an answer.
func (r *reader) looseElements(t ir.Text, start int) bool {
	loose, fenced := false, false
	r.lastClose = lastClosing(t, start, r.style.Tag.Answer)
	for gap, line := start, start; gap >= 0; gap, line = t.Newline(line) {
		if _, ok := r.lex.At(t, line, styles.StyleMarks); ok {
			return false
		}
		if prefixed(t, t.SkipSpaces(line), fence) {
			fenced = !fenced
		}
		if fenced || loose {
			continue
		}
		_, loose = r.looseTagAt(t, line)
	}
	return loose
}

// looseCall is a call whose tags are spelled otherwise.
type looseCall struct {
	name    ir.Text
	args    ir.Args
	hasName bool
	hasArgs bool
	closed  bool
	end     int
}

// looseTagCall reads the call whose element opens at offset at: its parts in any
// order, in other spellings, its last closing tags cut off by a stop word, or
// without an argument.
func (r *reader) looseTagCall(t ir.Text, at, open int) (end int, ok bool) {
	c := looseCall{end: open}
	for !c.closed && r.err == nil && r.looseChild(t, &c) {
	}
	if r.err != nil || !c.hasName || !isName(c.name) {
		return at, false
	}
	if !c.closed && t.SkipSpace(c.end, t.Len()) < t.Len() {
		return at, false
	}
	if !c.hasArgs {
		if !isIdentifier(c.name) {
			return at, false
		}
		r.report(at, ir.CodeMissingInput, "a call without <%s>: it has no argument", r.style.Tag.Arguments)
		c.args = ir.Args{Raw: c.name.Slice(0, 0), Form: ir.PlainText}
	}
	r.spelledTags(at)
	r.add(at, ir.Step{Kind: ir.Call, Tool: c.name, Args: c.args})
	return c.end, true
}

func (r *reader) spelledTags(at int) {
	r.report(at, ir.CodeTagSpelling, "the tags of the call are spelled otherwise than %s does", r.style.Name)
}

// looseChild reads the next part of a call.
func (r *reader) looseChild(t ir.Text, c *looseCall) bool {
	tag := r.style.Tag
	at := t.SkipSpace(c.end, t.Len())
	if end, ok := closeTag(t, at, tag.Call); ok {
		c.closed, c.end = true, end
		return false
	}
	if open, ok := openTag(t, at, tag.Name); ok && !c.hasName {
		stop, _ := t.Index(open, "</")
		if stop < 0 {
			return false
		}
		end, ok := closeTag(t, stop, tag.Name)
		if !ok {
			return false
		}
		c.name, c.hasName, c.end = unquoted(r.cdata(t.Slice(open, stop)).Trim()), true, end
		return true
	}
	if open, ok := openTag(t, at, tag.Arguments); ok && !c.hasArgs {
		c.args, c.end = r.looseArguments(t, open)
		c.hasArgs = true
		return true
	}
	return false
}

// looseArguments reads an argument behind its opening tag: a value up to its
// closing tag, or to that of the call, or to the end.
func (r *reader) looseArguments(t ir.Text, open int) (args ir.Args, end int) {
	from := t.SkipSpace(open, t.Len())
	if stop, err := literal.JSON(t, from); err == nil {
		from = stop
	}
	stop, end := nextClose(t, from, r.style.Tag.Arguments)
	if stop < 0 {
		if stop, _ = nextClose(t, from, r.style.Tag.Call); stop < 0 {
			stop = t.Len()
		}
		end = stop
	}
	value := r.cdata(t.Slice(open, stop))
	args, used := r.arguments(open, value)
	if r.err == nil && !value.From(used).Blank() {
		r.fail(open+used, ir.CodeBrokenArgs, "expected </%s> behind the argument", r.style.Tag.Arguments)
	}
	return args, end
}

// cdata takes off a CDATA section that is the whole of words.
func (r *reader) cdata(words ir.Text) ir.Text {
	trimmed := words.Trim()
	open, ok := trimmed.Prefix(0, "<![CDATA[")
	if !ok {
		return words
	}
	stop, end := trimmed.Index(open, "]]>")
	if stop < 0 || end != trimmed.Len() {
		return words
	}
	return trimmed.Slice(open, stop)
}
