package inputs

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// files makes files in a directory that the test goes to. A name that ends in a slash is a directory,
// and content that begins with "->" a link.
func makeFiles(t *testing.T, list map[string]string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for name, content := range list {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o700))
		if target, link := strings.CutPrefix(content, "->"); link {
			require.NoError(t, os.Symlink(target, name))
		} else if !strings.HasSuffix(name, "/") {
			require.NoError(t, os.WriteFile(name, []byte(content), 0o600))
		}
	}
}

// TestFind says which inputs arguments stand for, and which files are passed over.
func TestFind(t *testing.T) {
	makeFiles(t, map[string]string{
		"a.jsonl": "", "b.JSON": "", "c.txt.gz": "", "[x].jsonl": "", "empty/": "", "arrow/data.arrow": "",
		"d/z.jsonl": "", "d/sub/y.ndjson.zst": "", "d/n.ipynb": "", "d/none": "", "d/.hidden.jsonl": "", "d/.git/x.jsonl": "", "d/p.parquet": "", "d/p.parquet.gz": "", "d/state.json": "", "d/bad.jsonl.reasons.jsonl": "",
		"d/link.jsonl": "->z.jsonl", "d/broken.jsonl": "->nowhere", "to": "->d",
	})
	const others, hidden = "d/broken.jsonl d/n.ipynb d/none d/p.parquet.gz", "d/.git d/.hidden.jsonl "
	for name, c := range map[string]struct {
		args, include, exclude []string
		want                   string
		endings, names         string
		fails                  string
	}{
		"files in their order": {args: []string{"c.txt.gz", "a.jsonl", "a.jsonl"}, want: "c.txt.gz a.jsonl a.jsonl"},
		"standard input":       {want: "stdin"},
		"it by its name":       {args: []string{"a.jsonl", "-"}, want: "a.jsonl stdin"},
		"it twice":             {args: []string{"-", "-"}, fails: "standard input is named twice"},
		"a directory": {
			args: []string{"d"}, want: "d/link.jsonl d/p.parquet d/sub/y.ndjson.zst d/z.jsonl", endings: others, names: hidden + "d/bad.jsonl.reasons.jsonl d/state.json",
		},
		"a link to it":      {args: []string{"to"}, want: "to/link.jsonl to/p.parquet to/sub/y.ndjson.zst to/z.jsonl", endings: strings.ReplaceAll(others, "d/", "to/"), names: strings.ReplaceAll(hidden, "d/", "to/") + "to/bad.jsonl.reasons.jsonl to/state.json"},
		"whatever its end":  {args: []string{"d"}, include: []string{"*.ipynb", "sub/*"}, want: "d/n.ipynb d/sub/y.ndjson.zst", endings: "d/broken.jsonl"},
		"without some":      {args: []string{"d"}, exclude: []string{"sub/*", "*.parquet", "link.*"}, want: "d/z.jsonl", endings: others, names: hidden + "d/bad.jsonl.reasons.jsonl d/state.json"},
		"of those, without": {args: []string{"d"}, include: []string{"*.jsonl"}, exclude: []string{"z*"}, want: "d/bad.jsonl.reasons.jsonl d/link.jsonl", endings: "d/broken.jsonl"},
		"a pattern":         {args: []string{"*.json*"}, want: "[x].jsonl a.jsonl"},
		"hidden by pattern": {args: []string{"d/.h*"}, want: "d/.hidden.jsonl"},
		"a name like one":   {args: []string{"[x].jsonl"}, want: "[x].jsonl"},
		"nothing matches":   {args: []string{"*.csv"}, fails: "no file matches *.csv"},
		"no pattern":        {args: []string{"[a"}, fails: "the pattern is malformed"},
		"no include":        {args: []string{"d"}, include: []string{"[a"}, fails: "the pattern is malformed"},
		"no file":           {args: []string{"a.jsonl", "e.jsonl"}, fails: "can't read e.jsonl: there is no such file"},
		"nothing in it":     {args: []string{"empty"}, fails: "no file to read in the directory empty"},
		"Arrow":             {args: []string{"arrow"}, fails: "holds Arrow files"},
	} {
		t.Run(name, func(t *testing.T) {
			found, err := Find(c.args, nil, Pick{Include: c.include, Exclude: c.exclude})
			if c.fails != "" {
				require.ErrorContains(t, err, c.fails)
				return
			}
			require.NoError(t, err)
			var names []string
			for _, in := range found.Inputs {
				names = append(names, in.Name)
			}
			assert.Equal(t, c.want, strings.Join(names, " "))
			assert.Equal(t, c.endings, strings.Join(found.Endings, " "))
			assert.Equal(t, c.names, strings.Join(found.Names, " "))
			for _, path := range append(found.Endings, found.Names...) {
				assert.Contains(t, strings.Join(found.PassedOver(), "\n"), path)
			}
		})
	}
}

// TestEnding parts names from their endings.
func TestEnding(t *testing.T) {
	for name, want := range map[string][2]string{
		"a.jsonl": {".jsonl", ""}, "a.JSONL.GZ": {".jsonl", ".gz"}, "d.x/a.txt.zst": {".txt", ".zst"}, "a.bz2": {"", ".bz2"}, "a": {"", ""}, "a.tar.xz": {".tar", ".xz"}, "a.gz.json": {".json", ""},
	} {
		ending, packed := Ending(name)
		assert.Equal(t, want, [2]string{ending, packed}, name)
	}
}

