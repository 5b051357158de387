package dataset

import (
	"fmt"
	"strings"

	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// Layout says where a transcript sits in a record.
type Layout uint8

// The layouts.
const (
	// Auto recognises the layout of each record.
	Auto Layout = iota
	// Text is a transcript in one string.
	Text
	// Messages is a list of messages, bare or under "messages".
	Messages
	// ShareGPT is a list of messages under "conversations".
	ShareGPT
	// PromptCompletion is a transcript in two pieces, "prompt" and "completion":
	// lists of messages, or what the user and the model say.
	PromptCompletion
	// Alpaca is a transcript under "instruction", "input", "output", "system"
	// and "history".
	Alpaca
	// Preference is a pair of transcripts under "chosen" and "rejected", which
	// may share a "prompt".
	Preference
	// Document is the neutral document.
	Document
	// Fields are transcripts at paths that the user named.
	Fields
)

var layoutNames = [...]string{"auto", "text", "messages", "sharegpt", "prompt-completion", "alpaca", "preference", "ir", "field"}

// String returns the layout's name.
func (l Layout) String() string { return layoutNames[l] }

// Layouts returns the names that ParseLayout takes.
func Layouts() []string { return layoutNames[:Document:Document] }

// LayoutError says that there is no layout of a name.
type LayoutError struct {
	Name string
	// Out means that records can be read in the layout and not be moved to it.
	Out bool
}

// Error names the known layouts.
func (e *LayoutError) Error() string {
	if e.Out {
		return fmt.Sprintf("can't move records to the layout %q: known are %s", e.Name, strings.Join(layoutNames[Text:Alpaca], ", "))
	}
	return fmt.Sprintf("unknown layout %q: known are %s", e.Name, strings.Join(Layouts(), ", "))
}

// ParseLayout returns the layout of that name, or a *LayoutError. The empty
// name is Auto.
func ParseLayout(name string) (Layout, error) {
	if name == "" {
		return Auto, nil
	}
	for i, known := range Layouts() {
		if name == known {
			return Layout(i), nil
		}
	}
	return Auto, &LayoutError{Name: name}
}

// The words that layouts have for roles. The first of each list is that of
// messages, the second that of ShareGPT.
var roleWords = [...][]string{
	ir.RoleUser:      {"user", "human"},
	ir.RoleAssistant: {"assistant", "gpt", "model", "bot"},
	ir.RoleSystem:    {"system", "system", "developer"},
	ir.RoleTool:      {"tool", "observation", "function"},
}

// roleOf returns the role that a word of a layout names.
func roleOf(word string) (ir.Role, bool) {
	for role, words := range roleWords {
		for _, w := range words {
			if w == word {
				return ir.Role(role), true
			}
		}
	}
	return 0, false
}

// roleWord returns the word for a role in this record: the one that it uses
// already, or the one that goes with its other words.
func (r *record) roleWord(role ir.Role) string {
	human := false
	for i := range r.messages {
		m := &r.messages[i]
		word := jsonx.Unquote(m.role.Of(r.raw))
		if has, ok := roleOf(word); ok && has == role {
			return word
		}
		human = human || word == "human" || word == "gpt"
	}
	if human {
		return roleWords[role][1]
	}
	return roleWords[role][0]
}
