package dataset

import (
	"errors"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/grammar"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/internal/trainers"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// Layout says where a record holds its transcripts. In a [Result] it may also be the
// name of a shape of native tool calls, such as "openai", which Options.From and
// Options.To take like a style's.
type Layout string

// The layouts of texts, as docs/layouts.md describes them.
const (
	// LayoutAuto recognises the layout of each record; as OutLayout it leaves records
	// as they are.
	LayoutAuto Layout = ""
	// LayoutMessages is a list of {"role", "content"}, bare or under "messages".
	LayoutMessages Layout = "messages"
	// LayoutShareGPT is a list of {"from", "value"}, bare or under "conversations".
	LayoutShareGPT Layout = "sharegpt"
	// LayoutChatTemplate is one text whose messages are between the tokens of a chat
	// template, bare or under "text", or a plain file.
	LayoutChatTemplate Layout = "chat-template"
	// LayoutText is one text, bare or under "text", or a plain file.
	LayoutText Layout = "text"
	// LayoutSegments is one text in pieces that say whether they are trained.
	LayoutSegments Layout = "segments"
	// LayoutPreference is a pair of transcripts under "chosen" and "rejected".
	LayoutPreference Layout = "preference"
	// LayoutPromptCompletion is one transcript under "prompt" and "completion".
	LayoutPromptCompletion Layout = "prompt-completion"
	// LayoutAlpaca is "instruction" with "input" and "output".
	LayoutAlpaca Layout = "alpaca"
	// LayoutField is that of a [Result] whose transcripts were at Options.Fields.
	LayoutField Layout = "field"
	// LayoutNeutral is the neutral document of package ir.
	LayoutNeutral Layout = "ir"
)

// String returns the layout's name: "auto" for LayoutAuto.
func (l Layout) String() string { return layouts.Layout(l).String() }

// resolve finds out what From and To name, a style of known or a shape, and returns
// the editor of such records.
func (o *Options) resolve(known []*grammar.Style, answered func(*ir.Conversation) (answered, open int)) (*layouts.Editor, error) {
	if o.To = layouts.Canonical(o.To); o.From == convert.Plain {
		o.From = convert.Auto // what has no marker is plain
	} else {
		o.From = layouts.Source(o.From)
	}
	for _, s := range known {
		if layouts.IsShape(s.Name) {
			return nil, &styles.TakenError{Name: s.Name}
		}
	}
	for _, name := range []string{o.From, o.To} {
		if name == "" || name == convert.Auto && o.To != name || layouts.IsShape(name) {
			continue
		}
		var unknown *styles.UnknownError
		if _, err := grammar.Find(known, name); errors.As(err, &unknown) {
			return nil, &styles.UnknownError{Name: name, Known: append(unknown.Known, layouts.ShapeNames()...)}
		}
	}
	if layouts.IsShape(o.To) && layouts.TargetOf(o.To) == nil {
		return nil, &styles.UnknownError{Name: o.To, Known: targetNames(known)}
	}
	in := layouts.Options{Layout: layouts.Layout(o.Layout), Fields: o.Fields, Out: layouts.Layout(o.OutLayout), Anew: o.For != "" || o.Template != nil, Answered: answered}
	switch {
	case layouts.IsShape(o.From):
		in.Layout = layouts.Layout(o.From)
	case o.From != "" && o.From != convert.Auto || o.Layout != LayoutAuto:
		in.Texts, in.Frames = true, o.From == "" || o.From == convert.Auto
	}
	if layouts.IsShape(o.OutLayout.String()) {
		return nil, wrongLayout("out-layout", o.OutLayout.String(), layouts.Targets())
	}
	if o.Target = layouts.TargetOf(o.To); o.Target != nil {
		in.Out = layouts.Layout(o.To)
		if o.Template != nil {
			fitTemplate(o.Target)
		}
		if t := trainers.Find(o.For); t != nil {
			o.Target = t.Target(o.To, o.Fit)
		}
	}
	editor, err := layouts.NewEditor(in)
	var wrong *layouts.Error
	switch {
	case errors.As(err, &wrong) && wrong.Out:
		return nil, wrongLayout("out-layout", wrong.Name, layouts.Targets())
	case errors.As(err, &wrong):
		return nil, wrongLayout("layout", wrong.Name, layouts.Names())
	}
	return editor, err
}

// targetNames returns the names of the styles, and of the shapes that are written.
func targetNames(known []*grammar.Style) (names []string) {
	for _, s := range known {
		names = append(names, s.Name)
	}
	for _, shape := range layouts.ShapeNames() {
		if layouts.TargetOf(shape) != nil {
			names = append(names, shape)
		}
	}
	return names
}

func wrongLayout(option, name string, known []string) error {
	return &convert.OptionError{Option: option, Value: name, Allowed: known}
}
