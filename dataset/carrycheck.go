package dataset

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/carry"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/prompts"
)

// contradiction compares a record that came home with the one that carried what it came
// home by, and with what the way home makes of that alone. Whoever made a record can
// have written what it carries: it may add what the record can't say, and must not
// change what it says. It returns the first difference, or "".
//
// So the record is sent out again: it has to become what it came from or, where
// someone changed that since, to say the same, or the same as what came home alone.
// via is the style that the record is in.
func (c *carrier) contradiction(without, base, home []byte, via string, carried *carry.Carry) string {
	from := carried.Home
	if from == convert.Plain || !writable(from) {
		from = convert.Auto
	}
	out, err := c.between(from, via, carried.Options)
	if err != nil {
		return err.Error()
	}
	home, _, _ = layouts.TakeCarry(home) // what it carried itself
	again, _, err := out.Record(home)
	if err != nil {
		return err.Error()
	}
	if bytes.Equal(again, without) {
		return ""
	}
	in, err := c.between(via, via, nil)
	if err != nil {
		return err.Error()
	}
	editor := out.editor
	if carried.Self {
		editor = in.editor
	}
	if key := otherKeys(editor, base, out.editor, home, layouts.NestKey(via)); key != "" {
		return "the key " + strconv.Quote(key)
	}
	is, err := out.said(home, true)
	if err != nil {
		return err.Error()
	}
	was, err := in.said(without, false)
	if err != nil {
		return err.Error()
	}
	diff := differs(was, is)
	if diff == "" || carried.Self {
		return diff
	}
	// Changes of the way home itself are no contradiction.
	if was, err = out.said(base, true); err == nil && differs(was, is) == "" {
		return ""
	}
	return diff
}

// otherKeys returns a key outside of the transcripts that two records, each of an
// editor, don't have in common, or "". Tool lists and prompts that the way out has no
// place for come back, and so does what a request says of its tools. What is under the key
// nest, if that is not empty, is as good as the record's own.
func otherKeys(x *layouts.Editor, a []byte, y *layouts.Editor, b []byte, nest string) string {
	var keys [2]map[string]string
	for i, raw := range [][]byte{a, b} {
		r, d := []*layouts.Editor{x, y}[i].Open(raw)
		if d != nil {
			return d.Text()
		}
		var twice string
		if keys[i], twice = r.OtherKeys(); twice != "" {
			return twice
		}
		for _, key := range append(layouts.ChoiceKeys(), "tools", "system") {
			delete(keys[i], key)
		}
		if under := gjson.Parse(keys[i][nest]); nest != "" && under.IsObject() {
			delete(keys[i], nest)
			under.ForEach(func(key, value gjson.Result) bool {
				keys[i][key.Str] = gjson.Get(value.Raw, "@ugly").Raw
				return true
			})
		}
	}
	for key := range keys[1] {
		if _, ok := keys[0][key]; !ok {
			return key
		}
	}
	for key, value := range keys[0] {
		if now, ok := keys[1][key]; !ok || now != value {
			return key
		}
	}
	return ""
}

// said returns the steps of each of a record's transcripts: as they were read, or what
// the target is to say.
func (e *Engine) said(raw []byte, lowered bool) ([][]ir.Step, error) {
	r, d := e.editor.Open(raw)
	if d != nil {
		return nil, d
	}
	var said [][]ir.Step
	for i := range r.Len() {
		out, err := e.transcript(r, i)
		if err != nil {
			return nil, err
		}
		t := &out.Lowered
		if lowered {
			r.FitTools(out)
		} else {
			t = &out.Read
		}
		said = append(append(said, t.Steps), t.Alternatives...)
	}
	return said, nil
}

// sameSaid reports whether two records read the same.
func (e *Engine) sameSaid(a, b []byte) bool {
	x, err := e.said(a, false)
	if err != nil {
		return false
	}
	y, err := e.said(b, false)
	return err == nil && slices.EqualFunc(x, y, func(x, y []ir.Step) bool {
		return ir.Diff(&ir.Transcript{Steps: x}, &ir.Transcript{Steps: y}) == ""
	})
}

