package cli

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/layouts"
	"github.com/toolspeak/toolspeak/styles"
)

// Every page of help fits the width that it was made for, and has what it is about.
func TestHelpFits(t *testing.T) {
	std := streams{}
	for _, width := range []int{60, 80, 120} {
		pages := map[string]string{"overview": std.overview(width)}
		for _, c := range std.allCommands() {
			pages[c.name], pages[c.name+" -h"] = c.help(true, width), c.help(false, width)
		}
		for i := range topics {
			pages["topic "+topics[i].name] = topics[i].help(width)
		}
		for name, page := range pages {
			for line := range strings.Lines(page) {
				line = strings.TrimSuffix(line, "\n")
				example := strings.HasPrefix(line, "  toolspeak ") || strings.HasPrefix(line, "  eval ")
				assert.True(t, example || columns.StringWidth(line) <= width, "%s at %d: %s", name, width, line)
				assert.Equal(t, strings.TrimRight(line, " "), line, "%s has blanks at the end", name)
			}
		}
	}
	styleHelp := topics[0].help(80)
	for _, s := range styles.All() {
		assert.Contains(t, styleHelp, "\n  "+s.Name+" ")
	}
	for _, name := range layouts.Names() {
		assert.NotEmpty(t, layoutWords[name], "help layouts has to say what %s is", name)
	}
}

// The short help has the usual flags, the long one all.
func TestShortHelp(t *testing.T) {
	c := streams{}.command("convert")
	short, long := c.help(false, 80), c.help(true, 80)
	for _, o := range optionsOf("convert") {
		assert.Contains(t, long, "--"+o.name, o.name)
		assert.Equal(t, o.common, strings.Contains(short, " "+o.spelled()), o.name)
	}
	assert.Less(t, strings.Index(long, "Examples:"), strings.Index(long, "Input:"))
}

// What a shell asks for: commands, flags, their values, codes.
func TestCompleted(t *testing.T) {
	for line, want := range map[string][]string{
		"conv":                            {"convert"},
		"convert --to lang":               {"langchain", "langchain-json", "langchain-xml"},
		"convert -t crew":                 {"crewai"},
		"convert --to=herm":               {"--to=hermes"},
		"convert --to = herm":             {"hermes"}, // as bash parts it
		"convert in.jsonl --out-layout s": {"sharegpt", "segments"},
		"convert --out-f":                 {"--out-format"},
		"convert --output x":              nil,
		"convert --dry-run x":             nil,
		"explain python":                  {"python-args"},
		"help lay":                        {"layouts"},
		"completion z":                    {"zsh"},
		"nothing --x":                     nil,
	} {
		assert.ElementsMatch(t, want, streams{}.completed(strings.Split(line, " ")), line)
	}
}

// The script of bash works in bash.
func TestBashCompletion(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(dir+"/toolspeak", []byte("#!/bin/sh\nprintf '%s\\n' \"$@\" >>\"$LOG\"\necho hermes\n"), 0o755))
	script := "source /dev/stdin <<'EOF'\n" + bashCompletion + "EOF\nCOMP_WORDS=(toolspeak convert --to he); COMP_CWORD=3; _toolspeak; echo \"${COMPREPLY[@]}\"\n"
	command := exec.Command(bash, "-c", script)
	command.Env = append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "LOG="+dir+"/log")
	out, err := command.CombinedOutput()
	require.NoError(t, err, string(out))
	assert.Equal(t, "hermes\n", string(out))
	log, err := os.ReadFile(dir + "/log")
	require.NoError(t, err)
	assert.Equal(t, "__complete\nconvert\n--to\nhe\n", string(log))
}

// The man page has every command and every flag.
func TestManual(t *testing.T) {
	page := streams{}.manual()
	for _, c := range (streams{}).allCommands() {
		assert.Contains(t, page, "\n## toolspeak "+c.name+"\n")
	}
	for i := range flagTable {
		if o := &flagTable[i]; o.in != "worker" {
			assert.Contains(t, page, "--"+o.name)
		}
	}
	var out strings.Builder
	require.NoError(t, streams{out: &out}.man())
	assert.Contains(t, out.String(), "\n.SH NAME\n")
}
