package styles

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/ir"
)

// isStyleName reports whether a name is made of words of lower-case letters and digits
// with hyphens between them, and begins with a letter.
func isStyleName(name string) bool {
	for word := range strings.SplitSeq(name, "-") {
		if word == "" || strings.Trim(word, lower+digits) != "" {
			return false
		}
	}
	return !strings.ContainsAny(name[:1], digits)
}

// isTagName reports whether a name is that of an XML tag in ASCII.
func isTagName(name string) bool {
	const letters = lower + "ABCDEFGHIJKLMNOPQRSTUVWXYZ_"
	return name != "" && strings.Trim(name, letters+digits+".-") == "" && strings.ContainsAny(name[:1], letters)
}

const (
	lower  = "abcdefghijklmnopqrstuvwxyz"
	digits = "0123456789"
)

// longest is how long a name, a marker, a tag or a sentence may be, in bytes.
const longest = 1000

// reserved are names that commands and reports give another meaning.
var reserved = map[string]bool{"auto": true, "plain": true, "ir": true}

// roleWords begin the turns of plain transcripts.
var roleWords = []string{"System:", "Question:", "User:", "Human:", "Task:", "Assistant:"}

// fault finds what is wrong with a style that someone else made: the key and
// what was expected, or nothing. What passes is read back as it was written.
func (s *former) fault() (key, wrong string) {
	switch {
	case s.Name == "":
		return "name", "name is missing: expected the style's name, such as \"my-style\""
	case len(s.Name) > 64 || !isStyleName(s.Name):
		return "name", fmt.Sprintf("name is %q: expected at most 64 small letters, digits and single hyphens, with a letter first", s.Name)
	case reserved[s.Name]:
		return "name", fmt.Sprintf("name is %q, which has another meaning here: choose another", s.Name)
	}
	fields := s.fields()
	for i := range fields {
		f := &fields[i]
		if !f.isSet() {
			continue
		}
		if !f.shared && f.family != s.Family {
			return f.id(), fmt.Sprintf("%s is for the family %s, and this one is %s: leave it out", f.id(), familyWords[f.family], familyWords[s.Family])
		}
		if f.text != nil {
			if wrong := lineFault(*f.text); wrong != "" {
				return f.id(), f.id() + " " + wrong
			}
		}
	}
	if s.Family == tags {
		key, wrong = s.tagFault()
	} else {
		key, wrong = s.markerFault()
	}
	if wrong == "" {
		key, wrong = s.sentenceFault()
	}
	return key, wrong
}

// lineFault says why a text is not one clean line.
func lineFault(text string) string {
	switch {
	case len(text) > longest:
		return fmt.Sprintf("has %d bytes: expected at most %d", len(text), longest)
	case !utf8.ValidString(text):
		return "is not UTF-8"
	case strings.TrimSpace(text) != text || strings.IndexFunc(text, unicode.IsControl) >= 0:
		return fmt.Sprintf("is %q: expected one line without white space at its ends and without control characters", text)
	}
	return ""
}

// markerFault checks the fields of the family markers.
func (s *former) markerFault() (key, wrong string) {
	if key, wrong := s.blobFault(); wrong != "" {
		return key, wrong
	}
	if key, wrong := s.callFault(); wrong != "" {
		return key, wrong
	}
	markers := s.markerFields()
	for _, m := range markers {
		if s.Numbered && strings.HasSuffix(*m.text, "：") {
			return m.key, fmt.Sprintf("%s is %q and numbered is true: expected the colon \":\", with the number before it", m.key, *m.text)
		}
		if wrong := markerFault(m.key, *m.text); wrong != "" {
			return m.key, wrong
		}
	}
	for i, m := range markers {
		for _, other := range markers[:i] {
			if clash(s.stem(*m.text), s.stem(*other.text)) {
				return m.key, fmt.Sprintf("%s is %q and %s is %q: no marker may be another's beginning, since a line with the longer would be read as the shorter", m.key, *m.text, other.key, *other.text)
			}
		}
		for _, role := range roleWords {
			if clash(s.stem(*m.text), role) {
				return m.key, fmt.Sprintf("%s is %q, and %q begins a turn in plain transcripts: choose another", m.key, *m.text, role)
			}
		}
	}
	return "", ""
}

