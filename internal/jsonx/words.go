package jsonx

import "bytes"

// Words are words of JSON that is searched for all of them in one pass. A word ends right before
// a quote, and may begin with one: "tools without its closing quote is that key or string, and
// tools\ is the end of one in JSON that is in a string.
type Words [256][]string

// WordsOf returns the words of a list, none of which is empty.
func WordsOf(list ...string) *Words {
	w := &Words{}
	for _, word := range list {
		last := word[len(word)-1]
		w[last] = append(w[last], word)
	}
	return w
}

// In reports whether one of the words is in JSON.
func (w *Words) In(raw []byte) bool {
	for at := 1; at < len(raw); at++ {
		n := bytes.IndexByte(raw[at:], '"')
		if n < 0 {
			return false
		}
		at += n
		for _, word := range w[raw[at-1]] {
			if k := at - len(word); k >= 0 && string(raw[k:at]) == word {
				return true
			}
		}
	}
	return false
}
