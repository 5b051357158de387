package convert

import (
	"fmt"
	"slices"
	"sync"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/readers"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
	"github.com/toolspeak/toolspeak/styles"
)

// Converter converts conversations. It is safe for concurrent use.
type Converter struct {
	opts    Options
	from    *grammar.Style // nil: detect
	to      *grammar.Style // nil: there is none, or it is one of fields
	all     []*grammar.Style
	prompts *promptCache
	stop    string
	// detector returns that of all styles, made when it is first asked for.
	detector func() *readers.Detector
	// auto returns a converter that reads as one does who is told nothing but the styles
	// that there are, made when it is first asked for.
	auto func() *Converter
}

// New returns a Converter, or an error that names a wrong option: an
// *OptionError, a *styles.UnknownError or a *styles.TakenError.
func New(opts Options) (*Converter, error) {
	if err := opts.check(); err != nil {
		return nil, err
	}
	if err := opts.fits(); err != nil {
		return nil, err
	}
	c := &Converter{opts: opts, stop: opts.StopText}
	var err error
	if c.all, err = grammar.With(opts.Styles...); err != nil {
		return nil, err
	}
	c.detector = sync.OnceValue(func() *readers.Detector { return readers.NewDetector(c.all) })
	c.auto = sync.OnceValue(func() *Converter {
		auto, err := New(Options{Styles: opts.Styles})
		if err != nil {
			panic(err) // it has no option that c does not have
		}
		return auto
	})
	if opts.To != "" && opts.Target == nil {
		if c.to, err = grammar.Find(c.all, opts.To); err != nil {
			return nil, notHere(err)
		}
	}
	if opts.From != "" && opts.From != Auto {
		if c.from, err = grammar.Find(c.all, opts.From); err != nil {
			return nil, notHere(err)
		}
	}
	var to *styles.Style
	if c.to != nil {
		to = c.to.Style
	}
	c.prompts = newPromptCache(to, opts.Target, opts.Prompts, prompts.Results(opts.Observations), opts.Styles)
	return c, nil
}

// notHere says of an unknown style who knows those that are no texts.
func notHere(err error) error {
	return fmt.Errorf("%w; native tool calls, such as openai, are converted by package dataset", err)
}

// ofSteps reports whether the result is steps for a layout to write, and no text of
// a style.
func (c *Converter) ofSteps() bool { return c.to == nil }

// Convert reads a conversation, lowers it to what the target can say, writes it,
// reads that back and compares. A conversation that can't be converted gives an
// error of type *ir.Diagnostic; the Output then still holds what was found.
//
// A program that writes the result into a layout of its own sets Options.SkipVerify, and
// calls Verify for what it wrote.
func (c *Converter) Convert(in *ir.Conversation) (out *Output, err error) {
	if c.targetless() {
		return new(Output), c.noStyle()
	}
	out, in, err = c.readAll(in)
	if err != nil {
		return out, err
	}
	return out, c.written(out, in)
}

// targetless reports whether the options name no target.
func (c *Converter) targetless() bool { return c.to == nil && c.opts.Target == nil }

// written writes and proves what was read.
func (c *Converter) written(out *Output, in *ir.Conversation) (err error) {
	defer diag.Guard(&err, c.opts.Debug)
	if err := c.write(out, in); err != nil || c.opts.SkipVerify || c.ofSteps() {
		return err
	}
	return c.Verify(out.Conversation(), out)
}

// ReadConversation is the first half of Convert: the Output holds the style, what
// was read in it, and the repairs, and nothing is written. It needs no target. Its
// errors are what no conversion can help.
func (c *Converter) ReadConversation(in *ir.Conversation) (*Output, error) {
	out, _, err := c.readAll(in)
	return out, err
}

// readAll reads a conversation, and refuses one in which a call was not read.
func (c *Converter) readAll(in *ir.Conversation) (out *Output, as *ir.Conversation, err error) {
	if out, as, err = c.read(in, ""); err != nil {
		return out, as, err
	}
	defer diag.Guard(&err, c.opts.Debug)
	return out, as, c.foreignCalls(out, as)
}

