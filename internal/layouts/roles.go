package layouts

import (
	"strings"

	"github.com/toolspeak/toolspeak/internal/diag"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
)

// roleWords are the words for roles that are written: in messages, and in ShareGPT.
var roleWords = [...][2]string{
	ir.RoleUser:      {"user", "human"},
	ir.RoleAssistant: {"assistant", "gpt"},
	ir.RoleSystem:    {"system", "system"},
	ir.RoleTool:      {"tool", "observation"},
}

// roleNames are the words for roles that are read.
var roleNames = [...][]string{
	ir.RoleUser:      {"user", "human"},
	ir.RoleAssistant: {"assistant", "gpt", "model", "bot", "ai", "chatbot"},
	ir.RoleSystem:    {"system", "developer"},
	ir.RoleTool: {
		"tool", "observation", "function", "tool_response", "function_response", "tool_result",
		"observations", "tool-response", "function-response", "ipython", "environment",
	},
}

// roleOf returns the role that a word of a layout names, in whatever case.
func roleOf(word string) (ir.Role, bool) {
	switch word { // nearly all
	case "user", "human":
		return ir.RoleUser, true
	case "assistant", "gpt":
		return ir.RoleAssistant, true
	}
	for role, names := range roleNames {
		for _, name := range names {
			if strings.EqualFold(word, name) {
				return ir.Role(role), true
			}
		}
	}
	return 0, false
}

// ChatRole returns the word that chat messages have for a role, of the JSON string that names it in
// some layout, or nil.
func ChatRole(word []byte) []byte {
	if role, ok := roleOf(strings.Trim(string(word), `"`)); ok {
		return jsonx.Quoted(roleWords[role][0])
	}
	return nil
}

// roleWord returns the word for a role in this list: the one that it uses
// already, or the one that goes with its other words.
func (l *list) roleWord(role ir.Role) string {
	human := false
	for i := range l.messages {
		word := jsonx.Unquote(l.messages[i].role.Of(l.doc.B))
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

// roleNotes returns which messages have another word for their role in another layout.
func (r *Record) roleNotes(to target) []ir.Diagnostic {
	var out []ir.Diagnostic
	note := func(message int) {
		out = diag.Append(out, loss(message, ir.CodeRoleWord, `the role "developer" was read as "system"`))
	}
	if r.steps != nil && (to.about().name != r.layout.about().name || r.editor.anew) {
		for i := range r.sources {
			if r.sources[i].developer {
				note(i)
			}
		}
	}
	for i := range r.pieces {
		for k := range r.pieces[i].messages {
			m := &r.pieces[i].messages[k]
			if m.speaker == ir.RoleSystem && string(m.role.Of(r.pieces[i].doc.B)) == "developer" {
				note(k)
			}
		}
	}
	return out
}
