package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// UnopenedThink finds the </think> that ends reasoning whose opening tag was in the prompt: it
// returns where the tag begins and the offset after it. A tag that a text only speaks of, in a
// sentence or in code, ends nothing.
func UnopenedThink(t Text) (end, after int, ok bool) {
	end, after = Index(t, 0, "</think>")
	if end < 0 {
		return 0, 0, false
	}
	before := t.Slice(0, end)
	if open, _ := Index(before, 0, "<think"); open >= 0 {
		return 0, 0, false
	}
	line := From(t, after)
	if before.Blank() && line.Blank() {
		return 0, 0, false
	}
	if stop, _ := Newline(line, 0); stop >= 0 {
		line = line.Slice(0, stop)
	}
	return end, after, closesThink(before.String(), line.String())
}

// closesThink reports whether a closing tag ends the words before it. after is the rest of its
// line.
func closesThink(before, after string) bool {
	line := before[strings.LastIndexByte(before, '\n')+1:]
	if inFence(before) || strings.Count(line, "`")%2 == 1 || goesOn(after) {
		return false
	}
	words := strings.TrimLeftFunc(line, unicode.IsSpace)
	if words == "" {
		return len(line) < 4 && !strings.Contains(line, "\t") || strings.TrimSpace(before) == ""
	}
	last, _ := utf8.DecodeLastRuneInString(words)
	next, _ := utf8.DecodeRuneInString(after)
	switch {
	case unicode.IsSpace(last), strings.ContainsRune("\"'`([{<“‘«", last):
		return false
	case strings.ContainsRune(".!?…。！？", last), unicode.IsUpper(next):
		return true
	}
	return strings.TrimSpace(after) == ""
}

// goesOn reports whether the rest of a line continues the sentence before it.
func goesOn(after string) bool {
	next, _ := utf8.DecodeRuneInString(after)
	if after == "" || strings.ContainsRune(",.;:)]}'\"`”’»\\", next) {
		return after != ""
	}
	word, _ := utf8.DecodeRuneInString(strings.TrimLeft(after, " \t"))
	return word != next && (unicode.IsLower(word) || strings.ContainsRune("(=-–—", word))
}

// inFence reports whether a fence of code is open at the end of a text.
func inFence(t string) bool {
	open := ""
	for line := range strings.Lines(t) {
		line = strings.TrimLeft(line, " \t")
		switch {
		case open != "" && strings.HasPrefix(line, open):
			open = ""
		case open == "" && strings.HasPrefix(line, "```"):
			open = "```"
		case open == "" && strings.HasPrefix(line, "~~~"):
			open = "~~~"
		}
	}
	return open != ""
}
