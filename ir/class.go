package ir

import "maps"

// Class says how far a repair goes.
type Class uint8

// The classes of repairs.
const (
	// PlainReading: what stands there was read by the style's rules and reported, such
	// as words before the first marker. --repair does not touch it.
	PlainReading Class = iota
	// Safe: what stands there was read as another spelling of what it says.
	Safe
	// Guess: what was meant is likely, and not sure.
	Guess
)

// String returns the class's name.
func (c Class) String() string { return [...]string{"reading", "safe", "guess"}[c] }

// classes are the classes of the codes that are more than a reading.
var classes = map[Code]Class{
	CodePythonArgs:      Safe,
	CodeMarkerSpelling:  Safe,
	CodeMissingInput:    Safe,
	CodeInlineArgs:      Safe,
	CodeWrappedName:     Safe,
	CodeDoubledMarker:   Safe,
	CodeFencedMessage:   Safe,
	CodeTerminalPrint:   Safe,
	CodeStopWord:        Safe,
	CodeArgsRepaired:    Safe,
	CodeTagSpelling:     Safe,
	CodeXMLEntities:     Safe,
	CodeNoCall:          Safe,
	CodeCutMessage:      Safe,
	CodeMissingMarker:   Safe,
	CodeGluedMarker:     Safe,
	CodeCallAfterAnswer: Guess,
	CodeCommandWords:    Guess,
	CodeMidLineMarker:   Guess,
	CodeTurnInThink:     Guess,
	CodeArgsGuessed:     Guess,
}

// Class returns the class of a repair's code.
func (c Code) Class() Class { return classes[c] }

// Classes returns each code that is more than a reading, with its class.
func Classes() map[Code]Class { return maps.Clone(classes) }
