package ir

import "fmt"

// Severity says what a diagnostic means for its record.
type Severity uint8

// The severities, in the order of their weight.
const (
	// Note: a change that every good run has, such as format instructions that
	// were replaced.
	Note Severity = iota
	// Repair: the source was wrong there and was read all the same.
	Repair
	// Loss: content or meaning that the target can't hold as it was, or that it
	// demands and the source has not.
	Loss
	// Reject: the record can't be converted.
	Reject
)

var severityNames = [...]string{"note", "repair", "loss", "reject"}

// String returns the severity's name.
func (s Severity) String() string { return severityNames[s] }

// Code is the stable name of a kind of diagnostic, such as "python-args".
type Code string

// Diagnostic is one thing to know about a record. Message, Line and Column
// count from 1 in the decoded text of the message, the column in code points;
// 0 means that there is no such place.
type Diagnostic struct {
	Code     Code
	Severity Severity
	Message  int
	Line     int
	Column   int
	Text     string
}

// String formats the diagnostic as message:line:col: severity code: text.
func (d Diagnostic) String() string {
	return fmt.Sprintf("%d:%d:%d: %s %s: %s", d.Message, d.Line, d.Column, d.Severity, d.Code, d.Text)
}

// Error makes a diagnostic of severity Reject usable as an error.
func (d *Diagnostic) Error() string {
	if d.Message == 0 {
		return fmt.Sprintf("%s: %s", d.Code, d.Text)
	}
	return fmt.Sprintf("message %d, line %d, column %d: %s: %s", d.Message, d.Line, d.Column, d.Code, d.Text)
}

// Is lets errors.Is compare a reject with another of the same code, such as
// &Diagnostic{Code: CodeForeignStyle}.
func (d *Diagnostic) Is(target error) bool {
	other, ok := target.(*Diagnostic)
	return ok && other.Code == d.Code
}
