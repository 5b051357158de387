//go:build !js

package trainers

import (
	_ "embed" // the table
	"sync"

	"github.com/toolspeak/toolspeak/internal/tables"
)

//go:embed trainers.toml
var tableFile []byte

// table returns all trainers: what convert, dataset and the documents know of one is its entry.
var table = sync.OnceValue(func() []Trainer {
	return tables.Read[struct{ Trainer []Trainer }]("trainers.toml", tableFile).Trainer
})
