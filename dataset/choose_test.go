package dataset

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Who looks at records takes the same ones as who converts them.
func TestChoose(t *testing.T) {
	in := strings.Repeat("{\"messages\": []}\n", 500)
	for _, o := range []RunOptions{{}, {Limit: 7}, {Sample: 10}, {Sample: 10, Seed: 3, Limit: 5}} {
		report, err := engineOf(same).CopyWith(t.Context(), io.Discard, strings.NewReader(in), CopyOptions{RunOptions: o})
		require.NoError(t, err)
		o.Progress = &Progress{}
		n := 0
		for rec, err := range o.Choose(Records(t.Context(), o.Progress.Reader(strings.NewReader(in)))) {
			require.NoError(t, err)
			require.NotNil(t, rec)
			n++
		}
		assert.Equal(t, report.Records, n)
		assert.EqualValues(t, n, o.Progress.Records.Load())
		assert.Positive(t, o.Progress.Read.Load())
	}
}
