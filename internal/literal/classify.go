package literal

import (
	"math"
	"strconv"

	"github.com/toolspeak/toolspeak/internal/text"
)

// Form is what an argument's text turned out to be.
type Form uint8

// The forms of an argument.
const (
	FormJSON   Form = iota // a JSON value
	FormPython             // a Python literal
	FormPlain              // any other text, or none
	FormBroken             // begins like an object and is none
)

// String returns the form's name as diagnostics write it: json, python, text
// or broken.
func (f Form) String() string {
	switch f {
	case FormJSON:
		return "json"
	case FormPython:
		return "python"
	case FormPlain:
		return "text"
	}
	return "broken"
}

// Class is what Classify finds.
type Class struct {
	Form Form
	// Start and End enclose the value in the text that was classified, without
	// white space at either end. A JSON or Python object may end before the
	// text does: the rest is the caller's.
	Start, End int
	// JSON is what a Python literal means, spelled as the text is; else nil.
	JSON []byte
	// Err says why a broken text is neither JSON nor Python; else nil.
	Err *Error
}

// Classify tells the form of an argument's whole text, white space at its
// ends aside.
//
// Only an object may have other text after it. Everything else has to be the
// whole text to count as more than plain text, so that "[Na+].[Cl-]" and
// "3 apples" stay what they are. A number that programs would write otherwise is a
// text, too: see KeepsNumber.
func Classify(t text.Text) Class {
	start := text.SkipSpace(t, 0, t.Len())
	first, width := text.At(t, start)
	object := first == '{'
	python := func() (Class, *Error) {
		n := t.Len() - start
		out, end, err := Python(make([]byte, 0, n+n/4), t, start) // quotes may need a backslash
		return Class{Form: FormPython, Start: start, End: end, JSON: out}, err
	}
	if object {
		// A key in single quotes is not JSON.
		if c, _ := text.At(t, text.SkipSpace(t, start+width, t.Len())); c == '\'' {
			if class, err := python(); err == nil {
				return class
			}
		}
	}
	end, err := JSON(t, start)
	if err == nil && !object && !KeepsNumber(t.Slice(start, end)) {
		return Class{Form: FormPlain, Start: start, End: text.SkipSpaceBack(t, start, t.Len())}
	}
	if err == nil && (object || text.SkipSpace(t, end, t.Len()) == t.Len()) {
		return Class{Form: FormJSON, Start: start, End: end}
	}
	if object || beginsSequence(t, start) {
		class, pyErr := python()
		if pyErr == nil && (object || text.SkipSpace(t, class.End, t.Len()) == t.Len()) {
			return class
		}
		if object {
			// Which of the two the text was meant to be, nobody knows; the
			// reading that got further is the better guess.
			if pyErr.Offset > err.Offset {
				err = pyErr
			}
			return Class{Form: FormBroken, Start: start, End: text.SkipSpaceBack(t, start, t.Len()), Err: err}
		}
	}
	return Class{Form: FormPlain, Start: start, End: text.SkipSpaceBack(t, start, t.Len())}
}

// beginsSequence reports whether a list, a tuple or a quoted literal may begin
// at offset i. Words and numbers of Python alone are plain text.
func beginsSequence(t text.Text, i int) bool {
	c, _ := text.At(t, i)
	if c == '[' || c == '(' {
		return true
	}
	_, _, ok := quoteAt(t, i)
	return ok
}

// KeepsNumber reports whether a value of JSON, if it is a number, is spelled as programs write
// the number that they read. Others are names, versions or ids: "1605.08380", "1.0", "1e400".
func KeepsNumber(value text.Text) bool {
	c, _ := text.At(value, 0)
	if c != '-' && (c < '0' || c > '9') {
		return true
	}
	const longest = 24 // more than any such number has
	if value.Len() > longest {
		return false
	}
	number := value.String()
	f, err := strconv.ParseFloat(number, 64)
	if err != nil || number == "-0" || strconv.FormatFloat(f, 'f', -1, 64) != number {
		return false
	}
	const exact, plain = 1 << 53, 1e-4 // up to here integers are exact; below programs write exponents
	return math.Abs(f) <= exact && (f == 0 || math.Abs(f) >= plain)
}
