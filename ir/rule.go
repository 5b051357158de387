package ir

import "slices"

// Rule is what is known of a code: its row in the table of diagnostics. The
// texts are Markdown, of which only code spans are used.
type Rule struct {
	Code     Code
	Severity Severity
	// Class says how far a repair goes. It is PlainReading for all else.
	Class Class
	// Fields are the fields of Fields that such diagnostics may have set, under the
	// names that they have in JSON. A reject of the code strict has those of what it
	// refuses.
	Fields []string
	// Summary says in one sentence what the diagnostic means, and Details what
	// else there is to know, or nothing.
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

// Means returns the summary with the details.
func (r *Rule) Means() string {
	if r.Details == "" {
		return r.Summary
	}
	return r.Summary + " " + r.Details
}

// ruleSections are the parts of the table, in the order of the documents.
var ruleSections = [...][]Rule{readingRules, recoveryRules, nativeRules, refusalRules, lossRules, nativeLossRules, trainerRules, promptRules, carryRules, noteRules, rejectRules}

var rules, ruleOf = indexed()

func indexed() ([]Rule, map[Code]*Rule) {
	all := slices.Concat(ruleSections[:]...)
	of := make(map[Code]*Rule, len(all))
	for i := range all {
		of[all[i].Code] = &all[i]
	}
	return all, of
}

// Rules returns the table of diagnostics: each code once, repairs first, then
// losses, notes and rejects.
func Rules() []Rule { return slices.Clone(rules) }

// Rule returns the code's row of the table, or nil for a code that has none.
func (c Code) Rule() *Rule {
	r := ruleOf[c]
	if r == nil {
		return nil
	}
	row := *r
	return &row
}

// Severity returns the severity of a code's diagnostics.
func (c Code) Severity() Severity {
	if r := ruleOf[c]; r != nil {
		return r.Severity
	}
	return Reject
}
