package diag

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/toolspeak/toolspeak/ir"
)

func TestGuard(t *testing.T) {
	fails := func(debug bool) (err error) {
		defer Guard(&err, debug)
		var none []int
		return errors.New(string(rune(none[len(none)])))
	}
	for _, debug := range []bool{false, true} {
		err := fails(debug)
		assert.ErrorIs(t, err, &ir.Diagnostic{Code: ir.CodeInternal})
		assert.ErrorContains(t, err, "index out of range")
		if !debug {
			assert.NotContains(t, err.Error(), ".go:")
			continue
		}
		assert.Regexp(t, `\(at internal/diag/guard_test\.go:\d+, called from internal/diag/guard_test\.go:\d+\)$`, err.Error())
	}
	kept := errors.New("another")
	again := func() (err error) {
		defer Guard(&err, true)
		return kept
	}
	assert.Equal(t, kept, again())
}
