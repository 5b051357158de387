package ir

import (
	"fmt"
	"strconv"
	"strings"
)

// Severity says what a diagnostic means for its record.
type Severity string

// The severities, in the order of their weight.
const (
	// Note: a change that every good run has, such as format instructions that
	// were replaced.
	Note Severity = "note"
	// Repair: the source was wrong there and was read all the same.
	Repair Severity = "repair"
	// Loss: content or meaning that the target can't hold as it was, or that it
	// demands and the source has not.
	Loss Severity = "loss"
	// Reject: the record can't be converted.
	Reject Severity = "reject"
)

// severities are all of them.
var severities = []Severity{Note, Repair, Loss, Reject}

// Code is the stable name of a kind of diagnostic, such as "python-args".
type Code string

// Place is a place in a text. Both numbers count from 1 in the decoded text, the
// column in code points; the zero value is no place.
type Place struct{ Line, Column int }

// Diagnostic is one thing to know about a record. Report and Reportf make one.
type Diagnostic struct {
	Code Code
	// Message is the number of the message, from 1, or 0 where the diagnostic is
	// about none.
	Message int
	// Pos is where in the message it begins and End where it ends: the place after
	// the last character, or the zero Place where only the beginning is known.
	// Without a message the places are in the record.
	Pos, End Place
	Fields
	Severity Severity
	// Counted means that the diagnostic is no single one, but stands for Count of its
	// code and outcome, which were counted and not kept: of a record the first hundred
	// are kept, and the first of each code.
	Counted bool

	spoken speech
	words  string
}

// speech says what the words of a diagnostic are.
type speech uint8

const (
	asTemplate speech = iota // words with placeholders for the fields
	asText                   // the text
	asQuote                  // a text of the source
)

// Fields are the values that a diagnostic speaks of, for programs. The table of
// diagnostics says which of them a code has.
type Fields struct {
	// Style is the name of a style: the one that was read, or the target that can't
	// hold something.
	Style string `json:"style,omitzero"`
	// Tool is the name of a tool.
	Tool string `json:"tool,omitzero"`
	// Name is another name: that of a key, a parameter, a role or a kind of repair.
	Name string `json:"name,omitzero"`
	// Count is how many there are.
	Count int `json:"count,omitzero"`
	// Kind is that of a step.
	Kind Kind `json:"kind,omitzero"`
	// Sentence is the meaning of a fixed sentence.
	Sentence FixedSentence `json:"sentence,omitzero"`
	// Outcome is that of an answer.
	Outcome Outcome `json:"outcome,omitzero"`
}

// Report returns a diagnostic of the code, with the severity that the table gives
// it. In words {style}, {tool}, {name}, {count}, {lines}, {kind}, {sentence} and
// {outcome} stand for the fields; they are filled in when Text is called.
func Report(code Code, words string) Diagnostic {
	return Diagnostic{Code: code, Severity: code.severity(), words: words}
}

// Reportf is Report with words that are formatted at once.
func Reportf(code Code, format string, args ...any) Diagnostic {
	return Diagnostic{Code: code, Severity: code.severity(), spoken: asText, words: fmt.Sprintf(format, args...)}
}

// Quoting is Report with a text of the source in place of words.
func Quoting(code Code, source string) Diagnostic {
	return Diagnostic{Code: code, Severity: code.severity(), spoken: asQuote, words: source}
}

// Number returns how many diagnostics this one stands for: one, unless it is
// Counted.
func (d *Diagnostic) Number() int {
	if d.Counted {
		return d.Count
	}
	return 1
}

// Text says what there is to know, in words that may change from version to
// version.
func (d *Diagnostic) Text() string {
	switch {
	case d.Counted:
		return "and " + strconv.Itoa(d.Count) + " more"
	case d.spoken == asQuote:
		return strconv.Quote(d.words)
	case d.spoken == asText || strings.IndexByte(d.words, '{') < 0:
		return d.words
	}
	out := make([]byte, 0, len(d.words)+64)
	for rest := d.words; ; {
		before, after, open := strings.Cut(rest, "{")
		out = append(out, before...)
		if !open {
			return string(out)
		}
		name, behind, closed := strings.Cut(after, "}")
		filled, known := d.fill(out, name)
		if !closed || !known { // a brace of the words
			filled, behind = append(out, '{'), after
		}
		out, rest = filled, behind
	}
}

// fill appends what a placeholder stands for.
func (d *Diagnostic) fill(dst []byte, name string) (out []byte, known bool) {
	switch name {
	case "style":
		return append(dst, d.Style...), true
	case "tool":
		return strconv.AppendQuote(dst, d.Tool), true
	case "name":
		return strconv.AppendQuote(dst, d.Name), true
	case "count":
		return strconv.AppendInt(dst, int64(d.Count), 10), true
	case "lines":
		dst = strconv.AppendInt(dst, int64(d.Count), 10)
		if d.Count == 1 {
			return append(dst, " line"...), true
		}
		return append(dst, " lines"...), true
	case "kind":
		return append(dst, d.Kind.String()...), true
	case "sentence":
		return strconv.AppendQuote(dst, d.Sentence.String()), true
	case "outcome":
		return append(dst, outcomeWord(d.Outcome)...), true
	}
	return dst, false
}

// outcomeWord says an outcome as tao does.
func outcomeWord(o Outcome) string {
	if o == Failure {
		return "False"
	}
	return "True"
}

// String formats the diagnostic as message:line:col: severity code: text.
func (d Diagnostic) String() string {
	return fmt.Sprintf("%d:%d:%d: %s %s: %s", d.Message, d.Pos.Line, d.Pos.Column, d.Severity, d.Code, d.Text())
}

// Error makes a diagnostic of severity Reject usable as an error.
func (d *Diagnostic) Error() string {
	if d.Message == 0 {
		return fmt.Sprintf("%s: %s", d.Code, d.Text())
	}
	return fmt.Sprintf("message %d, line %d, column %d: %s: %s", d.Message, d.Pos.Line, d.Pos.Column, d.Code, d.Text())
}

// Is lets errors.Is compare a reject with another of the same code, such as
// &Diagnostic{Code: CodeForeignStyle}.
func (d *Diagnostic) Is(target error) bool {
	other, ok := target.(*Diagnostic)
	return ok && other.Code == d.Code
}
