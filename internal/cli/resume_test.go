//go:build unix

package cli

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/atomicfile"
	"github.com/toolspeak/toolspeak/internal/testlong"
)

func init() { commands["faulty"] = faulty }

// faulty is the command with a fault: when the result has so many bytes, it is
// killed, the disk is full, or it is interrupted; or it is killed when so many names
// have changed. A checkpoint is taken at every chance.
func faulty() {
	checkpointEvery = time.Nanosecond
	fault := os.Getenv("FAULT")
	left, _ := strconv.Atoi(os.Getenv("FAULT_AFTER"))
	if fault == "kill at name" {
		atomicfile.NameFault = func(string) error {
			if left--; left < 0 {
				_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
				select {}
			}
			return nil
		}
		fault = ""
	}
	atomicfile.Fault = func(f *os.File, p []byte) (int, error) {
		if !strings.HasPrefix(filepath.Base(f.Name()), ".out") {
			return f.Write(p)
		}
		if left -= len(p); left >= 0 || fault == "" {
			return f.Write(p)
		}
		n, _ := f.Write(p[:max(left+len(p), 0)])
		switch fault {
		case "full":
			return n, syscall.ENOSPC
		case "interrupt":
			fault = ""
			told := make(chan os.Signal, 1)
			signal.Notify(told, os.Interrupt)
			_ = syscall.Kill(os.Getpid(), syscall.SIGINT)
			<-told
			rest, err := f.Write(p[n:])
			return n + rest, err
		}
		_ = syscall.Kill(os.Getpid(), syscall.SIGKILL)
		select {}
	}
	os.Exit(Run(os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// run runs the command in a directory and returns its exit code, -1 if it was
// killed, and what it printed on standard error.
func run(t *testing.T, dir, fault string, after int, args ...string) (int, string) {
	t.Helper()
	cmd := exec.Command("faulty", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "FAULT="+fault, fmt.Sprint("FAULT_AFTER=", after))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	err := cmd.Run()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		require.NoError(t, err)
	}
	return cmd.ProcessState.ExitCode(), stderr.String()
}

// content returns the files of a directory.
func content(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		if e.IsDir() {
			for name, b := range content(t, filepath.Join(dir, e.Name())) {
				files[e.Name()+"/"+name] = b
			}
			continue
		}
		b, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		files[e.Name()] = string(b)
	}
	return files
}

// manyRecords returns n records of about 4 KB, of which some are rejects and some
// have repairs.
func manyRecords(n int, between string) string {
	var b strings.Builder
	r := rand.New(rand.NewPCG(1, uint64(n)))
	for i := range n {
		if i > 0 {
			b.WriteString(between)
		}
		if i%97 == 13 {
			fmt.Fprintf(&b, `{"number": %d, "messages": 7}`, i)
			continue
		}
		var words strings.Builder
		for range 200 + r.IntN(400) {
			words.WriteString("w" + strconv.Itoa(r.IntN(100000)) + " ")
		}
		fmt.Fprintf(&b, `{"id": %d, "messages": [{"role": "user", "content": "Look it up."}, {"role": "assistant", "content": "Thought: %s\nAction: search\nAction Input: {'n': %d}"}, {"role": "user", "content": "Observation: %s"}]}`, i, words.String()[:50], i, words.String())
	}
	return b.String()
}

// sameFiles fails where two directories differ, without printing megabytes.
func sameFiles(t *testing.T, want, got map[string]string) {
	t.Helper()
	for name := range got {
		_, ok := want[name]
		require.True(t, ok, "%s is left", name)
	}
	for name := range want {
		require.True(t, timeless(want[name]) == timeless(got[name]), "%s differs", name)
	}
}

// timeless returns a report without what differs between two runs to two directories;
// other files have none of it.
func timeless(file string) string { return ownOfRun.ReplaceAllLiteralString(file, "") }

var ownOfRun = regexp.MustCompile(`,"inputs":\[\{"name":.*"seconds":[0-9.e-]+`)

type resumeCase struct {
	what  string
	files map[string]string
	args  []string
}

var resumeCases = sync.OnceValue(func() []resumeCase {
	all := []string{"--to", "xml", "--rejects", "bad", "--report", "report", "--diagnostics", "all"}
	return []resumeCase{
		{"lines", map[string]string{"in.jsonl": manyRecords(1500, "\n") + "\n"}, append([]string{"convert", "-o", "out.jsonl", "in.jsonl"}, all...)},
		{"array to zstd", map[string]string{"in.json": "[\n" + manyRecords(1500, ",\n ") + "\n]\n"}, append([]string{"convert", "-o", "out.json.zst", "in.json", "--workers", "3"}, all...)},
		{"two to gzip", map[string]string{"a.jsonl": manyRecords(700, "\n\n"), "b.jsonl": manyRecords(900, "\n")}, append([]string{"convert", "-o", "out.jsonl.gz", "a.jsonl", "b.jsonl", "--sample", "90", "--limit", "1400", "--max-chars", "3400", "--only", "with-calls"}, all...)},
		{"tree", map[string]string{"data/out1.jsonl": manyRecords(400, "\n"), "data/sub/out2.jsonl": manyRecords(500, "\n"), "data/sub/out3.json": "[" + manyRecords(300, ",") + "]"},
			append([]string{"convert", "-o", "out", "data"}, all...)},
		{"parts to gzip", map[string]string{"in.jsonl": manyRecords(1500, "\n\n")}, append([]string{"convert", "-o", "out.jsonl.gz", "in.jsonl", "--workers", "2", "--split-size", "300KiB"}, all...)},
		{"to Parquet", map[string]string{"in.jsonl": manyRecords(1500, "\n")}, append([]string{"convert", "-o", "out.parquet", "in.jsonl"}, all...)},
		{"every container", everyContainer(), append([]string{"convert", "-o", "out", "data", "--include", "*"}, all...)},
		{"even parts", map[string]string{"a.jsonl": manyRecords(700, "\n"), "b.jsonl": manyRecords(600, "\n")}, append([]string{"convert", "-o", "out.jsonl", "a.jsonl", "b.jsonl", "--shards", "5"}, all...)},
	}
})

// everyContainer is a tree of files of all kinds that are read, but Parquet, which goes to Parquet.
func everyContainer() map[string]string {
	lines := strings.Split(manyRecords(120, "\n"), "\n")
	var gz bytes.Buffer
	w := gzip.NewWriter(&gz)
	_, _ = w.Write([]byte(strings.Join(lines, "\n"))) // to memory
	_ = w.Close()
	z, _ := zstd.NewWriter(nil) // without options
	run := func(i int) string {
		return fmt.Sprintf("Question: q\nThought: t %d\nAction: search\nAction Input: {'n': %d}\nObservation: %s\nThought: u\nFinal Answer: done\n", i, i, strings.Repeat("low ", 300))
	}
	var cells, tape []string
	var log, text, session strings.Builder
	for i := range 60 {
		cells = append(cells, `{"cell_type": "code", "source": "run()", "outputs": [{"output_type": "stream", "name": "stdout", "text": [`+quoted(run(i))+`]}]}`)
		log.WriteString("> Entering new AgentExecutor chain...\n" + run(i) + "> Finished chain.\n\n")
		tape = append(tape, "- request:\n    method: POST\n    uri: https://example.com/v1\n    body: "+
			quoted(fmt.Sprintf(`{"model": "m", "messages": [{"role": "user", "content": "q %d"}]}`, i))+"\n  response:\n    body:\n      string: "+
			quoted(`{"choices": [{"message": {"role": "assistant", "content": "done", "tool_calls": [{"id": "c", "type": "function", "function": {"name": "f", "arguments": "{}"}}]}}]}`)+"\n")
		for k, said := range []string{`"user", "content": "q"`, `"assistant", "content": [{"type": "tool_use", "id": "c", "name": "f", "input": {}}]`, `"user", "content": [{"type": "tool_result", "tool_use_id": "c", "content": "low"}]`} {
			fmt.Fprintf(&session, `{"type": %s, "sessionId": "s%d", "uuid": "u%d-%d", "parentUuid": "u%d-%d", "message": {"role": %s}}`+"\n", strings.SplitN(said, ",", 2)[0], i, i, k, i, k-1, said)
		}
	}
	text.WriteString(run(0))
	return map[string]string{
		"data/out1.jsonl.gz": gz.String(), "data/out2.jsonl.zst": string(z.EncodeAll([]byte(strings.Join(lines, "\r\n")), nil)),
		"data/out3.ipynb": `{"nbformat": 4, "cells": [` + strings.Join(cells, ", ") + `]}`, "data/out4.txt": log.String(), "data/out5.yaml": "interactions:\n" + strings.Join(tape, ""),
		"data/out6.jsonl": session.String(), "data/sub/out7.json": "[" + strings.Join(lines, ",\n") + "]", "data/sub/out8.txt": text.String(),
		"data/sub/out9.jsonl": strings.Join(lines, "\n\n"),
	}
}

// killsOf returns how many kills a case gets. TOOLSPEAK_KILLS=N gives all of them N together.
func killsOf(n, cases int) int {
	if all, err := strconv.Atoi(os.Getenv("TOOLSPEAK_KILLS")); err == nil {
		return all/cases + min(1, max(0, all%cases-n))
	}
	return testlong.Size(1, 4)
}

func prepare(t *testing.T, c resumeCase) string {
	t.Helper()
	dir := t.TempDir()
	for name, b := range c.files {
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o777))
		require.NoError(t, os.WriteFile(path, []byte(b), 0o666))
	}
	return dir
}

