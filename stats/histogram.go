package stats

import (
	"slices"
	"sort"

	"github.com/toolspeak/toolspeak/dataset"
)

// Histogram counts values in buckets that grow with them, about a quarter each.
type Histogram struct {
	// Of says what was counted, and Unit in what.
	Of    string `json:"of"`
	Unit  string `json:"unit"`
	Count int    `json:"count"`
	Sum   int64  `json:"sum"`
	Min   int    `json:"min"`
	Max   int    `json:"max"`
	// Median and P90 are the upper end of the bucket that half, or nine tenths, of the
	// values do not exceed: exact up to ten, above that no more than a quarter too large.
	Median int `json:"median"`
	P90    int `json:"p90"`
	// Buckets are those that hold something and those between them, in order.
	Buckets []Bucket `json:"buckets"`
}

// Bucket counts the values from From to To, both included.
type Bucket struct {
	From  int `json:"from"`
	To    int `json:"to"`
	Count int `json:"count"`
	// Example is the first record that has such a value.
	Example *Example `json:"example,omitempty"`
}

// ends are the largest values of the buckets.
var ends = func() []int {
	list := []int{}
	for i := 0; i <= 10; i++ {
		list = append(list, i)
	}
	for decade := 10; decade < 1e9; decade *= 10 {
		for _, tenth := range []int{12, 16, 20, 25, 32, 40, 50, 64, 80, 100} {
			list = append(list, decade*tenth/10)
		}
	}
	return list
}()

// low are the numbers of the buckets that small values are in.
var low = func() (list [1 << 10]uint8) {
	for n := range list {
		list[n] = uint8(sort.SearchInts(ends, n))
	}
	return list
}()

// bucketOf returns the number of the bucket that a value is in.
func bucketOf(n int) int {
	if n < len(low) {
		return int(low[n])
	}
	return min(sort.SearchInts(ends, n), len(ends)-1)
}

// histogram counts values.
type histogram struct {
	count    int
	sum      int64
	min, max int
	buckets  []int
	examples []Example
}

func (h *histogram) add(n int, rec *dataset.Record) {
	if h.count == 0 || n < h.min {
		h.min = n
	}
	h.max = max(h.max, n)
	h.count++
	h.sum += int64(n)
	k := bucketOf(n)
	if k >= len(h.buckets) {
		h.buckets = slices.Grow(h.buckets, k+1-len(h.buckets))[:k+1]
		h.examples = slices.Grow(h.examples, k+1-len(h.examples))[:k+1]
	}
	if h.buckets[k]++; h.buckets[k] == 1 {
		h.examples[k] = Example{File: rec.File, Record: rec.Number}
	}
}

// quantile returns the end of the bucket in which the values reach a share of all.
func (h *histogram) quantile(percent int) int {
	seen := 0
	for k, n := range h.buckets {
		if seen += n; seen*100 >= h.count*percent {
			return min(ends[k], h.max)
		}
	}
	return h.max
}

func (h *histogram) summary(of, unit string) Histogram {
	s := Histogram{Of: of, Unit: unit, Count: h.count, Sum: h.sum, Min: h.min, Max: h.max, Buckets: []Bucket{}}
	if h.count == 0 {
		return s
	}
	s.Median, s.P90 = h.quantile(50), h.quantile(90)
	for k, n := range h.buckets {
		if n == 0 && len(s.Buckets) == 0 {
			continue
		}
		b := Bucket{To: ends[k], Count: n}
		if k > 0 {
			b.From = ends[k-1] + 1
		}
		if n > 0 {
			e := h.examples[k]
			b.Example = &e
		}
		s.Buckets = append(s.Buckets, b)
	}
	return s
}

// perRecord has what is counted in each record.
type perRecord struct{ messages, steps, calls, tools histogram }

func (p *perRecord) list() []Histogram {
	return []Histogram{
		p.messages.summary("messages", "messages"), p.steps.summary("steps", "steps"),
		p.calls.summary("calls", "calls"), p.tools.summary("different tools", "tools"),
	}
}

// lengths has the lengths of texts.
type lengths struct{ user, thought, argument, observation, answer, system, record, tokens histogram }

func (l *lengths) list() []Histogram {
	const characters = "characters"
	list := []Histogram{
		l.user.summary("user turns", characters), l.thought.summary("thoughts", characters), l.argument.summary("arguments", characters),
		l.observation.summary("results", characters), l.answer.summary("answers", characters), l.system.summary("system prompts", characters),
		l.record.summary("records", "bytes"),
	}
	if l.tokens.count > 0 {
		list = append(list, l.tokens.summary("records", "tokens"))
	}
	return list
}
