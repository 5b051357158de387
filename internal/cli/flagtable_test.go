package cli

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/toolspeak/toolspeak/internal/golden"
)

const commandsPage = "../../docs/reference/commands.md"

var (
	// What is written for each command is between two such lines.
	flagList = regexp.MustCompile(`(?s)<!-- flags of ([a-z]+) -->\n.*?<!-- end of flags -->`)
	// allFlags is the table of all of them.
	// sameFlags is the table of those that several commands have.
	sameFlags = regexp.MustCompile(`(?s)<!-- same flags -->\n.*?<!-- end of flags -->`)
	allFlags  = regexp.MustCompile(`(?s)<!-- all flags -->\n.*?<!-- end of flags -->`)
)

// TestFlagTables compares the flags in docs/reference/commands.md with the table of flags.
func TestFlagTables(t *testing.T) {
	page, err := os.ReadFile(commandsPage)
	require.NoError(t, err)
	var names []string
	now := flagList.ReplaceAllStringFunc(string(page), func(list string) string {
		name := flagList.FindStringSubmatch(list)[1]
		names = append(names, name)
		return fmt.Sprintf("<!-- flags of %s -->\n%s<!-- end of flags -->", name, flagsOf(name))
	})
	now = allFlags.ReplaceAllLiteralString(now, "<!-- all flags -->\n"+flagTables()+"<!-- end of flags -->")
	now = sameFlags.ReplaceAllLiteralString(now, "<!-- same flags -->\n"+sameTable()+"<!-- end of flags -->")
	for _, c := range allCommands() {
		assert.Equal(t, len(optionsOf(c.Name)) > 0, slices.Contains(names, c.Name), "docs/reference/commands.md has to list the flags of %s if it has any", c.Name)
	}
	golden.File(t, commandsPage, now)
}

// shared are the flags that a user expects wherever they make sense.
var shared = []string{"from", "to", "output", "limit", "sample", "workers", "progress", "report", "format", "quiet"}

// sameTable returns a table of the commands with the shared flags.
func sameTable() string {
	var b strings.Builder
	fmt.Fprintf(&b, "| |%s\n| --- |%s\n", " `--"+strings.Join(shared, "` | `--")+"` |", strings.Repeat(" --- |", len(shared)))
	for _, c := range allCommands() {
		row, any := "| `"+c.Name+"` |", false
		for _, name := range shared {
			k := slices.IndexFunc(optionsOf(c.Name), func(o *option) bool { return o.Name == name })
			switch {
			case k < 0:
				row += " |"
				continue
			case name == "format":
				row += " " + strings.Join(optionsOf(c.Name)[k].values(), ", ") + " |"
			default:
				row += " yes |"
			}
			any = true
		}
		if any {
			b.WriteString(row + "\n")
		}
	}
	return b.String()
}

// flagsOf names the flags of a command.
func flagsOf(command string) string {
	var names []string
	for _, o := range optionsOf(command) {
		names = append(names, "`--"+o.Name+"`")
	}
	return "Its [flags](#flags): " + strings.Join(names, ", ") + ".\n"
}

// flagTables returns a table of flags for each group.
func flagTables() string {
	var b strings.Builder
	for _, g := range groups {
		fmt.Fprintf(&b, "\n### %s\n\n| Flag | | Commands |\n| --- | --- | --- |\n", g)
		for i := range flagTable() {
			o := &flagTable()[i]
			if o.Group != g {
				continue
			}
			name := "`" + o.spelled() + "`"
			if o.Short != "" {
				name = "`-" + o.Short + "`, " + name
			}
			fmt.Fprintf(&b, "| %s | %s | %s |\n", name, escapeCell(o.says()), strings.Join(commandsOf(o), ", "))
		}
	}
	return b.String() + "\n"
}

func escapeCell(words string) string {
	return strings.NewReplacer("|", `\|`, "<", `\<`, "&", "&amp;").Replace(words)
}

// commandsOf are the commands of a flag, but the one that is for programs.
func commandsOf(o *option) []string {
	return slices.DeleteFunc(strings.Fields(o.In), func(c string) bool { return c == "worker" })
}

// TestFlagTable checks what the rows have to have in common: each is of commands that
// exist and of a group, and no command has two flags of one name or letter.
func TestFlagTable(t *testing.T) {
	seen := map[string]bool{}
	for i := range flagTable() {
		o := &flagTable()[i]
		assert.Contains(t, groups, o.Group, o.Name)
		assert.NotEmpty(t, o.Words, o.Name)
		assert.Equal(t, o.Kind == toggle, o.Arg == "", "--%s has to name its value in capitals if it has one", o.Name)
		assert.NotEmpty(t, strings.Fields(o.In), o.Name)
		for _, c := range strings.Fields(o.In) {
			assert.NotNil(t, commandOf(c), o.Name)
			for _, name := range []string{o.Name, o.Short} {
				assert.False(t, name != "" && seen[c+" "+name], "%s has two flags %q", c, name)
				seen[c+" "+name] = true
			}
		}
		if o.Preset != "" && o.values() != nil {
			assert.Contains(t, o.values(), o.Preset, o.Name)
		}
	}
}

// TestTables: each command of the table does something, and what flags name in it exists.
func TestTables(t *testing.T) {
	for _, c := range known().Command {
		require.NotNil(t, streams{}.work(c.Name), c.Name)
	}
	for _, o := range flagTable() {
		require.True(t, o.Group == "" || slices.Contains(groups, o.Group), o.Name)
		require.Contains(t, []string{"", list, number, unsigned, toggle, optional}, o.Kind, o.Name)
		require.True(t, o.Choice == "" || choices[o.Choice] != nil, o.Name)
	}
}

// TestTwice: a flag that takes one value is refused where it is given twice.
func TestTwice(t *testing.T) {
	for _, o := range flagTable() {
		if o.Kind == list || o.Kind == toggle || o.values() != nil && !o.Open {
			continue
		}
		args := []string{strings.Fields(o.In)[0], "--" + o.Name + "=1", "--" + o.Name + "=2"}
		if o.Kind == optional {
			args[1], args[2] = "--"+o.Name, "--"+o.Name+"="+o.Arg
		}
		_, err := streams{}.parse(args)
		require.ErrorContains(t, err, "--"+o.Name+" takes one value and is given twice", args)
	}
	_, err := streams{}.parse([]string{"convert", "--force", "--force", "--strict", "--strict", "--field", "a", "--field", "a"})
	require.NoError(t, err)
}