// saved is what a checkpoint says.
type saved struct {
	Task  int
	Mark  struct{ Events int }
	Files []atomicfile.Position
}

func checkpointIn(t *testing.T, path string) (k saved) {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &k))
	return k
}

// After a kill at any moment, and then another, the resumed run ends with the
// files of an undisturbed one, and with no others.
func TestKilled(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 26))
	for i, c := range resumeCases() {
		undisturbed := prepare(t, c)
		code, stderr := run(t, undisturbed, "", 0, c.args...)
		require.Equal(t, 1, code, stderr)
		want := content(t, undisturbed)
		size := 0
		for name, b := range want {
			if strings.HasPrefix(name, "out") {
				size += len(b)
			}
		}
		require.Greater(t, size, 1<<19)
		for range killsOf(i, len(resumeCases())) {
			dir := prepare(t, c)
			for name := range c.files { // the same, to the checkpoint's eye or not
				stamp(t, undisturbed, dir, name)
			}
			code, _ := run(t, dir, "kill", r.IntN(size), c.args...)
			require.Equal(t, -1, code, c.what)
			require.NotContains(t, content(t, dir), c.args[2])
			fault, after := "kill", r.IntN(size)
			if r.IntN(2) == 0 {
				fault, after = "kill at name", r.IntN(12)
			}
			code, _ = run(t, dir, fault, after, append(c.args, "--resume")...)
			if code == -1 {
				code, stderr = run(t, dir, "", 0, append(with(c.args, "--workers", "2"), "--resume")...)
			}
			require.Equal(t, 1, code, stderr)
			sameFiles(t, want, content(t, dir))
		}
	}
}