// read is ReadConversation. It also returns the conversation as it was read, to which
// the steps and their offsets belong. In the style that is known to speak in it the
// conversation is not read, where another one is detected: the Output then has its name alone.
func (c *Converter) read(in *ir.Conversation, known string) (out *Output, as *ir.Conversation, err error) {
	out = outputs.Get().(*Output)
	defer diag.Guard(&err, c.opts.Debug)
	if err := checkInput(in); err != nil {
		return out, in, err
	}
	prints := &out.prints
	prints.Forget()
	if p := printIn(in); p != nil {
		return out, in, c.readPrint(out, in, p)
	}
	in, frame := readers.Unframed(in)
	if frame.Lines > 0 {
		if p := printIn(in); p != nil {
			return out, in, c.readPrint(out, in, p)
		}
	}
	style, plain, err := c.styleFor(out, in, prints)
	if err != nil {
		return out, in, err
	}
	source := c.tidied(style, in)
	res, err := c.recover(out, source.tidy, style, prints)
	if c.from == nil && err == nil && foundNothing(style, &res.Transcript) {
		other, refused := c.elsewhere(in, style, plain, known)
		if refused != nil {
			return out, in, refused
		}
		if other != nil && other.Name == known {
			out.Style = known
			return out, in, nil
		}
		if other != nil {
			out.Style, source = other.Name, c.tidied(other, in)
			res, err = c.recover(out, source.tidy, other, prints)
		}
	}
	in = source.tidy
	if frame.Lines > 0 {
		res.Transcript.Steps = frame.Trimmed(res.Transcript.Steps)
	}
	out.Read = res.Transcript
	if weights := withoutCuts(in.Weights, source.cuts); len(weights) > 0 {
		if source.crlf > 0 {
			weights = withoutCR(weights, source.words, in)
		}
		res.Diagnostics = append(res.Diagnostics, weighed(&out.Read, in, weights)...)
	}
	if plain && len(res.Transcript.Steps) > 0 {
		res.Diagnostics = unmarked(res.Diagnostics)
	}
	if err == nil && !plain {
		res.Diagnostics = readers.Accounts(c.styleNamed(out.Style), in, &res.Transcript, res.Diagnostics)
	}
	if frame.Lines > 0 {
		res.Diagnostics = slices.Insert(res.Diagnostics, 0, framedLines(frame.Lines, frame.First))
	}
	if source.crlf > 0 {
		res.Diagnostics = slices.Insert(res.Diagnostics, 0, lineEnds(source.crlf))
	}
	if err == nil {
		err = c.refused(res.Diagnostics)
	}
	if err != nil {
		out.Diagnostics = append(out.diags[:0], res.Diagnostics...) // those of res will be written over
		c.looksAgainst(out, in)
		return out, in, err
	}
	if err := c.consult(out, in, &in.Context, res.Diagnostics); err != nil {
		return out, in, err
	}
	c.looks(out, in)
	return out, in, nil
}

// styleFor notes in which style a conversation is read, and returns it. Plain chat is read
// in any.
func (c *Converter) styleFor(out *Output, in *ir.Conversation, prints *readers.Prints) (style *grammar.Style, plain bool, err error) {
	if style, err = c.styleOf(in, prints); err != nil {
		return nil, false, err
	}
	if style != nil {
		out.Style = style.Name
		return style, false, nil
	}
	if out.Style = Plain; c.opts.Plain == UnmarkedReject {
		return nil, true, rejected(ir.CodeNoTranscript, "no call and no marker of any style is in the record")
	}
	return c.all[0], true, nil
}

// recover reads a conversation in a style, with the repairs of the options.
func (c *Converter) recover(out *Output, in *ir.Conversation, style *grammar.Style, prints *readers.Prints) (readers.Result, error) {
	return readers.RecoverWith(style, in, readers.Options{
		Guess: c.opts.Repair == RepairAll, Entities: c.opts.XMLEntities == DecodeEntities, DropInvented: c.opts.Invented == InventedDrop, Scratch: &out.scratch, Prints: prints,
	})
}

// refused makes a reject of the first repair that the options do not allow.
func (c *Converter) refused(diags []ir.Diagnostic) error {
	for i, d := range diags {
		repaired := d.Severity == ir.Repair && d.Code.Class().Mends()
		if repaired && c.opts.Repair == RepairNone || d.Code == ir.CodeInventedObservation && c.opts.Invented == InventedReject {
			return refusal(&diags[i])
		}
	}
	return nil
}

