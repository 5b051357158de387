// Package diff compares what the records of two data sets mean.
package diff

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"iter"
	"slices"

	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/index"
	"github.com/toolspeak/toolspeak/internal/jsonx"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// Options say what counts when two data sets are compared.
type Options struct {
	// System compares system prompts, too: their texts, which differ from style to
	// style where they hold format instructions.
	System bool
	// Key is a gjson path to what tells the records apart, for ByKey.
	Key string
	// Styles are known in addition to the built-in ones.
	Styles []*styles.Style
}

// RecordID says which record of which input is meant.
type RecordID struct {
	File   string `json:"file"`
	Record int    `json:"record"`
}

// Difference is a pair of records that do not mean the same, or one that only one of
// the data sets has: A or B is nil then.
type Difference struct {
	A *RecordID `json:"a"`
	B *RecordID `json:"b"`
	// Key is the JSON value by which the records were matched.
	Key string `json:"key,omitempty"`
	// Transcript counts the transcripts of the record and Step the steps of the
	// transcript, from 1. They are 0 where the difference is about none.
	Transcript int `json:"transcript,omitempty"`
	Step       int `json:"step,omitempty"`
	// Kind is that of the step.
	Kind string `json:"kind,omitempty"`
	What Aspect `json:"what"`
	// Path is the JSON pointer of the value that differs in an argument.
	Path string `json:"path,omitempty"`
	// SaysA and SaysB show what the records say there, for people.
	SaysA string `json:"says_a,omitempty"`
	SaysB string `json:"says_b,omitempty"`
}

// Count counts the records of two data sets.
type Count struct {
	// Equal and Different count pairs; OnlyA and OnlyB the records of one data set
	// that have no partner. Unreadable counts the pairs among Different of which a
	// record can't be read.
	Equal      int `json:"equal"`
	Different  int `json:"different"`
	OnlyA      int `json:"only_a"`
	OnlyB      int `json:"only_b"`
	Unreadable int `json:"unreadable"`
}

// Same reports whether no difference was counted.
func (c *Count) Same() bool { return c.Different == 0 && c.OnlyA == 0 && c.OnlyB == 0 }

// Side is one of two data sets that are compared: an engine that reads its records, and
// the records.
type Side struct {
	Engine  *dataset.Engine
	Records iter.Seq2[*dataset.Record, error]
}

// Compare compares two data sets record by record, in their order, and yields what
// differs. It compares what the records mean, their steps, and not how these are
// spelled: style, layout, white space in arguments, fixed sentences and the other keys
// of a record do not count, and an answer that does not say how it went is none that
// failed. It holds one record of each at a time; count, which may be
// nil, is kept up to date.
//
// Records that are the same bytes are equal also where they can't be read. An error is
// one of the inputs and the last.
func Compare(a, b Side, o Options, count *Count) iter.Seq2[*Difference, error] {
	c := NewComparer(a.Engine, b.Engine, o, count)
	return func(yield func(*Difference, error) bool) {
		next, stop := iter.Pull2(b.Records)
		defer stop()
		for x, err := range a.Records {
			if x == nil {
				yield(nil, err)
				return
			}
			y, err, ok := next()
			if ok && y == nil {
				yield(nil, err)
				return
			}
			if d := c.Pair(x, y); d != nil && !yield(d, nil) {
				return
			}
		}
		for {
			y, err, ok := next()
			if !ok {
				return
			}
			if y == nil {
				yield(nil, err)
				return
			}
			if !yield(c.Pair(nil, y), nil) {
				return
			}
		}
	}
}

// Comparer compares pairs of records.
type Comparer struct {
	a, b  *dataset.Engine
	opts  Options
	count *Count
	fixed []fixedSentence // those of all styles
}

type fixedSentence struct {
	words   string
	meaning ir.FixedSentence
}

// NewComparer returns what compares records that these engines read, and keeps count, which may be
// nil, up to date.
func NewComparer(a, b *dataset.Engine, o Options, count *Count) *Comparer {
	if count == nil {
		count = new(Count)
	}
	c := &Comparer{a: a, b: b, opts: o, count: count}
	for _, style := range append(styles.All(), o.Styles...) {
		for meaning := ir.NeedTool; int(meaning) < ir.NumSentences; meaning++ {
			words := style.Sentences[meaning.String()]
			f := fixedSentence{words, meaning}
			if words != "" && !slices.Contains(c.fixed, f) {
				c.fixed = append(c.fixed, f)
			}
		}
	}
	return c
}

func idOf(r *dataset.Record) *RecordID {
	if r == nil {
		return nil
	}
	return &RecordID{File: r.File, Record: r.Number}
}

// Pair compares two records, of which one may be missing, and returns nil where they
// mean the same.
func (c *Comparer) Pair(x, y *dataset.Record) *Difference {
	d := &Difference{A: idOf(x), B: idOf(y), What: DiffersAlone}
	switch {
	case y == nil:
		c.count.OnlyA++
		return d
	case x == nil:
		c.count.OnlyB++
		return d
	}
	same, unread := c.compare(x, y, d)
	switch {
	case same:
		c.count.Equal++
		return nil
	case unread:
		c.count.Unreadable++
	}
	c.count.Different++
	return d
}

// compare fills in what differs.
func (c *Comparer) compare(x, y *dataset.Record, d *Difference) (same, unread bool) {
	p, errA := c.a.Inspect(x)
	q, errB := c.b.Inspect(y)
	if errA != nil || errB != nil {
		d.What, d.SaysA, d.SaysB = DiffersUnread, unreadWords(errA), unreadWords(errB)
		return !tooLarge(errA) && !tooLarge(errB) && bytes.Equal(x.Raw, y.Raw), true
	}
	transcript, u := c.unlikeReadings(p.Transcripts, q.Transcripts)
	if u == nil {
		return true, false
	}
	d.Transcript, d.Step, d.What, d.Path, d.SaysA, d.SaysB = transcript, u.step, u.what, u.path, u.a, u.b
	if u.step > 0 {
		d.Kind = u.kind.String()
	}
	return false, false
}

