package styles

import "github.com/toolspeak/toolspeak/ir"

// field is a field of a style as a style file knows it: text or a yes or no.
type field struct {
	// table is the TOML table that the key is in, "" for none.
	table, key string
	text       *string
	flag       *bool
	// words are what an enumeration is written with: the index is its value.
	words []string
	enum  *uint8
	// family is the one that has the field, where only one has.
	family family
	shared bool
}

var (
	familyWords = []string{markers: "markers", tags: "tags"}
	saysWords   = []string{nothing: "nothing", byThought: "by-thought", byLine: "by-line", byKey: "by-key"}
)

// id is the key as errors name it.
func (f *field) id() string {
	if f.table == "" {
		return f.key
	}
	return f.table + "." + f.key
}

// fields lists the fields of a style in the order in which a style file has
// them: those of the file, then those of the tables tag and fixed_sentence.
func (s *former) fields() []field {
	text := func(key string, to *string) field { return field{key: key, text: to, shared: true} }
	flag := func(key string, to *bool) field { return field{key: key, flag: to, shared: true} }
	marker := func(key string, to *string) field { return field{key: key, text: to, family: markers} }
	tag := func(key string, to *string) field { return field{table: "tag", key: key, text: to, family: tags} }
	out := []field{
		text("name", &s.Name),
		{key: "family", words: familyWords, enum: (*uint8)(&s.Family), shared: true},
		text("summary", &s.Summary), text("source", &s.Source),
		marker("thought", &s.Thought), marker("call", &s.Call), marker("input", &s.Input),
		marker("observation", &s.Observation), marker("answer", &s.Answer), marker("outcome", &s.Outcome),
		marker("call_too", &s.CallToo), marker("observation_too", &s.ObservationToo), marker("result_too", &s.ResultToo),
		marker("prints", &s.Prints),
		text("blob_tool", &s.BlobTool), text("blob_input", &s.BlobInput),
		{key: "wrapped", flag: &s.Wrapped, family: markers},
		{key: "brackets", flag: &s.Brackets, family: markers}, {key: "numbered", flag: &s.Numbered, family: markers},
		{key: "nested", flag: &s.Nested, family: markers},
		marker("answer_tool", &s.AnswerTool), marker("answer_key", &s.AnswerKey), marker("outcome_key", &s.OutcomeKey),
		marker("solved", &s.Solved), marker("gave_up", &s.GaveUp),
		flag("variant", &s.Variant), flag("object_args", &s.ObjectArgs),
		flag("thought_before_call", &s.ThoughtBeforeCall), flag("thought_before_answer", &s.ThoughtBeforeAnswer),
		{key: "says", words: saysWords, enum: (*uint8)(&s.Says), family: markers},
		{key: "names_results", flag: &s.NamesResults, family: tags},
		{key: "marks_errors", flag: &s.MarksErrors, family: tags},
		tag("call", &s.Tag.Call), tag("name", &s.Tag.Name), tag("arguments", &s.Tag.Arguments),
		tag("result", &s.Tag.Result), tag("output", &s.Tag.Output), tag("error", &s.Tag.Error), tag("answer", &s.Tag.Answer), tag("citation", &s.Tag.Citation),
	}
	for meaning := ir.NeedTool; int(meaning) < ir.NumSentences; meaning++ {
		out = append(out, field{table: sentences, key: meaning.String(), text: &s.Sentences[meaning], shared: true})
	}
	return out
}

// isSet reports whether the field has another value than that of an empty style.
func (f *field) isSet() bool {
	switch {
	case f.text != nil:
		return *f.text != ""
	case f.flag != nil:
		return *f.flag
	default:
		return *f.enum != 0
	}
}
