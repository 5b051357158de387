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
}

// neutral is the name of transcripts that were read in no style and no shape.
const neutral = "ir"

// ConvertTranscript is Convert for the transcript of a shape.
func (c *Converter) ConvertTranscript(t Transcript) (out *Output, err error) {
	if c.targetless() {
		return new(Output), c.noStyle()
	}
	out, err = c.ReadTranscript(t)
	if err != nil {
		return out, err
	}
	return out, c.written(out, nil)
}

// ReadTranscript is ReadConversation for the transcript of a shape.
func (c *Converter) ReadTranscript(t Transcript) (out *Output, err error) {
	defer diag.Guard(&err, c.opts.Debug)
	out = outputs.Get().(*Output)
	if t.Transcript == nil {
		return out, rejected(ir.CodeNoTranscript, "there is no transcript")
	}
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
		res, err := repair.Value(it.Args.Raw, level)
		if err == nil && level == repair.Safe && dropsText(res.Changes) {
			err = errTextAfter
		}
		if err != nil {
			if c.opts.Target != nil && c.opts.Target.BrokenArgs {
				continue
			}
			d := rejected(ir.CodeBrokenArgs, "the argument is neither JSON nor a Python literal: %v; repair it in the source%s", err, guessHint(it.Args.Raw, level))
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

func dropsText(changes []repair.Change) bool {
	return slices.ContainsFunc(changes, func(c repair.Change) bool { return c.Kind == repair.TextAfter })
}

// guessHint says which guess would have repaired an argument, if one would.
func guessHint(raw ir.Text, level repair.Level) string {
	res, err := repair.Value(raw, repair.Safe)
	if err == nil && dropsText(res.Changes) {
		err = errTextAfter
	}
	var broken *repair.Error
	if level == repair.Safe && errors.As(err, &broken) && broken.Kind != "" {
		return ", or let --repair all guess (" + string(broken.Kind) + ")"
	}
	return ""
}
