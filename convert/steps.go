package convert

import (
	"errors"
	"slices"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/repair"
	"github.com/toolspeak/toolspeak/ir"
)

// Transcript is a transcript of a shape, whose record says itself who did what.
type Transcript struct {
	*ir.Transcript
	// Context is what the record holds next to it.
	Context ir.Context
	// Diagnostics are what was repaired to read it.
	Diagnostics []ir.Diagnostic
	// Words says whether the words of the model are looked at.
	Words Words
	// Near is that of ir.Conversation, for the words.
	Near string
}

// neutral is the name of transcripts that were read in no style and no shape.
const neutral = "ir"

// ConvertTranscript is Convert for the transcript of a shape.
func (c *Converter) ConvertTranscript(t Transcript) (out *Output, err error) {
	if c.targetless() {
		return new(Output), c.noStyle()
	}
	out, in, err := c.readTranscript(&t)
	if err != nil {
		return out, err
	}
	return out, c.written(out, in)
}

// ReadTranscript is ReadConversation for the transcript of a shape.
func (c *Converter) ReadTranscript(t Transcript) (*Output, error) {
	out, _, err := c.readTranscript(&t)
	return out, err
}

// readTranscript reads the transcript of a shape: by its fields or, where the calls are in
// the words of the model, by the style of these. It then also returns the conversation that
// was read.
func (c *Converter) readTranscript(t *Transcript) (out *Output, in *ir.Conversation, err error) {
	if t.Transcript == nil {
		return new(Output), nil, rejected(ir.CodeNoTranscript, "there is no transcript")
	}
	callless := t.Words == WordsMayCall && !hasCall(t.Steps)
	var said *ir.Conversation
	if t.Words != WordsOnly {
		said = t.said(callless)
	}
	if said != nil && callless {
		if out, in, err = c.readWords(t, said); out != nil {
			return out, in, err
		}
	}
	if out, err = c.readFields(t); err == nil && said != nil {
		err = c.callsInWords(out, said, callless)
	}
	return out, nil, err
}

// readFields reads what the fields of a shape say.
func (c *Converter) readFields(t *Transcript) (out *Output, err error) {
	defer diag.Guard(&err, c.opts.Debug)
	out = outputs.Get().(*Output)
	out.Style, out.Read = neutral, *t.Transcript
	if t.Shape != "" {
		out.Style = t.Shape
	}
	if err := checkTranscript(t.Transcript); err != nil {
		return out, err
	}
	said := t.Diagnostics
	if err := c.repairArgs(out.Read.Steps, &said); err != nil {
		out.Diagnostics = append(out.diags[:0], said...)
		return out, err
	}
	if err := c.refused(said); err != nil {
		out.Diagnostics = append(out.diags[:0], said...)
		return out, err
	}
	if t.Context.Tools == nil {
		t.Context.Tools = t.Tools
	}
	return out, c.consult(out, nil, &t.Context, said)
}

// repairArgs repairs the arguments that are neither JSON nor a literal of Python, as
// far as the options allow. A target whose arguments are strings can hold the others.
func (c *Converter) repairArgs(steps []ir.Step, said *[]ir.Diagnostic) error {
	level := repair.Safe
	if c.opts.Repair == RepairAll {
		level = repair.All
	}
	for i := range steps {
		it := &steps[i]
		if it.Kind != ir.Call || it.Args.Form != ir.Broken || !it.Args.Value.Empty() {
			continue
		}
		res, err := mended(it.Args.Raw, level)
		if err != nil {
			if c.opts.Target != nil && c.opts.Target.BrokenArgs {
				continue
			}
			d := rejected(ir.CodeBrokenArgs, "the argument is neither JSON nor a Python literal: %v; repair it in the source%s", err, guessHint(err, level))
			d.Message, d.Pos, d.Tool = it.Message+1, ir.Place{Line: 1, Column: 1}, it.Tool.String()
			return d
		}
		it.Args.Value = res.Value.Trim()
		for _, change := range res.Changes {
			code := ir.CodeArgsRepaired
			if change.Kind.Guess() || change.Kind == repair.TextAfter {
				code = ir.CodeArgsGuessed
			}
			d := ir.Reportf(code, "the argument was repaired: %s", change.Kind)
			d.Message, d.Pos, d.Name = it.Message+1, ir.Place{Line: 1, Column: 1}, string(change.Kind)
			*said = diag.Append(*said, d)
		}
	}
	return nil
}

// errTextAfter is why an argument with other text after it is not repaired without
// a guess: the text would be gone.
var errTextAfter = &repair.Error{Kind: repair.TextAfter, Msg: "text follows the object"}

// mended repairs an argument as far as a level allows.
func mended(raw ir.Text, level repair.Level) (repair.Result, error) {
	res, err := repair.Value(raw, level)
	if err == nil && level == repair.Safe && slices.ContainsFunc(res.Changes, func(c repair.Change) bool { return c.Kind == repair.TextAfter }) {
		return res, errTextAfter
	}
	return res, err
}

// guessHint says which guess would have repaired an argument, if one would.
func guessHint(err error, level repair.Level) string {
	var broken *repair.Error
	if level == repair.Safe && errors.As(err, &broken) && broken.Kind != "" {
		return ", or let --repair all guess (" + string(broken.Kind) + ")"
	}
	return ""
}
