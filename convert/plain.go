package convert

import (
	"github.com/toolspeak/toolspeak/ir"
	"github.com/toolspeak/toolspeak/styles"
)

// The tags around hidden reasoning in the text of a style, which readers know.
var (
	thinkOpen  = styles.NewFrame("<think>\n")
	thinkClose = styles.NewFrame("\n</think>")
)

// plain makes of steps what the text of a style can say: there is no place for what
// few steps say.
func (l *lowerer) plain(steps []ir.Step) {
	for i := range steps {
		it := &steps[i]
		if it.More == nil {
			continue
		}
		if it.More.Reasoning {
			it.Text = wrapped(thinkOpen, it.Text, thinkClose)
		}
		it.More = nil
	}
}

// wrapped returns a text between two others.
func wrapped(open styles.Frame, t ir.Text, end styles.Frame) ir.Text {
	b := append([]byte(nil), open.Of(t.Esc)...)
	b = append(append(b, t.B...), end.Of(t.Esc)...)
	return ir.Text{B: b, Esc: t.Esc, Direct: t.Direct}
}
