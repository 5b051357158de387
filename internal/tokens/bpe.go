package tokens

import (
	"container/heap"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// readModel reads the model of a tokenizer.
func readModel(text []byte) (model, error) {
	var kind struct {
		Type   string
		Merges json.RawMessage
	}
	if err := json.Unmarshal(text, &kind); err != nil {
		return nil, err
	}
	switch {
	case kind.Type == "BPE", kind.Type == "" && kind.Merges != nil:
		return readBPE(text)
	case kind.Type == "Unigram":
		return readUnigram(text)
	}
	return nil, fmt.Errorf("its model %q is not known: expected BPE or Unigram", kind.Type)
}

// bpe merges pairs of neighbours, those of the lowest rank first.
type bpe struct {
	vocab        map[string]bool
	ranks        map[[2]string]int
	byteFallback bool
	ignoreMerges bool
}

func readBPE(text []byte) (*bpe, error) {
	var f struct {
		Vocab        map[string]int
		Merges       pairs
		ByteFallback bool   `json:"byte_fallback"`
		IgnoreMerges bool   `json:"ignore_merges"`
		Prefix       string `json:"continuing_subword_prefix"`
		Suffix       string `json:"end_of_word_suffix"`
	}
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, err
	}
	if f.Prefix != "" || f.Suffix != "" {
		return nil, errors.New("its BPE has marks in the middle or at the end of words, which is not known")
	}
	m := &bpe{vocab: make(map[string]bool, len(f.Vocab)), ranks: make(map[[2]string]int, len(f.Merges)), byteFallback: f.ByteFallback, ignoreMerges: f.IgnoreMerges}
	for token := range f.Vocab {
		m.vocab[token] = true
	}
	for rank, pair := range f.Merges {
		if _, twice := m.ranks[pair]; !twice {
			m.ranks[pair] = rank
		}
	}
	return m, nil
}

// pairs are merges: strings with a space in the middle, or pairs of strings.
type pairs [][2]string

// UnmarshalJSON reads either form.
func (p *pairs) UnmarshalJSON(b []byte) error {
	var lines []string
	if err := json.Unmarshal(b, &lines); err != nil {
		return json.Unmarshal(b, (*[][2]string)(p))
	}
	*p = make(pairs, len(lines))
	for i, line := range lines {
		first, second, ok := strings.Cut(line, " ")
		if !ok {
			return fmt.Errorf("the merge %q is no pair", line)
		}
		(*p)[i] = [2]string{first, second}
	}
	return nil
}

// merge is a pair of neighbours that can be one.
type merge struct{ rank, at, length int }

type merges []merge

func (h merges) Len() int { return len(h) }
func (h merges) Less(i, j int) bool {
	return h[i].rank < h[j].rank || h[i].rank == h[j].rank && h[i].at < h[j].at
}
func (h merges) Swap(i, j int) { h[i], h[j] = h[j], h[i] }
func (h *merges) Push(x any)   { *h = append(*h, x.(merge)) }
func (h *merges) Pop() any {
	old := *h
	last := old[len(old)-1]
	*h = old[:len(old)-1]
	return last
}

// cut merges the characters of a word until no pair can be merged.
func (m *bpe) cut(word string) []int {
	if m.ignoreMerges && m.vocab[word] {
		return []int{len(word)}
	}
	n := len(word)
	ends := make([]int, n+1)   // ends[i] is where the symbol that begins at i ends, 0 where none does
	before := make([]int, n+1) // before[i] is where the symbol before that begins
	last := -1
	for i := range word {
		_, w := utf8.DecodeRuneInString(word[i:])
		ends[i], before[i] = i+w, last
		last = i
	}
	var h merges
	consider := func(at int) {
		if at < 0 || ends[at] == 0 || ends[at] >= n {
			return
		}
		next := ends[at]
		if rank, ok := m.ranks[[2]string{word[at:next], word[next:ends[next]]}]; ok {
			heap.Push(&h, merge{rank, at, ends[next] - at})
		}
	}
	for i := range word {
		consider(i)
	}
	for len(h) > 0 {
		top := heap.Pop(&h).(merge)
		end := ends[top.at]
		if end == 0 || end >= n || ends[end] != top.at+top.length {
			continue // one of both is another symbol by now
		}
		if rank, ok := m.ranks[[2]string{word[top.at:end], word[end:ends[end]]}]; !ok || rank != top.rank {
			continue
		}
		ends[top.at], ends[end] = ends[end], 0
		if next := ends[top.at]; next < n {
			before[next] = top.at
		}
		consider(top.at)
		consider(before[top.at])
	}
	var lengths []int
	for i := 0; i < n; i = ends[i] {
		length := ends[i] - i
		if m.byteFallback && !m.vocab[word[i:ends[i]]] { // a token for each byte
			for range length - 1 {
				lengths = append(lengths, 1)
			}
			length = 1
		}
		lengths = append(lengths, length)
	}
	return lengths
}

// wordCache remembers the tokens of short words.
type wordCache struct{ words *memoized }
