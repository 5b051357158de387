package tokens

import (
	"encoding/json"
	"errors"
	"math"
	"unicode/utf8"
)

// unigram cuts a word so that the scores of its tokens have the greatest sum.
type unigram struct {
	scores       map[string]float64
	longest      int // of a token, in bytes
	unknown      float64
	byteFallback bool
}

func readUnigram(text []byte) (*unigram, error) {
	var f struct {
		Vocab        [][2]json.RawMessage
		ByteFallback bool `json:"byte_fallback"`
	}
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, err
	}
	if len(f.Vocab) == 0 {
		return nil, errors.New("its Unigram has no vocabulary")
	}
	m := &unigram{scores: make(map[string]float64, len(f.Vocab)), byteFallback: f.ByteFallback}
	least := math.Inf(1)
	for _, entry := range f.Vocab {
		var token string
		var score float64
		if err := errors.Join(json.Unmarshal(entry[0], &token), json.Unmarshal(entry[1], &score)); err != nil {
			return nil, err
		}
		m.scores[token] = score
		m.longest = max(m.longest, len(token))
		least = min(least, score)
	}
	m.unknown = least - 10
	return m, nil
}

// cut finds the best way through a word. Unknown characters that follow each other are one
// token.
func (m *unigram) cut(word string) []int {
	n := len(word)
	best := make([]float64, n+1)
	from := make([]int, n+1)
	known := make([]bool, n+1)
	for i := 1; i <= n; i++ {
		best[i] = math.Inf(-1)
	}
	for i := range word {
		_, width := utf8.DecodeRuneInString(word[i:])
		single := false
		for end := i + width; end <= n && end-i <= m.longest; {
			if score, ok := m.scores[word[i:end]]; ok {
				single = single || end == i+width
				if s := best[i] + score; s > best[end] {
					best[end], from[end], known[end] = s, i, true
				}
			}
			if end == n {
				break
			}
			_, w := utf8.DecodeRuneInString(word[end:])
			end += w
		}
		if s := best[i] + m.unknown; !single && s > best[i+width] {
			best[i+width], from[i+width], known[i+width] = s, i, false
		}
	}
	var back []int // lengths from the end, those of unknown characters below 0
	for at := n; at > 0; at = from[at] {
		length := at - from[at]
		if !known[at] {
			if k := len(back) - 1; k >= 0 && back[k] < 0 && !m.byteFallback {
				back[k] -= length
				continue
			}
			length = -length
		}
		back = append(back, length)
	}
	lengths := make([]int, 0, len(back))
	for i := len(back) - 1; i >= 0; i-- {
		switch length := back[i]; {
		case length > 0:
			lengths = append(lengths, length)
		case m.byteFallback:
			for range -length {
				lengths = append(lengths, 1)
			}
		default:
			lengths = append(lengths, -length)
		}
	}
	return lengths
}
