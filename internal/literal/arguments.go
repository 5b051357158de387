package literal

import (
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// Arguments reads the whole text of a call's arguments: a value of JSON, a Python literal or other words.
// A value with words after it, and what begins like an object and is none, is broken.
func Arguments(t ir.Text) ir.Args {
	c := Classify(t)
	value := t.Slice(c.Start, c.End)
	switch {
	case c.Form == FormPlain:
		return ir.Args{Raw: t, Form: ir.PlainText}
	case c.Form == FormBroken, text.SkipSpace(t, c.End, t.Len()) < t.Len():
		return ir.Args{Raw: t, Form: ir.Broken}
	case c.Form == FormPython:
		return ir.Args{Raw: value, Form: ir.Python, Value: ir.Text{B: c.JSON}}
	}
	return ir.Args{Raw: value, Form: ir.JSON, Value: value}
}
