package dataset_test

import (
	"archive/tar"
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
)

// weighed is a record with a mark of its own.
func weighed(mark int) string {
	return fmt.Sprintf(`{"key": %d, "messages": [{"role": "user", "content": "Weigh it."}, {"role": "assistant", "content": "Thought: Ask.\nAction: scale\nAction Input: {\"pan\": \"m%d.\"}"}]}`, mark, mark)
}

// Records of a log are read or rejected, wherever on a line they stand and whatever they lack.
func TestRecordsAmongLines(t *testing.T) {
	var packed bytes.Buffer
	w := tar.NewWriter(&packed)
	for i := range 2 {
		content := weighed(2*i) + "\n" + weighed(2*i+1) + "\n"
		require.NoError(t, w.WriteHeader(&tar.Header{Name: fmt.Sprint("part", i, ".jsonl"), Size: int64(len(content)), Mode: 0o600}))
		_, err := w.Write([]byte(content))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	for name, c := range map[string]struct {
		in      string
		rejects []int // those of the marks 0 to 3 that are not converted
	}{
		"behind words":          {in: "up\n" + weighed(0) + "\nlevel=info rec=" + weighed(1) + "\n" + weighed(2) + " (done)\n[w1] " + weighed(3) + " ok\n"},
		"two on a line":         {in: "up\n" + weighed(0) + weighed(1) + "\n" + weighed(2) + ", " + weighed(3) + "\n"},
		"in a list on a line":   {in: "up\n" + weighed(0) + "\ngot [" + weighed(1) + ", " + weighed(2) + "]\n" + weighed(3) + "\n"},
		"cut at its end":        {in: "up\n" + weighed(0) + "\n" + strings.TrimSuffix(weighed(1), `"}]}`) + "\n" + weighed(2) + "\n" + weighed(3), rejects: []int{1}},
		"cut at its beginning":  {in: "up\n" + weighed(0) + "\n" + weighed(1)[5:] + "\n" + weighed(2) + "\n" + weighed(3), rejects: []int{1}},
		"cut behind words":      {in: "up\n" + weighed(0) + "\nrec=" + strings.TrimSuffix(weighed(1), `}]}`) + "\n" + weighed(2) + "\n" + weighed(3), rejects: []int{1}},
		"in a string":           {in: "up\n" + weighed(0) + "\n" + strconv.Quote(weighed(1)) + "\n" + weighed(2) + "\n" + weighed(3)},
		"an archive after junk": {in: "junk\n" + packed.String()},
		"an archive after more": {in: strings.Repeat("junk ", 99) + packed.String()},
	} {
		t.Run(name, func(t *testing.T) {
			e, err := dataset.New(dataset.Options{Options: convert.Options{To: "xml"}})
			require.NoError(t, err)
			var out, rejects strings.Builder
			_, err = e.CopyWith(t.Context(), &out, strings.NewReader(c.in), dataset.CopyOptions{Name: "run.log", Rejects: &rejects})
			require.NoError(t, err)
			for mark := range 4 {
				text, word := out.String(), fmt.Sprintf("m%d.", mark)
				for _, rejected := range c.rejects {
					if rejected == mark {
						text = rejects.String()
					}
				}
				require.Equal(t, 1, strings.Count(text, word), "%s in %s", word, text)
			}
			if c.rejects == nil {
				require.Empty(t, rejects.String())
			}
		})
	}
}

// Objects of a log that are no records stay lines that are left out.
func TestObjectsAmongLines(t *testing.T) {
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: "xml"}})
	require.NoError(t, err)
	var out strings.Builder
	in := `usage: {"key": 7, "tokens": 5}` + "\n" + weighed(0) + "\n" + `{"key": 8, "role": "user"} took 3 s` + "\n" + `{"broken` + "\n"
	report, err := e.CopyWith(t.Context(), &out, strings.NewReader(in), dataset.CopyOptions{Name: "run.log"})
	require.NoError(t, err)
	require.Equal(t, 1, report.Converted)
	require.Equal(t, map[string]int{"terminal-print": 1}, report.Repairs)
}
