package index_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/index"
	"github.com/toolspeak/toolspeak/ir"
)

// TestRecords asks for records in another order than theirs: they are what a reading from
// the beginning gives, what is no record included.
func TestRecords(t *testing.T) {
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "ir"}})
	require.NoError(t, err)
	for _, in := range []string{
		"{\"text\": \"a\"}\n\n{\"text\": \"b\"}\n7\n",
		`[{"text": "a"}, {"text": "b"}, 7, {"text": }]`,
		"Thought: I know.\nFinal Answer: 42\n",
	} {
		x, err := index.New(context.Background(), e, "in", strings.NewReader(in), int64(len(in)), nil)
		require.NoError(t, err)
		require.Equal(t, "in", x.Name())
		want := map[int]dataset.Record{}
		faults := map[int]string{}
		for rec, err := range e.Records(t.Context(), "in", strings.NewReader(in)) {
			want[rec.Number] = dataset.Record{Offset: rec.Offset, Raw: []byte(string(rec.Raw)), Plain: rec.Plain}
			if err != nil {
				faults[rec.Number] = string(err.(*ir.Diagnostic).Code)
			}
		}
		require.Len(t, want, x.Len())
		for n := x.Len(); n > 0; n-- {
			got, err := x.Record(n)
			require.NoError(t, err)
			require.Equal(t, want[n], dataset.Record{Offset: got.Offset, Raw: got.Raw, Plain: got.Plain})
			if code, ok := faults[n]; ok {
				require.Equal(t, code, string(got.Fault.Code))
				_, err = e.Inspect(got)
				require.ErrorIs(t, err, got.Fault)
			} else {
				require.Nil(t, got.Fault)
			}
		}
		_, err = x.Record(0)
		require.Error(t, err)
		_, err = x.Record(x.Len() + 1)
		require.Error(t, err)
	}
}
