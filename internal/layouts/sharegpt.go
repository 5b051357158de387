package layouts

import (
	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
)

// ShareGPT is a list of {"from", "value"}, bare or under "conversations".
const ShareGPT Layout = "sharegpt"

type shareGPT struct{}

func (shareGPT) name() Layout         { return ShareGPT }
func (shareGPT) keys() []string       { return []string{"conversations"} }
func (shareGPT) makes() convert.Shape { return convert.MessageShape }
func (shareGPT) shows(r *Record) bool { return r.hasValue("conversations") }

func (l shareGPT) find(r *Record, asked bool) *ir.Diagnostic {
	return r.findList(l, "conversations", asked)
}

func (l shareGPT) put(w *mover, out *convert.Output) *ir.Diagnostic {
	return w.object(l, out.System, func() {
		w.key("conversations")
		w.raw("[")
		w.messages(out.Messages, true)
		w.alternatives(out, true)
		w.raw("]")
	})
}
