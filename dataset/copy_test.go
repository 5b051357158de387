package dataset

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An engine converts several inputs at the same time, each in order.
func TestCopyConcurrently(t *testing.T) {
	e := engineOf(louder)
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			in := many(2000, "", "\n", "\n")
			var out, rejects, reasons bytes.Buffer
			report, err := e.CopyWith(t.Context(), &out, strings.NewReader(in), CopyOptions{RunOptions: RunOptions{Workers: 2}, Rejects: &rejects, Reasons: &reasons})
			assert.NoError(t, err)
			assert.Equal(t, 2000, report.Records)
			assert.Equal(t, report.Rejected, strings.Count(rejects.String(), "\n"))
			assert.Equal(t, report.Rejected, strings.Count(reasons.String(), "\n"))
			assert.Equal(t, report.Converted, strings.Count(out.String(), "\n"))
		})
	}
	group.Wait()
}

// endless is an input without an end, which cancels a context after a while.
type endless struct {
	left   int
	cancel func()
}

func (e *endless) Read(p []byte) (int, error) {
	if e.left--; e.left == 0 {
		e.cancel()
	}
	return copy(p, strings.Repeat("\"a\"\n\n", min(len(p), 1<<15)/5)), nil
}

// When the context ends nothing more is read, and no worker is left.
func TestCopyCancelled(t *testing.T) {
	for _, workers := range []int{1, 3} {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := engineOf(louder).CopyWith(ctx, io.Discard, &endless{5, cancel}, CopyOptions{RunOptions: RunOptions{Workers: workers}})
		require.ErrorIs(t, err, context.Canceled)
	}
	ctx, cancel := context.WithCancel(t.Context())
	n := 0
	for _, err := range Records(ctx, &endless{5, cancel}) {
		if err != nil {
			require.ErrorIs(t, err, context.Canceled)
			break
		}
		n++
	}
	require.Positive(t, n)
	require.Error(t, ctx.Err())
}

// The first reject ends a run that has no place for it.
func TestCopyReject(t *testing.T) {
	var out bytes.Buffer
	report, err := engineOf(louder).Copy(t.Context(), &out, strings.NewReader("\"a\"\nnull\n\"b\"\n"))
	var ended *RejectError
	require.ErrorAs(t, err, &ended)
	require.Equal(t, 2, ended.Record)
	require.Equal(t, 1, report.Rejected)
	require.Equal(t, "\"A\"\n", out.String())
	broken := errors.New("broken")
	_, err = engineOf(louder).Copy(t.Context(), failingWriter{broken}, strings.NewReader("\"a\"\n"))
	require.ErrorIs(t, err, broken)
}

// The format of the result is what was asked for, whatever the input is.
func TestFormats(t *testing.T) {
	for _, c := range []struct {
		in     string
		format Format
		want   string
	}{
		{"[\n\"a\",\n\"b\"\n]\n", JSONL, "\"A\"\n\"B\"\n"},
		{"[\n{\"messages\":\n[]}\n]\n", JSONL, "{\"messages\": []}\n"},
		{"\"a\"\n\n\"b\"\r\n", JSON, "[\n\"A\",\n\"B\"\n]\n"},
		{"\"a\"\n", JSON, "\"A\"\n"},
		{"{\n\"messages\": []}\n", JSON, "{\n\"messages\": []}\n"},
		{"", JSON, "[]\n"},
		{"[\n\"a\"\n]", JSON, "[\n\"A\"\n]"},
		{"a b\n", JSONL, "{\"text\": \"A B\"}\n"},
		{"a b\n", JSON, "[\n{\"text\": \"A B\"}\n]\n"},
		{"a b\n", PlainText, "A B\n"},
		{"\"a\"\n\n\"b\"\r\n", JSONL, "\"A\"\n\n\"B\"\r\n"},
	} {
		var out bytes.Buffer
		_, err := engineOf(louder).CopyWith(t.Context(), &out, strings.NewReader(c.in), CopyOptions{RunOptions: RunOptions{Format: c.format}})
		require.NoError(t, err)
		require.Equal(t, c.want, out.String(), "%q as %s", c.in, c.format)
	}
	var wrong *InputError
	_, err := engineOf(louder).CopyWith(t.Context(), io.Discard, strings.NewReader("[\"a\"]"), CopyOptions{RunOptions: RunOptions{Format: PlainText}})
	require.ErrorAs(t, err, &wrong)
}

// What is no element of an array is a reject of its own, and no other element is lost.
func TestArrayFaults(t *testing.T) {
	for _, c := range []struct {
		in, want string
		rejects  []string
	}{
		{`["a",x{"id":7,"note":"b","c":[]},"d"]`, `["A","D"]`, []string{`x{"id":7,"note":"b","c":[]}`}},
		{`[,"a"]`, `["A"]`, []string{","}},
		{`["a",,"b"]`, `["A","B"]`, []string{","}},
		{`["a" "b", "c"]`, `["A", "C"]`, []string{`"b"`}},
		{"[\"a\",\n]\n", "[\"A\"]\n", []string{"]"}},
		{"[\n\"a\"]\n\"b\"\n", "[\n\"A\"]\n", []string{`"b"`}},
		{`["a", tru{"b": "c"}, "d"]`, `["A", "D"]`, []string{`tru{"b": "c"}`}},
	} {
		k := &keeper{}
		out, err := loud(t, engineOf(louder), k, whole, c.in)
		require.NoError(t, err)
		require.Equal(t, c.want, out, c.in)
		require.Equal(t, c.rejects, k.rejects, c.in)
	}
}
