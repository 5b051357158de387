package cli

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/tidwall/gjson"

	"github.com/toolspeak/toolspeak/internal/golden"
)

// goldens are commands whose output at a width is kept in a file.
var goldens = []struct{ name, args string }{
	{"show", "show testdata/golden/show.jsonl"},
	{"show-full", "show --full testdata/golden/show.jsonl"},
	{"show-to", "show --to xml testdata/golden/show.jsonl"},
	{"show-hostile", "show testdata/golden/show.jsonl:2"},
	{"show-hostile-to", "show --to xml testdata/golden/show.jsonl:2"},
	{"show-others", "show testdata/golden/show.jsonl:3-5"},
	{"inspect", "inspect testdata/golden/show.jsonl"},
	{"show-others-to", "show --to tao testdata/golden/show.jsonl:3-5"},
}

// TestGoldens compares what is printed at several widths, the least one included.
func TestGoldens(t *testing.T) {
	for _, g := range goldens {
		for _, width := range []int{minWidth, 80, 120} {
			name := fmt.Sprintf("%s.%d", g.name, width)
			t.Run(name, func(t *testing.T) {
				got := ran(t, append(strings.Fields(g.args), "--width", fmt.Sprint(width))...)
				golden.File(t, filepath.Join("testdata", "golden", name), got)
				for i, line := range strings.Split(got, "\n") {
					assert.LessOrEqual(t, columns(line), width, "line %d", i+1)
				}
			})
		}
	}
}

// ran returns what a command prints that has to succeed.
func ran(t *testing.T, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	require.Zero(t, Run(append([]string{"toolspeak"}, args...), strings.NewReader(""), &out, &errs), errs.String())
	return out.String()
}

// With colours, what comes from a record is still harmless: every escape is one of
// those that set a colour, and only so many as without the record's.
func TestShowHostileInColour(t *testing.T) {
	for _, to := range []string{"", "xml"} {
		t.Setenv("CLICOLOR_FORCE", "1")
		t.Setenv("TERM", "xterm-256color")
		got := ran(t, "show", "--to", to, "testdata/golden/show.jsonl:2")
		require.Contains(t, got, "\x1b[", "colours")
		for _, piece := range strings.Split(got, "\x1b")[1:] {
			k := strings.IndexFunc(piece[1:], func(r rune) bool { return r != ';' && (r < '0' || r > '9') })
			require.True(t, piece[0] == '[' && piece[1+k] == 'm', "%q", piece)
		}
		require.NotContains(t, got, "\u202e")
		require.NotContains(t, got, "\x07")
		t.Setenv("NO_COLOR", "1")
		require.NotRegexp(t, `\x1b\[[0-9;]*[34][0-9]`, ran(t, "show", "--to", to, "testdata/golden/show.jsonl:2"), "no colour where NO_COLOR is set")
		require.NoError(t, os.Unsetenv("NO_COLOR"))
	}
}

// --color decides, whatever standard output is and whatever the environment says.
func TestShowColor(t *testing.T) {
	const path = "testdata/golden/show.jsonl"
	for _, command := range []string{"show", "inspect"} {
		require.NotContains(t, ran(t, command, path), "\x1b")
		require.NotContains(t, ran(t, command, "--color", "auto", path), "\x1b")
		require.Contains(t, ran(t, command, "--color", "always", path), "\x1b[1m")
		t.Setenv("CLICOLOR_FORCE", "1")
		require.NotContains(t, ran(t, command, "--color", "never", path), "\x1b")
		require.NoError(t, os.Unsetenv("CLICOLOR_FORCE"))
		t.Setenv("NO_COLOR", "1")
		require.Regexp(t, `\x1b\[[0-9;]*3[0-9]`, ran(t, command, "--color", "always", path))
		require.NoError(t, os.Unsetenv("NO_COLOR"))
	}
}

// Which records are meant is read from the argument, and what can't be meant is said.
func TestShowWhich(t *testing.T) {
	const path = "testdata/golden/show.jsonl"
	for _, c := range []struct{ arg, said string }{
		{path + ":0", "records count from 1"}, {path + ":3-2", "records count from 1"},
		{path + ":99", "show.jsonl has no record 99: it has 5"}, {"none.jsonl:1", "there is no such file"},
	} {
		var out, errs bytes.Buffer
		require.NotZero(t, Run([]string{"toolspeak", "show", c.arg}, strings.NewReader(""), &out, &errs))
		require.Contains(t, errs.String(), c.said)
		require.Empty(t, out.String())
	}
	require.Equal(t, 2, strings.Count(ran(t, "show", path+":4-5"), "▲ reject"))
}

// A record of a megabyte is folded, and one of many steps is shown.
func TestShowLarge(t *testing.T) {
	dir := t.TempDir()
	long := filepath.Join(dir, "long.jsonl")
	var steps strings.Builder
	for i := range 2_000 {
		fmt.Fprintf(&steps, `, {"role": "assistant", "content": "Thought: t\nAction: f\nAction Input: {\"n\": %d}"}, {"role": "user", "content": "Observation: %d"}`, i, i)
	}
	write := `{"messages": [{"role": "user", "content": "?"}, {"role": "assistant", "content": "Thought: t\nAction: f\nAction Input: {}"}, {"role": "user", "content": "Observation: ` + strings.Repeat("word ", 1<<18) + `"}]}` + "\n" +
		`{"messages": [{"role": "user", "content": "?"}` + steps.String() + `]}` + "\n"
	require.NoError(t, os.WriteFile(long, []byte(write), 0o600))
	got := ran(t, "show", long)
	require.Less(t, len(got), 5_000)
	require.Contains(t, got, "1310720 characters in all")
	require.Greater(t, len(ran(t, "show", "--full", long)), 1<<20)
	require.Equal(t, 2_000, strings.Count(ran(t, "show", long+":2"), "\ncall "))
	require.Less(t, len(ran(t, "show", "--to", "xml", long+":1")), 10_000)
}

// Arguments are shown with their own bytes but for white space.
func TestShowArguments(t *testing.T) {
	const args = `{"n": 1.50, "é": "\u00e9\/", "long": "a text that is long enough for a second line", "n": 2}`
	path := filepath.Join(t.TempDir(), "a.json")
	said := `Thought: t\nAction: f\nAction Input: ` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(args)
	require.NoError(t, os.WriteFile(path, []byte(`{"messages": [{"role": "assistant", "content": "`+said+`"}]}`), 0o600))
	got := ran(t, "show", path)
	_, shown, found := strings.Cut(got, "f\n")
	require.True(t, found)
	require.Equal(t, gjson.Get(args, "@ugly").Raw, gjson.Get(shown, "@ugly").Raw)
}
