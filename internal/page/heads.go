package page

import "strings"

// Head is what a step, or a part of one, begins with at the start of a line.
type Head struct {
	// Text is a marker with its colon, or a tag. Where it is Numbered, the number of the
	// step and a colon follow it.
	Text     string
	Numbered bool
	// Of is the key of the step: thought, call, result or answer, or args for what is
	// between a call's name and its arguments.
	Of string
	// Closes means that it is the tag that ends a result.
	Closes bool
}

// Heads returns what the patterns of a page begin with whose steps begin at line starts, each
// once: those that are written first.
func (p *Page) Heads() (heads []Head) {
	add := func(h Head) {
		for _, other := range heads {
			if other.Text == h.Text {
				return
			}
		}
		heads = append(heads, h)
	}
	kinds := []struct {
		of       string
		patterns []string
	}{{"thought", p.Thought}, {"call", p.Call}, {"result", p.Result}, {"answer", p.Answer}}
	for n := 0; n < max(len(p.Thought), len(p.Call), len(p.Result), len(p.Answer)); n++ {
		for _, k := range kinds {
			if n < len(k.patterns) {
				headsOf(k.patterns[n], k.of, add)
			}
		}
	}
	if tag, ok := strings.CutPrefix(headOf(Split(p.Result[0])[0]), "<"); ok && strings.HasSuffix(tag, ">") {
		add(Head{Text: "</" + tag, Of: "result", Closes: true})
	}
	return heads
}

// headsOf adds the heads of a pattern.
func headsOf(pattern, of string, add func(Head)) {
	parts := Split(pattern)
	if text := headOf(parts[0]); text != "" {
		add(Head{Text: text, Numbered: len(parts) > 1 && parts[1].Text == "step", Of: of})
	}
	for i, x := range parts[1:] {
		if word, ok := strings.CutPrefix(x.Text, "\n"); ok && !x.Hole && parts[i].Text == "name" && word != "" && word[0] != ' ' && !isElement(firstLine(word)) {
			add(Head{Text: strings.TrimSpace(word), Of: "args"})
		}
	}
}

// headOf returns the head that a literal begins with: its first line or, if that is a tag,
// its first one.
func headOf(x Part) string {
	if x.Hole {
		return ""
	}
	line := firstLine(x.Text)
	if isElement(line) {
		line, _, _ = strings.Cut(line, ">")
		return line + ">"
	}
	return line
}

func firstLine(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSpace(line)
}

// isElement reports whether a line holds elements alone, so that none of it is a marker.
func isElement(line string) bool {
	return strings.HasPrefix(line, "<") && strings.HasSuffix(line, ">")
}
