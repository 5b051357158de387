package convert

// Target says what a target can hold whose steps are fields of JSON and not the text
// of a style: the neutral document, or a shape of native tool calls.
type Target struct {
	// Name is what diagnostics call the target.
	Name string
	// Everything means that any step can be held as it is.
	Everything bool
	// BrokenArgs means that it can hold arguments that are no JSON.
	BrokenArgs bool
}

// Neutral returns the target of the neutral document, which can hold everything.
func Neutral() *Target { return &Target{Name: neutral, Everything: true} }
