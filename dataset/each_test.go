package dataset

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/await"
	"github.com/toolspeak/toolspeak/ir"
)

// named yields inputs, and then an error, if there is one.
func named(last error, inputs ...string) iter.Seq2[NamedReader, error] {
	return func(yield func(NamedReader, error) bool) {
		for i, in := range inputs {
			if !yield(NamedReader{fmt.Sprintf("in%d.jsonl", i+1), strings.NewReader(in)}, nil) {
				return
			}
		}
		if last != nil {
			yield(NamedReader{}, last)
		}
	}
}

// lined returns records of all sizes that are their numbers, from one to another. Each
// 97th is too large for a run to wait for it.
func lined(from, to int) string {
	var b strings.Builder
	for i := from; i <= to; i++ {
		wide := 0
		if i%97 == 50 {
			wide = await.Large
		}
		fmt.Fprintf(&b, "%d%s\n", i, strings.Repeat(" ", wide))
	}
	return b.String()
}

func textOf(rec *Record) (string, error) { return strings.TrimSpace(string(rec.Raw)), nil }

// Whatever the number of workers, what is read of the records of all inputs comes in
// order, until the first error.
func TestEach(t *testing.T) {
	broken := errors.New("broken")
	e := engineOf(same)
	for _, workers := range []int{1, 2, 5} {
		o := RunOptions{Workers: workers, Progress: &Progress{}}
		count := 0
		take := func(rec *Record, found *string, err error) error {
			require.NoError(t, err)
			count++
			require.Equal(t, fmt.Sprint(count), *found)
			if count == 60 && o.Limit == 60 {
				return broken
			}
			return nil
		}
		require.NoError(t, Each(t.Context(), e, named(nil, lined(1, 300), "", lined(301, 305), lined(306, 1000)), o, textOf, take))
		require.Equal(t, 1000, count)
		require.EqualValues(t, 1000, o.Progress.Records.Load())
		require.Positive(t, o.Progress.Read.Load())

		count = 0
		require.Equal(t, broken, Each(t.Context(), e, named(broken, lined(1, 7)), o, textOf, take))
		require.Equal(t, 7, count, "the records before what can't be opened")

		count, o.Limit = 0, 60
		require.Equal(t, broken, Each(t.Context(), e, named(nil, lined(1, 50), lined(51, 200)), o, textOf, take))
		require.Equal(t, 60, count)

		count, o.Limit = 0, 55
		require.NoError(t, Each(t.Context(), e, named(nil, lined(1, 50), lined(51, 200)), o, textOf, take))
		require.Equal(t, 55, count, "the limit is for all inputs together")
	}
	var missing *InputError
	none := func(yield func(NamedReader, error) bool) { yield(NamedReader{Name: "a"}, nil) }
	require.ErrorAs(t, Each(t.Context(), e, none, RunOptions{}, textOf, func(*Record, *string, error) error { return nil }), &missing)
}

// A record that can't be held, an element that is none, and one on which the reading
// panics have their errors, and those after them are read.
func TestEachRejects(t *testing.T) {
	in := `["a", {"long": "` + strings.Repeat("x", 100) + `"}, "panic", "d"]`
	for _, workers := range []int{1, 3} {
		var got []string
		read := func(rec *Record) (string, error) {
			switch {
			case rec.Fault != nil:
				return "", rec.Fault
			case string(rec.Raw) == `"panic"`:
				panic("boom")
			}
			return string(rec.Raw), nil
		}
		err := Each(t.Context(), engineOf(same), named(nil, in), RunOptions{Workers: workers, MaxRecord: 50}, read, func(rec *Record, found *string, err error) error {
			var d *ir.Diagnostic
			if errors.As(err, &d) {
				*found = string(d.Code)
			}
			got = append(got, fmt.Sprintf("%d %s", rec.Number, *found))
			return nil
		})
		require.NoError(t, err)
		assert.Equal(t, []string{`1 "a"`, "2 record-too-large", "3 internal", `4 "d"`}, got)
	}
}

// The sample is the one that a conversion takes.
func TestEachSample(t *testing.T) {
	in := many(500, "", "\n", "\n")
	o := RunOptions{Sample: 10, Seed: 3, OnReject: SkipRejects}
	report, err := engineOf(same).CopyWith(t.Context(), io.Discard, strings.NewReader(in), CopyOptions{RunOptions: o})
	require.NoError(t, err)
	n := 0
	require.NoError(t, Each(t.Context(), engineOf(same), named(nil, in), o, textOf, func(*Record, *string, error) error { n++; return nil }))
	assert.Equal(t, report.Records, n)
	assert.Positive(t, n)
}

// A run that is stopped does not wait for a large record, and what each panics with
// reaches the caller.
func TestEachStops(t *testing.T) {
	for _, workers := range []int{1, 2} {
		ctx, stop := context.WithCancel(t.Context())
		never, left := make(chan struct{}), make(chan struct{})
		read := func(*Record) (int, error) { defer close(left); stop(); <-never; return 0, nil }
		err := Each(ctx, engineOf(same), named(nil, lined(50, 50)), RunOptions{Workers: workers}, read, func(*Record, *int, error) error { t.Error("it was waited for"); return nil })
		require.ErrorIs(t, err, context.Canceled)
		close(never)
		<-left
		require.PanicsWithValue(t, "fault", func() {
			_ = Each(t.Context(), engineOf(same), named(nil, "1\n"), RunOptions{Workers: workers}, textOf, func(*Record, *string, error) error { panic("fault") })
		})
	}
}
