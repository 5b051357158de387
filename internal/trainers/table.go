//go:build !js

package trainers

import (
	"bytes"
	_ "embed" // the table
	"fmt"
	"sync"

	"github.com/pelletier/go-toml/v2"
)

//go:embed trainers.toml
var tableFile []byte

// table returns all trainers: what convert, dataset and the documents know of one is its entry.
var table = sync.OnceValue(func() []Trainer {
	var file struct{ Trainer []Trainer }
	if err := toml.NewDecoder(bytes.NewReader(tableFile)).DisallowUnknownFields().Decode(&file); err != nil {
		panic(fmt.Sprintf("trainers.toml: %v", err)) // a test reads it
	}
	return file.Trainer
})
