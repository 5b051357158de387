package docs_test

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/toolspeak/toolspeak/internal/cli"
)

// console runs the commands of a block and returns it with what they print.
func (d *document) console(line int, body string) string {
	var out []string
	ours := false // the lines that follow are printed by a command that was run
	for _, l := range strings.Split(body, "\n") {
		command, ok := strings.CutPrefix(l, "$ ")
		if !ok && ours {
			continue
		}
		out = append(out, l)
		if !ok {
			continue
		}
		var printed string
		if printed, ours = d.command(line, command); printed != "" {
			out = append(out, strings.Split(printed, "\n")...)
		}
	}
	return strings.Join(out, "\n")
}

// tookLong is what a summary says on a slow machine.
var tookLong = regexp.MustCompile(`in [0-9hm]*[0-9]s\b`)

// command runs a command that must succeed and returns what it prints. Commands
// of other programs are not run.
func (d *document) command(line int, command string) (printed string, ours bool) {
	args, ours := strings.CutPrefix(command, "go run . ")
	if !ours {
		if args, ours = strings.CutPrefix(command, "toolspeak "); !ours {
			return "", false
		}
		defer d.inScratch()()
	}
	var stdout, stderr bytes.Buffer
	code := cli.Run(append([]string{"toolspeak"}, strings.Fields(args)...), strings.NewReader(""), &stdout, &stderr)
	// A run that sets rejects aside and finds some, or compares and finds a difference,
	// is as good as it can be.
	if fine := strings.Contains(args, " --rejects ") || strings.HasPrefix(args, "diff "); code != 0 && (code != 1 || !fine) {
		d.t.Errorf("line %d: %s ends with exit code %d: %s", line, command, code, stderr.String())
	}
	printed = strings.TrimSuffix(stdout.String()+stderr.String(), "\n")
	return tookLong.ReplaceAllLiteralString(printed, "in less than a second"), true
}

// inScratch changes to a folder of the page's own, which has what examples name
// without saying where it is from, and returns what changes back.
func (d *document) inScratch() (back func()) {
	root, err := os.Getwd()
	if err != nil {
		d.t.Fatal(err)
	}
	if d.scratch == "" {
		d.scratch = d.t.TempDir()
		for name, from := range map[string]string{
			"data.jsonl":        "testdata/sample.react.jsonl",
			"data/a.jsonl":      "testdata/sample.react.jsonl",
			"data/more/b.jsonl": "testdata/filter.jsonl",
			"log.jsonl":         "testdata/sample.openai.jsonl",
			"raw.jsonl":         "testdata/merge.raw.jsonl",
			"fixed.jsonl":       "testdata/merge.fixed.jsonl",
		} {
			d.copyFile(name, from)
		}
		if err := os.CopyFS(filepath.Join(d.scratch, "testdata"), os.DirFS("testdata")); err != nil {
			d.t.Fatal(err)
		}
	}
	d.t.Helper()
	if err := os.Chdir(d.scratch); err != nil {
		d.t.Fatal(err)
	}
	return func() {
		if err := os.Chdir(root); err != nil {
			d.t.Fatal(err)
		}
	}
}

// copyFile copies a file of the repository to the scratch folder.
func (d *document) copyFile(name, from string) {
	data, err := os.ReadFile(from)
	if err == nil {
		name = filepath.Join(d.scratch, name)
		if err = os.MkdirAll(filepath.Dir(name), 0o755); err == nil {
			err = os.WriteFile(name, data, 0o644)
		}
	}
	if err != nil {
		d.t.Fatal(err)
	}
}
