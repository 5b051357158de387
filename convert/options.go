package convert

import (
	"fmt"
	"slices"
	"strings"

	"github.com/toolspeak/toolspeak/prompts"
	"github.com/toolspeak/toolspeak/styles"
)

// Auto is the style name that asks for detection.
const Auto = "auto"

// Plain is the style's name of a transcript without a sign of any style.
const Plain = "plain"

// Options says what to convert to, and how. The zero value of each choice is its
// default; a value that is none of its constants is an *OptionError of [New].
type Options struct {
	// From is the source's style; "" and Auto mean: detect it.
	From string
	// To is the target's style. Only reading can do without, and a Target.
	To string
	// Target is what the target can hold where it is no style: the result is then
	// Output.Lowered, for a layout to write.
	Target *Target
	// Observations moves the tools' results.
	Observations Observations
	// Shape is that of the result.
	Shape Shape
	// Residue says what becomes of the frame in which the source's chains put what the user
	// says.
	Residue Residue
	// AssumeOutcome is what tao says of an answer where the source does not say
	// whether it solved the task.
	AssumeOutcome AssumeOutcome
	// Prompts says what becomes of system prompts: of the leading system message
	// and of the record's own one. The zero value translates those whose format
	// instructions are recognised. RecordTools is not used, since each conversation
	// brings its own, and Results follows from Observations.
	Prompts prompts.Options
	// Strict says which repairs, losses and notes make a record a reject.
	Strict Strict
	// Repair says which repairs are made.
	Repair Repair
	// Plain says what becomes of a conversation without a marker of any style.
	Plain Unmarked
	// Invented says what becomes of a result that the model invented.
	Invented Invented
	// XMLEntities says how the entities of xml are read.
	XMLEntities XMLEntities
	// Styles are known in addition to the built-in ones, by their names and to the
	// detection: what styles.Parse made of style files.
	Styles []*styles.Style
	// Thoughts says where thoughts go.
	Thoughts Thoughts
	// Parallel says what becomes of several calls in one turn.
	Parallel Parallel
	// Arguments is how a shape writes the arguments of calls, where it has a choice. "" keeps
	// what is in the shape already, and is the shape's own way for the rest.
	Arguments Arguments
	// StopText is what a harness stops the model at, such as "<|im_end|>", or "". It ends
	// each message of the model in the text of a style that does not end in a result,
	// and is no part of its content: reading takes it off.
	StopText string
	// ReadBack says as what the written text has to read back.
	ReadBack ReadBack
	// SkipVerify leaves out reading back what was written.
	SkipVerify bool
	// Spans asks where in the text of a style the steps of the model were written.
	Spans bool
	// Debug lets the words of a reject internal name the places in the code.
	Debug bool
}

// Observations says where the tools' results go.
type Observations string

// Where results go.
const (
	// KeepObservations leaves them where the source had them, but for those of a tool's role
	// in the text of another style: they go to the user's turns, as the format instructions say.
	KeepObservations Observations = ""
	// UserObservations, ToolObservations and InlineObservations put them into a
	// user message, a tool's message, or the assistant's text.
	UserObservations   Observations = "user"
	ToolObservations   Observations = "tool"
	InlineObservations Observations = "inline"
)

// Thoughts says where thoughts go, between text and the fields of shapes.
type Thoughts string

// Where thoughts go.
const (
	// ThoughtsInPlace leaves them where they are: spoken thoughts are the words before a
	// call, hidden reasoning has a field of its own or is a think block in text.
	ThoughtsInPlace Thoughts = ""
	// ThoughtsProse makes all of them words, ThoughtsThink a <think> block in the text
	// and ThoughtsReasoning hidden reasoning, and ThoughtsDrop leaves them out.
	ThoughtsProse     Thoughts = "prose"
	ThoughtsThink     Thoughts = "think"
	ThoughtsReasoning Thoughts = "reasoning"
	ThoughtsDrop      Thoughts = "drop"
)

// Parallel says what becomes of several calls in one turn.
type Parallel string

// Parallel values keep or part them. "" is ParallelKeep.
const (
	// ParallelKeep leaves them together, ParallelSplit makes a message of each, followed
	// by its result.
	ParallelKeep  Parallel = "keep"
	ParallelSplit Parallel = "split"
)

// Arguments is how a shape writes the arguments of calls.
type Arguments string

// The ways. "" is the shape's own.
const (
	// ArgumentsString writes a string that holds JSON, as OpenAI's servers do,
	// ArgumentsObject the object, as chat templates want it.
	ArgumentsString Arguments = "string"
	ArgumentsObject Arguments = "object"
)

// Shape is the form of a result.
type Shape string

// The shapes.
const (
	// KeepShape is that of the source.
	KeepShape Shape = ""
	// MessageShape is a list of messages, TextShape one plain transcript.
	MessageShape Shape = "messages"
	TextShape    Shape = "text"
)

// AssumeOutcome says what is written where a style demands an outcome that the
// source does not say.
type AssumeOutcome string

// AssumeOutcome values. "" is AssumeTrue.
const (
	AssumeTrue   AssumeOutcome = "true"
	AssumeFalse  AssumeOutcome = "false"
	AssumeReject AssumeOutcome = "reject"
)

