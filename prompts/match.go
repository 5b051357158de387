package prompts

import (
	"errors"
	"strings"
)

// match is where a template is in a prompt, and with which values.
type match struct {
	values
	// start and end enclose the rendered template, without the newlines at its end.
	start, end int
}

// The reasons why a template does not match.
var (
	errNoMatch   = errors.New("the template does not match the prompt")
	errAmbiguous = errors.New("the template matches the prompt in two ways")
)

// match finds the template in a prompt. Text may be around it. The newlines
// at the template's end are free. The error is errNoMatch or errAmbiguous.
//
// The texts between the placeholders are looked for from the front, each at its
// first place, and from the back, each at its last. If there is a match at all,
// both find one, and if they find the same, there is no other.
func (t *Template) match(prompt string) (match, error) {
	var few [8]int
	first := t.forward(prompt, few[:0])
	if first == nil {
		return match{}, errNoMatch
	}
	if !t.isLast(prompt, first) {
		return match{}, errAmbiguous
	}
	m := match{start: first[0], end: first[len(first)-1] + len(t.end)}
	var seen [slotNames + 1]bool
	for i, p := range t.parts[:len(t.parts)-1] {
		value := prompt[first[i]+len(p.text) : first[i+1]]
		if seen[p.slot] && *m.of(p.slot) != value {
			return match{}, errNoMatch
		}
		seen[p.slot] = true
		*m.of(p.slot) = value
	}
	return m, nil
}

// text returns the text after i of the placeholders.
func (t *Template) text(i int) string {
	if i == len(t.parts)-1 {
		return t.end
	}
	return t.parts[i].text
}

// forward appends the offset of each text to at, the first that is possible. It
// returns nil where one is missing.
func (t *Template) forward(prompt string, at []int) []int {
	last := len(t.parts) - 1
	pos := 0
	for i := range t.parts {
		text := t.text(i)
		k := strings.Index(prompt[pos:], text)
		switch {
		case text == "" && i == last && last > 0:
			// A placeholder at the very end takes all there is, the final newlines aside.
			k = len(strings.TrimRight(prompt[pos:], "\r\n"))
		case k < 0:
			return nil
		}
		at = append(at, pos+k)
		pos += k + len(text)
	}
	return at
}

// isLast reports whether the offsets of the texts are the last that are possible,
// too. To look for each text after its place is faster than from the back.
func (t *Template) isLast(prompt string, first []int) bool {
	last := len(t.parts) - 1
	end := len(prompt)
	for i := last; i >= 0; i-- {
		text, same := t.text(i), true
		switch {
		case text == "" && i == last && last > 0:
			same = first[i] == len(strings.TrimRight(prompt, "\r\n"))
		case text == "" && i == 0:
		case text == "":
			same = first[i] == end
		case first[i]+len(text) < end:
			same = !strings.Contains(prompt[first[i]+1:end], text)
		}
		if !same {
			return false
		}
		end = first[i]
	}
	return true
}
