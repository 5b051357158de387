package dataset

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// From each mark a run goes on to the same bytes and tells the same of the
// records that are left.
func TestResume(t *testing.T) {
	for what, in := range map[string]string{
		"lines": many(4000, "\xEF\xBB\xBF", "\n", "\n"), "blank lines": many(4000, "\n\n", "\r\n \r\n", ""),
		"array": many(4000, "[\n ", ",\n ", "\n]\n"),
	} {
		for _, c := range []Compression{Uncompressed, Gzip, Zstd} {
			o := FileOptions{Workers: 3, Sample: 90, Limit: 3500}
			whole, log, marks, lengths := runFrom(t, o, c, in, nil)
			require.GreaterOrEqual(t, len(marks), 2)
			for i, m := range marks {
				o.After, o.Workers = m, 1
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
func runFrom(t *testing.T, o FileOptions, c Compression, in string, before []byte) (all []byte, log []string, marks []Mark, lengths []int) {
	t.Helper()
	b := bytes.NewBuffer(bytes.Clone(before))
	packed, err := CompressOn(b, c, o.Workers)
	require.NoError(t, err)
	e, k := engineOf(louder), &keeper{}
	out := e.NewOutput(packed)
	if before != nil {
		packed.Begun()
		out = e.ResumeOutput(packed, o.After)
	}
	o.AtCut = func(m Mark) error {
		marks = append(marks, m)
		err := packed.Drain()
		lengths = append(lengths, b.Len())
		return err
	}
	require.NoError(t, e.FileWith(o, "in", strings.NewReader(in), out, k))
	require.NoError(t, out.Close())
	require.NoError(t, packed.Close())
	return b.Bytes(), k.log, marks, lengths
}

// Ranges of records and parts of a file are, in order, the whole.
func TestPartsAndRanges(t *testing.T) {
	in := many(100, "\xEF\xBB\xBF\n", "\n \n", "\n\n")
	half := strings.Index(in, `"record 50`)
	var whole, parts, ranges bytes.Buffer
	convert := func(to *bytes.Buffer, in string, o FileOptions) {
		e := engineOf(louder)
		out := e.NewOutput(to)
		require.NoError(t, e.FileWith(o, "in.jsonl", strings.NewReader(in), out, &keeper{}))
		require.NoError(t, out.Close())
	}
	convert(&whole, in, FileOptions{})
	convert(&parts, in[:half], FileOptions{Part: &Part{}})
	convert(&parts, in[half:], FileOptions{Part: &Part{Offset: int64(half)}})
	assert.True(t, whole.String() == parts.String(), "parts")
	convert(&ranges, in, FileOptions{Records: [2]int{0, 30}})
	convert(&ranges, in, FileOptions{Records: [2]int{30, 1000}})
	assert.True(t, whole.String() == ranges.String(), "ranges")
}