// tooLarge reports whether a record was too large to be held: what there is of it is
// its beginning.
func tooLarge(err error) bool { return errors.Is(err, &ir.Diagnostic{Code: ir.CodeRecordTooLarge}) }

func unreadWords(err error) string {
	var d *ir.Diagnostic
	switch {
	case err == nil:
		return "readable"
	case errors.As(err, &d):
		return fmt.Sprintf("%s: %s", d.Code, d.Text())
	}
	return err.Error()
}

// KeyedSide is a data set whose records can be asked for in any order.
type KeyedSide struct {
	Engine *dataset.Engine
	Inputs index.List
}

// ByKey is Compare for data sets whose records may be in another order: those
// with the same JSON value at o.Key belong together, the first with the first where
// several have it. A record without the key has no partner. It holds some twenty bytes
// for each record of b. What only b has comes last.
func ByKey(ctx context.Context, a Side, b KeyedSide, o Options, count *Count) iter.Seq2[*Difference, error] {
	c := NewComparer(a.Engine, b.Engine, o, count)
	return func(yield func(*Difference, error) bool) {
		t := &keyTable{}
		if err := t.fill(ctx, b.Inputs, o.Key); err != nil {
			yield(nil, err)
			return
		}
		for x, err := range a.Records {
			if x == nil {
				yield(nil, err)
				return
			}
			key := keyOf(x, o.Key)
			var y *dataset.Record
			if at := t.take(key); at > 0 {
				if y, err = b.Inputs.Record(int(at)); err != nil {
					yield(nil, err)
					return
				}
			}
			if d := c.Pair(x, y); d != nil {
				if d.Key = key; !yield(d, nil) {
					return
				}
			}
		}
		for y, err := range t.rest() {
			if err != nil {
				yield(nil, err)
				return
			}
			d := c.Pair(nil, y)
			if d.Key = keyOf(y, o.Key); !yield(d, nil) {
				return
			}
		}
	}
}

// keyOf returns the value of the key as JSON, or "".
func keyOf(r *dataset.Record, path string) string {
	if r.Plain || !jsonx.Valid(r.Raw) {
		return ""
	}
	return gjson.GetBytes(r.Raw, path).Raw
}

// keyTable finds the records of inputs by their keys.
type keyTable struct {
	inputs index.List
	first  map[[2]uint64]int32 // the first record of a key that is left
	next   []int32             // of the same key; 0 is none
	taken  []bool
}

func (t *keyTable) fill(ctx context.Context, list index.List, path string) error {
	t.inputs, t.first = list, map[[2]uint64]int32{}
	last := map[[2]uint64]int32{}
	t.next, t.taken = append(t.next, 0), append(t.taken, true) // records count from 1
	return eachKey(ctx, list, path, func(key string) {
		at := int32(len(t.next))
		t.next, t.taken = append(t.next, 0), append(t.taken, false)
		if key == "" {
			return
		}
		sum := keySum(key)
		if before, ok := last[sum]; ok {
			t.next[before] = at
		} else {
			t.first[sum] = at
		}
		last[sum] = at
	})
}

// eachKey reads records and passes on the key of each.
func eachKey(ctx context.Context, list index.List, path string, do func(key string)) error {
	for n := range list.Len() {
		if err := ctx.Err(); err != nil {
			return err
		}
		rec, err := list.Record(n + 1)
		if err != nil {
			return err
		}
		do(keyOf(rec, path))
	}
	return nil
}

// Partners returns for each record of a the number of the one of b that belongs to it, from 1,
// or 0: that with the same value at path as ByKey finds it, or without a path that in the same
// place. rest is how many of b belong to none.
func Partners(ctx context.Context, a, b index.List, path string) (of []int32, rest int, err error) {
	if path == "" {
		of = make([]int32, a.Len())
		for n := range min(a.Len(), b.Len()) {
			of[n] = int32(n) + 1
		}
		return of, max(0, b.Len()-a.Len()), nil
	}
	t := &keyTable{}
	if err := t.fill(ctx, b, path); err != nil {
		return nil, 0, err
	}
	rest = b.Len()
	err = eachKey(ctx, a, path, func(key string) {
		at := t.take(key)
		if of = append(of, at); at > 0 {
			rest--
		}
	})
	return of, rest, err
}

// seeds are two, so that no two keys of a data set have the same checksums.
var seeds = [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}

func keySum(key string) [2]uint64 {
	return [2]uint64{maphash.String(seeds[0], key), maphash.String(seeds[1], key)}
}

// take returns the number of the next record of a key, or 0.
func (t *keyTable) take(key string) int32 {
	if key == "" {
		return 0
	}
	sum := keySum(key)
	at := t.first[sum]
	if at == 0 {
		return 0
	}
	t.taken[at] = true
	if t.next[at] == 0 {
		delete(t.first, sum)
	} else {
		t.first[sum] = t.next[at]
	}
	return at
}

// rest yields the records that were not taken.
func (t *keyTable) rest() iter.Seq2[*dataset.Record, error] {
	return func(yield func(*dataset.Record, error) bool) {
		for at := range t.taken {
			if t.taken[at] {
				continue
			}
			if !yield(t.inputs.Record(at)) {
				return
			}
		}
	}
}
