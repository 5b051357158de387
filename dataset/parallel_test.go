package dataset

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.uber.org/goleak"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/ir"
)

func TestMain(m *testing.M) {
	testlong.Checks("30", "100")
	goleak.VerifyTestMain(m)
}

// many returns an input of n records of about 1 KB, of which each 77th is bad.
func many(n int, open, between, end string) string {
	var b strings.Builder
	b.WriteString(open)
	for i := range n {
		if i > 0 {
			b.WriteString(between)
		}
		if i%77 == 5 {
			b.WriteString(`{"a": {}}`)
			continue
		}
		fmt.Fprintf(&b, `"record %d %s"`, i, strings.Repeat("é words ", i%200))
	}
	b.WriteString(end)
	return b.String()
}

// Any number of workers writes the same and tells the same in the same order.
func TestWorkers(t *testing.T) {
	for what, in := range map[string]string{
		"lines": many(3000, "", "\n", "\n"), "array": many(3000, "[\n", ",\n", "\n]\n"), "blank lines": many(3000, "\n\n", "\r\n\r\n", ""),
	} {
		var first string
		var log *keeper
		for _, workers := range []int{1, 2, 3, 16} {
			var b bytes.Buffer
			e, k := engineOf(louder), &keeper{}
			out := newOutput(e, &b)
			require.NoError(t, fileWith(e, pipelineOptions{workers: workers}, "in", strings.NewReader(in), out, k))
			require.NoError(t, out.close())
			if log == nil {
				first, log = b.String(), k
				require.Len(t, k.log, 3000)
				require.NotEmpty(t, k.rejects)
			}
			assert.True(t, first == b.String(), "%s with %d workers", what, workers)
			assert.Equal(t, log, k, "%s with %d workers", what, workers)
		}
	}
}

// A panic is a reject, and the records around it are converted.
func TestPanic(t *testing.T) {
	e := engineOf(func(in *ir.Conversation) *convert.Output {
		if strings.Contains(in.Text.String(), "bad") {
			panic("boom")
		}
		return louder(in)
	})
	for _, workers := range []int{1, 2} {
		var b bytes.Buffer
		out, k := newOutput(e, &b), &keeper{}
		require.NoError(t, fileWith(e, pipelineOptions{workers: workers}, "in", strings.NewReader("\"a\"\n\"bad\"\n\"c\"\n"), out, k))
		require.NoError(t, out.close())
		assert.Equal(t, "\"A\"\n\"C\"\n", b.String())
		assert.Equal(t, []string{`"bad"`}, k.rejects)
		assert.Contains(t, k.log[1], "internal")
	}
}

// panicking panics at a record.
type panicking struct{ keeper }

func (p *panicking) converted(it *Record, _ *Result) error {
	if it.Number == 1000 {
		panic("the sink's")
	}
	return nil
}

// What a sink or a reader panics with reaches the caller, and no worker is left.
func TestPanicOfCaller(t *testing.T) {
	in := many(3000, "", "\n", "\n")
	for _, workers := range []int{1, 2, 3} {
		e := engineOf(louder)
		out := newOutput(e, io.Discard)
		assert.PanicsWithValue(t, "the sink's", func() {
			_ = fileWith(e, pipelineOptions{workers: workers}, "in", strings.NewReader(in), out, &panicking{})
		}, "%d workers", workers)
		assert.PanicsWithValue(t, "the reader's", func() {
			r := io.MultiReader(strings.NewReader(in), readerFunc(func([]byte) (int, error) { panic("the reader's") }))
			_ = fileWith(e, pipelineOptions{workers: workers}, "in", r, newOutput(e, io.Discard), &keeper{})
		}, "%d workers", workers)
	}
}

type readerFunc func([]byte) (int, error)

func (f readerFunc) Read(b []byte) (int, error) { return f(b) }

// Limit and sample depend on nothing but the numbers of the records.
func TestLimitAndSample(t *testing.T) {
	in := many(2000, "[", ",", "]")
	for _, o := range []pipelineOptions{{limit: 10}, {sample: 10, seed: 7}, {sample: 50, limit: 100}} {
		var first *keeper
		for _, o.workers = range []int{1, 3} {
			var b bytes.Buffer
			e, k := engineOf(louder), &keeper{}
			out := newOutput(e, &b)
			require.NoError(t, fileWith(e, o, "in", strings.NewReader(in), out, k))
			require.NoError(t, out.close())
			if first == nil {
				first = k
			}
			assert.Equal(t, first, k)
		}
		if o.limit > 0 {
			assert.Len(t, first.log, o.limit)
		} else {
			assert.InDelta(t, 200, len(first.log), 60)
		}
	}
}
