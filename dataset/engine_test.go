package dataset

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
)

// A failed read-back and an error that is no diagnostic are rejects.
func TestRejects(t *testing.T) {
	in := []byte(`"x"`)
	e := engineOf(same)
	e.conv = fake{
		convert: func(c *ir.Conversation) (*convert.Output, error) { return same(c), nil },
		verify:  func(*ir.Conversation, *convert.Output) error { return reject(ir.CodeReadBack, "no") },
	}
	_, _, err := e.Record(in)
	assert.ErrorIs(t, err, &ir.Diagnostic{Code: ir.CodeReadBack})
	e.opts.SkipVerify = true
	_, _, err = e.Record(in)
	assert.NoError(t, err)

	e.conv = fake{convert: func(*ir.Conversation) (*convert.Output, error) { return nil, errors.New("x") }}
	_, _, err = e.Record(in)
	assert.ErrorIs(t, err, &ir.Diagnostic{Code: ir.CodeInternal})
}

// With Strict a loss of the layout is a reject.
func TestStrict(t *testing.T) {
	e := engineOf(louder)
	e.opts.Strict = convert.StrictLosses
	_, _, err := e.Record([]byte(`[{"role":"user","content":[{"type":"text","text":"x"},{"type":"text","text":"y"}]}]`))
	assert.ErrorIs(t, err, &ir.Diagnostic{Code: ir.CodeStrict})
}
