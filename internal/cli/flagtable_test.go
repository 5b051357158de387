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
	for _, c := range (streams{}).allCommands() {
		assert.Equal(t, len(optionsOf(c.name)) > 0, slices.Contains(names, c.name), "docs/reference/commands.md has to list the flags of %s if it has any", c.name)
	}
	golden.File(t, commandsPage, now)
}

// shared are the flags that a user expects wherever they make sense.
var shared = []string{"from", "to", "output", "limit", "sample", "workers", "progress", "report", "format", "quiet"}

// sameTable returns a table of the commands with the shared flags.
func sameTable() string {
	var b strings.Builder
	fmt.Fprintf(&b, "| |%s\n| --- |%s\n", " `--"+strings.Join(shared, "` | `--")+"` |", strings.Repeat(" --- |", len(shared)))
	for _, c := range (streams{}).allCommands() {
		row, any := "| `"+c.name+"` |", false
		for _, name := range shared {
			k := slices.IndexFunc(optionsOf(c.name), func(o *option) bool { return o.name == name })
			switch {
			case k < 0:
				row += " |"
				continue
			case name == "format":
				row += " " + strings.Join(optionsOf(c.name)[k].values(), ", ") + " |"
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
		names = append(names, "`--"+o.name+"`")
	}
	return "Its [flags](#flags): " + strings.Join(names, ", ") + ".\n"
}

// flagTables returns a table of flags for each group.
func flagTables() string {
	var b strings.Builder
	for _, g := range groups {
		fmt.Fprintf(&b, "\n### %s\n\n| Flag | | Commands |\n| --- | --- | --- |\n", g)
		for i := range flagTable {
			o := &flagTable[i]
			if o.group != g {
				continue
			}
			name := "`" + o.spelled() + "`"
			if o.short != "" {
				name = "`-" + o.short + "`, " + name
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
	return slices.DeleteFunc(strings.Fields(o.in), func(c string) bool { return c == "worker" })
}

// TestFlagTable checks what the rows have to have in common: each is of commands that
// exist and of a group, and no command has two flags of one name or letter.
func TestFlagTable(t *testing.T) {
	seen := map[string]bool{}
	for i := range flagTable {
		o := &flagTable[i]
		assert.Contains(t, groups, o.group, o.name)
		assert.NotEmpty(t, o.words, o.name)
		assert.Equal(t, o.kind == toggle, o.arg == "", "--%s has to name its value in capitals if it has one", o.name)
		assert.NotEmpty(t, strings.Fields(o.in), o.name)
		for _, c := range strings.Fields(o.in) {
			assert.NotNil(t, (streams{}).command(c), o.name)
			for _, name := range []string{o.name, o.short} {
				assert.False(t, name != "" && seen[c+" "+name], "%s has two flags %q", c, name)
				seen[c+" "+name] = true
			}
		}
		if o.preset != "" && o.values != nil {
			assert.Contains(t, o.values(), o.preset, o.name)
		}
	}
}
