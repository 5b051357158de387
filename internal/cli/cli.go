// Package cli is the command line: flags, files and what is said to the user.
//
// Rules of what is printed: data goes to standard output, and so does help that
// was asked for. All else goes to standard error, errors behind "toolspeak: ",
// without a capital at the start or a period at the end. Nothing that comes from
// an input is printed before its control characters were made harmless.
package cli

import (
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"github.com/urfave/cli/v2"
)

// streams are what a command reads and writes next to its files.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

// Run runs the command line args, whose first element is the program's name,
// and returns the exit code.
func Run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	std := streams{in: stdin, out: stdout, err: stderr}
	err := std.run(args)
	if err != nil {
		fmt.Fprintf(stderr, "toolspeak: %s\n", printable(said(err)))
	}
	return exitCode(err)
}

func (std streams) run(args []string) error {
	app := std.app()
	if len(args) < 2 {
		return usagef("a command is missing: %s; toolspeak --help says more", strings.Join(commandNames(app), ", "))
	}
	args, err := arrange(app, args)
	if err != nil {
		return err
	}
	return app.Run(args)
}

func (std streams) app() *cli.App {
	asUsage := func(_ *cli.Context, err error, _ bool) error { return explainFlag(err) }
	app := &cli.App{
		Name:            "toolspeak",
		Usage:           "read an agent's transcript in one prompt style, write it in another",
		UsageText:       "toolspeak COMMAND [flags] [FILE…]",
		Description:     exitCodeHelp(),
		Version:         version(),
		HideHelpCommand: true,
		// A path of --field may hold a comma.
		DisableSliceFlagSeparator: true,
		Writer:                    std.out,
		ErrWriter:                 std.err,
		OnUsageError:              asUsage,
		// Exit codes are Run's: without a handler the library ends the program.
		ExitErrHandler: func(*cli.Context, error) {},
		Commands: []*cli.Command{
			std.convertCommand(), std.detectCommand(), std.stylesCommand(),
			std.filterCommand(), std.mergeCommand(), std.checkCommand(),
			std.toolsCommand(), std.promptCommand(), std.explainCommand(),
		},
	}
	for _, c := range app.Commands {
		c.OnUsageError = asUsage
		c.HideHelpCommand = true
	}
	return app
}

func commandNames(app *cli.App) []string {
	names := make([]string, len(app.Commands))
	for i, c := range app.Commands {
		names[i] = c.Name
	}
	return names
}

// version returns the version that the program was built from.
func version() string {
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" && info.Main.Version != "(devel)" {
		return info.Main.Version
	}
	return "development"
}
