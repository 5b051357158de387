package trainers

import (
	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
)

// table is empty: a page in a browser writes no rows for trainers: nothing of them is in the program that
// it loads.
func table() []Trainer { return nil }

// Row is not called: there is no trainer.
func (t *Trainer) Row(written []byte, _ *convert.Output, _ string, _ Asked) ([]byte, []ir.Diagnostic, *ir.Diagnostic) {
	return written, nil, nil
}

// Sidecars returns nothing.
func (t *Trainer) Sidecars(Rows) []Sidecar { return nil }

// Length returns nothing.
func Length([]byte, func(string) int) int { return 0 }
