// Package readers turns conversations into transcripts: one reader for each
// family of styles, on a shared lexer, and the detection of the style.
//
// Readers never fail half-way: a conversation is read as a whole, or the error
// says which call could not be read, and where.
package readers

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/dialogue"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Result is what a reader made of a conversation.
type Result struct {
	Transcript  ir.Transcript
	Diagnostics []ir.Diagnostic
}

// Read reads a conversation in a style of the family Markers or Tags. The
// result shares the bytes of the conversation. An error is a *ir.Diagnostic of
// severity Reject, but for the neutral style, which is not read from
// conversations.
func Read(s *grammar.Style, c *ir.Conversation) (Result, error) { return new(reader).read(s, c) }

func (r *reader) read(s *grammar.Style, c *ir.Conversation) (Result, error) {
	r.style, r.lex, r.set = s, s.Lexicon(), grammar.StyleMarks
	if r.opts.Scratch == nil {
		r.opts.Scratch = new(Scratch)
	}
	r.steps, r.diags = r.opts.Scratch.steps[:0], r.opts.Scratch.diags[:0]
	r.size = len(c.Text.B)
	for i := range c.Messages {
		r.size += len(c.Messages[i].Content.B)
	}
	if p := r.printIn(c); p != nil {
		r.printedText(c.Text, p)
	} else if c.Flat {
		r.set |= grammar.RoleMarks
		r.flatText(c.Text)
	} else {
		r.conversation(c)
	}
	r.opts.Scratch.steps, r.opts.Scratch.diags = r.steps, r.diags
	res := Result{Transcript: ir.Transcript{System: r.system, Steps: r.steps[:len(r.steps):len(r.steps)]}, Diagnostics: r.diags}
	if r.err == nil && c.HasAlternatives {
		r.alternatives(c, &res)
	}
	if r.err != nil {
		return res, r.err
	}
	return res, nil
}

// reader is the state of reading one conversation.
type reader struct {
	// recovers: where the strict reading finds nothing, recovery is tried.
	recovers bool
	opts     Options
	style    *grammar.Style
	lex      *grammar.Lexicon
	// set is what ends a value: the style's marks and, in a plain transcript,
	// the role lines.
	set  grammar.Set
	flat bool
	// printed is the print that is read, or nil. runsApart: what it says of runs within
	// it is not reported.
	printed   *printed
	runsApart bool
	// size is that of the conversation in bytes.
	size int

	output
	standing
	current
	following
	probes
}

// output is what was read so far.
type output struct {
	system *ir.System
	steps  []ir.Step
	diags  []ir.Diagnostic
	err    *ir.Diagnostic
	// counted takes the fields of what is not kept.
	counted ir.Diagnostic
	// trying: what fails is dropped, since it was a guess at what the text is.
	trying bool
}

// standing is how things stand between the messages.
type standing struct {
	pairing dialogue.Open
	// open: a call was made since the last question and no answer followed. concluded: an
	// answer was given since then.
	open, concluded bool
	// inlined: the model's message just read holds results after a call, so
	// that a result right after it would make them inventions.
	inlined bool
	// dangling: the message just read ended in the marker of a result, which the next
	// one holds without it.
	dangling bool
}

// current is the message that is being read.
type current struct {
	msg   int
	role  ir.Role
	first int // index of the message's first step in steps
	base  int // where its content begins in the text that diagnostics speak of
	// content is the text that diagnostics speak of; its locator is begun, which is
	// what located says, for the first one.
	content ir.Text
	locator text.Locator
	located bool
	// moved is where colour codes were taken out of it.
	moved moves
	// cut is where in a message that was joined with the next one that begins, and
	// rest is its content; 0 where none was.
	cut  int
	rest ir.Text
}

// following is what comes after what is being read.
type following struct {
	// next is the message after the model's, or nil; resultNext says of a print, which
	// has none, that a result is next.
	next       *ir.Message
	resultNext bool
	// modelNext: the model's message follows. saysMore: the model speaks again in the print
	// before anyone asks.
	modelNext, saysMore bool
	// marksResult: what follows the call that is being read is the marker of a result.
	marksResult bool
}

