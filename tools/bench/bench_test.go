//go:build unix

package main

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestRows: each row has a name of its own, and one that is named alone is found.
func TestRows(t *testing.T) {
	t.Setenv(corpusVariable, t.TempDir())
	t.Chdir("../..")
	b := &bencher{work: t.TempDir(), every: 1, rows: regexp.MustCompile("^varied-tao/auto/xml$")}
	measured, err := b.measuredRows()
	require.NoError(t, err)
	compared, err := b.comparedRows()
	require.NoError(t, err)
	names := map[string]bool{}
	for _, r := range append(measured, compared...) {
		require.False(t, names[r.name], r.name)
		names[r.name] = true
	}
	require.Contains(t, names, "llamaindex-numbered/react/xml/no-verify")
	require.Contains(t, names, "testdata/sample.react.jsonl/auto/openai")
	chosen, err := b.chosen()
	require.NoError(t, err)
	require.Len(t, chosen, 1)
	in, err := chosen[0].make()
	require.NoError(t, err)
	require.FileExists(t, in)
	b.rows = regexp.MustCompile("^nothing$")
	_, err = b.chosen()
	require.Error(t, err)
}

// TestNumber: each prompt gets a number where it begins, in every layout, and nothing else changes.
func TestNumber(t *testing.T) {
	n := 6
	got := number([]byte(`[{"messages": [{"role": "user", "content": "a."}, {"role":"system","content":"You \"are\""}]}, {"system": "Be.", "conversations": [{"from": "system", "value": ""}]}]`), &n)
	require.Equal(t, `[{"messages": [{"role": "user", "content": "a."}, {"role":"system","content":"Session 000000007. You \"are\""}]}, {"system": "Session 000000008. Be.", "conversations": [{"from": "system", "value": "Session 000000009. "}]}]`, string(got))
	require.Equal(t, 9, n)
}

// TestFloor: the floor writes what it read, lines that no buffer holds included.
func TestFloor(t *testing.T) {
	dir := t.TempDir()
	text := "{}\n[\"" + strings.Repeat("é", 3<<20) + "\"]\nno JSON\n[2]"
	for _, name := range []string{"a", "b"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666))
	}
	var out bytes.Buffer
	require.NoError(t, floor([]string{dir}, &out))
	require.True(t, text+text == out.String())
}

const (
	lossA  = `{"record":1,"severity":"loss","code":"a","line":1,"text":"one"}` + "\n"
	noteA  = `{"record":1,"severity":"note","code":"a","line":1,"text":"one"}` + "\n"
	lossB  = `{"record":1,"severity":"loss","code":"b","line":1,"text":"one"}` + "\n"
	report = `{"losses":{"a":1},"records":2}` + "\n"
)

// TestKinds: differences of one kind are one, whatever else the lines say.
func TestKinds(t *testing.T) {
	for name, test := range map[string]struct{ was, now, want string }{
		"severity": {lossA, noteA, "a → a: severity"},
		"code":     {lossA, lossB, "a → b: code"},
		"one less": {lossA + lossB, lossB, "only in the old build a"},
		"one more": {lossA, lossA + lossB, "only in the new build b"},
		"twice":    {lossA, lossA + lossA, "only in the new build a"},
		"order":    {lossA + lossB, lossB + lossA, "another order"},
		"report":   {report, strings.Replace(report, "1", "3", 1), "losses.a"},
		"no JSON":  {"x", "y", ""},
	} {
		t.Run(name, func(t *testing.T) {
			was, now := firstApart([]byte(test.was), []byte(test.now))
			require.Equal(t, test.want, kindOf(was, now))
		})
	}
}

// TestCompare: a build that writes something else is found, and what is ignored is not.
func TestCompare(t *testing.T) {
	dir := t.TempDir()
	build := func(name, says string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\necho '"+says+"' | tee diagnostics\n"), 0o755))
		return path
	}
	b := &bencher{old: build("old", strings.TrimSpace(lossA)), work: t.TempDir(), ignore: regexp.MustCompile(`"severity":"[a-z]*",`), only: []string{"diagnostics"}}
	rows := []*row{{name: "x", make: func() (string, error) { return "in", nil }}}
	b.binary = build("note", strings.TrimSpace(noteA))
	require.NoError(t, b.compare(rows))
	b.binary = build("other", strings.TrimSpace(lossB))
	require.ErrorIs(t, b.compare(rows), errDiffer)
}
