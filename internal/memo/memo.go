// Package memo remembers what was computed from texts, in bounded memory.
package memo

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
)

// buckets is how many places a cache has, each for two values. It is a power of
// two.
const buckets = 1 << 12

// Cache remembers values by the texts that they were computed from. It takes a
// text the second time that it is met: most texts of a data set either come again
// and again or never, and those that never do shall cost no memory. A new value
// may displace another one.
//
// A nil Cache remembers nothing. A Cache is safe for concurrent use, and finding
// a value takes no lock.
type Cache[V any] struct {
	max  int64
	size atomic.Int64

	once   sync.Once
	seed   maphash.Seed
	places []bucket[V]
}

// bucket holds the values of texts with the same low bits of their hashes.
type bucket[V any] struct {
	entries [2]atomic.Pointer[entry[V]]
	// met is the hash of the text that was looked for in vain last.
	met atomic.Uint64
}

type entry[V any] struct {
	hash  uint64
	text  string
	value *V
	size  int64
}

// is reports whether two entries are of the same text.
func (e *entry[V]) is(o *entry[V]) bool { return e.hash == o.hash && e.text == o.text }

// New returns a cache that holds at most about max bytes.
func New[V any](max int) *Cache[V] { return &Cache[V]{max: int64(max)} }

// start makes what the first use needs, and returns the seed of the hashes.
func (c *Cache[V]) start() maphash.Seed {
	c.once.Do(func() { c.seed, c.places = maphash.MakeSeed(), make([]bucket[V], buckets) })
	return c.seed
}

func (c *Cache[V]) bucket(hash uint64) *bucket[V] { return &c.places[hash%buckets] }

// Find returns the value of a text, or nil. again reports that the text was met
// before, so that its value is worth to be kept.
func (c *Cache[V]) Find(text string) (value *V, again bool) {
	if c == nil {
		return nil, false
	}
	hash := maphash.String(c.start(), text)
	b := c.bucket(hash)
	if value := b.find(hash, text); value != nil {
		return value, true
	}
	return nil, b.met.Swap(hash) == hash
}

func (b *bucket[V]) find(hash uint64, text string) *V {
	for i := range b.entries {
		if e := b.entries[i].Load(); e != nil && e.hash == hash && e.text == text {
			return e.value
		}
	}
	return nil
}

// FindBytes is Find for a text that is no string yet.
func (c *Cache[V]) FindBytes(text []byte) (value *V, again bool) {
	if c == nil {
		return nil, false
	}
	hash := maphash.Bytes(c.start(), text)
	b := c.bucket(hash)
	for i := range b.entries {
		if e := b.entries[i].Load(); e != nil && e.hash == hash && e.text == string(text) {
			return e.value, true
		}
	}
	return nil, b.met.Swap(hash) == hash
}

// Keep remembers a value, which takes about size bytes, for a text, in place of the one that it
// had. What is too large for the cache is not kept.
func (c *Cache[V]) Keep(text string, value *V, size int) {
	const overhead = 100 // bytes of an entry
	total := int64(len(text) + size + overhead)
	if c == nil || total > c.max/8 {
		return
	}
	e := &entry[V]{hash: maphash.String(c.start(), text), text: text, value: value, size: total}
	b := c.bucket(e.hash)
	place, other := &b.entries[e.hash>>63], &b.entries[1-e.hash>>63]
	if old, next := place.Load(), other.Load(); next != nil && next.is(e) || next == nil && old != nil && !old.is(e) {
		place = other
	}
	if old := place.Swap(e); old != nil {
		total -= old.size
	}
	if c.size.Add(total) > c.max {
		c.clear()
	}
}

// clear forgets everything.
func (c *Cache[V]) clear() {
	for i := range c.places {
		for k := range c.places[i].entries {
			if old := c.places[i].entries[k].Swap(nil); old != nil {
				c.size.Add(-old.size)
			}
		}
	}
}
