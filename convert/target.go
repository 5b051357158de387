package convert

// Target says what a target can hold whose steps are fields of JSON and not the text
// of a style: the neutral document, or a shape of native tool calls. Lowering makes a
// transcript fit and reports what gets lost, so that the layout that writes it loses
// nothing. What is not said here any shape can hold.
type Target struct {
	// Name is what diagnostics call the target.
	Name string
	// Everything means that any step can be held as it is.
	Everything bool

	// Arguments is how the arguments of calls are written where the options don't say;
	// Chooses means that they may.
	Arguments Arguments
	Chooses   bool
	// BrokenArgs means that strings that are no JSON can be arguments.
	BrokenArgs bool
	// TextCalls is the key of Extra that marks calls whose argument is a text by the tool's
	// definition, "" where there are none.
	TextCalls string
	// Itself means that a transcript of the shape stays what it is where no option asks for
	// something else, even if others would order it otherwise.
	Itself bool
	// NeedsIDs means that calls and results need ids, and MaxID is how long they may be,
	// in bytes, or 0.
	NeedsIDs bool
	MaxID    int
	// ExactID, if it is not 0, is how many letters and digits an id has.
	ExactID int
	// Reasoning means that hidden reasoning has a place of its own: without one it is a
	// think block in the text.
	Reasoning bool
	// Errors means that a result can say that the call failed, Refusals that an answer
	// can be a refusal, Values that a result can be JSON.
	Errors, Refusals, Values bool
	// Parts are the kinds of steps whose content can be a list of parts that are not text.
	UserParts, ResultParts, AnswerParts bool
	// UserPart and ResultPart return a part that is no text, of another shape, as the target
	// writes it in a message of the user and in a result: nil where it has no place.
	UserPart, ResultPart func(part []byte) []byte
	// NoIDs means that calls and results have no ids, NamesResults that a result says the
	// name of its tool, and WordIDs that ids are of letters, digits, _ and -.
	NoIDs, NamesResults, WordIDs bool
	// NamesByID means that a result has the tool of the call before it that has its id, whether it
	// answers that call or not.
	NamesByID bool
	// CallIDs means that a result can't have an id that no call has.
	CallIDs bool
	// TextAfterCalls means that words can follow the calls of a message, and Commentary
	// that words before them need not be a thought.
	TextAfterCalls, Commentary bool
	// CallsAlone means that a message with calls has no words.
	CallsAlone bool
	// NoTools means that it has no place for a tool list.
	NoTools bool
	// PlainText means that each content is one string, PlainWords that the model's are,
	// and PlainResults that those of results are.
	PlainText, PlainWords, PlainResults bool
	// Trims means that white space at the ends of reasoning, and of words next to it or to calls, is
	// that of the format.
	Trims bool
	// ThinkBlocks means that the place of reasoning is a think block in the text.
	ThinkBlocks bool
	// OneText means that reasoning without words after it is a message without an
	// answer, and not one with an empty answer.
	OneText bool
	// NoEmptyText means that no text among the parts of a content can be empty, and no system prompt.
	NoEmptyText bool
	// NoBlankText means that a message, and words next to a call, can't be white space alone.
	NoBlankText bool
	// ObjectValues means that a result that is JSON is an object.
	ObjectValues bool
	// Order is that of its messages.
	Order Order
	// Sealed means that it can hold what only the maker of a thought can read, and
	// StepTrain that each step can have its own weight in the loss.
	Sealed, StepTrain bool
	// Weights are the weights in the loss that a message can have.
	Weights Weights
}

// Weights says how the weight of a message in the loss is written.
type Weights struct {
	// Out and In are for one that does not count and for one that does, "" where it can't
	// be said.
	Out, In string
	// Scales means that there are other numbers, too.
	Scales bool
}

// of returns a weight as it is written, or nil where there is no place for it.
func (w *Weights) of(weight []byte) []byte {
	is := ""
	switch string(weight) {
	case "false", "0", "0.0":
		is = w.Out
	case "true", "1", "1.0":
		is = w.In
	default:
		if w.Scales {
			return weight
		}
	}
	if is == "" {
		return nil
	}
	return []byte(is)
}

// TrainsSteps reports whether it can say of steps or messages that they are not trained.
func (t *Target) TrainsSteps() bool { return t.Weights.Out != "" || t.Everything }

// Neutral returns the target of the neutral document, which can hold everything.
func Neutral() *Target { return &Target{Name: neutral, Everything: true} }