// stamp gives a file the time of another.
func stamp(t *testing.T, from, to, name string) {
	t.Helper()
	info, err := os.Stat(filepath.Join(from, name))
	require.NoError(t, err)
	require.NoError(t, os.Chtimes(filepath.Join(to, name), info.ModTime(), info.ModTime()))
}

// Files of a tree that are done are not converted again. Where one is no longer what was
// written, the run says so and goes no further.
func TestResumeSkips(t *testing.T) {
	c := resumeCases()[3]
	dir := prepare(t, c)
	code, _ := run(t, dir, "kill", len(c.files["data/out1.jsonl"])+1<<20, c.args...)
	require.Equal(t, -1, code)
	require.Equal(t, 1, checkpointIn(t, filepath.Join(dir, "out", ".toolspeak.checkpoint")).Task)
	done := filepath.Join(dir, "out", "out1.jsonl")
	whole, err := os.ReadFile(done)
	require.NoError(t, err)
	for _, damaged := range []struct{ content, words string }{
		{"", "is shorter than"}, {string(whole[:len(whole)-1]), "is shorter than"}, {string(whole) + "\n", "is longer than"},
		{"[" + string(whole[1:]), "is not what was written"},
	} {
		require.NoError(t, os.WriteFile(done, []byte(damaged.content), 0o666))
		code, stderr := run(t, dir, "", 0, append(c.args, "--resume")...)
		require.Equal(t, 3, code, stderr)
		require.Contains(t, stderr, "can't resume: out/out1.jsonl "+damaged.words)
	}
	require.NoError(t, os.Remove(done))
	code, stderr := run(t, dir, "", 0, append(c.args, "--resume")...)
	require.Equal(t, 3, code, stderr)
	require.Contains(t, stderr, "can't resume: out/out1.jsonl was complete and is no longer there")

	require.NoError(t, os.WriteFile(done, whole, 0o666))
	past := time.Now().Add(-time.Hour).Truncate(time.Second)
	require.NoError(t, os.Chtimes(done, past, past))
	code, stderr = run(t, dir, "", 0, append(c.args, "--resume")...)
	require.Equal(t, 1, code, stderr)
	info, err := os.Stat(done)
	require.NoError(t, err)
	require.True(t, info.ModTime().Equal(past))
}

