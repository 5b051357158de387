package recall

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/golden"
)

// endings are the calls with which programs end a run: their readers may take them for answers.
var endings = []string{"finish", "final_answer"}

// TestPrograms reads what public programs printed while a scripted model ran in them, and counts
// the calls of the script: those that were read, those with other arguments, those of which no
// record and no reject tells, and calls that nobody made. A program that prints no call has none.
func TestPrograms(t *testing.T) {
	files, err := filepath.Glob("testdata/programs/*.txtar")
	require.NoError(t, err)
	var b strings.Builder
	b.WriteString("| program | prints | calls | right | wrong | missing | in rejects | invented |\n| --- | --- | --- | --- | --- | --- | --- | --- |\n")
	var total [7]int
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txtar")
		a, err := txtar.ParseFile(file)
		require.NoError(t, err)
		var truth []logStep
		var row [7]int
		for _, f := range a.Files {
			situation, medium, _ := strings.Cut(f.Name, ".")
			if medium == "calls" {
				truth = scriptedCalls(t, f.Data)
				continue
			}
			row[0]++
			data := bytes.ReplaceAll(f.Data, []byte(`\e`), []byte("\x1b"))
			for i, n := range programCalls(t, name, situation, medium, data, truth) {
				row[i+1] += n
			}
		}
		for i, n := range row {
			total[i] += n
		}
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d | %d | %d | %d |\n", name, row[0], row[1], row[2], row[3], row[4], row[5], row[6])
	}
	fmt.Fprintf(&b, "\n%d prints, %d calls: %d right, %d wrong, %d missing, %d in rejects; %d invented.\n", total[0], total[1], total[2], total[3], total[4], total[5], total[6])
	t.Log("\n" + b.String())
	golden.File(t, "testdata/programs.md", b.String())
}

// scriptedCalls returns the calls of a script.
func scriptedCalls(t *testing.T, lines []byte) (calls []logStep) {
	t.Helper()
	for line := range bytes.Lines(lines) {
		var c struct {
			Tool string
			Args any
		}
		require.NoError(t, json.Unmarshal(line, &c))
		calls = append(calls, logStep{Kind: "call", Tool: c.Tool, Arguments: c.Args})
	}
	return calls
}

// programCalls reads a print and counts the calls: all that it shows, right, wrong, missing, in
// rejects, invented.
func programCalls(t *testing.T, program, situation, medium string, data []byte, truth []logStep) (n [6]int) {
	t.Helper()
	ext := ".txt"
	if medium == "ipynb" {
		ext = ".ipynb"
	}
	records, rejects := logRecords(t, "print"+ext, data)
	var found []logStep
	for _, steps := range records {
		for _, s := range steps {
			code, _ := s.Arguments.(string)
			if s.Kind == "call" && !slices.Contains(endings, s.Tool) && !strings.HasPrefix(code, "final_answer(") {
				found = append(found, s)
			}
		}
	}
	var missing []logStep
	for _, c := range truth {
		if code, is := c.Arguments.(string); is && !bytes.Contains(data, []byte("Executing parsed code")) || !is && !showsCall(data, c.Tool) {
			t.Logf("%s %s.%s does not show %s%s", program, situation, medium, c.Tool, code)
			continue
		}
		n[0]++
		if i := slices.IndexFunc(found, func(f logStep) bool { return f.Tool == c.Tool && sameScripted(c.Arguments, f.Arguments) }); i >= 0 {
			n[1]++
			found = slices.Delete(found, i, i+1)
			continue
		}
		missing = append(missing, c)
	}
	for _, c := range missing {
		switch i := slices.IndexFunc(found, func(f logStep) bool { return f.Tool == c.Tool }); {
		case i >= 0:
			n[2]++
			found = slices.Delete(found, i, i+1)
		case len(rejects) > 0:
			n[4]++
		default:
			n[3]++
		}
	}
	for _, f := range found {
		if situation != "nested" || f.Tool != "tide" { // what the inner agent called is there, too
			n[5]++
		}
	}
	if n[0] != n[1] || n[5] > 0 {
		t.Logf("%s %s.%s: %v, rejects %v, missing %s, invented %s", program, situation, medium, n, rejects, shownSteps(missing), shownSteps(found))
	}
	return n
}

// controls are the codes of a terminal.
var controls = regexp.MustCompile(`(\x1b|\\u001b)\[[0-9;?]*[A-Za-z]`)

// showsCall reports whether a print names a tool other than in prose.
func showsCall(data []byte, tool string) bool {
	tool, data = regexp.QuoteMeta(tool), controls.ReplaceAll(data, nil)
	return regexp.MustCompile(tool + "['\"`(\\\\,)]|[:•] " + tool + `|` + tool + ` \(|TOOL_CALL\] ` + tool).Match(data)
}

// sameScripted reports whether arguments are those of the script. A value that is no object is the only one.
func sameScripted(want, got any) bool {
	all, _ := want.(map[string]any)
	if _, object := got.(map[string]any); !object && all != nil {
		for _, v := range all {
			return len(all) == 1 && fmt.Sprint(v) == fmt.Sprint(got)
		}
		return got == ""
	}
	return reflect.DeepEqual(want, got)
}
