package cli

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/await"
	"github.com/toolspeak/toolspeak/ir"
)

// numbered yields records of all sizes whose bytes are written over, as those of an
// input are, and then an error, if there is one.
func numbered(n int, last error) iter.Seq2[*dataset.Record, error] {
	return func(yield func(*dataset.Record, error) bool) {
		buf := make([]byte, 0, 2*await.Large)
		for i := range n {
			buf = fmt.Append(buf[:0], i)
			if i%97 == 50 {
				buf = append(buf, strings.Repeat(" ", await.Large)...)
			}
			rec := &dataset.Record{Number: i + 1, Raw: buf}
			if i%89 == 7 {
				rec.Fault = &ir.Diagnostic{Code: ir.CodeUnknownLayout}
			}
			if !yield(rec, nil) {
				return
			}
		}
		if last != nil {
			yield(nil, last)
		}
	}
}

// TestWalkParallel: whatever the number of workers, records are taken down in order, each
// with what was read of it, until the first error.
func TestWalkParallel(t *testing.T) {
	broken := errors.New("broken")
	for _, workers := range []int{1, 2, 5} {
		for _, last := range []error{nil, broken} {
			taken := 0
			v := visit[string]{
				reader: same(func(rec *dataset.Record) (string, error) { return strings.TrimSpace(string(rec.Raw)), nil }),
				each: func(rec *dataset.Record, found *string, err error) error {
					require.NoError(t, err)
					require.Equal(t, fmt.Sprint(taken), *found)
					require.Equal(t, taken+1, rec.Number)
					taken++
					return nil
				},
			}
			require.Equal(t, last, v.parallel(t.Context(), workers, numbered(1000, last)))
			require.Equal(t, 1000, taken)
		}
		stopped := 0
		v := visit[int]{
			reader: same(func(rec *dataset.Record) (int, error) { return rec.Number, nil }),
			each: func(_ *dataset.Record, n *int, _ error) error {
				if stopped = *n; stopped == 60 {
					return broken
				}
				return nil
			},
		}
		require.Equal(t, broken, v.parallel(t.Context(), workers, numbered(1000, nil)))
		require.Equal(t, 60, stopped)
	}
}

// TestWalkStops: a walk that is stopped does not wait for what is being read, and a panic
// of a reader is that of the walk.
func TestWalkStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	never := make(chan struct{})
	defer close(never)
	v := visit[int]{
		reader: same(func(*dataset.Record) (int, error) { stop(); <-never; return 0, nil }),
		each:   func(*dataset.Record, *int, error) error { t.Error("taken down"); return nil },
	}
	require.ErrorIs(t, v.parallel(ctx, 2, numbered(5, nil)), context.Canceled)
	v.reader = same(func(*dataset.Record) (int, error) { panic("fault") })
	require.PanicsWithValue(t, "fault", func() { _ = v.parallel(t.Context(), 2, numbered(5, nil)) })
}
