package cli

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/toolspeak/toolspeak/dataset"
	"github.com/toolspeak/toolspeak/internal/golden"
	"github.com/toolspeak/toolspeak/parquet"
)

// commands are what the tests can run.
var commands = map[string]func(){
	"toolspeak": func() { os.Exit(Run(os.Args, os.Stdin, os.Stdout, os.Stderr)) },
}

func TestMain(m *testing.M) {
	testscript.Main(m, commands)
}

// TestScripts runs the real command. Beside testscript's own commands the
// scripts have:
//
//	exits CODE COMMAND [ARG…]     run a command, which has to end in that code
//	write FILE [-n TIMES] STRING… write Go-quoted strings, each TIMES times over
//	holds FILE STRING             the file holds exactly that Go-quoted string
//	files [FILE…]                 the directory holds exactly these files
//	parquet OUT IN                write the lines of a file as rows of Parquet, two to a row group
func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits": exits, "write": write, "holds": holds, "files": files, "parquet": toParquet,
		},
		RequireUniqueNames: true,
		UpdateScripts:      *golden.Update,
	})
}

func toParquet(ts *testscript.TestScript, _ bool, args []string) {
	ts.Check(makeParquet(ts.MkAbs(args[0]), ts.ReadFile(args[1]), 2))
}

func putRow(w dataset.RowWriter, record string) error {
	row, err := w.Encode(nil, []byte(record))
	if err != nil {
		return err
	}
	return w.Write(row)
}

// makeParquet writes lines as rows of Parquet.
func makeParquet(path, lines string, rowGroup int64) error {
	infer := parquet.Format{}.Infer()
	for line := range strings.Lines(lines) {
		if err := putRow(infer, line); err != nil {
			return err
		}
	}
	schema, _, err := infer.Schema()
	if err != nil {
		return err
	}
	var b bytes.Buffer
	w, err := parquet.Format{RowGroupRows: rowGroup}.Create(&b, schema, dataset.Uncompressed)
	if err != nil {
		return err
	}
	for line := range strings.Lines(lines) {
		if err := putRow(w, line); err != nil {
			return err
		}
	}
	if err := w.Close(); err != nil {
		return err
	}
	return os.WriteFile(path, b.Bytes(), 0o666)
}

func exits(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	code := 0
	err = ts.Exec(args[1], args[2:]...)
	var exit *exec.ExitError
	switch {
	case errors.As(err, &exit):
		code = exit.ExitCode()
	case err != nil:
		ts.Fatalf("%v", err)
	}
	if code != want {
		ts.Fatalf("exit code %d, expected %d", code, want)
	}
}

func write(ts *testscript.TestScript, _ bool, args []string) {
	var content strings.Builder
	times := 1
	for i := 1; i < len(args); i++ {
		if args[i] == "-n" {
			n, err := strconv.Atoi(args[i+1])
			ts.Check(err)
			times = n
			i++
			continue
		}
		content.WriteString(strings.Repeat(unquote(ts, args[i]), times))
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(content.String()), 0o666))
}

func holds(ts *testscript.TestScript, _ bool, args []string) {
	content := ts.ReadFile(args[0])
	if want := unquote(ts, args[1]); content != want {
		ts.Fatalf("%s holds\n%q\nexpected\n%q", args[0], content, want)
	}
}

func files(ts *testscript.TestScript, _ bool, args []string) {
	entries, err := os.ReadDir(ts.MkAbs("."))
	ts.Check(err)
	var names []string
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), ".tmp") {
			names = append(names, e.Name())
		}
	}
	if got, want := strings.Join(names, " "), strings.Join(args, " "); got != want {
		ts.Fatalf("the directory holds %s\nexpected %s", got, want)
	}
}

// unquote reads the inside of a Go string in double quotes; a double quote
// needs no backslash.
func unquote(ts *testscript.TestScript, s string) string {
	out, err := strconv.Unquote(`"` + strings.ReplaceAll(s, `"`, `\"`) + `"`)
	ts.Check(err)
	return out
}
