package cli

import (
	"bytes"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// What is shown depends on the counts, the time and the width of the terminal alone.
func TestProgress(t *testing.T) {
	start := time.Unix(1000, 0)
	var b bytes.Buffer
	p := newProgress(&b, "plain", start)
	p.p.Total.Store(4096)
	p.p.Read.Store(1024)
	p.p.Records.Store(1000)
	p.p.Earlier.Store(220)
	p.p.Rejected.Store(7)
	p.show(start.Add(30 * time.Second))
	require.Equal(t, " 25%, 1.0 KiB read, 1000 records, 26 records/s, 7 rejected, 1m30s left\n", b.String())

	p.bar = true
	for width, want := range map[int]string{
		200: "[=====               ]  25%, 1.0 KiB read, 1000 records, 26 records/s, 7 rejected, 1m30s left",
		80:  "[=     ]  25%, 1.0 KiB read, 1000 records, 26 records/s, 7 rejected, 1m30s left",
		75:  " 25%, 1.0 KiB read, 1000 records, 26 records/s, 7 rejected, 1m30s left",
		40:  " 25%, 1.0 KiB read, 1000 records, 26 re",
	} {
		p.width = func() int { return width }
		require.Equal(t, want, p.line(start.Add(30*time.Second)))
		require.Less(t, len(want), width)
	}
	b.Reset()
	p.show(start.Add(30 * time.Second))
	p.show(start.Add(31 * time.Second))
	b.Reset()
	p.stop()
	require.Regexp(t, "^\r +\r$", b.String())
	b.Reset()
	p.stop()
	require.Empty(t, b.String())

	// Neither where it is not asked for, nor where there is no terminal.
	require.False(t, newProgress(&b, "auto", start).bar)
	for _, kind := range []string{"none", "auto", "plain"} {
		showProgress(&b, kind).stop()
	}
	require.Empty(t, b.String())
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
