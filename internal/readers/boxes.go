package readers

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/toolspeak/toolspeak/ir"
)

// box is what the boxes of a terminal are drawn with.
func box(r rune) bool { return 0x2500 <= r && r <= 0x257f }

// unbox takes the boxes off that programs draw around what they print, and makes the
// titles that say what is in one markers. It reports whether there were boxes.
func (f *framed) unbox() bool {
	inside, title := false, ""
	found, speaks, final := false, false, false
	for i, line := range f.lines {
		trimmed := strings.TrimSpace(line)
		first, _ := utf8.DecodeRuneInString(trimmed)
		last, _ := utf8.DecodeLastRuneInString(trimmed)
		switch {
		case strings.ContainsRune("╭┌┏╔", first) && box(last):
			inside, found = true, true
			title = boxTitle(trimmed)
			if f.lines[i] = ""; title == "Tool Input" || title == "Tool Output" {
				f.lines[i] = "## " + title + ":"
			}
		case strings.ContainsRune("╰└┗╚", first) && box(last):
			inside = false
			f.lines[i] = ""
		case strings.ContainsRune("━═", first) && box(last):
			f.lines[i], found = "", true // a rule, with words in it or without
		case inside && strings.ContainsRune("│┃║", first):
			words := strings.TrimPrefix(trimmed, string(first))
			if box(last) {
				words = strings.TrimSuffix(words, string(last))
			}
			f.lines[i] = boxedLine(title, strings.TrimRight(strings.TrimPrefix(strings.TrimPrefix(words, " "), " "), " "))
			if f.lines[i] != "" && strings.HasPrefix(title, "New run") {
				f.lines[i], title = "Question: "+f.lines[i], ""
			}
		case strings.HasPrefix(trimmed, "[Step ") && strings.Contains(trimmed, "Duration "):
			f.lines[i] = ""
		case final && strings.HasPrefix(trimmed, "Observations:"):
			f.lines[i] = "" // the answer, which is printed again after it
		}
		final = final && !strings.HasPrefix(trimmed, "Final answer:") || strings.HasPrefix(f.lines[i], "Calling tool: 'final_answer'")
		if found && f.lines[i] != line {
			_, called, _ := invokingAt(ir.Text{B: []byte(f.lines[i])}, 0)
			speaks = speaks || called > 0 || strings.HasPrefix(f.lines[i], "## ")
		}
	}
	if !speaks {
		copy(f.lines, f.was) // boxes that are content
	}
	return found && speaks
}

// boxTitle returns the words in the upper line of a box.
func boxTitle(line string) string {
	return strings.TrimFunc(line, func(r rune) bool { return box(r) || !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != ')' })
}

// boxMarkers are the words that say in a box what is after them.
var boxMarkers = [...]struct{ word, marker string }{
	{"Using Tool:", "## Using tool:"}, {"Tool Input:", "## Tool Input:"}, {"Tool Output:", "## Tool Output:"},
	{"Thought:", "## Thought:"}, {"Final Answer:", "## Final Answer:"}, {"Task:", "## Task:"}, {"Agent:", "# Agent:"},
}

// boxedLine returns a line of a box with that title as a console without boxes has it.
func boxedLine(title, line string) string {
	for _, m := range boxMarkers {
		if rest, ok := strings.CutPrefix(line, m.word); ok {
			if m.word == "Task:" && title != "Agent Started" {
				return ""
			}
			return m.marker + rest
		}
	}
	return line
}
