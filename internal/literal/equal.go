package literal

import (
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Equal compares two JSON values token for token: see [ir.EqualArgs].
func Equal(a, b text.Text) bool {
	return ir.EqualArgs(ir.Args{Form: ir.JSON, Value: a}, ir.Args{Form: ir.JSON, Value: b})
}
