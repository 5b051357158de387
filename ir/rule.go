package ir

import (
	"slices"
	"sync"
)

// Rule is what is known of a code: its row in the table of diagnostics. The
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

// table is made when it is first asked for. Nothing else in this package needs its
// texts, so that programs which never ask are linked without them: severities and classes
// are in kinds.go.
var table struct {
	once  sync.Once
	rules []Rule // the parts in the order of the documents
	of    map[Code]*Rule
}

func indexed() ([]Rule, map[Code]*Rule) {
	table.once.Do(func() {
		table.rules = slices.Concat(readingRules, accountRules, recoveryRules, nativeRules, refusalRules, lossRules, nativeLossRules,
			trainerRules, promptRules, carryRules, noteRules, rejectRules)
		table.of = make(map[Code]*Rule, len(table.rules))
		for i := range table.rules {
			table.of[table.rules[i].Code] = &table.rules[i]
		}
	})
	return table.rules, table.of
}

// Rules returns the table of diagnostics: each code once, repairs first, then
// losses, notes and rejects.
func Rules() []Rule {
	rules, _ := indexed()
	return slices.Clone(rules)
}

// Rule returns the code's row of the table, or nil for a code that has none.
func (c Code) Rule() *Rule {
	_, ruleOf := indexed()
	r := ruleOf[c]
	if r == nil {
		return nil
	}
	row := *r
	return &row
}
