package cli

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/urfave/cli/v2"
)

var update = flag.Bool("update", false, "write the tables of flags in docs/commands.md anew")

const commandsPage = "../../docs/commands.md"

// Each command's table is between two such lines.
var flagTable = regexp.MustCompile(`(?s)<!-- flags of ([a-z]+) -->\n.*?<!-- end of flags -->`)

// TestFlagTables compares the tables of flags in docs/commands.md with the flags.
func TestFlagTables(t *testing.T) {
	page, err := os.ReadFile(commandsPage)
	require.NoError(t, err)
	var names []string
	now := flagTable.ReplaceAllStringFunc(string(page), func(table string) string {
		name := flagTable.FindStringSubmatch(table)[1]
		names = append(names, name)
		command := (streams{}).app().Command(name)
		require.NotNil(t, command, name)
		return fmt.Sprintf("<!-- flags of %s -->\n%s<!-- end of flags -->", name, flagsOf(command))
	})
	for _, c := range (streams{}).app().Commands {
		assert.Equal(t, len(c.Flags) > 0, slices.Contains(names, c.Name), "docs/commands.md has to have a table for %s if it has flags", c.Name)
	}
	if *update {
		require.NoError(t, os.WriteFile(commandsPage, []byte(now), 0o644))
		return
	}
	assert.Equal(t, string(page), now, "go test ./internal/cli -run FlagTables -update writes the tables anew")
}

// flagsOf returns the table of a command's flags. Those that convert has too are
// only named in a sentence, if they are many.
func flagsOf(command *cli.Command) string {
	var b strings.Builder
	flags := command.Flags
	if command.Name == "filter" {
		convert := (streams{}).app().Command("convert").Flags
		shared := 0
		for shared < len(flags) && flags[shared].String() == convert[shared].String() {
			shared++
		}
		var names []string
		for _, f := range flags[:shared] {
			names = append(names, "`--"+f.Names()[0]+"`")
		}
		flags = flags[shared:]
		fmt.Fprintf(&b, "These flags are the same as those of `convert`: %s. The others are:\n\n", strings.Join(names, ", "))
	}
	b.WriteString("| Flag | |\n| --- | --- |\n")
	for _, f := range flags {
		b.WriteString(flagRow(f))
	}
	return b.String()
}

// flagRow returns the row of a flag: what help says about it.
func flagRow(f cli.Flag) string {
	names, words, _ := strings.Cut(f.String(), "\t")
	names, _, _ = strings.Cut(names, " [ ") // of one that may be repeated
	words = strings.TrimSuffix(words, " (default: false)")
	return fmt.Sprintf("| `%s` | %s |\n", names, strings.NewReplacer("|", `\|`, "<", `\<`, "&", "&amp;").Replace(words))
}
