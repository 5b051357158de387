package prompts

import (
	"testing"

	"github.com/toolspeak/toolspeak/internal/testlong"
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

func TestMain(m *testing.M) { testlong.Main(m, "30", "100") }

// fresh remembers nothing.
var fresh = &Translator{known: builtIn}

// anew translates a text, which no frame serves, and returns how it was read, too.
func (t *Translator) anew(prompt string, to *styles.Style, opts Options) (out string, reading *Reading, diags []ir.Diagnostic, err error) {
	j := t.newJob(to, opts)
	out, err = j.translate(prompt)
	return out, j.Reading, j.Diagnostics, err
}
