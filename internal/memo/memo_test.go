package memo

import (
	"fmt"
	"hash/maphash"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// keep does what users of a cache do: it computes what is not found.
func keep(c *Cache[string], text string) (value string, computed bool) {
	v, again := c.Find(text)
	if v != nil {
		return *v, false
	}
	made := "value of " + text
	if again {
		c.Keep(text, &made, len(made))
	}
	return made, true
}

func TestRemembersTheSecondTime(t *testing.T) {
	c := New[string](1 << 20)
	for i, want := range []bool{true, true, false, false} {
		v, computed := keep(c, "a")
		assert.Equal(t, "value of a", v)
		assert.Equal(t, want, computed, "time %d", i+1)
	}
	_, again := c.Find("b")
	assert.False(t, again, "a text that is met for the first time")
	v, _ := c.Find("")
	assert.Nil(t, v)
	v, _ = c.FindBytes([]byte("a"))
	assert.Equal(t, "value of a", *v)
	assert.Equal(t, "value of a", *peek(c, "a"))
	assert.Nil(t, peek(c, "d"))
	_, again = c.FindBytes([]byte("d"))
	assert.False(t, again, "a text that was only peeked at")
	_, again = c.FindBytes([]byte("b"))
	assert.True(t, again)
}

func TestANewValueReplacesTheOld(t *testing.T) {
	c := New[string](1 << 20)
	for i := range 300 {
		for _, value := range []string{"old", "new"} {
			text := fmt.Sprint("text ", i)
			c.Keep(text, &value, len(value))
			require.Equal(t, value, *peek(c, text))
		}
	}
	assert.Less(t, c.size.Load(), int64(300*120), "the old values are gone")
}

func TestNilRemembersNothing(t *testing.T) {
	var c *Cache[string]
	for range 3 {
		_, computed := keep(c, "a")
		assert.True(t, computed)
	}
	found, _ := c.Find("a")
	assert.Nil(t, found)
}

// However many texts are kept, the values are those of their texts and the
// memory is bounded.
func TestBounded(t *testing.T) {
	const limit = 20_000
	c := New[string](limit)
	found := 0
	for i := range 3_000 {
		for range 3 {
			text := fmt.Sprint("text ", i%(1+i/20))
			v, computed := keep(c, text)
			require.Equal(t, "value of "+text, v)
			if !computed {
				found++
			}
			require.LessOrEqual(t, c.size.Load(), int64(limit))
		}
	}
	assert.Positive(t, found)
	large := string(make([]byte, limit))
	for range 3 {
		_, computed := keep(c, large)
		assert.True(t, computed, "a text that is as large as the cache")
	}
	c.clear()
	assert.Zero(t, c.size.Load(), "the size is that of the values")
}

func TestConcurrent(t *testing.T) {
	c := New[string](10_000)
	var all sync.WaitGroup
	for g := range 4 {
		all.Go(func() {
			for i := range 3_000 {
				text := fmt.Sprint((i + g) % 300)
				if v, _ := keep(c, text); v != "value of "+text {
					t.Errorf("%s has the %s", text, v)
					return
				}
			}
		})
	}
	all.Wait()
}

// peek finds the value of a text that does not count as met.
func peek[V any](c *Cache[V], text string) *V {
	hash := maphash.String(c.start(), text)
	return c.bucket(hash).find(hash, text)
}
