package trainers

import (
	"slices"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/internal/takes"
	"github.com/toolspeak/toolspeak/ir"
)

// OfPairs is the trainer whose rows are pairs of answers.
const OfPairs = "trl-pairs"

// Trainer is what is known of a trainer, or of one of its ways to read rows.
type Trainer struct {
	// Name is the value of --for, and Title what people call it, with the version that
	// was looked at.
	Name, Title string
	// To is the style or shape that rows are in where the user names none.
	To string
	// Shapes are the shapes of native tool calls that it takes; it takes any style.
	Shapes []string
	// Layout is that of a row in the text of a style, "" for the record's own.
	Layout layouts.Layout
	// Format is the only format that it reads, or "" for JSONL and Parquet.
	Format string

	// arguments is how it wants those of the shape openai, and parses means that it
	// reads them as JSON, whatever form they have, and writes them again.
	arguments convert.Arguments
	parses    bool
	// loose means that it reads numbers in arguments that are strings with rounding, as ujson does.
	loose bool
	// holds says what its rows hold less than the shape.
	holds func(*convert.Target)
	// chatTemplate means that it writes rows with the chat template of the model, and not with
	// what it has itself.
	chatTemplate bool
	// ownTemplates means that it has templates with names, of which some refuse rows.
	ownTemplates bool
	rules
	sidecar func(*Rows) []Sidecar
}

// rules are those of a trainer for its rows. The zero value of each has none.
type rules struct {
	// reads are keys of a row that mean something to it. A row that was converted has
	// only those that the conversion wrote. closed means that it takes no other keys.
	reads  []string
	closed bool
	// fill are keys that each row must have.
	fill []string
	// systemKey means that it reads a system prompt next to the transcript.
	systemKey bool
	// toolsText means that it takes a tool list as a string of JSON, which no table of
	// columns pads with nulls.
	toolsText bool
	// wholeTools means that each tool must have a description and the schema of an object.
	wholeTools bool
	// parts means that contents can be lists of parts.
	parts bool
	// alternates means that the model and others take turns, a user first.
	alternates bool
	// saysSomething means that it takes no message of the model without words and calls.
	saysSomething bool
	// userFirst means that it refuses rows in which the model speaks first.
	userFirst bool
	// askedFirst means that it trains the system prompt that a template adds by itself,
	// where the model speaks first.
	askedFirst bool
	// pairs means that it takes apart what the model says, and all before that, and puts
	// messages that follow each other on one side together with nothing between them.
	pairs bool
	// endsWithModel means that the last message must be the model's, and answered that
	// each call has its result before the model speaks again.
	endsWithModel, answered bool
	// nulls means that it leaves out arguments that are null.
	nulls bool
	// toolNames is how long names of tools may be, of letters, digits, _ and -.
	toolNames int
	// oneSystem means that it takes one system message, at the beginning.
	oneSystem bool
	// lastOnly means that of a row with tools it trains the last message alone: such a
	// record becomes a row for each message that is trained.
	lastOnly bool
	// lastAlways means that it does so of a row without tools, too.
	lastAlways bool
	// turns means that there is a row for each part that is trained, with what is before
	// it as its prompt.
	turns bool
	// parted means that a row has a prompt, up to the model's first message, and a
	// completion: all that follows.
	parted bool
	// preference means that a row has a transcript that was chosen and one that was
	// rejected.
	preference bool
	// key is that of the messages, "" for the layout's own.
	key string
	// verdict is the key that says whether the row is an example to follow, and reward
	// the one that says how good it is.
	verdict, reward string
	// service means that a row is what the shape writes, with the keys of reads alone.
	// begins is a member that it begins with.
	// prompt is the format of its system prompt, around a string of JSON.
	service        bool
	begins, prompt string
	// flag says how a message says whether it is trained. flagged means that each row has
	// one, null where nothing is left out: datasets takes the columns of a file from its
	// first 10 MiB, and ends with an error at a row that has more.
	flag    Flag
	flagged bool
	// flaggedAll means that each message has the flag, whoever says it.
	flaggedAll bool
}

// Flag is how a message says whether it is trained.
type Flag struct {
	// Key is that of the message, "" where there is none.
	Key string
	// Number means that it is 0 or 1, and not true or false.
	Number bool
	// Detail is the key that says which characters are trained, "" where there is none.
	Detail string
}

// Rows says what a trainer is to read, for its settings.
type Rows struct {
	// File is the path of the file of rows, with slashes, and To the style or shape that
	// they are in.
	File, To string
	// Length is how many tokens rows may have, or 0 where nobody counted.
	Length int

	verdict string // the key that says whether a row is an example to follow
}

