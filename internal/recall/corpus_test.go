package recall

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/ir"
)

// tally counts what became of records.
type tally struct {
	*dataset.Report
	layouts map[string]bool
	rejects map[ir.Code]int
}

func (s *tally) add(res *dataset.Result, err error) {
	var d *ir.Diagnostic
	if errors.As(err, &d) {
		s.AddReject(d, nil)
		s.rejects[d.Code]++
		return
	}
	s.Add(res)
	s.layouts[res.Layout.String()] = true
}

// TestCorpus converts every file of real data, whatever it holds, and compares
// docs/internals/corpus.md with what became of it.
func TestCorpus(t *testing.T) {
	root, err := filepath.EvalSymlinks(corpus(t))
	require.NoError(t, err)
	var b strings.Builder
	b.WriteString(`# Every file of real data

This page lists what becomes of each file of public transcripts when it is converted
to xml (or to react if all of it is xml), with the style detected. A record is
converted, or rejected with a code of [diagnostics.md](../reference/diagnostics.md). Converted does
not mean that calls were found, since any plain text is a record:
[recall.md](recall.md) counts calls. The page is written by
` + "`go test ./internal/recall -run Corpus -update`" + `.

| file | layouts | styles found | records | converted | calls | rejected |
| --- | --- | --- | --- | --- | --- | --- |
`)
	files, records, converted := 0, 0, 0
	require.NoError(t, filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || d.Name() == "SOURCES.md" || strings.HasPrefix(d.Name(), "LICENSE") {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		s, stopped := whole(t, path, "xml")
		if stopped == "" && s.Report.Styles["xml"] > 0 && s.Report.Styles["xml"] == s.Report.Converted {
			s, stopped = whole(t, path, "react")
		}
		files++
		records += s.Records
		converted += s.Report.Converted
		require.Equal(t, s.Records, s.Report.Converted+s.Report.Rejected, rel)
		require.Zero(t, s.rejects[ir.CodeInternal], rel)
		fmt.Fprintf(&b, "| %s | %s | %s | %d | %d | %d | %s |\n", filepath.ToSlash(rel), keys(s.layouts), counts(s.Report.Styles),
			s.Records, s.Report.Converted, s.Steps["call"], strings.Trim(counts(s.rejects)+" "+stopped, " "))
		return nil
	}))
	fmt.Fprintf(&b, "\n%d files, %d records: %d converted, %d rejected.\n", files, records, converted, records-converted)
	t.Log("\n" + b.String())
	compare(t, "corpus.md", b.String())
}

// whole converts a file. Its second result says why the run ended early, if it did.
func whole(t *testing.T, path, to string) (*tally, string) {
	t.Helper()
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	e, err := dataset.New(dataset.Options{Options: convert.Options{To: to}})
	require.NoError(t, err)
	s := &tally{Report: dataset.NewReport(), layouts: map[string]bool{}, rejects: map[ir.Code]int{}}
	for rec, err := range e.Records(t.Context(), filepath.Base(path), bytes.NewReader(data)) {
		if rec == nil {
			return s, "ended: " + strings.ReplaceAll(err.Error(), "|", "\\|")
		}
		_, res, err := e.ConvertRecord(rec)
		s.add(&res, err)
	}
	return s, ""
}

func keys(m map[string]bool) string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	sort.Strings(out)
	return strings.Join(out, ", ")
}

func counts[K ~string](m map[K]int) string {
	out := make([]string, 0, len(m))
	for k, n := range m {
		out = append(out, fmt.Sprintf("%s %d", k, n))
	}
	sort.Strings(out)
	return strings.Join(out, ", ")
}