// probes are how far a message was looked at for what may not be there.
type probes struct {
	// looked is up to where an object was sought last, and tried how much of the
	// message was read for objects that are none.
	looked, tried int
	// broken is where an argument was found to be none.
	broken int
	// ahead remembers which closing tags are ahead in the message.
	ahead searches
}

func (r *reader) conversation(c *ir.Conversation) {
	// Most messages of the model are a thought and a call, the others one step.
	r.steps = slices.Grow(r.steps, len(c.Messages)*3/2+2)
	for i := 0; i < len(c.Messages) && r.err == nil; i++ {
		m := &c.Messages[i]
		r.begin(i, m.Role, m.Content)
		r.modelNext = i+1 < len(c.Messages) && c.Messages[i+1].Role == ir.RoleAssistant
		dangling := r.dangling
		r.dangling = false
		switch m.Role {
		case ir.RoleSystem:
			r.systemMessage(m.Content)
		case ir.RoleUser:
			if dangling && r.open {
				r.danglingResult(m.Content)
				continue
			}
			r.userMessage(m.Content)
		case ir.RoleTool:
			r.toolMessage(m.Content)
		case ir.RoleAssistant:
			t, cut := r.cutCall(c, i)
			if r.cut = cut; cut > 0 {
				i++
				r.rest = c.Messages[i].Content
				r.report(cut, ir.CodeCutMessage, "the argument of the call before it was read from here")
			}
			if r.next = nil; i+1 < len(c.Messages) {
				r.next = &c.Messages[i+1]
			}
			r.modelMessage(t)
			r.next = nil
			continue
		}
		r.inlined = false
	}
}

// begin starts a message.
func (r *reader) begin(index int, role ir.Role, content ir.Text) {
	r.current = current{msg: index, role: role, first: len(r.steps), content: content}
	r.ahead, r.tried = searches{}, 0
}

// resultFollows reports whether a tool's result is next, if the model's message that is
// being read holds a call.
func (r *reader) resultFollows() bool {
	if r.next == nil {
		return r.resultNext
	}
	switch m := r.next; m.Role {
	case ir.RoleTool:
		return true
	case ir.RoleUser:
		_, marked := r.lex.At(m.Content, 0, grammar.ResultMark)
		_, spelled := r.lenientResult(m.Content)
		return marked || spelled || r.spelledResultTag(m.Content)
	}
	return false
}

// add appends a step at an offset of the current message.
func (r *reader) add(offset int, s ir.Step) {
	s.Pos, s.Message, s.Role = ir.Pos{Message: r.msg, Offset: r.base + offset}, r.msg, r.role
	if r.cut > 0 && s.Pos.Offset >= r.cut {
		s.Pos = ir.Pos{Message: r.msg + 1, Offset: s.Pos.Offset - r.cut}
	}
	switch s.Kind {
	case ir.Call:
		r.open = true
		r.pairing.Call(&s)
	case ir.User, ir.Answer:
		r.open, r.concluded = false, s.Kind == ir.Answer
		r.pairing.Reset()
	}
	if text.Crowded(len(r.steps), r.size) {
		r.fail(offset, ir.CodeRecordTooLarge, "more than %d steps of less than %d bytes on an average", text.MostSteps, text.LeastSize)
		return
	}
	r.steps = append(r.steps, s)
}

// report notes a repair, a loss or a note at an offset of the current message. In
// words {style} and its like stand for fields of the diagnostic that is returned,
// which may be changed until the next one.
func (r *reader) report(offset int, code ir.Code, words string) *ir.Diagnostic {
	return r.keep(offset, ir.Report(code, words))
}

// reportf is report with words that are formatted.
func (r *reader) reportf(offset int, code ir.Code, format string, args ...any) *ir.Diagnostic {
	return r.keep(offset, ir.Reportf(code, format, args...))
}

// keep keeps a diagnostic about an offset of the current message, or counts it.
func (r *reader) keep(offset int, d ir.Diagnostic) *ir.Diagnostic {
	if !diag.Keeps(r.diags, d.Code) {
		r.diags = diag.Count(r.diags, d.Code, 1)
		return &r.counted
	}
	r.locate(&d, offset)
	r.diags = append(r.diags, d)
	return &r.diags[len(r.diags)-1]
}

