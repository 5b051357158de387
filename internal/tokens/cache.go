package tokens

import "sync"

// mostWords is how many words are remembered, and longest how long one may be.
const (
	mostWords = 1 << 17
	longest   = 64
)

// memoized holds words until there are too many, and then begins anew.
type memoized struct {
	mu    sync.RWMutex
	words map[string][]int
}

func newWordCache() *wordCache { return &wordCache{&memoized{words: map[string][]int{}}} }

// get returns what is remembered of a word, or what find returns. Nobody may change it.
func (c *wordCache) get(word string, find func() []int) []int {
	if len(word) > longest {
		return find()
	}
	m := c.words
	m.mu.RLock()
	lengths, ok := m.words[word]
	m.mu.RUnlock()
	if ok {
		return lengths
	}
	lengths = find()
	m.mu.Lock()
	defer m.mu.Unlock()
	if len(m.words) >= mostWords {
		clear(m.words)
	}
	m.words[string(append([]byte(nil), word...))] = lengths
	return lengths
}
