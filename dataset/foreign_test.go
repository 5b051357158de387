package dataset

import (
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// What can't be read says what it is and what makes something of it that can.
func TestForeignFormats(t *testing.T) {
	for _, f := range foreignFormats {
		_, err := engineOf(same).CopyWith(t.Context(), io.Discard, strings.NewReader(f.magic+"\x01\x02 and more"), CopyOptions{Name: "data.bin"})
		var wrong *InputError
		require.ErrorAs(t, err, &wrong, f.is)
		require.Contains(t, err.Error(), "data.bin is "+f.is+", which can't be read: ")
		require.NotContains(t, err.Error(), "FILE")
	}
	// Text that begins alike is text.
	_, err := engineOf(same).CopyWith(t.Context(), io.Discard, strings.NewReader("PK was here\n"), CopyOptions{Name: "a.txt"})
	require.NoError(t, err)
}
