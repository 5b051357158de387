package readers

import (
	"bytes"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// Turns reads conversations of which each message is canonical text: spelled to
// the byte as an emitter writes it, with a thought and a call or an answer at
// most, a result to each call, and nothing in it that any other step of reading
// would have to look at twice. Nearly all messages of a clean data set are like
// that. It gives up on any other, which says nothing about it.
type Turns struct {
	style *styles.Style
	// guards are what a line must not begin with: the markers of the style, and
	// those of the one to write.
	guards []*styles.Lexicon
	// recovers: a conversation that recovery would read otherwise is given up.
	recovers bool

	thought, between, callOpen, callArgs, callClose, answer, answerClose, resultOpen, resultName, resultClose string
	// gap is how many line feeds between has.
	gap int
	// argSigns are the characters that an argument must not hold, resultEnd what
	// ends a result.
	argSigns  string
	resultEnd string
}

// NewTurns returns a reader of canonical text in style s, which is to be written
// in style to. recovers tells that it stands in for Recover, and not for Read. It
// returns nil for the styles of which it knows too little.
func NewTurns(s, to *styles.Style, recovers bool) *Turns {
	if !s.Lean() {
		return nil
	}
	f := s.Frames()
	t := &Turns{
		style: s, guards: slices.Compact([]*styles.Lexicon{s.Lexicon(), to.Lexicon()}), recovers: recovers,
		thought: f.Thought.Of(true), between: f.Between.Of(true), callOpen: f.CallOpen.Of(true), callArgs: f.CallArgs.Of(true), callClose: f.CallClose.Of(true),
		answer: f.Answer.Of(true), answerClose: f.AnswerClose.Of(true), resultOpen: f.Observation.Of(true),
	}
	if s.Family == styles.Tags {
		t.between = f.Blank.Of(true)
		t.resultOpen, t.resultName, t.resultClose = f.ResultOpen.Of(true), f.OutputOpen.Of(true), f.OutputClose.Of(true)
		t.resultEnd = "</" + s.Tag.Output + ">"
	}
	t.gap = strings.Count(t.between, `\n`)
	if s.Blob() {
		t.callOpen, t.callArgs = t.callOpen+`\"`, `\"`+t.callArgs
	}
	for _, each := range []*styles.Style{s, to} {
		switch {
		case each.Family == styles.Tags:
			t.argSigns += "<"
		case each.Blob():
			t.argSigns += "`"
		}
	}
	return t
}

// Fitting looks at calls.
type Fitting interface {
	// Fits tells whether args, which begins with a brace, is the inside of a JSON
	// string and in it a JSON object from its first to its last byte, and such as
	// the tool takes.
	Fits(tool, args []byte) bool
}

// AnyObject takes any object.
type AnyObject struct{}

// Fits is that of Fitting.
func (AnyObject) Fits(_, args []byte) bool {
	end, err := literal.JSON(ir.Escaped(args), 0)
	return err == nil && end == len(args)
}

// Read appends to dst, which is empty, the turns of a conversation, one for each
// message. ok is false where it gives up.
func (t *Turns) Read(dst []ir.Turn, in *ir.Conversation, fits Fitting) (turns []ir.Turn, ok bool) {
	var tool []byte // of the call that has no result yet
	open := false   // as in reader
	turns = slices.Grow(dst, len(in.Messages))[:len(in.Messages)]
	for i := range in.Messages {
		m, turn := &in.Messages[i], &turns[i]
		*turn = ir.Turn{Role: m.Role, Words: m.Content.B}
		ok = false
		switch {
		case !m.Content.Esc:
		case m.Role == ir.RoleSystem && i == 0:
			turn.Kind, ok = ir.Prose, true
		case m.Role == ir.RoleUser && open:
			next := i+1 < len(in.Messages) && in.Messages[i+1].Role == ir.RoleAssistant
			turn.Kind = ir.Observation
			ok = tool != nil && t.result(turn, tool, next)
			tool = nil
		case m.Role == ir.RoleUser:
			turn.Kind, ok = ir.User, true
		case m.Role == ir.RoleAssistant && tool == nil:
			ok = t.model(turn, fits) && (i+1 == len(in.Messages) || !t.cutBefore(in.Messages[i+1].Content))
			if open = turn.Kind == ir.Call; open {
				tool = turn.Tool
			}
		}
		if !ok {
			return turns, false
		}
	}
	return turns, true
}

// cutBefore tells whether a message begins with the marker of an argument: it may
// belong to the message before.
func (t *Turns) cutBefore(content ir.Text) bool {
	_, cut := t.guards[0].At(content, 0, 1<<styles.MarkInput)
	return t.recovers && cut
}

// result reads a message that begins with the style's result marker, the result
// of tool. modelNext tells that the model's message follows.
func (t *Turns) result(turn *ir.Turn, tool []byte, modelNext bool) bool {
	b := turn.Words
	if !starts(b, t.resultOpen) {
		return false
	}
	turn.Tool = tool
	words := b[len(t.resultOpen):]
	if t.style.Family == styles.Tags {
		if !starts(words, string(tool)) || !starts(words[len(tool):], t.resultName) {
			return false
		}
		words = words[len(tool)+len(t.resultName):]
		stop, _ := ir.Text{B: words, Esc: true}.Index(0, t.resultEnd)
		turn.Words = words[:max(stop, 0)]
		return stop >= 0 && string(words[stop:]) == t.resultClose
	}
	turn.Words = words
	return len(words) > 0 && !(modelNext && t.cued(ir.Text{B: b, Esc: true}, t.style.Thought))
}

// cued tells whether the last line of a message may be a marker alone, which
// recovery takes off.
func (t *Turns) cued(whole ir.Text, marker string) bool {
	if !t.recovers || !near(whole, whole.Len(), marker) {
		return false
	}
	line, _ := lastLine(whole, 0, whole.Len())
	_, ok := whole.Prefix(line, marker)
	return ok
}

// model reads a message of the model.
func (t *Turns) model(turn *ir.Turn, fits Fitting) bool {
	b := turn.Words
	head := 0
	turn.Line = 1
	prose := t.style.Family == styles.Tags
	if begins := starts(b, t.thought); begins && (!prose || !starts(b, t.callOpen) && !starts(b, t.answer)) {
		from := len(t.thought)
		var end int
		if end, head, turn.Line = t.head(b, from); end < 0 || !t.tidy(b[from:end]) || !t.plain(b, from) {
			return false
		}
		turn.Thought = b[from:end]
		if prose && t.recovers && wrapped(turn.Thought) {
			return false
		}
		turn.Stock = t.style.StockOf(ir.Text{B: turn.Thought, Esc: true})
	}
	switch rest := b[head:]; {
	case starts(rest, t.callOpen):
		turn.Kind = ir.Call
		return t.call(turn, b, head+len(t.callOpen), fits)
	case starts(rest, t.answer):
		turn.Kind = ir.Answer
		return t.says(turn, b, head+len(t.answer))
	}
	return false
}

// wrapped tells whether a chain, a fence or another spelling of tags may be in
// the prose of a message: recovery knows.
func wrapped(prose []byte) bool {
	words := ir.Text{B: prose, Esc: true}
	return prose[0] == '>' || words.MayHold('<') || words.MayHold('`')
}

// head looks for the line of the message's call or answer behind offset i. It
// returns where the words before it end, and where the line begins with its number;
// or -1 where another line is one to give up at.
func (t *Turns) head(b []byte, i int) (end, start, line int) {
	for at, n := i, 1; ; {
		k := bytes.IndexByte(b[at:], '\\')
		if k < 0 || at+k+1 == len(b) {
			return -1, 0, 0
		}
		at += k
		switch b[at+1] {
		case 'n':
			n++
			if starts(b[at:], t.between) {
				start = at + len(t.between)
				if starts(b[start:], t.callOpen) || starts(b[start:], t.answer) {
					return at, start, n - 1 + t.gap
				}
			}
			if !t.plain(b, at+2) {
				return -1, 0, 0
			}
		case 'u':
			if control(b[at:]) {
				return -1, 0, 0
			}
		}
		at += 2
	}
}

// control tells whether an escape \uXXXX spells a control character: line feeds
// and colours among them.
func control(escape []byte) bool { return starts(escape, `\u000`) || starts(escape, `\u001`) }

// foreign tells whether an escape spells no character of ASCII.
func foreign(escape []byte) bool {
	return len(escape) >= 6 && escape[1] == 'u' && (escape[2] != '0' || escape[3] != '0' || escape[4] >= '8')
}

// plain tells whether the line that begins at offset i can't begin with a marker,
// nor with one behind spaces.
func (t *Turns) plain(b []byte, i int) bool {
	for i < len(b) && b[i] == ' ' {
		i++
	}
	if len(b)-i >= 2 && b[i] == '\\' {
		switch {
		case b[i+1] == 'n':
			return true
		case b[i+1] != '"' && !foreign(b[i:]):
			return false // it may spell anything
		}
	}
	line := ir.Text{B: b, Esc: true}
	for _, lex := range t.guards {
		if _, marked := lex.At(line, i, styles.StyleMarks|styles.ResultEnd); marked {
			return false
		}
	}
	return true
}

// tidy tells whether words neither begin nor end with white space, nor with what
// may spell it.
func (t *Turns) tidy(words []byte) bool {
	n := len(words)
	switch {
	case n == 0 || words[0] <= ' ' || words[n-1] <= ' ':
		return false
	case words[0] == '\\' && !starts(words, `\"`) && !foreign(words):
		return false
	case n >= 2 && words[n-2] == '\\' && words[n-1] != '"', n >= 6 && words[n-6] == '\\' && words[n-5] == 'u' && !foreign(words[n-6:]):
		return false
	}
	return words[0] != '<' && words[0] != '`' // a think block, a fence
}

// call reads the call whose name begins at offset at.
func (t *Turns) call(turn *ir.Turn, b []byte, at int, fits Fitting) bool {
	end := at
	for end < len(b) && inName(b[end]) {
		end++
	}
	turn.Tool = b[at:end]
	if end == at || !starts(b[end:], t.callArgs) {
		return false
	}
	if t.recovers && isNone(ir.Text{B: turn.Tool, Esc: true}) {
		return false
	}
	start := end + len(t.callArgs)
	if start >= len(b) || b[start] != '{' {
		return false
	}
	stop := len(b) - len(t.callClose)
	if stop <= start || string(b[stop:]) != t.callClose || !fits.Fits(turn.Tool, b[start:stop]) {
		return false
	}
	turn.Words = b[start:stop]
	for i := range len(t.argSigns) {
		if (ir.Text{B: turn.Words, Esc: true}).MayHold(t.argSigns[i]) {
			return false
		}
	}
	return true
}

func inName(c byte) bool { return isLetter(c) || c-'0' <= 9 || c == '_' || c == '-' }

// says reads the answer that begins at offset at and ends with the message.
func (t *Turns) says(turn *ir.Turn, b []byte, at int) bool {
	end := len(b) - len(t.answerClose)
	if end < at || string(b[end:]) != t.answerClose || odd(b[at:end]) {
		return false
	}
	turn.Words = b[at:end]
	switch t.style.Says {
	case styles.ByLine:
		if !t.saysLine(turn) {
			return false
		}
	case styles.ByThought:
		turn.Outcome = OutcomeOf(&ir.Step{Kind: ir.Thought, Stock: turn.Stock})
	}
	if !t.tidy(turn.Words) {
		return false
	}
	return !t.recovers || !bytes.Contains(b, []byte("001")) && !t.followed(b) // \u001b: a terminal's colours
}

// saysLine takes the line that says the outcome off the end of an answer.
func (t *Turns) saysLine(turn *ir.Turn) bool {
	for _, o := range [...]ir.Outcome{ir.Success, ir.Failure} {
		if words, ok := bytes.CutSuffix(turn.Words, []byte(t.style.Frames().Said(o).Of(true))); ok && !odd(words) {
			turn.Words, turn.Outcome = words, o
			return true
		}
	}
	return false
}

// followed tells whether recovery takes something off the end of a message.
func (t *Turns) followed(b []byte) bool {
	if t.style.Family == styles.Tags {
		return false // it ends in a closing tag
	}
	whole := ir.Text{B: b, Esc: true}
	w := window{found: found{end: len(b)}}
	if !plainEnds(whole, 0) {
		w.chainPrint(whole)
		w.stopWord(whole)
	}
	return len(w.notes) > 0 || t.cued(whole, t.style.Observation)
}

// odd tells whether an odd number of backslashes stands at the end of b: then the
// last one begins an escape.
func odd(b []byte) bool {
	n := 0
	for n < len(b) && b[len(b)-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

func starts(b []byte, s string) bool { return len(b) >= len(s) && string(b[:len(s)]) == s }