// TestTargets: no file is written that is read, or written twice, or there already.
func TestTargets(t *testing.T) {
	makeFiles(t, map[string]string{
		"in.jsonl": "{}", "there": "x", "d/": "", "d/f": "y", "report": `{"version":"1"}`, "none": "", "link": "->there", "to": "->d", "broken": "->nowhere", "same": "->in.jsonl",
	})
	require.NoError(t, os.Link("in.jsonl", "hard"))
	found, err := Find([]string{"in.jsonl"}, nil, Pick{})
	require.NoError(t, err)
	out := func(path string) Target { return Target{Option: "Output", Path: path} }
	over := func(path string) Target { return Target{Option: "Rejects", Path: path, Replace: true} }
	for name, c := range map[string]struct {
		list  []Target
		fails string
	}{
		"new files":              {list: []Target{out("a"), over("b"), out(""), over("")}},
		"an input":               {list: []Target{over("in.jsonl")}, fails: "is an input"},
		"it by a link":           {list: []Target{over("same")}, fails: "is an input"},
		"it by another name":     {list: []Target{over("hard")}, fails: "is an input"},
		"it by its directory":    {list: []Target{over("d/../in.jsonl")}, fails: "is an input"},
		"what is there":          {list: []Target{out("there")}, fails: "there already exists: Job.Force overwrites it"},
		"it as wanted":           {list: []Target{over("there")}},
		"one file twice":         {list: []Target{out("a"), over("./a")}, fails: "Job.Output and Job.Rejects name the same file ./a"},
		"twice by a link":        {list: []Target{over("d/f"), over("to/f")}, fails: "name the same file"},
		"twice by a file's link": {list: []Target{over("there"), over("link")}, fails: "name the same file"},
		"a device twice":         {list: []Target{out(os.DevNull), over(os.DevNull)}},
		"a directory":            {list: []Target{over("d")}, fails: "d is a directory"},
		"a broken link":          {list: []Target{out("broken")}, fails: "is a link to a file that does not exist"},
		"it as wanted too":       {list: []Target{over("broken")}},
		"a report over one":      {list: []Target{Report("report")}},
		"a report over nothing":  {list: []Target{Report("none"), Diagnostics("new")}},
		"a report over data":     {list: []Target{Report("there")}, fails: "there already exists and is no file of Job.Report"},
		"diagnostics over one":   {list: []Target{Diagnostics("report")}, fails: "is no file of Job.Diagnostics"},
	} {
		t.Run(name, func(t *testing.T) {
			err := CheckTargets(c.list, found.Inputs)
			if c.fails == "" {
				require.NoError(t, err)
			} else {
				require.ErrorContains(t, err, c.fails)
			}
		})
	}
}

// TestBatches: the files of requests and of answers are one input, each file on lines of its own.
func TestBatches(t *testing.T) {
	makeFiles(t, map[string]string{
		"a.jsonl": "{}\n", "asks.jsonl": `{"custom_id": "1", "body": {}}`, "b.jsonl": "{}\n", "answers.jsonl": `{"custom_id": "1", "response": {}}` + "\n",
	})
	half := func(line []byte) (asks, ok bool) {
		return bytes.Contains(line, []byte("body")), bytes.Contains(line, []byte("custom_id"))
	}
	names := func(args ...string) (names []string, list []Input) {
		found, err := Find(args, nil, Pick{Half: half})
		require.NoError(t, err)
		for _, in := range found.Inputs {
			names = append(names, in.Name)
		}
		return names, found.Inputs
	}
	list, in := names("a.jsonl", "asks.jsonl", "b.jsonl", "answers.jsonl")
	require.Equal(t, []string{"a.jsonl", "asks.jsonl + answers.jsonl", "b.jsonl"}, list)
	require.False(t, in[1].Regular())
	r, err := in[1].Open(t.Context())
	require.NoError(t, err)
	all, err := io.ReadAll(r)
	require.NoError(t, err)
	require.NoError(t, r.Close())
	require.Equal(t, 2, bytes.Count(all, []byte("custom_id")))
	require.Contains(t, string(all), "}\n{")
	require.Error(t, CheckTargets([]Target{{Option: "Output", Path: "answers.jsonl", Replace: true}}, in), "it is read")
	list, _ = names("a.jsonl", "asks.jsonl")
	require.Equal(t, []string{"a.jsonl", "asks.jsonl"}, list, "nothing answers them")
}

// TestStream: what is looked at of a stream, copied or read again is all of it.
func TestStream(t *testing.T) {
	for _, content := range []string{"", "P", "PAR1 rows", "text"} {
		in := Input{Name: StdinName, stdin: strings.NewReader(content)}
		head, err := in.Head(t.Context(), []byte("PAR1"))
		require.NoError(t, err)
		require.True(t, strings.HasPrefix(content, string(head)))
		require.Equal(t, strings.HasPrefix(content, "PAR1"), string(head) == "PAR1")
		require.False(t, in.Regular())
		require.NoError(t, in.Spool(t.Context()))
		at, size, err := in.ReaderAt(t.Context())
		require.NoError(t, err)
		require.Equal(t, int64(len(content)), size)
		require.NoError(t, at.Close())
		for range 2 {
			r, err := in.Open(t.Context())
			require.NoError(t, err)
			all, err := io.ReadAll(r)
			require.NoError(t, err)
			require.Equal(t, content, string(all))
		}
		in.Release()
	}
}