// blobFault checks that there is one way to write a call and one for the outcome.
func (s *former) blobFault() (key, wrong string) {
	switch {
	case s.BlobTool == "" && s.BlobInput != "":
		return "blob_tool", "blob_input is set and blob_tool is missing: expected the key of the tool's name in the fenced object"
	case s.BlobTool != "" && s.BlobInput == "":
		return "blob_input", "blob_tool is set and blob_input is missing: expected the key of the argument in the fenced object"
	case s.blob() && s.BlobTool == s.BlobInput:
		return "blob_input", fmt.Sprintf("blob_tool and blob_input are both %q: expected two different keys", s.BlobTool)
	case s.Says == byLine && s.Outcome == "":
		return "outcome", "says is \"by-line\" and outcome is missing: expected the marker of the line, such as \"Successful:\""
	case s.Says != byLine && s.Outcome != "":
		return "outcome", "outcome is set and says is not \"by-line\": the line would never be written"
	}
	for _, key := range []struct{ id, value string }{
		{"blob_tool", s.BlobTool}, {"blob_input", s.BlobInput}, {"answer_tool", s.AnswerTool}, {"answer_key", s.AnswerKey},
		{"outcome_key", s.OutcomeKey}, {"solved", s.Solved}, {"gave_up", s.GaveUp},
	} {
		if strings.ContainsAny(key.value, "\"\\`{}") {
			return key.id, fmt.Sprintf("%s is %q: expected a word without quotes, backslashes, backticks and braces", key.id, key.value)
		}
	}
	return "", ""
}

// stem is what every spelling of a marker begins with.
func (s *former) stem(marker string) string {
	if s.Numbered {
		return strings.TrimSuffix(marker, ":")
	}
	return marker
}

// callFault checks the forms that calls and answers have in a few styles.
func (s *former) callFault() (key, wrong string) {
	switch {
	case s.Brackets && (s.Input != "" || s.blob()):
		return "brackets", "brackets is true and input or blob_tool is set: a call has one place for its argument"
	case s.Brackets && s.ObjectArgs:
		return "object_args", "brackets and object_args are both true: what is in brackets is text"
	case s.Numbered && s.blob():
		return "numbered", "numbered is true and blob_tool is set: expected the one or the other"
	case s.AnswerTool != "" && s.blob() && s.ObjectArgs:
		return "object_args", "object_args is true and answer_tool is set: an answer is a string in the place of the object"
	case s.Wrapped && (s.Numbered || s.AnswerTool != ""):
		return "wrapped", "wrapped is true and so is numbered, or answer_tool is set: expected the one or the other"
	case s.Says == byLine && s.AnswerTool != "":
		return "answer_tool", "answer_tool is set and says is \"by-line\": no line can follow an answer that is a call"
	case s.Says == byKey && (s.AnswerTool == "" || s.AnswerKey == "" || s.OutcomeKey == "" || s.Solved == "" || s.GaveUp == ""):
		return "says", "says is \"by-key\": expected answer_tool, answer_key, outcome_key, solved and gave_up too"
	case s.Says == byKey && (s.blob() || s.Brackets || !s.ObjectArgs || s.AnswerKey == s.OutcomeKey || s.Solved == s.GaveUp):
		return "says", "says is \"by-key\": expected a style with input and object_args, two different keys and two different values"
	case s.Says != byKey && (s.AnswerKey != "" || s.OutcomeKey != "" || s.Solved != "" || s.GaveUp != ""):
		return "says", "answer_key, outcome_key, solved and gave_up are for says = \"by-key\""
	case s.AnswerTool != "" && !s.blob() && !s.Brackets && s.Says != byKey:
		return "answer_tool", "answer_tool is set: expected blob_tool, brackets or says = \"by-key\", which give the answer a place in the call"
	}
	return "", ""
}

// markerFields are the markers that a style of the family markers has or needs.
func (s *former) markerFields() []field {
	out := []field{{key: "thought", text: &s.Thought}, {key: "call", text: &s.Call}}
	if s.Input != "" || !s.blob() && !s.Brackets {
		out = append(out, field{key: "input", text: &s.Input})
	}
	out = append(out, field{key: "observation", text: &s.Observation})
	if s.Answer != "" || s.AnswerTool == "" {
		out = append(out, field{key: "answer", text: &s.Answer})
	}
	if s.Says == byLine {
		out = append(out, field{key: "outcome", text: &s.Outcome})
	}
	for _, too := range [...]field{{key: "call_too", text: &s.CallToo}, {key: "observation_too", text: &s.ObservationToo}, {key: "result_too", text: &s.ResultToo}} {
		if *too.text != "" {
			out = append(out, too)
		}
	}
	return out
}

