// Package tables reads the tables of TOML that are embedded in the program.
package tables

import (
	"bytes"
	"fmt"

	"github.com/pelletier/go-toml/v2"
)

// Read returns the table of a file, whose keys are those of T in any case. It panics over a file that is
// none: the tests of its package read it.
func Read[T any](name string, text []byte) (table T) {
	if err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&table); err != nil {
		panic(fmt.Sprintf("%s: %v", name, err))
	}
	return table
}
