package dataset

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/testlong"
)

// From each mark a run continues to the same bytes and tells the same of the
// records that are left.
func TestResume(t *testing.T) {
	for what, in := range map[string]string{
		"lines": many(4000, "\xEF\xBB\xBF", "\n", "\n"), "blank lines": many(4000, "\n\n", "\r\n \r\n", ""),
		"array": many(4000, "[\n ", ",\n ", "\n]\n"),
	} {
		for _, c := range []Compression{Gzip, Uncompressed, Zstd} {
			if c != Gzip && what != "lines" && !testlong.On() {
				break
			}
			o := pipelineOptions{workers: 3, sample: 90, limit: 3500}
			whole, log, marks, lengths := runFrom(t, o, c, in, nil)
			require.GreaterOrEqual(t, len(marks), 2)
			for i, m := range marks {
				o.after, o.workers = m, 1
				got, rest, _, _ := runFrom(t, o, c, in, whole[:lengths[i]])
				assert.True(t, bytes.Equal(whole, got), "%s %s from mark %d", what, c, i)
				assert.Equal(t, log[len(log)-len(rest):], rest)
				assert.NotEmpty(t, rest)
				assert.Less(t, len(rest), len(log))
			}
		}
	}
}

// runFrom runs over an input, where before is there already.
func runFrom(t *testing.T, o pipelineOptions, c Compression, in string, before []byte) (all []byte, log []string, marks []Mark, lengths []int) {
	t.Helper()
	b := bytes.NewBuffer(bytes.Clone(before))
	packed := packTo(t, b, c, o.workers)
	e, k := engineOf(louder), &keeper{}
	out := newOutput(e, packed)
	if before != nil {
		if packed.members != nil {
			packed.members.begun = true
		}
		out.outputState = o.after.Output.clone()
	}
	o.atCut = func(m Mark) error {
		marks = append(marks, m)
		err := packed.drain()
		lengths = append(lengths, b.Len())
		return err
	}
	require.NoError(t, fileWith(e, o, "in", strings.NewReader(in), out, k))
	require.NoError(t, out.close())
	require.NoError(t, packed.finish())
	return b.Bytes(), k.log, marks, lengths
}

// Ranges of records and parts of a file are, in order, the whole.
func TestPartsAndRanges(t *testing.T) {
	in := many(100, "\xEF\xBB\xBF\n", "\n \n", "\n\n")
	half := strings.Index(in, `"record 50`)
	var whole, parts, ranges bytes.Buffer
	convert := func(to *bytes.Buffer, in string, o pipelineOptions) {
		e := engineOf(louder)
		out := newOutput(e, to)
		require.NoError(t, fileWith(e, o, "in.jsonl", strings.NewReader(in), out, &keeper{}))
		require.NoError(t, out.close())
	}
	convert(&whole, in, pipelineOptions{})
	convert(&parts, in[:half], pipelineOptions{opening: opening{part: &LinePart{}}})
	convert(&parts, in[half:], pipelineOptions{opening: opening{part: &LinePart{Offset: int64(half)}}})
	assert.True(t, whole.String() == parts.String(), "parts")
	convert(&ranges, in, pipelineOptions{to: 30})
	convert(&ranges, in, pipelineOptions{from: 30, to: 1000})
	assert.True(t, whole.String() == ranges.String(), "ranges")
}
