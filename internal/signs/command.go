package signs

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
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
	if language, ok := lastFence(said); ok && slices.Contains(shells, language) {
		return fence + language
	}
	return ""
}

// lastFence returns the language of the one fence of a message that ends with it.
func lastFence(said []byte) (language string, ok bool) {
	if !bytes.HasSuffix(said, []byte(fence)) || bytes.Count(said, []byte(fence)) != 2 {
		return "", false
	}
	at := bytes.Index(said, []byte(fence))
	if at > 0 && said[at-1] != '\n' {
		return "", false
	}
	first, _, _ := bytes.Cut(said[at+len(fence):], []byte("\n"))
	return string(bytes.ToLower(bytes.TrimSpace(first))), true
}

// runners are words in the names of tools that run what a fence holds: by its language, or as a shell.
var runners = map[string][]string{
	"python": {"python", "ipython", "jupyter", "repl", "interpreter", "code"}, "py": {"python", "ipython", "jupyter", "repl", "interpreter", "code"},
	"sql": {"sql", "sqlite", "database"}, "javascript": {"javascript", "js", "node"}, "js": {"javascript", "js", "node"},
	"": {"bash", "sh", "shell", "zsh", "console", "cmd", "powershell", "terminal", "command", "commands"},
}

// toolWord matches a word of a tool's name.
var toolWord = regexp.MustCompile(`[A-Z]?[a-z]+|[A-Z]+`)

// Runs returns the sign of a message that ends in a fence with what a tool of that name would run, or
// "". alone means that the message says nothing else.
func Runs(said []byte, tool string) (sign string, alone bool) {
	said = bytes.TrimSpace(said)
	language, ok := lastFence(said)
	words, own := runners[language]
	if !own && slices.Contains(shells, language) {
		words = runners[""]
	}
	if !ok || language == "" || !slices.ContainsFunc(toolWord.FindAllString(tool, -1), func(w string) bool { return slices.Contains(words, strings.ToLower(w)) }) {
		return "", false
	}
	return fence + language, bytes.HasPrefix(said, []byte(fence))
}
