package parquet

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	pq "github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"
)

// A panic of the library is damage of the file; one of this code is its own fault.
func TestBlame(t *testing.T) {
	ours := func() (err error) {
		defer guard(&err, ErrDamaged)
		var none []int
		return errorOf(none[len(none)])
	}
	require.NotErrorIs(t, ours(), ErrDamaged)
	require.ErrorContains(t, ours(), "a fault of toolspeak")
	theirs := func() (err error) {
		defer guard(&err, ErrDamaged)
		_, _ = pq.OpenFile(bytes.NewReader(nil), -1)
		return errors.New(strings.Repeat("a", -1)) // a panic of the library below
	}
	require.ErrorIs(t, theirs(), ErrDamaged)
}

func errorOf(int) error { return nil }
