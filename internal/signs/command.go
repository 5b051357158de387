package signs

import (
	"bytes"
	"slices"
)

// shells are the languages of fences that hold what a shell is to run.
var shells = []string{"bash", "sh", "shell", "zsh", "console", "cmd", "bat", "powershell", "terminal", "bash_command", "mswea_bash_command", "sql", ""}

// Command returns the sign of a message that is a command, or "": one line after a >, as
// games of text are played, or words that end in the one fence with something to run. Chat has
// such messages too; where nearly all of a conversation's are, they are actions.
func Command(said []byte) string {
	said = bytes.TrimSpace(said)
	if bytes.HasPrefix(said, []byte("> ")) && !bytes.Contains(said, []byte("\n")) {
		return "> "
	}
	if !bytes.HasSuffix(said, []byte(fence)) || bytes.Count(said, []byte(fence)) != 2 {
		return ""
	}
	at := bytes.Index(said, []byte(fence))
	if at > 0 && said[at-1] != '\n' {
		return ""
	}
	language, _, _ := bytes.Cut(said[at+len(fence):], []byte("\n"))
	if word := string(bytes.ToLower(bytes.TrimSpace(language))); slices.Contains(shells, word) {
		return fence + word
	}
	return ""
}
