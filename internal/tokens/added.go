package tokens

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
)

// addedTokens are the tokens that are looked for in a text before it is cut.
type addedTokens struct {
	byFirst [256][]added
}

type added struct {
	text           string
	lstrip, rstrip bool
}

func (a *addedTokens) add(text string, lstrip, rstrip bool) {
	if text != "" {
		a.byFirst[text[0]] = append(a.byFirst[text[0]], added{text, lstrip, rstrip})
	}
}

// sort puts the longest first: of several at one place it is taken.
func (a *addedTokens) sort() {
	for i := range a.byFirst {
		slices.SortStableFunc(a.byFirst[i], func(x, y added) int { return cmp.Compare(len(y.text), len(x.text)) })
	}
}

// next returns where the first one of a text is, and its length with the white space that it
// takes; the length is 0 where there is none, and at then the end of the text.
func (a *addedTokens) next(text string) (at, length int) {
	for i := 0; i < len(text); i++ {
		for _, t := range a.byFirst[text[i]] {
			if !strings.HasPrefix(text[i:], t.text) {
				continue
			}
			from, to := i, i+len(t.text)
			if t.lstrip {
				from = len(strings.TrimRightFunc(text[:i], unicode.IsSpace))
			}
			if t.rstrip {
				to = len(text) - len(strings.TrimLeftFunc(text[to:], unicode.IsSpace))
			}
			return from, to - from
		}
	}
	return len(text), 0
}