// fail rejects the conversation; the first failure stays.
func (r *reader) fail(offset int, code ir.Code, format string, args ...any) {
	switch {
	case r.err != nil:
	case r.trying:
		r.err = &ir.Diagnostic{Code: code, Severity: ir.Reject} // it is dropped: finding its place costs time
	default:
		d := ir.Reportf(code, format, args...)
		r.locate(&d, offset)
		r.err = &d
	}
}

// until gives a diagnostic that was just reported its end, an offset of the current
// message, and returns it.
func (r *reader) until(d *ir.Diagnostic, end int) *ir.Diagnostic {
	at := r.moved.source(r.base + end)
	if d == &r.counted || !r.located || r.cut > 0 && at >= r.cut {
		return d // it is not kept, or ends in another message
	}
	// The reader's own locator stays where it is: it only goes forward in one pass.
	from := r.locator
	d.End = ir.Place(from.At(at))
	return d
}

// failUntil is fail for what ends at an offset, if it is not empty.
func (r *reader) failUntil(offset, end int, code ir.Code, format string, args ...any) {
	if r.err != nil {
		return
	}
	if r.fail(offset, code, format, args...); !r.trying && end > offset {
		r.until(r.err, end)
	}
}

// locate gives a diagnostic about an offset of the current message its place.
func (r *reader) locate(d *ir.Diagnostic, offset int) {
	d.Message, d.Pos = r.placeOf(offset)
}

// placeOf returns where an offset of the current message is.
func (r *reader) placeOf(offset int) (message int, place ir.Place) {
	if !r.located {
		r.locator, r.located = *text.NewLocator(r.content), true
	}
	at, msg := r.moved.source(r.base+offset), r.msg+1
	found := r.locator.At(at)
	if r.cut > 0 && at >= r.cut {
		found = text.NewLocator(r.rest).At(at - r.cut)
		msg++
	}
	if r.flat || r.printed != nil {
		msg = 1
	}
	return msg, ir.Place(found)
}

// unescape takes the spaces off that an emitter put before markers in content,
// which begins at offset. from is where in content the first line starts.
func (r *reader) unescape(offset int, content ir.Text, set grammar.Set, from int) ir.Text {
	out, first, count := r.lex.Unescape(content, set, from)
	if count > 0 {
		d := r.report(offset+first, ir.CodeUnescapedLines, "{lines} had a space before a marker of {style}, which was taken off")
		line, _ := text.Newline(content, first)
		if line < 0 {
			line = content.Len()
		}
		r.until(d, offset+line)
		d.Count, d.Style = count, r.style.Name
	}
	return out
}

// unspaced takes off the space that an emitter put before the line at an offset of
// content, which begins at offset; -1 is no line.
func (r *reader) unspaced(offset int, content ir.Text, line int) ir.Text {
	if c, _ := text.At(content, max(line, 0)); line < 0 || c != ' ' {
		return content
	}
	d := r.report(offset+line, ir.CodeUnescapedLines, "{lines} had a space before words that are left out at the end of a text of {style}, which was taken off")
	d.Count, d.Style = 1, r.style.Name
	return ir.Text{B: slices.Delete(slices.Clone(content.B), line, line+1)}
}

func (r *reader) systemMessage(content ir.Text) {
	if r.msg == 0 {
		r.system = &r.opts.Scratch.system
		*r.system = ir.System{Text: content, Pos: ir.Pos{Message: r.msg, Offset: r.base}}
		return
	}
	r.add(0, ir.Step{Kind: ir.Prose, Text: content})
}

// afterSpace returns the offset after the one space that follows a marker.
func afterSpace(t ir.Text, i int) int {
	if i < len(t.B) && t.B[i] == ' ' {
		return i + 1
	}
	return i
}

// skipNewlines returns the offset after at most n line feeds at offset i.
func skipNewlines(t ir.Text, i, n int) int {
	for ; n > 0 && i < len(t.B) && t.B[i] == '\n'; n-- {
		i++
	}
	return i
}
