package convert

import (
	"slices"

	"github.com/toolspeak/toolspeak/internal/literal"
	"github.com/toolspeak/toolspeak/internal/text"
	"github.com/toolspeak/toolspeak/ir"
)

// objectArgs makes an argument a JSON object.
func (l *lowerer) objectArgs(it *ir.Step) {
	value := it.Args.Value
	if it.Args.Form == ir.JSON {
		if c, _ := text.At(value, 0); c == '{' {
			return
		}
	}
	if it.Args.Form == ir.PlainText && it.Args.Raw.Blank() {
		l.lose(it, ir.CodeEmptyArgs, "the empty argument became {}")
		it.Args = jsonArgs(ir.Text{B: []byte("{}")})
		return
	}
	name, open := "input", inputOpen
	words, scalar := it.Args.Value, isScalar(&it.Args)
	spelled := it.Args.Form == ir.PlainText || scalar && !literal.KeepsNumber(value)
	if it.Args.Form == ir.PlainText {
		words = it.Args.Raw
	}
	if t := l.tools.named(it.Tool); t != nil && (spelled || scalar) && t.parameters().Text() != "" {
		name = t.parameters().Text()
		c, _ := text.At(value, 0)
		spelled = spelled || c != '"'
		open = "{" + string(literal.Quote(nil, text.Plain(name))) + ": "
	}
	const closing = "}"
	start := len(l.wrapped)
	l.wrapped = append(l.wrapped, open...)
	if spelled {
		l.wrapped = literal.Quote(l.wrapped, words)
	} else {
		l.wrapped = append(l.wrapped, value.B...)
	}
	l.wrapped = append(l.wrapped, closing...)
	l.lose(it, ir.CodeArgsWrapped, "the argument is not an object and became the value of {name}").Name = name
	it.Args = jsonArgs(ir.Text{B: slices.Clip(l.wrapped[start:])})
}

// isScalar reports whether an argument is a number, a word or a string of JSON.
func isScalar(a *ir.Args) bool {
	c, _ := text.At(a.Value, 0)
	return a.Form == ir.JSON && c != '{' && c != '['
}