// A full disk and an interrupt say how to continue, and leave nothing under the
// final name.
func TestStopped(t *testing.T) {
	c := resumeCases()[0]
	undisturbed := prepare(t, c)
	run(t, undisturbed, "", 0, c.args...)
	want := content(t, undisturbed)
	for fault, expected := range map[string]struct {
		code  int
		words string
	}{
		"full":      {3, "can't write out.jsonl: no space left on device; when that is fixed, the same command with --resume continues"},
		"interrupt": {130, "interrupted: the same command with --resume continues"},
	} {
		dir := prepare(t, c)
		code, stderr := run(t, dir, fault, 3<<20, c.args...)
		require.Equal(t, expected.code, code, stderr)
		require.Contains(t, stderr, expected.words)
		require.NotContains(t, content(t, dir), "out.jsonl")

		point := checkpointIn(t, filepath.Join(dir, ".out.jsonl.checkpoint"))
		require.Greater(t, point.Mark.Events, 300)
		at := slices.IndexFunc(point.Files, func(p atomicfile.Position) bool { return p.Path == "out.jsonl" })
		require.Greater(t, point.Files[at].Length, int64(1<<20))

		code, stderr = run(t, dir, "", 0, c.args...)
		require.Equal(t, 2, code)
		require.Contains(t, stderr, "an earlier run to out.jsonl was not finished: --resume continues it, --force begins anew")
		code, stderr = run(t, dir, "", 0, append(with(c.args, "--to", "tool-json"), "--resume")...)
		require.Equal(t, 2, code)
		require.Contains(t, stderr, `can't resume: --to was "xml" and is "tool-json"`)

		code, stderr = run(t, dir, "", 0, append(c.args, "--resume")...)
		require.Equal(t, 1, code, stderr)
		sameFiles(t, want, content(t, dir))
	}
}

// A result that was changed after its checkpoint is not continued.
func TestResumeDamaged(t *testing.T) {
	c := resumeCases()[0]
	dir := prepare(t, c)
	code, _ := run(t, dir, "kill", 3<<20, c.args...)
	require.Equal(t, -1, code)
	part := filepath.Join(dir, ".out.jsonl.part")
	b, err := os.ReadFile(part)
	require.NoError(t, err)
	b[100] ^= 1
	require.NoError(t, os.WriteFile(part, b, 0o666))
	code, stderr := run(t, dir, "", 0, append(c.args, "--resume")...)
	require.Equal(t, 3, code)
	require.Contains(t, stderr, "can't resume: .out.jsonl.part is not what was written before its checkpoint was taken; --force without --resume begins anew")
}

// A changed input is refused, and --force begins anew.
func TestResumeChanged(t *testing.T) {
	c := resumeCases()[0]
	dir := prepare(t, c)
	code, _ := run(t, dir, "kill", 3<<20, c.args...)
	require.Equal(t, -1, code)
	in := filepath.Join(dir, "in.jsonl")
	require.NoError(t, os.WriteFile(in, []byte(c.files["in.jsonl"]+"\n"), 0o666))
	code, stderr := run(t, dir, "", 0, append(c.args, "--resume")...)
	require.Equal(t, 2, code)
	require.Contains(t, stderr, "can't resume: the input in.jsonl has changed")
	code, stderr = run(t, dir, "", 0, append(c.args, "--force")...)
	require.Equal(t, 1, code, stderr)
	fresh := prepare(t, resumeCase{files: map[string]string{"in.jsonl": c.files["in.jsonl"] + "\n"}})
	run(t, fresh, "", 0, append(c.args, "--resume")...) // with nothing to resume
	sameFiles(t, content(t, fresh), content(t, dir))
}