// Repair says which repairs are made.
type Repair string

// The repairs. "" is RepairSafe.
const (
	// RepairNone rejects a conversation that needs a repair, RepairSafe makes those
	// that read another spelling of what the text says, RepairAll guesses, too.
	RepairNone Repair = "none"
	RepairSafe Repair = "safe"
	RepairAll  Repair = "all"
)

// Unmarked says what becomes of a conversation in which there is no call and no marker
// of any style, where the style is detected.
type Unmarked string

// Unmarked values. "" is UnmarkedKeep.
const (
	// UnmarkedKeep reads what the model says as answers, UnmarkedReject rejects it.
	UnmarkedKeep   Unmarked = "keep"
	UnmarkedReject Unmarked = "reject"
)

// ReadBack says as what the text that was written has to read back.
type ReadBack string

// As what it has to. "" is ReadBackAuto.
const (
	// ReadBackAuto: read in the target style, and also by who is told nothing, its steps
	// are those that were meant.
	ReadBackAuto ReadBack = "auto"
	// ReadBackStyle: they are for who names the style.
	ReadBackStyle ReadBack = "style"
)

// Invented says what becomes of a result that the model invented.
type Invented string

// Invented values. "" is InventedKeep.
const (
	// InventedKeep keeps it as text, InventedDrop leaves it out with what follows it
	// in its message, InventedReject rejects the conversation.
	InventedKeep   Invented = "keep"
	InventedDrop   Invented = "drop"
	InventedReject Invented = "reject"
)

// XMLEntities says how &lt; and its like are read in xml's names, arguments and
// results.
type XMLEntities string

// How they are read. "" is KeepEntities.
const (
	// KeepEntities reads them as they are, DecodeEntities as the characters whose
	// names they are.
	KeepEntities   XMLEntities = "keep"
	DecodeEntities XMLEntities = "decode"
)

// OptionError says which option has a value that it can't have.
type OptionError struct {
	Option, Value string
	Allowed       []string
}

// Error names the option and what it allows.
func (e *OptionError) Error() string {
	of := "one of "
	if len(e.Allowed) == 1 {
		of = ""
	}
	return fmt.Sprintf("%s is %q: expected %s%s", e.Option, e.Value, of, strings.Join(e.Allowed, ", "))
}

// check returns what is wrong with the choices.
func (o *Options) check() error {
	for _, err := range []error{
		allow("observations", o.Observations, UserObservations, ToolObservations, InlineObservations),
		allow("shape", o.Shape, MessageShape, TextShape),
		allow("residue", o.Residue, ResidueDrop, ResidueKeep),
		allow("assume-outcome", o.AssumeOutcome, AssumeTrue, AssumeFalse, AssumeReject),
		allow("strict", o.Strict, StrictOff, StrictLosses, StrictAll),
		allow("repair", o.Repair, RepairNone, RepairSafe, RepairAll),
		allow("plain", o.Plain, UnmarkedKeep, UnmarkedReject),
		allow("read-back", o.ReadBack, ReadBackAuto, ReadBackStyle),
		allow("invented", o.Invented, InventedKeep, InventedDrop, InventedReject),
		allow("xml-entities", o.XMLEntities, KeepEntities, DecodeEntities),
		allow("thoughts", o.Thoughts, ThoughtsProse, ThoughtsThink, ThoughtsReasoning, ThoughtsDrop),
		allow("parallel", o.Parallel, ParallelKeep, ParallelSplit),
		allow("arguments", o.Arguments, ArgumentsString, ArgumentsObject),
		checkStopText(o.StopText),
	} {
		if err != nil {
			return err
		}
	}
	_, err := prompts.ParseMode(string(o.Prompts.Mode))
	return err
}

// fits returns an error where a choice has no meaning for the target.
func (o *Options) fits() error {
	refuse := func(option, value, why string) error {
		return &OptionError{Option: option, Value: value, Allowed: []string{"none: " + why}}
	}
	t := o.Target
	switch {
	case t != nil && t.Everything && o.Thoughts != ThoughtsInPlace:
		return refuse("thoughts", string(o.Thoughts), "the neutral document has all thoughts as they are")
	case t != nil && t.Everything && o.Parallel == ParallelSplit:
		return refuse("parallel", string(o.Parallel), "the neutral document has all calls where they are")
	case o.Arguments == "" || o.To == "" && t == nil:
	case t == nil:
		return refuse("arguments", string(o.Arguments), "the arguments of "+o.To+" are text")
	case !t.Chooses && o.Arguments != t.Arguments:
		return refuse("arguments", string(o.Arguments), t.Name+" has one form")
	}
	return nil
}

// allow returns an error where a choice is neither its zero value nor allowed.
func allow[T ~string](option string, value T, allowed ...T) error {
	if value == "" || slices.Contains(allowed, value) {
		return nil
	}
	names := make([]string, len(allowed))
	for i, name := range allowed {
		names[i] = string(name)
	}
	return &OptionError{Option: option, Value: string(value), Allowed: names}
}
