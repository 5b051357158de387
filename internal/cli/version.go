package cli

import (
	"github.com/urfave/cli/v2"

	"github.com/toolspeak/toolspeak/internal/build"
)

func (std streams) versionCommand() command {
	return command{
		name:     "version",
		usage:    "print the version, with commit and date",
		synopsis: []string{"version"},
		run:      func(*cli.Context) error { return std.printVersion() },
	}
}

func (std streams) printVersion() error { return std.print(std.out, build.Read().String()+"\n") }
