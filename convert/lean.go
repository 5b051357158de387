package convert

import (
	"bytes"
	"fmt"
	"strconv"
	"sync"

	"github.com/toolspeak/toolspeak/emitters"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/readers"
	"github.com/toolspeak/toolspeak/styles"
)

// Lean is a conversation that ConvertLean converted. It lies in the bytes of its
// source.
type Lean struct {
	// Style is the one that the source was read in.
	Style string
	// Steps counts what was read, by kind.
	Steps [ir.NumKinds]int
	// Diagnostics are the losses, in order.
	Diagnostics []ir.Diagnostic

	to     *styles.Style
	prompt *translation
	// turns are what is to be written, back what was read back.
	turns, back []ir.Turn
	calls       readAlready
}

// readAlready takes the objects of the calls that turns hold, in their order: what
// is the same to the byte need not be read again.
type readAlready struct {
	turns []ir.Turn
	next  int
}

// Fits is that of readers.Fitting.
func (r *readAlready) Fits(_, args []byte) bool {
	for r.next < len(r.turns) {
		if r.next++; r.turns[r.next-1].Kind == ir.Call {
			return bytes.Equal(args, r.turns[r.next-1].Words)
		}
	}
	return false
}

// leans are those that were released: their memory serves the next ones.
var leans = sync.Pool{New: func() any { return new(Lean) }}

// Release gives the memory back. Nothing of the Lean may be used after it but
// its Diagnostics.
func (l *Lean) Release() {
	if cap(l.turns) > mostMessages {
		return // the memory of an unusual conversation is not worth keeping
	}
	*l = Lean{turns: l.turns[:0], back: l.back[:0]}
	leans.Put(l)
}

// leanStyles are the styles that ConvertLean knows.
type leanStyles struct {
	// sources read those that it can convert from, proof reads the target.
	sources map[*styles.Style]*readers.Turns
	proof   *readers.Turns
	// stock are the target's sentences as the insides of JSON strings, dropped
	// words that it lacks one, untold that it can't say an outcome.
	stock   [ir.NumStocks][]byte
	dropped [ir.NumStocks]string
	untold  [ir.Failure + 1]string
}

// newLean returns nil where the options ask for what only Convert does.
func (c *Converter) newLean() *leanStyles {
	o := &c.opts
	if !c.to.Lean() || o.Observations != "" || o.Shape != "" || o.Strict || o.Repair == "all" || o.XMLEntities == "decode" {
		return nil
	}
	l := &leanStyles{sources: map[*styles.Style]*readers.Turns{}, proof: readers.NewTurns(c.to, c.to, false)}
	for m := range l.stock {
		l.stock[m] = c.to.StockText(ir.Stock(m)).Append(nil, true, false)
		l.dropped[m] = stockDropped(c.to, ir.Stock(m))
	}
	for o := range l.untold {
		l.untold[o] = outcomeDropped(c.to, ir.Outcome(o))
	}
	for _, s := range c.all {
		if t := readers.NewTurns(s, c.to, true); t != nil {
			l.sources[s] = t
		}
	}
	return l
}

// ConvertLean is Convert for a list of messages that are all canonical text, as
// those of clean data sets mostly are: it goes from bytes to bytes without a
// transcript between, and so is several times as fast. What it makes is what
// Convert would make. It returns nil at whatever it does not know well: that is
// for Convert.
func (c *Converter) ConvertLean(in *Conversation) (l *Lean) {
	defer func() {
		if recover() != nil {
			l = nil
		}
	}()
	if c.lean == nil || in.Flat || in.HasAlternatives || in.HasSystem || in.Foreign != "" {
		return nil
	}
	style, err := c.styleOf(in)
	if err != nil || style == nil || c.lean.sources[style] == nil {
		return nil
	}
	l = leans.Get().(*Lean)
	l.Style, l.to = style.Name, c.to
	ok := c.consultLean(l, in)
	if ok {
		l.turns, ok = c.lean.sources[style].Read(l.turns, in, l)
	}
	if !ok || !c.lowerLean(l) {
		l.Release()
		return nil
	}
	return l
}

// consultLean translates the system prompt, as consult does.
func (c *Converter) consultLean(l *Lean, in *Conversation) bool {
	var prompt *ir.Text
	if len(in.Messages) > 0 && in.Messages[0].Role == ir.RoleSystem {
		prompt = &in.Messages[0].Content
	}
	if l.prompt = c.book.translate(prompt, in.Tools); l.prompt == nil || prompt == nil {
		return true
	}
	if l.prompt.err != nil || l.prompt.dropped || !l.prompt.text.Esc {
		return false
	}
	low := lowerer{in: in}
	l.Diagnostics = low.promptNotes(l.prompt.diags, nil)
	return true
}

// Fits tells whether args is an object, and one that the tool takes where there is
// a catalog: it is a readers.Fitting.
func (l *Lean) Fits(tool, args []byte) bool {
	if l.prompt == nil || l.prompt.tools == nil {
		return readers.AnyObject{}.Fits(tool, args)
	}
	t := l.prompt.tools.named(ir.Escaped(tool))
	return t != nil && t.rules.Fits(ir.Escaped(args))
}

// lowerLean makes the turns what the target can say.
func (c *Converter) lowerLean(l *Lean) bool {
	for i := range l.turns {
		turn := &l.turns[i]
		switch turn.Kind {
		case ir.Prose:
			turn.Words = l.prompt.text.B
			continue
		case ir.Call, ir.Answer:
			if len(turn.Thought) > 0 {
				l.Steps[ir.Thought]++
			}
			if !c.lowerTurn(l, i) {
				return false
			}
		}
		l.Steps[turn.Kind]++
	}
	return true
}

