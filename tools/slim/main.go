// Command slim makes a WebAssembly program of Go smaller for those who load it packed,
// and changes nothing else. Go's linker leaves out each run of eight zeros in the
// program's data and begins another segment after it. A hundred thousand segments say
// where they are, which no compression makes small; zeros it does.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "slim: expected the name of a file, which is changed in place")
		os.Exit(2)
	}
	if err := slimFile(os.Args[1]); err != nil {
		fmt.Fprintf(os.Stderr, "slim: %s: %v\n", os.Args[1], err)
		os.Exit(1)
	}
}

func slimFile(name string) error {
	module, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if module, err = slim(module); err != nil {
		return err
	}
	return os.WriteFile(name, module, 0o666)
}