// markerFault says why a text can't be a marker.
func markerFault(key, marker string) string {
	stem, colon := strings.CutSuffix(marker, ":")
	if !colon {
		stem, colon = strings.CutSuffix(marker, "：")
	}
	switch {
	case marker == "":
		return fmt.Sprintf("%s is missing: expected the marker that its line begins with, such as \"%s:\"", key, strings.ToUpper(key[:1])+key[1:])
	case !colon:
		return fmt.Sprintf("%s is %q: expected a colon at its end", key, marker)
	case stem == "" || strings.TrimSpace(stem) != stem:
		return fmt.Sprintf("%s is %q: expected a word right before the colon", key, marker)
	case strings.ContainsAny(marker, "\"\\`{}"):
		return fmt.Sprintf("%s is %q: expected no quotes, backslashes, backticks and braces, which JSON arguments and fences need", key, marker)
	case strings.HasPrefix(marker, "<think"):
		return fmt.Sprintf("%s is %q: a line with <think> begins a think block", key, marker)
	}
	return ""
}

func clash(a, b string) bool { return strings.HasPrefix(a, b) || strings.HasPrefix(b, a) }

// tagFault checks the fields of the family tags.
func (s *former) tagFault() (key, wrong string) {
	if key, wrong := s.blobFault(); wrong != "" {
		return key, wrong
	}
	if key, wrong := s.tagSetFault(); wrong != "" {
		return key, wrong
	}
	fields := s.fields()
	seen := map[string]string{"think": "the think block"}
	for i := range fields {
		f := &fields[i]
		if f.table != "tag" || *f.text == "" {
			continue
		}
		if !isTagName(*f.text) {
			return f.id(), fmt.Sprintf("%s is %q: expected letters, digits, \"_\", \"-\" and \".\" without angle brackets", f.id(), *f.text)
		}
		if other := seen[*f.text]; other != "" {
			return f.id(), fmt.Sprintf("%s is %q, and so is %s: expected different names", f.id(), *f.text, other)
		}
		seen[*f.text] = f.id()
	}
	return "", ""
}

// tagSetFault checks that the elements that there are make calls and results.
func (s *former) tagSetFault() (key, wrong string) {
	t := s.Tag
	missing := func(key string) (string, string) {
		return "tag." + key, "tag." + key + " is missing: expected an element's name, such as \"" + key + "\""
	}
	switch {
	case t.Result == "":
		return missing("result")
	case s.blob() && t.Call == "":
		return missing("call")
	case s.blob() && t.Arguments != "":
		return "tag.arguments", "tag.arguments is set and so is blob_tool: a call holds elements or a JSON object, not both"
	case !s.blob() && t.Name == "":
		return missing("name")
	case !s.blob() && t.Arguments == "":
		return missing("arguments")
	case s.NamesResults && t.Name == "":
		return missing("name")
	case t.Output == "" && s.NamesResults:
		return "names_results", "names_results is true and tag.output is missing: a result that is its text alone can't name its tool"
	case t.Output == "" && (t.Error != "" || s.MarksErrors):
		return missing("output")
	case s.MarksErrors && t.Error == "":
		return missing("error")
	case !s.MarksErrors && t.Error != "":
		return "marks_errors", "tag.error is set and marks_errors is false: the element would never be written"
	case t.Answer == "" && s.ThoughtBeforeAnswer:
		return "thought_before_answer", "thought_before_answer is true and tag.answer is missing: where an answer is prose, no thought can be before it"
	case s.blob() && t.Name != "" && !s.NamesResults:
		return "tag.name", "tag.name is set, but neither calls nor results have it: leave it out"
	}
	return "", ""
}

// sentenceFault checks the fixed sentences.
func (s *former) sentenceFault() (key, wrong string) {
	if (s.Sentences[ir.CanAnswer] == "") != (s.Sentences[ir.CannotAnswer] == "") {
		return "fixed_sentence.can-answer", "expected fixed_sentence.can-answer and fixed_sentence.cannot-answer both or neither: where one is said of an answer, the other must be too"
	}
	fields := s.fields()
	seen := map[string]string{}
	for i := range fields {
		f := &fields[i]
		if f.table != sentences {
			continue
		}
		words := *f.text
		switch {
		case words == "" && s.Says == byThought && f.key != "need-tool":
			return f.id(), fmt.Sprintf("%s is missing: says is \"by-thought\", so expected the sentence that says it", f.id())
		case words == "":
			continue
		case seen[words] != "":
			return f.id(), fmt.Sprintf("%s is the same sentence as %s: expected one meaning for a sentence", f.id(), seen[words])
		case strings.Contains(words, "{{") || strings.Contains(words, "}}"):
			return f.id(), fmt.Sprintf("%s is %q: doubled braces are the placeholders of system prompts", f.id(), words)
		case s.Family == tags && strings.Contains(words, "</"):
			return f.id(), fmt.Sprintf("%s is %q: a closing tag would end what it is in", f.id(), words)
		case strings.HasPrefix(words, "<think"):
			return f.id(), fmt.Sprintf("%s is %q: <think> begins a think block", f.id(), words)
		}
		seen[words] = f.id()
	}
	return "", ""
}
