//go:build unix

package cli

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/creack/pty"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/golden"
)

// screenOf is a command line with what it shows on a terminal.
type screenOf struct{ name, line string }

var screens = []screenOf{
	{"welcome", "toolspeak"},
	{"overview", "toolspeak help"},
	{"help", "toolspeak convert -h"},
	{"summary", "toolspeak convert --to xml data.jsonl -o out.jsonl --rejects bad.jsonl --force --progress none"},
	{"check", "toolspeak check data.jsonl --progress none"},
	{"error-style", "toolspeak convert --to hermess data.jsonl"},
	{"error-layout", "toolspeak convert --to sharegpt data.jsonl"},
	{"error-reject", "toolspeak convert --to xml data.jsonl -o out.jsonl --force -q"},
	{"masks", "toolspeak masks data.jsonl"},
	{"masks-reject", "toolspeak masks --to xml --train last data.jsonl:1-2"},
	{"explain", "toolspeak explain unknown-role"},
	{"styles", "toolspeak styles"},
}

const screenData = `{"messages": [{"role": "user", "content": "Is it open?"}, {"role": "assistant", "content": "Thought: Look it up.\nAction: directory\nAction Input: {'name': 'Quay Street Bakery', 'fields': ['hours'], 'live': True, 'language': 'en'}"}, {"role": "user", "content": "Observation: 08:00-12:00"}, {"role": "assistant", "content": "Thought: I can answer without using any more tools.\nAnswer: Yes."}]}
{"messages": [{"role": "caller", "content": "Hello?"}]}
`

// TestScreens compares what a person sees at two widths with testdata/screens. Codes of
// colours are shown as in {31;1}.
func TestScreens(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "data.jsonl"), []byte(screenData), 0o644))
	for _, width := range []int{80, 120} {
		for _, s := range screens {
			t.Run(fmt.Sprintf("%s-%d", s.name, width), func(t *testing.T) {
				got := onTerminal(t, dir, width, strings.Fields(s.line))
				for line := range strings.Lines(got) {
					plain := strings.TrimSuffix(colourName.ReplaceAllString(line, ""), "\n")
					assert.LessOrEqual(t, columns(plain), width, plain)
				}
				golden.File(t, fmt.Sprintf("testdata/screens/%s-%d.txt", s.name, width), "$ "+s.line+"\n"+got)
			})
		}
	}
}

var (
	colourCode = regexp.MustCompile("\x1b\\[([0-9;]*)m")
	colourName = regexp.MustCompile(`\{[0-9;]*\}`)
)

// onTerminal runs a command on a terminal of that width and returns what it shows.
func onTerminal(t *testing.T, dir string, width int, words []string) string {
	cmd := exec.Command(words[0], words[1:]...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "TERM=xterm", "PAGER=cat")
	terminal, err := pty.StartWithSize(cmd, &pty.Winsize{Rows: 50, Cols: uint16(width)})
	if err != nil {
		t.Skip("there is no pseudo-terminal:", err)
	}
	defer terminal.Close()
	out, _ := io.ReadAll(terminal) // Linux ends it with an error
	_ = cmd.Wait()                 // many of them fail
	shown := strings.ReplaceAll(string(out), "\r\n", "\n")
	shown = listOfStyles.ReplaceAllString(shown, "$1 …\n")
	return tookLong.ReplaceAllString(colourCode.ReplaceAllString(shown, "{$1}"), "in less than a second")
}

// listOfStyles: the known ones are too many, and change.
var listOfStyles = regexp.MustCompile(`(?s)(known styles: react,).*`)

// tookLong is what a summary says on a slow machine.
var tookLong = regexp.MustCompile(`in [0-9hm]*[0-9]s\b`)

// A bar is drawn as wide as the terminal is, and follows it when it is resized.
func TestBarOnTerminal(t *testing.T) {
	master, slave, err := pty.Open()
	if err != nil {
		t.Skip("there is no pseudo-terminal:", err)
	}
	defer master.Close()
	defer slave.Close()
	start := time.Unix(1000, 0)
	p := newProgress(slave, "auto", start)
	require.True(t, p.bar)
	p.p.Total.Store(4096)
	p.p.Read.Store(1024)
	p.p.Records.Store(1000)
	for width, want := range map[uint16]string{
		80:  "[=     ]  25%, 1.0 KiB read, 1000 records, 33 records/s, 0 rejected, 1m30s left",
		120: "[=====               ]  25%, 1.0 KiB read, 1000 records, 33 records/s, 0 rejected, 1m30s left",
	} {
		require.NoError(t, pty.Setsize(master, &pty.Winsize{Rows: 24, Cols: width}))
		got := p.line(start.Add(30 * time.Second))
		assert.Less(t, len(got), int(width))
		assert.Equal(t, want, got)
	}
}

// Who waits at a terminal is told so.
func TestWaiting(t *testing.T) {
	cmd := exec.Command("toolspeak", "check")
	terminal, err := pty.Start(cmd)
	if err != nil {
		t.Skip("there is no pseudo-terminal:", err)
	}
	defer terminal.Close()
	_, err = terminal.WriteString("\x04")
	require.NoError(t, err)
	out, _ := io.ReadAll(terminal)
	_ = cmd.Wait()
	assert.Contains(t, string(out), "reading standard input, which is a terminal")
	assert.Contains(t, string(out), "no record in stdin")
}