// write lowers out.Read and writes it.
func (c *Converter) write(out *Output, in *ir.Conversation) error {
	l := &out.lowerer
	l.reset()
	l.target, l.shape, l.opts, l.in, l.flat, l.tools = c.to, c.opts.Target, &c.opts, in, c.flat(in), out.tools
	l.stays, l.opening, l.from = c.to != nil && out.Style == c.to.Name, out.opening, c.styleNamed(out.Style)
	out.source = out.Read
	out.source.System = c.system(out)
	if out.own != nil {
		out.System = &out.own.text
		if out.own.dropped {
			out.System = new(ir.Text)
		}
	}
	low, err := l.run(&out.source)
	if err == nil && in != nil {
		c.residue(out, l)
	}
	out.Diagnostics = diag.Append(out.Diagnostics, l.diags...)
	if err != nil {
		return err
	}
	out.Lowered = low.transcript
	out.Taught = out.prompt.offers() || out.own.offers() || out.opening != nil && out.opening.offers()
	if c.opts.Target != nil {
		out.Taught = c.opts.Prompts.Mode != prompts.ModeKeep && c.opts.Prompts.Mode != prompts.ModeDrop
	}
	if t := c.opts.Target; t != nil {
		c.target(out, in, &low)
	} else if out.Read.Tools != nil && (out.prompt == nil || !out.prompt.taught) {
		out.Tools = out.Read.Tools
	}
	if c.to != nil {
		out.takeWeights()
		said := len(out.Diagnostics)
		c.emit(out, in, l, low.src)
		if guarded := len(l.diags); c.guard(out, l) {
			out.Diagnostics = append(out.Diagnostics[:said], l.diags[guarded:]...)
			out.Alternatives = nil
			out.prints.Forget() // the text is written where the first one was
			c.emit(out, in, l, low.src)
		}
	}
	if d := c.opts.Strict.Refused(out.Diagnostics); d != nil {
		return d
	}
	return nil
}

// takeWeights takes from the lowered steps what they say of the loss, which the text of
// a style does not.
func (o *Output) takeWeights() {
	steps := o.Lowered.Steps
	for i := range steps {
		if steps[i].More == nil {
			continue
		}
		if o.Weights == nil {
			o.Weights = make([][]byte, len(steps))
		}
		o.Weights[i], steps[i].More = steps[i].More.Train, nil
	}
	for _, list := range o.Lowered.Alternatives {
		for i := range list {
			list[i].More = nil
		}
	}
}

// withoutTools leaves the tool list out where the target has no place for it.
func (c *Converter) withoutTools(out *Output) {
	if !c.opts.Target.NoTools || out.Lowered.Tools == nil {
		return
	}
	out.Lowered.Tools = nil
	d := ir.Report(ir.CodeToolListDropped, "{style} has no place for a tool list: it was left out")
	d.Style = c.opts.Target.Name
	out.Diagnostics = diag.Append(out.Diagnostics, d)
}

// target fills in what the layout of a shape wants to know.
func (c *Converter) target(out *Output, in *ir.Conversation, low *lowered) {
	t := c.opts.Target
	out.Sources = slices.Clip(append([]int{}, low.src...)) // not nil, even of no message
	out.Arguments = t.arguments(&c.opts, out.Read.Shape == t.Name)
	defer c.withoutTools(out)
	if t.Everything || c.way(out, in) != strip {
		return
	}
	lists := []*translation{out.prompt, out.own}
	if out.opening != nil {
		lists = append(lists, out.opening.translation)
	}
	for _, p := range lists {
		if p != nil && p.list != nil && out.Lowered.Tools == nil {
			out.Lowered.Tools = p.list
		}
	}
}

// flat reports whether the result is a plain transcript.
func (c *Converter) flat(in *ir.Conversation) bool {
	if c.opts.Shape == KeepShape {
		return in != nil && in.Flat
	}
	return c.opts.Shape == TextShape
}

func rejected(code ir.Code, format string, args ...any) *ir.Diagnostic {
	d := ir.Reportf(code, format, args...)
	return &d
}

// emit writes the lowered transcript in the form that the input has.
func (c *Converter) emit(out *Output, in *ir.Conversation, l *lowerer, src []int) {
	flat := l.flat
	e := &out.emitter
	e.Reset(c.to, flat)
	e.StopAt(c.stop)
	if c.opts.Spans {
		e.Mark()
	}
	defer func() {
		own := l.diags
		l.diags = out.Diagnostics
		for _, s := range e.EscapedLines {
			l.lose(s.Step, ir.CodeEscapedLines, "{lines} that would read as a marker of {style} got a space in front").Count = s.Lines
		}
		out.Diagnostics, l.diags = l.diags, own
	}()
	defer func() { out.Spans = e.Spans }()
	if out.Flat = flat; flat {
		out.Text = e.Flat(&out.Lowered)
		return
	}
	leading := 0 // a system prompt
	if out.Lowered.System != nil {
		leading = 1
	}
	out.messages = e.Messages(out.messages[:0], &out.Lowered)
	out.Messages = slices.Grow(out.Messages[:0], len(out.messages))
	for i, m := range out.messages {
		source := 0
		switch {
		case in == nil && out.Read.Shape == "" || in != nil && in.Flat:
			source = -1
		case i >= leading:
			source = src[i-leading]
		}
		out.Messages = append(out.Messages, OutMessage{Role: m.Role, Content: m.Content, Source: source})
	}
	for _, steps := range out.Lowered.Alternatives {
		out.Alternatives = append(out.Alternatives, e.Alternative(steps))
	}
}
