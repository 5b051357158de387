package ir

import (
	_ "embed"
	"slices"
	"sync"

	"github.com/toolspeak/toolspeak/internal/tables"
)

// Rule is what is known of a code: its row in the table of diagnostics, rules.toml. The
// texts are Markdown, of which only code spans are used.
type Rule struct {
	Code     Code
	Severity Severity
	// Class says how far a repair goes. It is "" for all else.
	Class Class
	// Fields are the fields of Fields that such diagnostics may have set, under the
	// names that they have in JSON. A reject of the code strict has those of what it
	// refuses.
	Fields []string
	// Summary says in one sentence what the diagnostic means, and Details, which may be
	// empty, what else there is to know.
	Summary, Details string
	// Remedy says what to do about it.
	Remedy string
	// Example shows one. A few codes have none: they need a file or a template.
	Example Example
}

// Example is a source with a diagnostic that its conversion gives.
type Example struct {
	// From and To are styles. Without From the source is a record of JSON.
	From, To string
	// Options are further options of the conversion, such as "repair=all".
	Options string
	// Source is a message of the model that follows a question, or a
	// conversation with a line such as [user] before each message.
	Source string
	// Says is the text of the diagnostic.
	Says string
}

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

// rulesFile is the table. Only programs that ask for its texts are linked with them:
// severities and classes are in codes.go.
//
//go:embed rules.toml
var rulesFile []byte

var rules struct {
	once sync.Once
	all  []Rule
}

func table() []Rule {
	rules.once.Do(func() {
		rules.all = tables.Read[struct{ Rules []Rule }]("rules.toml", rulesFile).Rules
	})
	return rules.all
}

// Rules returns the table of diagnostics: each code once, repairs first, then
// losses, notes and rejects.
func Rules() []Rule { return slices.Clone(table()) }

// Rule returns the code's row of the table, or nil for a code that has none.
func (c Code) Rule() *Rule {
	i := slices.IndexFunc(table(), func(r Rule) bool { return r.Code == c })
	if i < 0 {
		return nil
	}
	row := table()[i]
	return &row
}