// lowerTurn translates the thought of a call or an answer and what an answer says
// of its outcome, as the lowerer does for usual messages.
func (c *Converter) lowerTurn(l *Lean, i int) bool {
	turn := &l.turns[i]
	said := outcomeOf(turn.Stock)
	implied := turn.Kind == ir.Call && turn.Stock == ir.NeedTool ||
		turn.Kind == ir.Answer && said != ir.Unknown && (turn.Outcome == ir.Unknown || turn.Outcome == said)
	switch {
	case turn.Stock != ir.NoStock && c.to.Stock[turn.Stock] != "":
		turn.Thought = c.lean.stock[turn.Stock]
	case implied && !c.to.ThoughtNeeded(turn.Kind):
		turn.Thought = nil
		l.lose(i, 1, ir.CodeStockDropped, c.lean.dropped[turn.Stock])
		turn.Stock = ir.NoStock
	case c.to.Says != styles.Nothing:
		turn.Stock = c.to.StockOf(ir.Escaped(turn.Thought))
	}
	if turn.Kind == ir.Call {
		return c.fillTurn(l, i, ir.NeedTool)
	}
	return c.lowerOutcome(l, i)
}

// fillTurn gives a call or an answer the thought that the target wants and dictates,
// as the lowerer's fill does.
func (c *Converter) fillTurn(l *Lean, i int, stock ir.Stock) bool {
	turn := &l.turns[i]
	if len(turn.Thought) > 0 || !c.to.ThoughtNeeded(turn.Kind) {
		return true
	}
	if c.to.Stock[stock] == "" {
		return false
	}
	l.lose(i, turn.Line, ir.CodeStockFilled, stockFilled(c.to, turn.Kind, stock))
	turn.Thought, turn.Stock = c.lean.stock[stock], stock
	return true
}

// lowerOutcome lowers the outcome of an answer, as the lowerer's asAnswer does.
func (c *Converter) lowerOutcome(l *Lean, i int) bool {
	turn := &l.turns[i]
	was := turn.Outcome
	if c.to.MustSay() && was == ir.Unknown {
		turn.Outcome = outcomeOf(turn.Stock)
		if turn.Outcome == ir.Unknown && !c.assumeOutcome(l, i) {
			return false
		}
	}
	stock := ir.CanAnswer
	if turn.Outcome == ir.Failure {
		stock = ir.CannotAnswer
	}
	if !c.fillTurn(l, i, stock) {
		return false
	}
	switch c.to.Says {
	case styles.ByThought:
		said := outcomeOf(turn.Stock)
		if was != ir.Unknown && said != ir.Unknown && was != said {
			return false // the thought has to be made to agree
		}
		turn.Outcome = said
	case styles.Nothing:
		turn.Outcome = ir.Unknown
	}
	if was != ir.Unknown && turn.Outcome != was {
		l.lose(i, turn.Line, ir.CodeOutcomeDropped, c.lean.untold[was])
	}
	return true
}

// assumeOutcome gives an answer the outcome that the options assume.
func (c *Converter) assumeOutcome(l *Lean, i int) bool {
	turn := &l.turns[i]
	switch c.opts.AssumeOutcome {
	case "reject":
		return false
	case "false":
		turn.Outcome = ir.Failure
		l.lose(i, turn.Line, ir.CodeOutcomeAssumed, falseAssumed)
	default:
		turn.Outcome = ir.Success
		l.lose(i, turn.Line, ir.CodeOutcomeAssumed, trueAssumed)
	}
	return true
}

// lose reports a loss at the start of a line.
func (l *Lean) lose(message, line int, code ir.Code, words string) {
	l.Diagnostics = append(l.Diagnostics, ir.Diagnostic{
		Code: code, Severity: ir.Loss, Message: message + 1, Line: line, Column: 1, Text: words,
	})
}

// stockDropped, stockFilled and outcomeDropped word the losses that most answers have.
func stockDropped(to *styles.Style, s ir.Stock) string {
	return to.Name + " has no sentence that says " + strconv.Quote(s.String()) + " and needs none here: it was left out"
}

func stockFilled(to *styles.Style, k ir.Kind, s ir.Stock) string {
	return fmt.Sprintf("%s wants a thought before this %s: its own sentence for %q was written", to.Name, k, s)
}

func outcomeDropped(to *styles.Style, was ir.Outcome) string {
	return to.Name + " can't say that the answer's outcome was " + outcomeWord(was)
}

// Same tells whether a message stays as it is.
func (l *Lean) Same(message int) bool { return l.turns[message].Kind == ir.User }

// AppendMessage appends to dst the text of a message of the result, as the inside
// of a JSON string. The result has as many messages as the source.
func (l *Lean) AppendMessage(dst []byte, message int) []byte {
	return emitters.AppendTurn(dst, l.to, &l.turns[message])
}

// VerifyLean reads what was written of l in the target style and compares it. Where
// it returns false, Convert and Verify have to say what is wrong, if anything is.
func (c *Converter) VerifyLean(written *Conversation, l *Lean) (ok bool) {
	defer func() {
		if recover() != nil {
			ok = false
		}
	}()
	if written.Flat || written.HasSystem || written.HasAlternatives || written.Foreign != "" {
		return false
	}
	l.calls = readAlready{turns: l.turns}
	l.back, ok = c.lean.proof.Read(l.back[:0], written, &l.calls)
	if !ok || len(l.back) != len(l.turns) {
		return false
	}
	for i := range l.back {
		a, b := &l.turns[i], &l.back[i]
		if a.Kind != b.Kind || a.Role != b.Role || a.Outcome != b.Outcome || !bytes.Equal(a.Thought, b.Thought) || !bytes.Equal(a.Tool, b.Tool) || !bytes.Equal(a.Words, b.Words) {
			return false
		}
	}
	return true
}
