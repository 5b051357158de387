package layouts

import (
	"github.com/toolspeak/toolspeak/convert"
	"github.com/toolspeak/toolspeak/ir"
)

// ShareGPT is a list of {"from", "value"}, bare or under "conversations".
const ShareGPT Layout = "sharegpt"

type shareGPT struct{}

func (shareGPT) about() *about { return &shareGPTAbout }

var shareGPTAbout = about{
	name: ShareGPT,
	keys: []string{"conversations"}, makes: convert.MessageShape, trains: TrainsMessages,
}

func (shareGPT) shows(r *Record) bool { return r.hasValue("conversations") && !r.hasAnswers() }

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