// differs describes the first difference in what is said, or returns "": in which
// messages and how it is written does not matter.
func differs(was, is [][]ir.Step) string {
	if len(was) != len(is) {
		return fmt.Sprintf("expected %d transcripts, found %d", len(was), len(is))
	}
	for i := range was {
		bare := func(steps []ir.Step) *ir.Transcript {
			steps = slices.Clone(steps)
			for j := range steps {
				it := &steps[j]
				it.Message, it.Role, it.Bare, it.More = 0, 0, false, nil
				if it.Kind == ir.Call && !it.Args.Value.Empty() {
					it.Args.Form = ir.JSON
				}
			}
			return &ir.Transcript{Steps: steps}
		}
		if diff := ir.Diff(bare(was[i]), bare(is[i])); diff != "" {
			return diff
		}
	}
	return ""
}

// home returns the name of the style or shape in which a record was.
func (r *Result) home() string {
	if layouts.IsShape(r.Layout.String()) {
		return r.Layout.String()
	}
	return r.Style
}

// writable reports whether records can be written in a style or shape.
func writable(name string) bool {
	return !layouts.IsShape(name) || layouts.TargetOf(name) != nil
}

// carriedOption is an option on which the result of a conversion depends. Those of
// prompts that name files are none.
type carriedOption struct {
	name, preset string
	get          func(*Options) string
	set          func(*Options, string)
}

// carriedOptions are named after their flags.
var carriedOptions = []carriedOption{
	carries("observations", "", func(o *Options) *convert.Observations { return &o.Observations }),
	carries("residue", convert.ResidueDrop, func(o *Options) *convert.Residue { return &o.Residue }),
	carries("assume-outcome", convert.AssumeTrue, func(o *Options) *convert.AssumeOutcome { return &o.AssumeOutcome }),
	carries("repair", convert.RepairSafe, func(o *Options) *convert.Repair { return &o.Repair }),
	carries("plain", convert.UnmarkedKeep, func(o *Options) *convert.Unmarked { return &o.Plain }),
	carries("invented", convert.InventedKeep, func(o *Options) *convert.Invented { return &o.Invented }),
	carries("xml-entities", convert.KeepEntities, func(o *Options) *convert.XMLEntities { return &o.XMLEntities }),
	carries("thoughts", "", func(o *Options) *convert.Thoughts { return &o.Thoughts }),
	carries("parallel", convert.ParallelKeep, func(o *Options) *convert.Parallel { return &o.Parallel }),
	carries("arguments", "", func(o *Options) *convert.Arguments { return &o.Arguments }),
	carries("stop-text", "", func(o *Options) *string { return &o.StopText }),
	carries("prompt", prompts.ModeAuto, func(o *Options) *prompts.Mode { return &o.Prompts.Mode }),
	carries("out-layout", LayoutAuto, func(o *Options) *Layout { return &o.OutLayout }),
}

func carries[T ~string](name string, preset T, field func(*Options) *T) carriedOption {
	return carriedOption{name, string(preset), func(o *Options) string { return string(*field(o)) }, func(o *Options, v string) { *field(o) = T(v) }}
}

// optionsOf returns the options that a record has to name for others to send it out
// again, or nil.
func optionsOf(o *Options) map[string]string {
	var named map[string]string
	for _, c := range carriedOptions {
		if v := c.get(o); v != "" && v != c.preset {
			if named == nil {
				named = map[string]string{}
			}
			named[c.name] = v
		}
	}
	return named
}

// setOptions sets options that a record names. New refuses values that there are not.
func setOptions(o *Options, named map[string]string) error {
	left := len(named)
	for _, c := range carriedOptions {
		if v, ok := named[c.name]; ok {
			c.set(o, v)
			left--
		}
	}
	if left > 0 {
		return &convert.OptionError{Option: "an option of what a record carries", Value: "unknown"}
	}
	return nil
}
