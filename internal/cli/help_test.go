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
	for _, width := range []int{60, 80, 120} {
		pages := map[string]string{"overview": commandList(width)}
		for _, c := range allCommands() {
			pages[c.Name], pages[c.Name+" -h"] = c.help(true, width), c.help(false, width)
		}
		for _, one := range known().Topic {
			pages["topic "+one.Name] = one.help(width)
		}
		for name, page := range pages {
			for line := range strings.Lines(page) {
				line = strings.TrimSuffix(line, "\n")
				example := strings.HasPrefix(line, "  toolspeak ") || strings.HasPrefix(line, "  eval ")
				assert.True(t, example || columns(line) <= width, "%s at %d: %s", name, width, line)
				assert.Equal(t, strings.TrimRight(line, " "), line, "%s has blanks at the end", name)
			}
		}
	}
	styleHelp := known().Topic[0].help(80)
	for _, s := range styles.All() {
		assert.Contains(t, styleHelp, "\n  "+s.Name+" ")
	}
	for _, name := range layouts.Names() {
		assert.Contains(t, known().Topic[1].Text, "\n"+name+" | ", "help layouts has to say what %s is", name)
	}
}

// The short help has the usual flags, the long one all.
func TestShortHelp(t *testing.T) {
	c := commandOf("convert")
	short, long := c.help(false, 80), c.help(true, 80)
	for _, o := range optionsOf("convert") {
		assert.Contains(t, long, "--"+o.Name, o.Name)
		assert.Equal(t, o.Common, strings.Contains(short, " "+o.spelled()), o.Name)
	}
	assert.Less(t, strings.Index(long, "Examples:"), strings.Index(long, "Input:"))
}

// What a shell asks for: commands, flags, their values, codes.
func TestCompleted(t *testing.T) {
	for line, want := range map[string][]string{
		"conv":                            {"convert"},
		"convert --to lang":               {"langchain", "langchain-json", "langchain-xml", "langchain-chat"},
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

// shellScripts are what shells run to complete the words "toolspeak convert --to he", and
// then a file: they print what they offer.
var shellScripts = map[string]string{
	"bash": bashCompletion + `
COMP_WORDS=(toolspeak convert --to he); COMP_CWORD=3; _toolspeak; echo "${COMPREPLY[@]}"
COMP_WORDS=(toolspeak convert ""); COMP_CWORD=2; _toolspeak; echo "${COMPREPLY[@]:-files}"
`,
	"zsh": "compdef() {}; compadd() { print -r -- $found }; _files() { print files }\n" + zshCompletion + `
words=(toolspeak convert --to he); CURRENT=4; _toolspeak
words=(toolspeak convert ""); CURRENT=3; _toolspeak
`,
	"fish": fishCompletion + `
complete -C "toolspeak convert --to he"
complete -C "toolspeak convert "
`,
	"pwsh": powershellCompletion + `
(TabExpansion2 "toolspeak convert --to he" 25).CompletionMatches | ForEach-Object { $_.CompletionText }
(TabExpansion2 "toolspeak convert " 18).CompletionMatches | ForEach-Object { $_.CompletionText }
`,
}

// TestShellCompletion runs the scripts in the shells that there are, with the command
// itself: a style is completed, and files are where nothing is known.
func TestShellCompletion(t *testing.T) {
	for shell, script := range shellScripts {
		t.Run(shell, func(t *testing.T) {
			path, err := exec.LookPath(shell)
			if err != nil {
				t.Skip("there is no " + shell)
			}
			dir := t.TempDir()
			require.NoError(t, os.WriteFile(dir+"/files", nil, 0o644))
			command := exec.Command(path, "-c", script)
			if shell == "pwsh" {
				command = exec.Command(path, "-NoProfile", "-Command", script)
			}
			command.Dir = dir
			command.Env = append(os.Environ(), "HOME="+dir)
			out, err := command.CombinedOutput()
			require.NoError(t, err, string(out))
			assert.Equal(t, "hermes\nfiles\n", strings.ReplaceAll(string(out), "./", ""))
		})
	}
}

// The man page has every command and every flag.
func TestManual(t *testing.T) {
	page := streams{}.manual()
	for _, c := range allCommands() {
		assert.Contains(t, page, "\n## toolspeak "+c.Name+"\n")
	}
	for i := range flagTable() {
		if o := &flagTable()[i]; o.In != "worker" {
			assert.Contains(t, page, "--"+o.Name)
		}
	}
	var out strings.Builder
	require.NoError(t, streams{out: &out}.man())
	assert.Contains(t, out.String(), "\n# NAME\n", "Markdown, of which go-md2man makes the page")
}
