package ir

// Class says how far a repair goes.
type Class string

// The classes of repairs.
const (
	// PlainReading: the text was read by the style's rules and reported, such as
	// words before the first marker. --repair does not touch it.
	PlainReading Class = "reading"
	// Safe: the text was read as another spelling of what it says.
	Safe Class = "safe"
	// Guess: what was meant is likely, and not sure.
	Guess Class = "guess"
	// Doubt: nothing was repaired. Something is missing in the source, or was not read.
	Doubt Class = "doubt"
)

// Mends reports whether repairs of the class change how a text is read.
func (c Class) Mends() bool { return c == Safe || c == Guess }

// severity returns the severity of a code's diagnostics.
func (c Code) severity() Severity {
	severity, _ := c.kind()
	return severity
}

// Class returns the class of a repair's code, or "" for other codes.
func (c Code) Class() Class {
	_, class := c.kind()
	return class
}
