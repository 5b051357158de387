package recall

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// colourCode matches a code of a terminal's colours.
var colourCode = regexp.MustCompile("\x1b\\[[0-9;]*m")

// named are the codes that say that a call was not read, or that its argument may hold a result.
var named = []ir.Code{ir.CodeOpenCall, ir.CodeUnreadMarker, ir.CodeTextAfterArgs, ir.CodeCallLike}

// TestWithoutColours: prints whose colours were lost, as where people paste them, give the calls
// that the colours part from results. Where one has another argument or is missing, that is said.
func TestWithoutColours(t *testing.T) {
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "ir"}})
	require.NoError(t, err)
	calls, right, more, silent := 0, 0, 0, 0
	f := figures{rejects: map[string]int{}}
	require.NoError(t, filepath.WalkDir(corpus(t), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !slices.Contains([]string{".ipynb", ".txt", ".out"}, filepath.Ext(path)) {
			return err
		}
		for _, s := range extract(t, path) {
			if !strings.Contains(s.flat, "\x1b[") {
				continue
			}
			want := f.read(t, e, path, 0, &s).calls
			s.flat = colourCode.ReplaceAllString(s.flat, "")
			got := f.read(t, e, path, 0, &s).calls
			n, surplus, missed := matchCalls(want, got, func(a, b seenCall) bool { return a == b })
			calls, right, more = calls+len(want), right+n, more+max(0, len(surplus)-len(missed))
			if len(missed) == 0 {
				continue
			}
			t.Logf("%s %s: %d of %d calls", path, s.place, n, len(want))
			if !slices.ContainsFunc(convertSample(t, e, &s), func(r converted) bool {
				return r.err != nil || slices.ContainsFunc(r.res.Diagnostics, func(d ir.Diagnostic) bool { return slices.Contains(named, d.Code) })
			}) {
				silent += len(missed)
			}
		}
		return nil
	}))
	t.Logf("%d of %d calls without colours, %d more than there are, %d lost without a word", right, calls, more, silent)
	require.GreaterOrEqual(t, 1000*right, 985*calls)
	require.Zero(t, more)
	require.LessOrEqual(t, 1000*silent, 3*calls)
}
