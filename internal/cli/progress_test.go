package cli

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/dataset"
)

// The clock of this test moves by hand.
func TestProgress(t *testing.T) {
	now := time.Unix(1000, 0)
	report := dataset.NewReport()
	var b bytes.Buffer
	p := newProgress(&b, "plain", report, func() time.Time { return now })
	p.total = 4096
	_, err := io.Copy(io.Discard, p.reader(strings.NewReader(strings.Repeat("x", 1024))))
	require.NoError(t, err)
	records := func(n int) {
		for range n {
			report.AddReject()
			p.tick()
		}
	}
	records(10 * ticks)
	now = now.Add(29 * time.Second)
	records(ticks)
	require.Empty(t, b.String())
	now = now.Add(time.Second)
	records(9 * ticks)
	require.Equal(t, " 25%, 1.0 KiB read, 768 records, 26 records/s, 768 rejected, 1m30s left\n", b.String())

	p.bar = true
	b.Reset()
	now = now.Add(time.Second)
	records(ticks)
	require.Equal(t, "\r[=====               ]  25%, 1.0 KiB read, 1344 records, 43 records/s, 1344 rejected, 1m33s left", b.String())
	b.Reset()
	p.clear()
	require.Regexp(t, "^\r +\r$", b.String())

	// Neither where it is not asked for, nor where there is no terminal.
	require.Nil(t, newProgress(&b, "none", report, time.Now))
	require.Nil(t, newProgress(&b, "auto", report, time.Now))
	var none *progress
	none.tick()
	none.clear()
}

func TestSizes(t *testing.T) {
	for s, want := range map[string]int64{"1": 1, "4096": 4096, "7B": 7, "2K": 2 << 10, "512KiB": 512 << 10, "64MiB": 64 << 20, "3G": 3 << 30} {
		got, err := parseSize("x", s)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	for _, s := range []string{"", "0", "-1", "1.5M", "MiB", "1MB", "99999999999G", "1 M"} {
		_, err := parseSize("x", s)
		require.Error(t, err, s)
	}
}
