package prompts

import (
	"errors"
	"slices"
	"strings"
)

// Match is where a template stands in a prompt, and with which values.
type Match struct {
	Values
	// Start and End enclose the rendered template, without the newlines at its end.
	Start, End int
}

// The reasons why a template does not match.
var (
	ErrNoMatch   = errors.New("the template does not match the prompt")
	ErrAmbiguous = errors.New("the template matches the prompt in two ways")
)

// Match finds the template in a prompt. Text may stand around it. The newlines
// at the template's end are free. The error is ErrNoMatch or ErrAmbiguous.
//
// The texts between the placeholders are looked for from the front, each at its
// first place, and from the back, each at its last. If there is a match at all,
// both find one, and if they find the same, there is no other.
func (t *Template) Match(prompt string) (Match, error) {
	first := t.forward(prompt)
	if first == nil {
		return Match{}, ErrNoMatch
	}
	if !slices.Equal(first, t.backward(prompt)) {
		return Match{}, ErrAmbiguous
	}
	m := Match{Start: first[0], End: first[len(first)-1] + len(t.end)}
	var seen [SlotNames + 1]bool
	for i, p := range t.parts[:len(t.parts)-1] {
		value := prompt[first[i]+len(p.text) : first[i+1]]
		if seen[p.slot] && *m.of(p.slot) != value {
			return Match{}, ErrNoMatch
		}
		seen[p.slot] = true
		*m.of(p.slot) = value
	}
	return m, nil
}

// texts returns the texts between the placeholders.
func (t *Template) text(i int) string {
	if i == len(t.parts)-1 {
		return t.end
	}
	return t.parts[i].text
}

// forward returns the offset of each text, the first that is possible, or nil.
func (t *Template) forward(prompt string) []int {
	last := len(t.parts) - 1
	at := make([]int, last+1)
	pos := 0
	for i := range at {
		text := t.text(i)
		k := strings.Index(prompt[pos:], text)
		switch {
		case text == "" && i == last && last > 0:
			// A placeholder at the very end takes all there is, the final newlines aside.
			k = max(len(strings.TrimRight(prompt[pos:], "\r\n")), 0)
		case k < 0:
			return nil
		}
		at[i] = pos + k
		pos = at[i] + len(text)
	}
	return at
}

// backward returns the offset of each text, the last that is possible, or nil.
func (t *Template) backward(prompt string) []int {
	last := len(t.parts) - 1
	at := make([]int, last+1)
	end := len(prompt)
	for i := last; i >= 0; i-- {
		text := t.text(i)
		k := strings.LastIndex(prompt[:end], text)
		switch {
		case text == "" && i == last && last > 0:
			k = len(strings.TrimRight(prompt, "\r\n"))
		case text == "" && i == 0:
			k = 0
		case k < 0:
			return nil
		}
		at[i] = k
		end = k
	}
	return at
}
