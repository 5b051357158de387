package transcripttest_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/styles"
	"github.com/toolspeak/toolspeak/transcripttest"
)

func TestMain(m *testing.M) { testlong.Main(m, "25", "100") }

const stepsFile = "../testdata/steps.toml"

// The test of a style's author: the style's file, and files that are written in it.
func ExampleRoundTrip() {
	_ = func(t *testing.T) {
		style := transcripttest.Style(t, "steps.toml")
		transcripttest.RoundTrip(t, style, "testdata/steps.jsonl", "testdata/steps.txt")
	}
}

// TestStyles proves the example of docs/style-files.md and two of the built-in
// styles, one of each family.
func TestStyles(t *testing.T) {
	t.Run("steps", func(t *testing.T) {
		transcripttest.RoundTrip(t, transcripttest.Style(t, stepsFile), "testdata/steps.jsonl", "testdata/steps.txt")
	})
	for _, name := range []string{"tao", "xml"} {
		t.Run(name, func(t *testing.T) {
			s, err := styles.Lookup(name)
			require.NoError(t, err)
			transcripttest.RoundTrip(t, s)
		})
	}
}

// recorder takes down what a test says, and does not fail.
type recorder struct {
	testing.TB
	said   []string
	failed bool
}

type stopped struct{}

func (r *recorder) Helper() {}
func (r *recorder) Logf(format string, args ...any) {
	r.said = append(r.said, fmt.Sprintf(format, args...))
}
func (r *recorder) Errorf(format string, args ...any) { r.failed = true; r.Logf(format, args...) }
func (r *recorder) Fatal(args ...any)                 { r.Fatalf("%s", fmt.Sprint(args...)) }
func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	panic(stopped{})
}

// record runs a test and returns what it said and whether it failed.
func record(t *testing.T, f func(testing.TB)) (said string, failed bool) {
	t.Helper()
	r := &recorder{TB: t}
	func() {
		defer func() {
			if x := recover(); x != nil && x != any(stopped{}) {
				panic(x)
			}
		}()
		f(r)
	}()
	return strings.Join(r.said, "\n"), r.failed
}

// TestFailures: samples that are not of the style fail, each with its file and line;
// a style that can't say something is no failure, and is told.
func TestFailures(t *testing.T) {
	s := transcripttest.Style(t, stepsFile)
	for file, want := range map[string]string{
		"testdata/question.jsonl": "question.jsonl:1: steps reads neither a call nor an answer",
		"testdata/python.jsonl":   "python.jsonl:1: steps reads it with a repair",
		"testdata/none.jsonl":     "none.jsonl",
	} {
		said, failed := record(t, func(t testing.TB) { transcripttest.RoundTrip(t, s, file) })
		require.True(t, failed, file)
		require.Contains(t, said, want)
	}
	said, failed := record(t, func(t testing.TB) { transcripttest.RoundTrip(t, s) })
	require.False(t, failed, said)
	require.Contains(t, said, "steps can't say all: escaped-lines")

	broken := filepath.Join(t.TempDir(), "broken.toml")
	require.NoError(t, os.WriteFile(broken, []byte("name = \"broken\"\ncall = 7\n"), 0o600))
	said, failed = record(t, func(t testing.TB) { transcripttest.Style(t, broken) })
	require.True(t, failed)
	require.Contains(t, said, "broken.toml:2")
}