// Sidecar is a file of settings that goes next to a file of rows.
type Sidecar struct {
	// Name is that of the file, without a directory.
	Name string
	// Text is what is written, for people too.
	Text []byte
	// Merge, if it is not nil, is called with what the file holds already, and returns
	// what it is to hold: other entries stay.
	Merge func(old []byte) ([]byte, error)
}

// Names returns the names of the trainers, in the order of the table.
func Names() []string {
	names := make([]string, len(table))
	for i := range table {
		names[i] = table[i].Name
	}
	return names
}

// Find returns the trainer of a name, or nil.
func Find(name string) *Trainer {
	for i := range table {
		if table[i].Name == name {
			return &table[i]
		}
	}
	return nil
}

// Fit is the chat template that a trainer is used with.
type Fit struct {
	takes.Takes
	// Prove, if it is not nil, renders the messages and the tool list of a row, both JSON, the
	// latter nil where there is none. It returns what the text has not, or why it is wrong.
	Prove func(messages, tools []byte) ([]ir.Diagnostic, *ir.Diagnostic)
}

// Template returns what the template of a name takes that the trainer has itself, and the
// names of its templates: none where it has none.
func (t *Trainer) Template(name string) (f takes.Takes, known bool, names []string) {
	if !t.ownTemplates {
		return takes.Takes{}, false, nil
	}
	f, known = takes.LlamaFactory(name)
	return f, known, takes.LlamaFactoryNames()
}

// Asked is what the user asks of rows, beyond the trainer.
type Asked struct {
	// Fit is the chat template that the rows are for, and Tokens how long they may be: nil
	// for any.
	Fit    *Fit
	Tokens *Tokens
}

// Pairs reports whether a row holds two transcripts: one that was chosen and one that was
// rejected.
func (t *Trainer) Pairs() bool { return t.preference }

// TakesTemplate reports whether the trainer writes rows with the chat template of the model.
func (t *Trainer) TakesTemplate() bool { return t.chatTemplate || t.ownTemplates }

// Turns reports whether a record can become several rows: one for each part of it that is
// trained.
func (t *Trainer) Turns() bool { return t.turns || t.lastOnly }

// perMessage reports whether there is a row for each message that is trained.
func (t *Trainer) perMessage() bool { return t.turns || t.lastAlways }

// TrainsAll reports whether the trainer trains all messages of the model, and whether it
// trains all of a message of which it trains a part.
func (t *Trainer) TrainsAll() (messages, parts bool) {
	whole := t.Layout != layouts.Segments
	return whole && !t.perMessage() && t.flag.Key == "", whole && t.flag.Detail == ""
}

// Closed reports whether the trainer takes no keys but its own in a row.
func (t *Trainer) Closed() bool { return t.closed }

// Takes reports whether the trainer takes a style or shape, which exists.
func (t *Trainer) Takes(to string) bool {
	return to == "" || !layouts.IsShape(to) && !t.service || slices.Contains(t.Shapes, to)
}

// Options returns the options of a conversion to rows of the trainer: those that the
// user left open are set.
func (t *Trainer) Options(o convert.Options) convert.Options {
	if o.To == "" {
		o.To = t.To
	}
	if target := layouts.TargetOf(o.To); o.Arguments == "" && target != nil && target.Chooses {
		o.Arguments = t.arguments
	}
	if !layouts.IsShape(o.To) && o.Observations == convert.KeepObservations {
		o.Observations = convert.UserObservations // templates wrap results of the role tool
	}
	return o
}

// Target returns what its rows hold of a shape where they are written with a chat template,
// which may be nil.
func (t *Trainer) Target(shape string, fit *Fit) *convert.Target {
	target := layouts.TargetOf(shape)
	if target == nil {
		return nil
	}
	less := *target
	less.Refusals = false // where the words are not the content, templates render nothing or "None"
	if t.flag.Key == "" && !t.perMessage() {
		less.Weights = convert.Weights{}
	}
	if t.holds != nil {
		t.holds(&less)
	}
	if fit != nil && !t.ownTemplates {
		if !fit.Thoughts {
			less.Reasoning, less.ThinkBlocks = false, true
		}
	}
	if fit != nil {
		less.CallsAlone = !fit.Words
	}
	return &less
}

// Tokens says how tokens are counted, how many a row may have and what becomes of longer ones.
type Tokens struct {
	Count func(text string) int
	// Max is how many a row may have, or 0 for any number.
	Max int
	// Longer is what becomes of longer rows: LongerDrop, LongerCut or LongerSplit.
	Longer string
}

// What becomes of rows with too many tokens.
const (
	// LongerDrop rejects them.
	LongerDrop = "drop"
	// LongerCut leaves out the messages at the end.
	LongerCut = "cut"
	// LongerSplit makes several rows of them, each with the first question and what came
	// before it.
	LongerSplit = "split"
)
