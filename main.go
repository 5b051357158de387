// Command toolspeak converts agent transcripts between prompt styles.
package main

import (
	"os"

	"github.com/toolspeak/toolspeak/internal/cli"
)

func main() {
	os.Exit(cli.Run(os.Args, os.Stdin, os.Stdout, os.Stderr))
}
